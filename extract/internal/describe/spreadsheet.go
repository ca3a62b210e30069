package describe

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/fail"
)

// Column is a column of a spreadsheet as a property.
type Column struct {
	Header   string   `json:"header"`
	Property string   `json:"property"`
	Type     string   `json:"type"` // string, number, integer, boolean or date
	Examples []string `json:"examples"`
}

// The bounds of a spreadsheet that is read as a schema.
const (
	maxColumns     = 256
	maxSampleRows  = 200
	maxHeaderRow   = 30 // where the header is looked for
	maxExamples    = 3
	maxExampleText = 100
)

// SampleRows is how many rows of a spreadsheet GenerateTable looks at, header included.
const SampleRows = maxHeaderRow + maxSampleRows

// GenerateTable writes a Draft 7 schema for the rows of a spreadsheet: an object whose items
// are the rows, a property for each column. headerRow counts from 1; 0 lets it be found.
// CodeSvcDocsValidation where there is no header.
func (w *Writer) GenerateTable(rows [][]string, headerRow int) (json.RawMessage, []Column, error) {
	if headerRow == 0 {
		headerRow = likelyHeader(rows)
	}
	if headerRow < 1 || headerRow > len(rows) || filled(rows[headerRow-1]) == 0 {
		return nil, nil, fail.New(fail.CodeSvcDocsValidation, "the sheet has no header").With(fmt.Sprintf("header_row: no header in row %d", max(headerRow, 1)))
	}
	headers, body := rows[headerRow-1], rows[headerRow:]
	if len(headers) > maxColumns {
		return nil, nil, fail.Newf(fail.CodeSvcDocsValidation, "the sheet has more than the limit of %d columns", maxColumns)
	}
	items := NewObject()
	var columns []Column
	for i, header := range headers {
		if header = strings.TrimSpace(header); header == "" {
			continue
		}
		c := Column{Header: header, Property: unique(w.columnName(header), items.Properties), Examples: []string{}}
		c.Type = c.sample(body[:min(len(body), maxSampleRows)], i)
		if w.names(header) && (c.Type == "integer" || c.Type == "number") {
			c.Type = "string"
		}
		p := &Property{Type: c.Type, Description: header}
		if c.Type == "date" {
			p.Type, p.Format = "string", "date"
		}
		items.Properties.Put(c.Property, p)
		columns = append(columns, c)
	}
	root := NewObject()
	root.Schema = schema.Draft + "#"
	root.Properties.Put("items", &Property{Type: "array", Description: "Rows of the sheet", Items: items})
	raw, err := json.Marshal(root)
	return raw, columns, err
}

func (w *Writer) columnName(header string) string {
	if named := w.dict.Named(w.dict.Bag(header)); len(named) > 0 {
		c := Namesake(w.dict, named, header)
		if c.Kind == term.KindParty {
			return c.Name + "_name"
		}
		return c.Name
	}
	if name := Snake(header); name != "" {
		return name
	}
	return "column"
}

func unique(name string, taken *fields) string {
	for n := 2; taken.get(name) != nil; n++ {
		if base, _, found := strings.Cut(name, "__"); found {
			name = base
		}
		name += "__" + strconv.Itoa(n)
	}
	return strings.Replace(name, "__", "_", 1)
}

// likelyHeader is the first row whose cells are mostly filled and none of them a number, from 1; 0
// for none.
func likelyHeader(rows [][]string) int {
	widest := 0
	for _, r := range rows[:min(len(rows), maxHeaderRow)] {
		widest = max(widest, filled(r))
	}
	for i, r := range rows[:min(len(rows), maxHeaderRow)] {
		numbers := 0
		for _, c := range r {
			if _, ok := cellType(c); ok {
				numbers++
			}
		}
		if n := filled(r); n > 0 && 2*n > widest && numbers == 0 {
			return i + 1
		}
	}
	return 0
}

func filled(row []string) int {
	n := 0
	for _, c := range row {
		if strings.TrimSpace(c) != "" {
			n++
		}
	}
	return n
}

var (
	plainInteger = regexp.MustCompile(`^-?(?:0|[1-9]\d{0,14})$`)
	plainNumber  = regexp.MustCompile(`^-?[$€£]?\s?(?:\d{1,3}(?:,\d{3})+|\d+)(?:[.,]\d+)?\s?%?$`)
)

// cellType is the type of a cell that is not plain text. A number with leading zeros is a code.
func cellType(text string) (string, bool) {
	text = strings.TrimSpace(text)
	switch {
	case plainInteger.MatchString(text):
		return "integer", true
	case plainNumber.MatchString(text) && !(len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9'):
		return "number", true
	}
	if d, ok := value.ParseDate(text, value.OrderDayFirst); ok && len(d.Printed) == len(text) {
		return "date", true
	}
	switch strings.ToLower(text) {
	case "true", "false", "yes", "no", "sí", "si":
		return "boolean", true
	}
	return "", false
}

// sample decides a column's type by its cells and keeps some of them.
func (c *Column) sample(rows [][]string, at int) string {
	kind := ""
	for _, r := range rows {
		if at >= len(r) || strings.TrimSpace(r[at]) == "" {
			continue
		}
		text := strings.TrimSpace(r[at])
		if len(c.Examples) < maxExamples {
			c.Examples = append(c.Examples, string([]rune(text)[:min(len([]rune(text)), maxExampleText)]))
		}
		found, ok := cellType(text)
		switch {
		case !ok:
			kind = "string"
		case kind == "" || kind == found:
			kind = found
		case kind == "integer" && found == "number" || kind == "number" && found == "integer":
			kind = "number"
		default:
			kind = "string"
		}
		if kind == "string" && len(c.Examples) == maxExamples {
			break
		}
	}
	if kind == "" {
		return "string"
	}
	return kind
}

// names reports whether a header names something that is told apart by its digits: a number of that
// kind is a text, of which the next row may begin with a zero.
func (w *Writer) names(header string) bool {
	named := w.dict.Named(w.dict.Bag(header))
	return len(named) > 0 && slices.Contains([]term.Kind{term.KindID, term.KindCode, term.KindHS, term.KindTaxID, term.KindPhone, term.KindContainer}, named[0].Kind)
}
