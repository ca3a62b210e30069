package console

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"tariffdesk/client"
)

func classifyRoutes() []route {
	return []route{
		{pattern: "GET /app/classify", handle: classifyPage},
		{pattern: "POST /app/classify", handle: classify},
		{pattern: "POST /app/classify/stream", handle: classifyStream},
	}
}

const classifyPath = "/api/v3/tariff/tariff-mini"

// classifyData is the form of a classification as it was filled in.
type classifyData struct {
	formPage
	Form        string // see once
	Description string
	Country     string
	Model       string
	Language    string
	Countries   []string
	FreePlan    bool
}

// countries are the codes that a form offers. The console knows the API alone: a test of the import rules
// compares them with those of the tariff.
func countries() []string { return []string{"MEX", "COL", "USA", "ARG", "WORLD"} }

// countryChoices are countries as a field of choices lists them.
func countryChoices(words dictionary) (choices []any) {
	for _, c := range countries() {
		choices = append(choices, map[string]any{"value": c, "text": words.value("country.", c)})
	}
	return choices
}

func readClassify(v *visit) *classifyData {
	d := &classifyData{
		Form: newFormID(), Country: "MEX", Model: "pro", Language: v.language.Name(), Countries: countries(),
		FreePlan: v.viewer.Organization != nil && v.viewer.Organization.Plan == "free",
	}
	if d.FreePlan {
		d.Country = "WORLD"
	}
	return d
}

func classifyPage(v *visit) error {
	d := readClassify(v)
	d.Description = v.query("description")
	if id := v.query("record"); id != "" { // to ask again
		var of record
		if err := v.get(recordAPI(id), nil, &of); err != nil {
			return err
		}
		d.Description, d.Country, d.Model = of.Told(), of.CountryCode, of.Model
	}
	return v.page("classify", d)
}

// sendClassification reads the posted form as a call of the API.
func sendClassification(v *visit, stream bool) (call, func(), error) {
	if err := v.readForm(); err != nil {
		return call{}, func() {}, err
	}
	parts := append([]part{{field: "product_description", value: v.field("product_description")}, {field: "language", value: v.field("language")}},
		v.fileParts("image_files", "document_files")...)
	c := call{method: http.MethodPost, path: classifyPath, query: url.Values{"country_code": {v.field("country_code")}, "model": {v.field("model")}}}
	if stream { // counts in the key: to the API a stream is another request than the call without one
		parts = append(parts, part{field: "streaming", value: "true"})
	}
	c.key = onceKey(v, slices.Concat(parts, []part{{field: "query", value: c.query.Encode()}}))
	return multipartCall(c, parts)
}

// classify is the way without script: the answer comes when the work is done, as the record's page.
func classify(v *visit) error {
	c, end, err := sendClassification(v, false)
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

// toRecord goes to the page of the classification that an answer holds, or of the job that is still at it.
func toRecord(v *visit, got *reply) error {
	var answer struct {
		RecordID string `json:"classification_record_id"`
	}
	if err := json.Unmarshal(got.body, &answer); err != nil {
		return err
	}
	if answer.RecordID == "" {
		return toJob(v, got)
	}
	return v.redirect("/app/records/" + url.PathEscape(answer.RecordID))
}

// classifyStream passes the lines of progress on to the script of the form.
func classifyStream(v *visit) error {
	c, end, err := sendClassification(v, true)
	defer end()
	if err == nil {
		c.accept = "application/x-ndjson"
		err = v.pass(c, nil)
	}
	return v.failJSON(err)
}

// scriptProblem is shown by a script for a refusal.
type scriptProblem struct {
	Title   string   `json:"title"`
	Text    string   `json:"text"`
	Details []string `json:"details"`
	Job     string   `json:"job,omitempty"` // page of the job that works on this very form already
}

// failJSON answers a script with what fail would show as a page.
func (v *visit) failJSON(err error) error {
	r := refused(err)
	if r == nil {
		return err
	}
	p := scriptProblem{v.t("problem." + r.State() + ".title"), v.t("problem." + r.State() + ".text"), r.Lines(), ""}
	if r.Status == http.StatusConflict && r.JobID != "" {
		p.Job = jobPagePath(r.JobID)
	}
	if r.State() == "402" || len(p.Details) == 0 {
		p.Details = []string{p.Text}
	}
	return v.json(r.Status, p)
}

// json answers a script.
func (v *visit) json(status int, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "application/json")
	v.w.WriteHeader(status)
	_, _ = v.w.Write(text) // the visitor has gone
	return nil
}

// tariffInfo holds the API's facts of a line: unit, duties, taxes, regulations.
type tariffInfo struct{ client.QuoteInfo }

// Known reports whether anything is told.
func (i tariffInfo) Known() bool { return i.SourceVintage != "" || len(i.ImportDuty) > 0 }

// readInfo reads tariff_info; what is no object of that shape is nothing known.
func readInfo(raw json.RawMessage) (info tariffInfo) {
	if json.Unmarshal(raw, &info) != nil {
		return tariffInfo{}
	}
	return info
}
