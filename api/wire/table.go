package wire

import (
	"encoding/csv"
	"mime"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// TableOutput is an answer as JSON, or as CSV where that is asked for.
type TableOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        func(huma.Context)
}

// CSVQuery asks for CSV by a parameter or by Accept.
type CSVQuery struct {
	Format string `query:"format" enum:"json,csv" default:"json" doc:"csv, or the header Accept: text/csv, for a file"`
	Accept string `header:"Accept" hidden:"true"`
}

// WantsCSV reports whether the parameter or the Accept header asks for CSV. Either is enough.
func (q CSVQuery) WantsCSV() bool {
	for part := range strings.SplitSeq(q.Accept, ",") {
		if mediaType, _, err := mime.ParseMediaType(part); err == nil && mediaType == "text/csv" {
			return true
		}
	}
	return q.Format == "csv"
}

// AsJSON answers with a value.
func AsJSON(body any) *TableOutput {
	return &TableOutput{ContentType: "application/json", Body: func(ctx huma.Context) {
		ctx.SetStatus(http.StatusOK)
		_ = JSON().Marshal(ctx.BodyWriter(), body) // the caller has gone
	}}
}

// AsCSV answers with a file.
func AsCSV(name string, header []string, rows [][]string) *TableOutput {
	return &TableOutput{
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
