package console

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

func extractRoutes() []route {
	return []route{
		{pattern: "GET /app/extract", handle: extractPage},
		{pattern: "POST /app/extract", handle: extractForm},
		{pattern: "POST /app/extract/schema", handle: schemaForScript},
	}
}

const extractAPI = "/api/v3/svcdocs/"

// extractData is the form of an extraction as it was filled in.
type extractData struct {
	formPage
	Form        string
	Type        string
	Description string
	Schema      string
	Check       *schemaCheck
}

// schemaCheck is the API's judgement of a schema.
type schemaCheck struct {
	Valid       bool     `json:"valid"`
	Errors      []string `json:"errors"`
	Extractable *bool    `json:"extractable"` // nil where the API does not say
	Limits      []string `json:"limits"`
}

// Good reports whether an extraction would take the schema.
func (c *schemaCheck) Good() bool { return c.Valid && (c.Extractable == nil || *c.Extractable) }

func extractPage(v *visit) error {
	return v.page("extract", &extractData{Form: newFormID()})
}

func (v *visit) extractData() (*extractData, error) {
	if err := v.readForm(); err != nil {
		return &extractData{Form: newFormID()}, err
	}
	return &extractData{
		Form: newFormID(), Type: v.field("document_type"), Description: v.field("document_description"), Schema: v.field("json_response"),
	}, nil
}

// extractForm does what the pressed button says: write a schema, judge it, or extract.
func extractForm(v *visit) error {
	d, err := v.extractData()
	if err == nil {
		switch do := v.field("do"); do {
		case "describe", "workbook", "check":
			err = v.schemaStep(d, do)
			if err == nil {
				return v.page("extract", d)
			}
		default:
			return v.extract(d)
		}
	}
	return err
}

// schemaStep writes a schema into the form, or judges the one in it.
func (v *visit) schemaStep(d *extractData, do string) error {
	var made struct {
		Schema json.RawMessage `json:"json_schema"`
	}
	switch do {
	case "describe":
		body := map[string]string{"description": d.Description}
		if d.Type != "" {
			body["document_type"] = d.Type
		}
		if err := v.post(extractAPI+"generate-schema", body, &made); err != nil {
			return err
		}
	case "workbook":
		c, end, err := multipartCall(call{method: http.MethodPost, path: extractAPI + "generate-excel-schema"}, v.workbook())
		defer end()
		if err == nil {
			err = v.decoded(c, &made)
		}
		if err != nil {
			return err
		}
	}
	if made.Schema != nil {
		d.Schema = indented(made.Schema)
	}
	return v.checkSchema(d)
}

// workbook is the chosen workbook under the name that the API has for it.
func (v *visit) workbook() (parts []part) {
	for _, f := range v.files("workbook") {
		parts = append(parts, part{field: "file", file: f})
	}
	return parts
}

func (v *visit) checkSchema(d *extractData) error {
	d.Check = &schemaCheck{}
	if !json.Valid([]byte(d.Schema)) {
		d.Check.Errors = []string{v.t("extract.no_json")}
		return nil
	}
	return v.post(extractAPI+"validate-schema", map[string]json.RawMessage{"json_schema": json.RawMessage(d.Schema)}, d.Check)
}

// schemaForScript is schemaStep for the script of the form.
func schemaForScript(v *visit) error {
	d, err := v.extractData()
	if err == nil {
		err = v.schemaStep(d, v.field("do"))
	}
	if err != nil {
		return v.failJSON(err)
	}
	problems := append(append([]string{}, d.Check.Errors...), d.Check.Limits...)
	return v.json(http.StatusOK, map[string]any{"schema": d.Schema, "good": d.Check.Good(), "problems": problems})
}

// extract sends the document and goes to the page of the result, whose address is its job's.
func (v *visit) extract(d *extractData) error {
	parts, err := v.extractParts(d)
	if err != nil {
		return err
	}
	c := call{method: http.MethodPost, path: extractAPI + "extract", query: url.Values{"grounding": {"true"}, "previews": {"true"}}}
	c.key = v.once(parts)
	c, end, err := multipartCall(c, parts)
	defer end()
	if err != nil {
		return err
	}
	got, err := v.ask(c)
	if err != nil {
		return err
	}
	if got.status == http.StatusAccepted {
		return v.toJob(got)
	}
	return v.redirect("/app/extractions/" + url.PathEscape(got.header.Get("X-Job-ID")))
}

func (v *visit) extractParts(d *extractData) ([]part, error) {
	kind, description := d.Type, d.Description
	if kind == "" {
		kind = "document" // the API asks for both; without words of the user the schema says what is wanted
	}
	if description == "" {
		description = kind
	}
	data := map[string]any{"document_type": kind, "document_description": description}
	switch schema := strings.TrimSpace(d.Schema); {
	case json.Valid([]byte(schema)):
		data["json_response"] = json.RawMessage(schema)
	default:
		data["json_response"] = schema // the API says what is wrong with it
	}
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(data); err != nil {
		return nil, err
	}
	parts := []part{{field: "json_data", value: text.String()}}
	if address := v.field("file_url"); address != "" && len(v.files("file_path")) == 0 {
		parts = append(parts, part{field: "file_url", value: address})
	}
	return append(parts, v.fileParts("file_path")...), nil
}
