package describe

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/fail"
)

// Column is a column of a spreadsheet as a property.
type Column struct {
	Header   string   `json:"header" doc:"Header of the column, as printed"`
	Property string   `json:"property" doc:"Name of the property in the schema"`
	Type     string   `json:"type" doc:"string, number, integer, boolean or date"`
	Examples []string `json:"examples" doc:"The first different values of the column"`
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
		headerRow = withGroups(rows, likelyHeader(rows))
	}
	if headerRow < 1 || headerRow > len(rows) || filled(rows[headerRow-1]) == 0 {
		return nil, nil, fail.New(fail.CodeSvcDocsValidation, "the sheet has no header").With(fmt.Sprintf("header_row: no header in row %d", max(headerRow, 1)))
	}
	headers, own, body := w.joinedHeaders(rows[headerRow-1:])
	if len(headers) > maxColumns {
		return nil, nil, fail.Newf(fail.CodeSvcDocsValidation, "the sheet has more than the limit of %d columns", maxColumns)
	}
	body = body[:min(len(body), maxSampleRows)]
	language := w.words.tongueOf(strings.Join(headers, " "))
	items := NewObject()
	var columns []Column
	for i, header := range headers {
		s := sampled(body, i)
		if header == "" && s.filled == 0 {
			continue
		}
		c := Column{Header: header, Property: unique(w.columnName(header, i, language), items.Properties), Examples: s.examples}
		c.Type = w.columnType(header, own[i], s)
		p := &Property{Type: c.Type, Description: header}
		if c.Type == typeDate {
			p.Type, p.Format = typeString, "date"
		}
		if c.Type == typeString && w.isChoice(header, s) {
			p.Enum = s.distinct()
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

// columnName writes a header as a property in its own words: what a header calls its column, its owner looks
// for. A column without a header goes by its letter.
func (w *Writer) columnName(header string, column int, language *tongue) string {
	r := &lexicon{words: w.words, tongue: language}
	if name := r.name(strings.NewReplacer("(", " ", ")", " ", ".", " ").Replace(units.ReplaceAllString(header, " "))); name != "" {
		return name
	}
	letters := ""
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		letters = string(rune('a'+(n-1)%26)) + letters
	}
	return language.says("column") + "_" + letters
}

// units matches a unit in brackets, which is no part of a header's name.
var units = regexp.MustCompile(`(?i)[(\[](?:kgs?|lbs?|g|cm|mm|m|m2|m3|m²|m³|cbm|%|usd|mxn|eur|us\$|\$|€|yyyy-mm-dd|dd/mm/yyyy|dd/mm/aaaa|y/n|s/n|pcs|pzas?)[)\]]`)

func unique(name string, taken *fields) string {
	if taken.get(name) == nil {
		return name
	}
	n := 2
	for taken.get(name+"_"+strconv.Itoa(n)) != nil {
		n++
	}
	return name + "_" + strconv.Itoa(n)
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
