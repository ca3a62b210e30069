package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"tariffdesk/quote"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// HTML writes the document as a page that needs no other file.
func (d Document) HTML(to io.Writer) error {
	view := struct {
		Document
		Lang string
	}{d, "es"}
	if d.Language == quote.LanguageEnglish {
		view.Lang = "en"
	}
	if err := page.Execute(to, view); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
