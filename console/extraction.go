package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/client"
	"tariffdesk/console/internal/paper"
)

func extractionRoutes() []route {
	return []route{
		{pattern: "GET /app/extractions", handle: extractionsPage},
		{pattern: "GET /app/extractions/{id}", handle: extractionPage},
		{pattern: "GET /app/extractions/{id}/pages/{page}", handle: extractionPicture},
		{pattern: "POST /app/extractions/{id}/classify", handle: classifyLines},
		{pattern: "POST /app/extractions/{id}/correct", handle: correctValue},
		{pattern: "GET /app/extractions/{id}/download", handle: extractionDownload},
		{pattern: "GET /app/corrections", handle: correctionsPage},
		{pattern: "POST /app/corrections/{id}/remove", handle: removeCorrection},
	}
}

// extractionsData is a page of the documents that were read, under a filter.
type extractionsData struct {
	formPage
	filtered
	List    []job
	Partial bool
}

func extractionsPage(v *visit) error {
	d := &extractionsData{filtered: v.filter("100", "q", "status")}
	var err error
	if d.List, d.Partial, err = jobsOf(v, &d.filtered, "extract"); err != nil {
		return err
	}
	return v.page("extractions", d)
}

// extractionData is the page of a result.
type extractionData struct {
	paper.Values

	ID      string
	Job     job
	JSON    string
	Lines   []paper.Line
	Form    string
	Country string
	Edit    int // number of the value that is being corrected, 0 for none
	Zoom    string
}

// Others are the documents of the file that were not read each on its own.
func (d *extractionData) Others() int {
	if d.Document == 0 && len(d.Answer.Documents) > 1 {
		return len(d.Answer.Documents) - 1
	}
	return 0
}

// zooms are how large a page of the document is shown, in percent of its column.
func zooms() []string { return []string{"100", "150", "200", "300"} }

// extraction is the result of a job, arranged by the schema that it was read by, where that is still known.
func extraction(v *visit, id string) (*extractionData, error) {
	d := &extractionData{ID: id, Form: newFormID(), Country: homeCountry(v), Zoom: zooms()[0]}
	if asked := v.query("zoom"); slices.Contains(zooms(), asked) {
		d.Zoom = asked
	}
	var a paper.Answer
	path := "/api/v3/jobs/" + url.PathEscape(id)
	if err := v.get(path+"/result", nil, &a); err != nil {
		return nil, err
	}
	if len(a.DocumentData) == 0 && len(a.Documents) == 0 {
		return nil, errNoPage // the result of another kind of job
	}
	var readBy struct {
		Schema json.RawMessage `json:"json_schema"`
	}
	for path, into := range map[string]any{path + "/schema": &readBy, path: &d.Job} {
		if err := v.get(path, nil, into); err != nil && refused(err) == nil {
			return nil, err
		}
	}
	n, _ := strconv.Atoi(v.query("document"))
	d.Values = paper.Read(a, n, readBy.Schema, v.language == languageSpanish)
	d.JSON, d.Lines = indented(d.Answer.DocumentData), d.Values.Lines()
	d.Edit, _ = strconv.Atoi(v.query("edit"))
	return d, nil
}

func extractionPage(v *visit) error {
	d, err := extraction(v, v.r.PathValue("id"))
	if err != nil {
		return err
	}
	return v.page("extraction", d)
}

// correctValue puts a value of a document right.
func correctValue(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	value, err := corrected(v, v.field("kind"), v.field("value"))
	if err != nil {
		return err
	}
	change := client.CorrectionIn{Pointer: v.field("pointer"), Value: value}
	here := "/app/extractions/" + url.PathEscape(v.r.PathValue("id"))
	if n, err := strconv.ParseInt(v.field("document"), 10, 64); err == nil && n > 0 {
		change.Document = &n
		here += "?document=" + strconv.FormatInt(n, 10)
	}
	if err := v.post("/api/v3/jobs/"+url.PathEscape(v.r.PathValue("id"))+"/corrections", map[string]any{"corrections": []client.CorrectionIn{change}}, nil); err != nil {
		return err
	}
	return v.done(here, "corrected")
}

