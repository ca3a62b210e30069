package console

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

func recordRoutes() []route {
	return []route{
		{pattern: "GET /app/records/{id}", handle: recordPage},
		{pattern: "GET /app/records/{id}/report", handle: recordReport},
		{pattern: "POST /app/records/{id}/answers", handle: answerRecord},
		{pattern: "POST /app/records/{id}/confirm", handle: confirmRecord},
		{pattern: "POST /app/records/{id}/undo", handle: undoRecord},
	}
}

// record is a stored classification.
type record struct {
	ID          string         `json:"classification_record_id"`
	ParentID    *string        `json:"parent_id"`
	CreatedAt   time.Time      `json:"created_at"`
	Country     string         `json:"country_code"`
	Model       string         `json:"model"`
	Description string         `json:"product_description"`
	Confirmed   *string        `json:"confirmed_hscode"`
	ConfirmedAt *time.Time     `json:"confirmed_at"`
	Children    []string       `json:"children"` // classifications that refine this one
	Quotes      []string       `json:"quotes"`   // made for this one
	Result      classification `json:"result"`
}

// classification is the answer of a classification.
type classification struct {
	Candidates []candidate `json:"hscodes_array"`
	Summary    string      `json:"summary_classification"`
	Required   []string    `json:"required_questions"`
	Questions  []question  `json:"questions"`
	Dialogue   []exchange  `json:"dialogue"`
	Unused     []struct {
		Question string `json:"question"`
		Answer   string `json:"answer"`
		Reason   string `json:"reason"`
	} `json:"unused_answers"`
}

// exchange is a question that was answered, and what was made of it.
type exchange struct {
	Question   string          `json:"question"`
	Answer     string          `json:"answer"`
	Understood json.RawMessage `json:"understood"`
}

// step is a level on the way to a code.
type step struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

// candidate is a suggested code with what speaks for it.
type candidate struct {
	Chapter     step            `json:"hscode_2digits"`
	Heading     step            `json:"hscode_4digits"`
	Subheading  step            `json:"hscode_6digits"`
	Line        step            `json:"hscode_8digits"`
	Statistical step            `json:"hscode_10digits"`
	Confidence  float64         `json:"overall_confidence"`
	Reason      string          `json:"justification"`
	Advice      string          `json:"recommendations"`
	TariffInfo  json.RawMessage `json:"tariff_info"`
	Evidence    []evidence      `json:"evidence"`
	National    []nationalLine  `json:"national_candidates"`

	Before int        `json:"-"` // its rank in the record that this one refines, 0 for none
	Info   tariffInfo `json:"-"`
}

// nationalLine is a line below a subheading and what tells it from its siblings.
type nationalLine struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Requires string `json:"requires"`
	Duty     string `json:"duty"`
}

// evidence is a note, rule, ruling or precedent behind a candidate.
type evidence struct {
	Kind      string `json:"kind"`
	Reference string `json:"reference"`
	Text      string `json:"text"`
	Code      string `json:"code"`
	Status    string `json:"status"`
	Source    string `json:"source"`
	URL       string `json:"url"`
}

// question is a question that would decide, with the answers that are offered.
type question struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Kind    string `json:"kind"`
	Unit    string `json:"unit"`
	Choices []struct {
		Value   string   `json:"value"`
		Label   string   `json:"label"`
		LeadsTo []string `json:"leads_to"`
	} `json:"choices"`
}

// Path is the way down to the code, empty levels left out.
func (c candidate) Path() []step {
	return slices.DeleteFunc([]step{c.Chapter, c.Heading, c.Subheading, c.Line, c.Statistical}, func(s step) bool { return s.Code == "" })
}

// Code is the longest code of the candidate.
func (c candidate) Code() string {
	path := c.Path()
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1].Code
}

// Name is the name of the longest code, or of the nearest one above that has a name.
func (c candidate) Name() string {
	for _, s := range slices.Backward(c.Path()) {
		if s.Name != "" {
			return s.Name
		}
	}
	return ""
}

