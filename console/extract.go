package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"tariffdesk/client"
)

func extractRoutes() []route {
	return []route{
		{pattern: "GET /app/extract", handle: extractPage},
		{pattern: "POST /app/extract", handle: extractForm},
		{pattern: "POST /app/extract/schema", handle: schemaForScript},
		{pattern: "POST /app/extract/schemas/{name}/remove", handle: removeSchema},
	}
}

const extractAPI = "/api/v3/svcdocs/"

// extractData is the form of an extraction as it was filled in.
type extractData struct {
	formPage
	Form        string
	Schemas     []client.SchemaEntry // of the service and of the organisation
	Chosen      string               // one of them, "" for the schema of the form
	Type        string
	Description string
	Schema      string
	Check       *schemaCheck
}

// Own are the schemas of the organisation.
func (d *extractData) Own() (own []client.SchemaEntry) {
	return slices.DeleteFunc(slices.Clone(d.Schemas), func(s client.SchemaEntry) bool { return s.Builtin })
}

// load fills in the schemas that can be chosen.
func (d *extractData) load(v *visit) error {
	var list client.SchemasOutputBody
	err := v.get(extractAPI+"schemas", nil, &list)
	if refused(err, http.StatusForbidden, http.StatusNotFound) != nil {
		err = nil
	}
	d.Schemas = list.Schemas
	return err
}

// schemaCheck is the API's judgement of a schema.
type schemaCheck struct {
	client.ValidateSchemaOutputBody
}

// Good reports whether an extraction would take the schema.
func (c *schemaCheck) Good() bool { return c.Valid && c.Extractable }

// firstSchema is the type of most documents.
const firstSchema = "commercial_invoice"

func extractPage(v *visit) error {
	d := &extractData{Form: newFormID(), Chosen: firstSchema}
	if err := d.load(v); err != nil {
		return err
	}
	if !slices.ContainsFunc(d.Schemas, func(s client.SchemaEntry) bool { return s.Name == firstSchema }) {
		d.Chosen = ""
	}
	return v.page("extract", d)
}

func readExtract(v *visit) (*extractData, error) {
	if err := v.readForm(); err != nil {
		return &extractData{Form: newFormID()}, err
	}
	return &extractData{
		Form: newFormID(), Type: v.field("document_type"), Description: v.field("document_description"), Schema: v.field("json_response"),
	}, nil
}

// extractForm does what the pressed button says: write a schema, judge it, or extract.
func extractForm(v *visit) error {
	d, err := readExtract(v)
	if err == nil {
		switch do := v.field("do"); do {
		case "describe", "workbook", "check":
			if err = schemaStep(v, d, do); err == nil {
				err = d.load(v)
			}
			if err == nil {
				return v.page("extract", d)
			}
		case "save":
			return saveSchema(v, d)
		default:
			return sendExtract(v, d)
		}
	}
	return err
}

// saveSchema keeps the schema of the form under a name.
func saveSchema(v *visit, d *extractData) error {
	if !json.Valid([]byte(d.Schema)) {
		return &refusal{Status: http.StatusUnprocessableEntity, Type: "ValidationError", Errors: []string{"json_response: " + v.t("extract.no_json")}}
	}
	body := map[string]json.RawMessage{"json_schema": json.RawMessage(d.Schema)}
	if err := v.send(http.MethodPut, extractAPI+"schemas/"+url.PathEscape(cmp.Or(v.field("schema_name"), "-")), body, nil); err != nil {
		return err
	}
	return v.done("/app/extract", "schema_saved")
}

func removeSchema(v *visit) error {
	if err := v.send(http.MethodDelete, extractAPI+"schemas/"+url.PathEscape(v.r.PathValue("name")), nil, nil); err != nil {
		return err
	}
	return v.done("/app/extract", "schema_removed")
}

// schemaStep writes a schema into the form, or judges the one in it.
func schemaStep(v *visit, d *extractData, do string) error {
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
		c, end, err := multipartCall(call{method: http.MethodPost, path: extractAPI + "generate-excel-schema"}, chosenWorkbook(v))
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
	return checkSchema(v, d)
}

// chosenWorkbook is the chosen workbook under the name that the API has for it.
func chosenWorkbook(v *visit) (parts []part) {
	for _, f := range v.files("workbook") {
		parts = append(parts, part{field: "file", file: f})
	}
	return parts
}

func checkSchema(v *visit, d *extractData) error {
	d.Check = &schemaCheck{}
	if !json.Valid([]byte(d.Schema)) {
		d.Check.Errors = []string{v.t("extract.no_json")}
		return nil
	}
	return v.post(extractAPI+"validate-schema", map[string]json.RawMessage{"json_schema": json.RawMessage(d.Schema)}, d.Check)
}

// schemaForScript is schemaStep for the script of the form.
func schemaForScript(v *visit) error {
	d, err := readExtract(v)
	if err == nil {
		err = schemaStep(v, d, v.field("do"))
	}
	if err != nil {
		return v.failJSON(err)
	}
	problems := append(append([]string{}, d.Check.Errors...), d.Check.Limits...)
	return v.json(http.StatusOK, map[string]any{"schema": d.Schema, "good": d.Check.Good(), "problems": problems})
}

// sendExtract sends the document and goes to the page of the result, whose address is its job's.
func sendExtract(v *visit, d *extractData) error {
	parts, err := extractParts(v, d)
	if err != nil {
		return err
	}
	c := call{method: http.MethodPost, path: extractAPI + "extract", query: url.Values{"grounding": {"true"}, "previews": {"true"}}}
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
	if got.status == http.StatusAccepted {
		return toJob(v, got)
	}
	return v.redirect("/app/extractions/" + url.PathEscape(got.header.Get("X-Job-ID")))
}

func extractParts(v *visit, d *extractData) ([]part, error) {
	kind, description := d.Type, d.Description
	if kind == "" {
		kind = "document" // the API asks for both; without words of the user the schema says what is wanted
	}
	if description == "" {
		description = kind
	}
	data := map[string]any{"document_type": kind, "document_description": description}
	switch schema := strings.TrimSpace(d.Schema); {
	case v.field("schema") != "" && schema != "":
		return nil, &refusal{Status: http.StatusUnprocessableEntity, Type: "ValidationError", Errors: []string{"json_response: " + v.t("extract.two_schemas")}}
	case v.field("schema") != "":
		if d.Type == "" {
			data["document_type"] = v.field("schema")
		}
		data["json_response"] = map[string]string{"$builtin": v.field("schema")}
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
	for _, name := range []string{"pages", "password", "split"} {
		if value := v.field(name); value != "" {
			parts = append(parts, part{field: name, value: value})
		}
	}
	if address := v.field("file_url"); address != "" && len(v.files("file_path")) == 0 {
		parts = append(parts, part{field: "file_url", value: address})
	}
	return append(parts, v.fileParts("file_path")...), nil
}