// corrected is a value as its kind wants it, of what somebody typed.
func corrected(v *visit, kind, typed string) (any, error) {
	switch kind {
	case "boolean":
		return typed == "true", nil
	case "number", "integer":
		return typedNumber(v, "value", typed)
	}
	return typed, nil
}

// classifyLines classifies the lines of a document as a batch.
func classifyLines(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	d, err := extraction(v, v.r.PathValue("id"))
	if err != nil {
		return err
	}
	items := make([]map[string]string, len(d.Lines))
	for i, line := range d.Lines {
		items[i] = map[string]string{"id": strconv.Itoa(i + 1), "product_description": line["product_description"]}
	}
	body, err := json.Marshal(map[string]any{"items": items})
	if err != nil {
		return err
	}
	query := url.Values{"country_code": {v.field("country_code")}, "model": {"pro"}, "language": {v.language.Name()}}
	c := call{method: http.MethodPost, path: "/api/v3/tariff/items-to-excel", query: query, body: bytes.NewReader(body), length: int64(len(body)), contentType: "application/json"}
	c.key = onceKey(v, []part{{field: query.Encode(), value: string(body)}})
	var made job
	if err := v.decoded(c, &made); err != nil {
		return err
	}
	return v.redirect("/app/batches/" + made.JobId.String())
}

// quotedLines fills the form of a quote with the lines of a document.
func (d *quoteData) quotedLines(v *visit, id string) error {
	of, err := extraction(v, id)
	if err != nil {
		return err
	}
	d.Left = max(0, len(of.Lines)-maxProducts)
	for i, line := range of.Lines[:min(len(of.Lines), maxProducts)] {
		p := newProduct(i)
		for fact, value := range line {
			p.Field[fact] = value
		}
		code := strings.Map(digit, p.Field["hscode_8digits"])
		p.Field["hscode_8digits"] = code[:min(len(code), 8)]
		p.More = p.Field["quantity"] != ""
		d.Products = append(d.Products, p)
	}
	return nil
}

// extractionPicture is a page of the document. It comes of a stranger's file: nothing in it may run.
func extractionPicture(v *visit) error {
	path := "/api/v3/jobs/" + url.PathEscape(v.r.PathValue("id")) + "/pages/" + url.PathEscape(v.r.PathValue("page"))
	return v.pass(call{method: http.MethodGet, path: path}, http.Header{
		"Content-Security-Policy": {"default-src 'none'; sandbox"}, "Cache-Control": {"private, max-age=86400, immutable"},
	})
}

// extractionDownload is the data as a file.
func extractionDownload(v *visit) error {
	d, err := extraction(v, v.r.PathValue("id"))
	if err != nil {
		return err
	}
	name, mediaType, body := "extraction.json", "application/json", []byte(d.JSON)
	if v.query("format") == "csv" {
		name, mediaType = "extraction.csv", "text/csv; charset=utf-8"
		if body, err = d.CSV(); err != nil {
			return err
		}
	}
	h := v.w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = v.w.Write(body) // the visitor has gone
	return nil
}

// correctionsData lists the corrections of the organisation, and the documents read by them since.
type correctionsData struct {
	filtered
	List []client.CorrectionBody
}

func correctionsPage(v *visit) error {
	d := &correctionsData{filtered: v.filter("50")}
	var list client.CorrectionsOutputBody
	if err := v.get(extractAPI+"corrections", d.query, &list); err != nil {
		return err
	}
	if d.List = list.Data; len(d.List) > 0 {
		d.more(list.HasMore, d.List[len(d.List)-1].Id.String())
	}
	return v.page("corrections", d)
}

func removeCorrection(v *visit) error {
	if err := v.send(http.MethodDelete, extractAPI+"corrections/"+url.PathEscape(v.r.PathValue("id")), nil, nil); err != nil {
		return err
	}
	return v.done("/app/corrections", "correction_removed")
}

// labelled is the name of a value as people read it: invoice_number is Invoice number.
func labelled(name string) string { return cmp.Or(paper.Label(name), name) }