// recordData is the page of a classification.
type recordData struct {
	formPage
	Record    record
	Parent    *record
	Questions []question
	Left      []candidate // of the parent, what this one no longer lists
	Form      string
	History   []decision
	Curl      string
	Best      *candidate
	Decided   *decision   // the last one, nil where it was taken back
	Links     []shareLink // that ask a supplier about it
	Quotable  bool        // the best code is a line of Mexico
	LaterThan string      // the newest classification that refines this one, "" for none
}

// decision is a line of the trail of confirmations.
type decision struct {
	At       time.Time `json:"at"`
	Action   string    `json:"action"`
	Code     string    `json:"hscode"`
	Previous *string   `json:"previous_hscode"`
	Reason   *string   `json:"reason"`
	By       struct {
		Kind string `json:"kind"`
		Name string `json:"name"`
	} `json:"by"`
}

func recordAPI(id string) string { return "/api/v3/tariff/records/" + url.PathEscape(id) }

func loadRecord(v *visit, id string) (*recordData, error) {
	d := &recordData{Form: newFormID()}
	if err := v.get(recordAPI(id), nil, &d.Record); err != nil {
		return nil, err
	}
	result := &d.Record.Result
	for i := range result.Candidates {
		result.Candidates[i].Info = readInfo(result.Candidates[i].TariffInfo)
	}
	if len(result.Candidates) > 0 {
		d.Best = &result.Candidates[0]
		d.Quotable = d.Record.Country == "MEX" && len(d.Chosen()) >= 8
	}
	if n := len(d.Record.Children); n > 0 {
		d.LaterThan = d.Record.Children[n-1]
	}
	d.Questions = result.asked()
	d.Curl = curlOf(v, d.Record)
	if p := d.Record.ParentID; p != nil {
		d.Parent = &record{}
		switch err := v.get(recordAPI(*p), nil, d.Parent); {
		case refused(err, http.StatusNotFound) != nil:
			d.Parent = nil // deleted since
		case err != nil:
			return nil, err
		default:
			d.Left = moved(result.Candidates, d.Parent.Result.Candidates)
		}
	}
	var history struct {
		Data []decision `json:"data"`
	}
	if err := v.get(recordAPI(id)+"/history", nil, &history); err != nil && refused(err, http.StatusNotFound) == nil {
		return nil, err
	}
	d.History = history.Data
	if n := len(d.History); n > 0 && d.Record.Confirmed != nil {
		d.Decided = &d.History[0]
		if d.History[n-1].At.After(d.Decided.At) {
			d.Decided = &d.History[n-1]
		}
	}
	var links struct {
		Data []shareLink `json:"data"`
	}
	err := v.get("/api/v3/sharelink", url.Values{"classification_record_id": {id}, "limit": {"10"}}, &links)
	if err != nil && refused(err, http.StatusForbidden, http.StatusNotFound) == nil {
		return nil, err
	}
	d.Links = links.Data
	return d, nil
}

// Chosen is the code that was decided, else the best one.
func (d *recordData) Chosen() string {
	switch {
	case d.Record.Confirmed != nil:
		return *d.Record.Confirmed
	case d.Best != nil:
		return d.Best.Code()
	}
	return ""
}

// Told is the description with what was answered, as a form takes it over.
func (r record) Told() string {
	told := []string{r.Description}
	for _, e := range r.Result.Dialogue {
		if e.Answer != unknown && !strings.Contains(r.Description, e.Answer) {
			told = append(told, strings.TrimSuffix(strings.TrimLeft(e.Question, "¿"), "?")+": "+e.Answer)
		}
	}
	return strings.Join(told, "; ")
}

// asked are the questions with their choices, or as plain text where the API gives text alone.
func (c classification) asked() []question {
	if len(c.Questions) > 0 {
		return c.Questions
	}
	asked := make([]question, len(c.Required))
	for i, text := range c.Required {
		asked[i] = question{ID: text, Text: text, Kind: "text"}
	}
	return asked
}

// moved marks what each candidate was before, and returns those that are gone.
func moved(now, before []candidate) (gone []candidate) {
	for rank, old := range before {
		i := slices.IndexFunc(now, func(c candidate) bool { return c.Subheading.Code == old.Subheading.Code })
		if i < 0 {
			gone = append(gone, old)
			continue
		}
		now[i].Before = rank + 1
	}
	return gone
}

