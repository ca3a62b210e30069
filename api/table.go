package api

import (
	"encoding/csv"
	"mime"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// tableOutput is an answer as JSON, or as CSV where that is asked for.
type tableOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        func(huma.Context)
}

// CSVQuery asks for CSV by a parameter or by Accept.
type CSVQuery struct {
	Format string `query:"format" enum:"json,csv" default:"json" doc:"csv, or the header Accept: text/csv, for a file"`
	Accept string `header:"Accept" hidden:"true"`
}

func (q CSVQuery) csv() bool {
	for part := range strings.SplitSeq(q.Accept, ",") {
		if mediaType, _, err := mime.ParseMediaType(part); err == nil && mediaType == "text/csv" {
			return true
		}
	}
	return q.Format == "csv"
}

// asJSON answers with a value.
func (s *Server) asJSON(body any) *tableOutput {
	return &tableOutput{ContentType: "application/json", Body: func(ctx huma.Context) {
		ctx.SetStatus(http.StatusOK)
		_ = s.api.Marshal(ctx.BodyWriter(), "application/json", body) // the caller has gone
	}}
}

// asCSV answers with a file.
func asCSV(name string, header []string, rows [][]string) *tableOutput {
	return &tableOutput{
		ContentType: "text/csv; charset=utf-8", Disposition: mime.FormatMediaType("attachment", map[string]string{"filename": name}),
		Body: func(ctx huma.Context) {
			ctx.SetStatus(http.StatusOK)
			w := csv.NewWriter(ctx.BodyWriter())
			_ = w.Write(header) // the writer keeps its first error
			for _, row := range rows {
				for i, cell := range row {
					row[i] = harmless(cell)
				}
				_ = w.Write(row)
			}
			w.Flush()
		},
	}
}

// harmless keeps a spreadsheet program from taking a cell for a formula.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) && !isNumber(cell) {
		return "'" + cell
	}
	return cell
}

func isNumber(cell string) bool { return strings.Trim(cell, "-.0123456789") == "" }

// tabular documents an answer that is a T, or CSV.
func tabular[T any](op *huma.Operation, r huma.Registry) {
	op.Responses["200"] = &huma.Response{Description: "Done", Content: map[string]*huma.MediaType{
		"application/json": {Schema: schemaOf[T](r)},
		"text/csv":         {Schema: &huma.Schema{Type: huma.TypeString}},
	}}
}
