package console

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/client"
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
	client.RecordBody

	Result classification `json:"result"`
}

// classification is the answer of a classification.
type classification struct {
	client.ClassifyResult

	HscodesArray []candidate `json:"hscodes_array"`
}

// candidate is a suggested code with what speaks for it.
type candidate struct {
	client.ClassifySuggestion

	TariffInfo json.RawMessage `json:"tariff_info"`

	Before int        `json:"-"` // its rank in the record that this one refines, 0 for none
	Info   tariffInfo `json:"-"`
}

// Path is the way down to the code, empty levels left out.
func (c candidate) Path() []client.ClassifyLevel { return wayOf(c.ClassifySuggestion) }

// wayOf lists the levels down to a suggested code, empty ones left out.
func wayOf(s client.ClassifySuggestion) []client.ClassifyLevel {
	levels := []client.ClassifyLevel{s.Hscode2digits, s.Hscode4digits, s.Hscode6digits, s.Hscode8digits, s.Hscode10digits}
	return slices.DeleteFunc(levels, func(l client.ClassifyLevel) bool { return l.Code == "" })
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
	Questions []client.ClassifyQuestion
	Left      []candidate // of the parent, what this one no longer lists
	Form      string
	History   []client.DecisionBody
	Curl      string
	Best      *candidate
	Decided   *client.DecisionBody // the last one, nil where it was taken back
	Links     []shareLink          // that ask a supplier about it
	Quotable  bool                 // the best code is a line of Mexico
	LaterThan string               // the newest classification that refines this one, "" for none
}

func recordAPI(id string) string { return "/api/v3/tariff/records/" + url.PathEscape(id) }

func loadRecord(v *visit, id string) (*recordData, error) {
	d := &recordData{Form: newFormID()}
	if err := v.get(recordAPI(id), nil, &d.Record); err != nil {
		return nil, err
	}
	result := &d.Record.Result
	for i := range result.HscodesArray {
		result.HscodesArray[i].Info = readInfo(result.HscodesArray[i].TariffInfo)
	}
	if len(result.HscodesArray) > 0 {
		d.Best = &result.HscodesArray[0]
		d.Quotable = d.Record.CountryCode == "MEX" && len(d.Chosen()) >= 8
	}
	if n := len(d.Record.Children); n > 0 {
		d.LaterThan = d.Record.Children[n-1].String()
	}
	d.Questions = result.asked()
	d.Curl = curlOf(v, d.Record)
	if p := d.Record.ParentId; p != nil {
		d.Parent = &record{}
		switch err := v.get(recordAPI(*p), nil, d.Parent); {
		case refused(err, http.StatusNotFound) != nil:
			d.Parent = nil // deleted since
		case err != nil:
			return nil, err
		default:
			d.Left = moved(result.HscodesArray, d.Parent.Result.HscodesArray)
		}
	}
	var history struct {
		Data []client.DecisionBody `json:"data"`
	}
	if err := v.get(recordAPI(id)+"/history", nil, &history); err != nil && refused(err, http.StatusNotFound) == nil {
		return nil, err
	}
	d.History = history.Data
	if n := len(d.History); n > 0 && d.Record.ConfirmedHscode != nil {
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
	case d.Record.ConfirmedHscode != nil:
		return *d.Record.ConfirmedHscode
	case d.Best != nil:
		return d.Best.Code()
	}
	return ""
}

// Told is the description with what was answered, as a form takes it over.
func (r record) Told() string {
	told := []string{r.ProductDescription}
	for _, e := range given(r.Result.Dialogue) {
		if e.Answer != unknown && !strings.Contains(r.ProductDescription, e.Answer) {
			told = append(told, strings.TrimSuffix(strings.TrimLeft(e.Question, "¿"), "?")+": "+e.Answer)
		}
	}
	return strings.Join(told, "; ")
}

// given reads an optional member; one that is absent has its zero value.
func given[T any](member *T) (value T) {
	if member != nil {
		value = *member
	}
	return value
}

// asked are the questions with their choices, or as plain text where the API gives text alone.
func (c classification) asked() []client.ClassifyQuestion {
	if len(c.Questions) > 0 {
		return c.Questions
	}
	asked := make([]client.ClassifyQuestion, len(c.RequiredQuestions))
	for i, text := range c.RequiredQuestions {
		asked[i] = client.ClassifyQuestion{Id: text, Text: text, Kind: "text"}
	}
	return asked
}

// moved marks what each candidate was before, and returns those that are gone.
func moved(now, before []candidate) (gone []candidate) {
	for rank, old := range before {
		i := slices.IndexFunc(now, func(c candidate) bool { return c.Hscode6digits.Code == old.Hscode6digits.Code })
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
	var answers []client.AnswerBody
	var said []string
	for i, q := range d.Questions {
		answer := v.field(answerField(i))
		switch {
		case answer == "":
			continue
		case isUnknown(v, answer):
			answer = unknown
		}
		if len(d.Record.Result.Questions) > 0 {
			answers = append(answers, client.AnswerBody{Question: q.Id, Answer: answer})
		} else if answer != unknown { // a record of before questions had choices
			said = append(said, q.Text+" "+answer)
		}
	}
	if more := v.field("more"); more != "" {
		said = append(said, more)
	}
	files := v.fileParts("image_files", "document_files")
	known := slices.ContainsFunc(answers, func(a client.AnswerBody) bool { return a.Answer != unknown })
	if len(said) == 0 && len(files) == 0 && !known {
		return &refusal{Status: http.StatusBadRequest, Type: "NoAnswer"}
	}
	text, err := json.Marshal(answers)
	if err != nil {
		return err
	}
	parts := append([]part{
		{field: "classification_record_id", value: d.Record.ClassificationRecordId.String()}, {field: "product_description", value: strings.Join(said, ". ")},
		{field: "language", value: v.language.Name()},
	}, files...)
	if answers != nil {
		parts = append(parts, part{field: "answers", value: string(text)})
	}
	c := call{method: http.MethodPost, path: classifyPath, query: url.Values{"country_code": {d.Record.CountryCode}, "model": {d.Record.Model}}}
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
	return "curl -X POST " + quoted(originOf(v)+classifyPath+"?country_code="+r.CountryCode+"&model="+r.Model) +
		" \\\n  -H \"Authorization: Bearer $TARIFFDESK_KEY\"" +
		" \\\n  -F language=" + v.language.Name() +
		" \\\n  --form-string " + quoted("product_description="+r.ProductDescription)
}

// quoted is s as one word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