func recordPage(v *visit) error {
	d, err := loadRecord(v, v.r.PathValue("id"))
	if err != nil {
		return err
	}
	return v.page("record", d)
}

// unknown is the answer of who does not know, as the API takes it.
const unknown = "I don't know"

// recordReport passes the printable opinion on.
func recordReport(v *visit) error { return passReport(v, recordAPI(v.r.PathValue("id")), url.Values{}) }

// answerRecord refines a record by the answers to its questions; a photo may answer too.
func answerRecord(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	d, err := loadRecord(v, v.r.PathValue("id"))
	if err != nil {
		return err
	}
	type answer struct {
		Question string `json:"question"`
		Answer   string `json:"answer"`
	}
	var answers []answer
	var said []string
	for i, q := range d.Questions {
		given := v.field(answerField(i))
		switch {
		case given == "":
			continue
		case isUnknown(v, given):
			given = unknown
		}
		if len(d.Record.Result.Questions) > 0 {
			answers = append(answers, answer{q.ID, given})
		} else if given != unknown { // a record of before questions had choices
			said = append(said, q.Text+" "+given)
		}
	}
	if more := v.field("more"); more != "" {
		said = append(said, more)
	}
	files := v.fileParts("image_files", "document_files")
	known := slices.ContainsFunc(answers, func(a answer) bool { return a.Answer != unknown })
	if len(said) == 0 && len(files) == 0 && !known {
		return &refusal{Status: http.StatusBadRequest, Type: "NoAnswer"}
	}
	text, err := json.Marshal(answers)
	if err != nil {
		return err
	}
	parts := append([]part{
		{field: "classification_record_id", value: d.Record.ID}, {field: "product_description", value: strings.Join(said, ". ")},
		{field: "language", value: v.language.Name()},
	}, files...)
	if answers != nil {
		parts = append(parts, part{field: "answers", value: string(text)})
	}
	c := call{method: http.MethodPost, path: classifyPath, query: url.Values{"country_code": {d.Record.Country}, "model": {d.Record.Model}}}
	c.key = onceKey(v, parts)
	c, end, err := multipartCall(c, parts)
	defer end()
	if err != nil {
		return err
	}
	got, err := v.ask(c)
	if err != nil {
		return err
	}
	return toRecord(v, got)
}

// isUnknown reports whether an answer is "I don't know" as the forms of one of the languages offer it.
func isUnknown(v *visit, answer string) bool {
	return slices.ContainsFunc(languages(), func(l language) bool {
		return strings.EqualFold(answer, v.c.words[l].text("record.unknown"))
	})
}

// undoRecord takes the last decision back: the one before it stands again.
func undoRecord(v *visit) error {
	if err := v.post(recordAPI(v.r.PathValue("id"))+"/undo", nil, nil); err != nil {
		return err
	}
	return v.done("/app/records/"+url.PathEscape(v.r.PathValue("id")), "undone")
}

func confirmRecord(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	id := v.r.PathValue("id")
	body := map[string]string{"hscode": v.field("hscode")}
	if other := v.field("other_hscode"); other != "" {
		body["hscode"] = other
	}
	if reason := v.field("reason"); reason != "" {
		body["reason"] = reason
	}
	if err := v.post(recordAPI(id)+"/confirm", body, nil); err != nil {
		return err
	}
	return v.done("/app/records/"+url.PathEscape(id), "confirmed")
}

// newFormID names a new form, see once.
func newFormID() string { return rand.Text() }

// answerField is the name of the field that answers question i.
func answerField(i int) string { return "answer." + strconv.Itoa(i) }

// curl is the call that classifies the same goods from a shell, with a place for the key.
func curlOf(v *visit, r record) string {
	return "curl -X POST " + quoted(originOf(v)+classifyPath+"?country_code="+r.Country+"&model="+r.Model) +
		" \\\n  -H \"Authorization: Bearer $TARIFFDESK_KEY\"" +
		" \\\n  -F language=" + v.language.Name() +
		" \\\n  --form-string " + quoted("product_description="+r.Description)
}

// quoted is s as one word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
