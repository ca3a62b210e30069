package console

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/client"
)

func extractionRoutes() []route {
	return []route{
		{pattern: "GET /app/extractions", handle: extractionsPage},
		{pattern: "GET /app/extractions/{id}", handle: extractionPage},
		{pattern: "GET /app/extractions/{id}/pages/{page}", handle: extractionPicture},
		{pattern: "POST /app/extractions/{id}/classify", handle: classifyLines},
		{pattern: "GET /app/extractions/{id}/download", handle: extractionDownload},
	}
}

// extractionsData is a page of the documents that were read, under a filter.
type extractionsData struct {
	formPage
	filtered
	List    []batch
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

// extraction is the answer of an extraction.
type extraction struct {
	Data   json.RawMessage  `json:"document_data"`
	Billed int              `json:"billed_pages"`
	Errors []string         `json:"errors"`
	Fields map[string]place `json:"fields"`
	Pages  []pageSize       `json:"previews"`

	Warnings []client.ExtractWarning `json:"warnings"`

	// Documents are those of a file of a shipment, each read by the schema of its type; the rest is then empty.
	Documents []extractedDocument `json:"documents"`
}

type extractedDocument struct {
	Type      string                  `json:"type"`
	Reference string                  `json:"reference"`
	Data      json.RawMessage         `json:"document_data"`
	Errors    []string                `json:"errors"`
	Fields    map[string]place        `json:"fields"`
	Warnings  []client.ExtractWarning `json:"warnings"`
}

// Name is the type with its number.
func (d extractedDocument) Name() string {
	return strings.TrimSpace(labelled(d.Type) + " " + d.Reference)
}

// choose makes the document at n, from 1, the answer; the first one for any other number.
func (e *extraction) choose(n int) int {
	if len(e.Data) > 0 || len(e.Documents) == 0 {
		return 0
	}
	if n < 1 || n > len(e.Documents) {
		n = 1
	}
	d := e.Documents[n-1]
	e.Data, e.Errors, e.Fields, e.Warnings = d.Data, d.Errors, d.Fields, d.Warnings
	if len(e.Data) == 0 || string(e.Data) == "null" {
		e.Data = json.RawMessage("{}")
	}
	return n
}

// place is where a value stands: shares of the page from its top left.
type place struct {
	Page       int        `json:"page"`
	Box        [4]float64 `json:"box"`
	Text       string     `json:"text"`
	Confidence float64    `json:"confidence"`
	Source     string     `json:"source"`
}

// X0, Y0 and Y1 are the left, upper and lower side of the box; Width and Height are its own.
func (p place) X0() float64     { return p.Box[0] }
func (p place) Y0() float64     { return p.Box[1] }
func (p place) Y1() float64     { return p.Box[3] }
func (p place) Width() float64  { return max(0, p.Box[2]-p.Box[0]) }
func (p place) Height() float64 { return max(0, p.Box[3]-p.Box[1]) }

type pageSize struct {
	Page   int `json:"page"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// leaf is a value of the document with its place.
type leaf struct {
	Number  int
	Pointer string
	Name    string // the last name of the pointer, of a row the column
	Value   string
	State   string // found, no_source, missing
	Place   place
}

// table is the rows of one list of the document.
type table struct {
	Name    string
	Columns []string
	Rows    [][]*leaf // nil where a row has no such value
}

// extractionData is the page of a result.
type extractionData struct {
	ID      string
	Result  extraction
	Single  []*leaf // values outside of lists
	Tables  []table
	Sheets  []sheet
	Counts  map[string]int // of values by state
	JSON    string
	Partial bool // more values than a page shows
	Doubts  []doubt
	Goods   []string // descriptions of the lines, to classify
	Form    string
	Country string

	Document int // which of the documents it shows, 0 where the file is one
}

// doubt is a value that a person should look at.
type doubt struct {
	client.ExtractWarning
	Leaf *leaf // nil where the document has no such value
}

// doubtsOf are the warnings of an extraction with their values, those to check first.
func doubtsOf(e extraction, leaves []*leaf) (doubts []doubt) {
	at := map[string]*leaf{}
	for _, l := range leaves {
		at[l.Pointer] = l
	}
	for _, w := range e.Warnings[:min(len(e.Warnings), maxLeaves)] {
		doubts = append(doubts, doubt{w, at[w.Pointer]})
	}
	slices.SortStableFunc(doubts, func(a, b doubt) int { return rank(a) - rank(b) })
	return doubts
}

func rank(d doubt) int {
	if d.Code == "check" {
		return 0
	}
	return 1
}

// goodsColumn is the form of a column's name that holds what goods are.
var goodsColumn = regexp.MustCompile(`(?i)desc|product|goods|mercanc|art[ií]culo`)

// goodsOf are the descriptions of the longest list that has some.
func goodsOf(tables []table) (goods []string) {
	for _, t := range tables {
		c := slices.IndexFunc(t.Columns, goodsColumn.MatchString)
		if c < 0 {
			continue
		}
		var found []string
		for _, row := range t.Rows {
			if row[c] != nil && row[c].Value != "" {
				found = append(found, row[c].Value)
			}
		}
		if len(found) > len(goods) {
			goods = found
		}
	}
	return goods
}

// classifyLines classifies the lines of a document as a batch.
func classifyLines(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	d, err := v.extraction(v.r.PathValue("id"))
	if err != nil {
		return err
	}
	items := make([]map[string]string, len(d.Goods))
	for i, text := range d.Goods {
		items[i] = map[string]string{"id": strconv.Itoa(i + 1), "product_description": text}
	}
	body, err := json.Marshal(map[string]any{"items": items})
	if err != nil {
		return err
	}
	query := url.Values{"country_code": {v.field("country_code")}, "model": {"pro"}, "language": {v.language.Name()}}
	c := call{method: http.MethodPost, path: "/api/v3/tariff/items-to-excel", query: query, body: bytes.NewReader(body), length: int64(len(body)), contentType: "application/json"}
	c.key = v.once([]part{{field: query.Encode(), value: string(body)}})
	var made batch
	if err := v.decoded(c, &made); err != nil {
		return err
	}
	return v.redirect("/app/batches/" + url.PathEscape(made.ID))
}

// labelled is the name of a value as people read it: invoice_number is Invoice number.
func labelled(name string) string {
	return capitalised(strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '/' || r == ' ' }), " "))
}

// sheet is a page of the document with the boxes on it.
type sheet struct {
	pageSize
	Picture bool
	Leaves  []*leaf
}

func (v *visit) extraction(id string) (*extractionData, error) {
	d := &extractionData{ID: id, Counts: map[string]int{}}
	if err := v.get("/api/v3/jobs/"+url.PathEscape(id)+"/result", nil, &d.Result); err != nil {
		return nil, err
	}
	n, _ := strconv.Atoi(v.query("document"))
	if d.Document = d.Result.choose(n); len(d.Result.Data) == 0 {
		return nil, errNoPage // the result of another kind of job
	}
	leaves, partial := leavesOf(d.Result.Data)
	leaves = append(leaves, d.Result.absent(leaves)...)
	d.Partial = partial
	for i := range leaves {
		leaves[i].locate(d.Result)
		d.Counts[leaves[i].State]++
	}
	d.Single, d.Tables = arranged(leaves)
	d.Sheets = sheetsOf(d.Result, leaves)
	d.JSON = indented(d.Result.Data)
	d.Doubts, d.Goods, d.Form, d.Country = doubtsOf(d.Result, leaves), goodsOf(d.Tables), newFormID(), v.homeCountry()
	return d, nil
}

func extractionPage(v *visit) error {
	d, err := v.extraction(v.r.PathValue("id"))
	if err != nil {
		return err
	}
	return v.page("extraction", d)
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
	d, err := v.extraction(v.r.PathValue("id"))
	if err != nil {
		return err
	}
	name, mediaType, body := "extraction.json", "application/json", []byte(d.JSON)
	if v.query("format") == "csv" {
		name, mediaType = "extraction.csv", "text/csv; charset=utf-8"
		if body, err = d.csv(); err != nil {
			return err
		}
	}
	h := v.w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = v.w.Write(body) // the visitor has gone
	return nil
}

// csv writes the values outside of lists as name and value, then each list under its columns.
func (d *extractionData) csv() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("\ufeff") // spreadsheets take it for UTF-8
	w := csv.NewWriter(&out)
	for _, l := range d.Single {
		_ = w.Write([]string{l.Name, harmless(l.Value)})
	}
	for _, t := range d.Tables {
		_ = w.Write(nil)
		_ = w.Write(append([]string{t.Name}, t.Columns...))
		for i, row := range t.Rows {
			cells := []string{strconv.Itoa(i + 1)}
			for _, l := range row {
				if l == nil {
					cells = append(cells, "")
					continue
				}
				cells = append(cells, harmless(l.Value))
			}
			_ = w.Write(cells)
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// harmless keeps a spreadsheet from running a text of the document as a formula.
func harmless(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return text
	}
	if strings.Trim(text, "+-0123456789.,") == "" {
		return text // a number
	}
	return "'" + text
}

// absent are the fields that the document does not hold: the API names them among the errors and leaves
// them out of the data.
func (e extraction) absent(leaves []*leaf) (more []*leaf) {
	known := map[string]bool{}
	for _, l := range leaves {
		known[l.Pointer] = true
	}
	for _, problem := range e.Errors[:min(len(e.Errors), maxLeaves)] {
		where, text, _ := strings.Cut(problem, ": ")
		if !strings.HasPrefix(where, "/") || !says(text, "not found in the document", "required by the schema, and not found in the document") || known[where] {
			continue
		}
		known[where] = true
		more = append(more, &leaf{Number: len(leaves) + len(more) + 1, Pointer: where})
	}
	return more
}

// locate gives a leaf its state and place.
func (l *leaf) locate(e extraction) {
	l.Place = e.Fields[l.Pointer]
	switch {
	case l.Value == "":
		l.State = "missing"
	case l.Place.Page == 0:
		l.State = "no_source"
	default:
		l.State = "found"
	}
}

// sheetsOf are the pages that have a picture or a value.
func sheetsOf(e extraction, leaves []*leaf) (sheets []sheet) {
	byPage := map[int][]*leaf{}
	last := 0
	for _, l := range leaves {
		if l.State == "found" {
			byPage[l.Place.Page] = append(byPage[l.Place.Page], l)
			last = max(last, l.Place.Page)
		}
	}
	pictures := map[int]pageSize{}
	for _, p := range e.Pages {
		pictures[p.Page] = p
		last = max(last, p.Page)
	}
	for n := 1; n <= min(last, maxSheets); n++ {
		p, ok := pictures[n]
		if !ok {
			p = pageSize{Page: n, Width: 850, Height: 1100}
		}
		if ok || len(byPage[n]) > 0 {
			sheets = append(sheets, sheet{p, ok, byPage[n]})
		}
	}
	return sheets
}

// maxSheets is how many pages a document may have.
const maxSheets = 100
