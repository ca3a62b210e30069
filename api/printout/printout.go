// Package printout answers with a report as a page or a PDF, which run no script and load nothing.
package printout

import (
	"bytes"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/report"
)

// ReportFormat is how a report is written.
type ReportFormat struct {
	Format string `query:"format" enum:"html,pdf" default:"html" doc:"html for a page, or pdf"`
	Paper  string `query:"paper" enum:"A4,Letter" default:"A4" doc:"Of a PDF; a page prints on either"`
}

// Output is a report as it is sent, with the headers that go with it.
type Output struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Policy      string `header:"Content-Security-Policy"`
	Body        []byte
}

// Document describes the answer 200 of an operation: a page of HTML or a PDF.
func Document(op *huma.Operation, _ huma.Registry) {
	text := &huma.Schema{Type: huma.TypeString}
	op.Responses["200"] = &huma.Response{Description: "The report", Content: map[string]*huma.MediaType{
		"text/html": {Schema: text}, "application/pdf": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}
}

// Print writes a report; its page runs no script and loads nothing.
func Print(d report.Document, f ReportFormat, name string) (*Output, error) {
	var b bytes.Buffer
	out := &Output{ContentType: "text/html; charset=utf-8", Disposition: "inline; filename=" + name + ".html", Policy: "default-src 'none'; style-src 'unsafe-inline'"}
	write := d.HTML
	if f.Format == "pdf" {
		out.ContentType, out.Disposition = "application/pdf", "inline; filename="+name+".pdf"
		write = func(to io.Writer) error { return d.PDF(to, report.Paper(f.Paper)) }
	}
	if err := write(&b); err != nil {
		return nil, err
	}
	out.Body = b.Bytes()
	return out, nil
}
