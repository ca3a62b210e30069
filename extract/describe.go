package extract

import (
	"encoding/json"

	"tariffdesk/extract/internal/describe"
)

// The bounds of what schemas are written from.
const (
	MaxDescription = describe.MaxDescription // characters
	SampleRows     = describe.SampleRows     // rows of a spreadsheet, header included
)

// Column is a column of a spreadsheet as a property.
type Column = describe.Column

// GenerateSchema writes a Draft 7 schema for a text such as "commercial invoice with number, date,
// seller, and lines with description, quantity, unit price", in English or Spanish. Where the text
// names no fields, those usual for the kind of document are taken. notUnderstood is what of the text names no field and says nothing
// beside fields.
func (e *Engine) GenerateSchema(documentType, description string) (schema json.RawMessage, notUnderstood []string, err error) {
	return e.writer.Generate(documentType, description)
}

// GenerateTableSchema writes a Draft 7 schema for the rows of a spreadsheet: an object whose items
// are the rows, a property for each column. headerRow counts from 1; 0 lets it be found.
// CodeSvcDocsValidation where there is no header.
func (e *Engine) GenerateTableSchema(rows [][]string, headerRow int) (json.RawMessage, []Column, error) {
	return e.writer.GenerateTable(rows, headerRow)
}
