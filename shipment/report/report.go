// Package report writes a shipment for people: a workbook of its lines in the order of a pedimento, and a dossier as a page
// or a PDF with papers, checks, lines, decisions and the quote of the entry.
//
// It refuses to compute: entry and lines are shown as they were priced. It never shows what the service charged.
package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"tariffdesk/fail"
	"tariffdesk/quote"
	printed "tariffdesk/report"
	"tariffdesk/shipment"
	"tariffdesk/shipment/entry"
)

// Format is how a shipment is written.
type Format string

// The formats. JSON is the shipment as the interface shows it, which package api writes.
const (
	FormatPDF      Format = "pdf"
	FormatHTML     Format = "html"
	FormatWorkbook Format = "xlsx"
)

// workbookType is the media type of a workbook.
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Writer writes shipments that were priced.
type Writer struct{}

// Report writes a shipment in a format and says of which media type it is and how the file is named. A shipment that was
// never priced is a conflict.
func (Writer) Report(sh *shipment.Shipment, format string, spanish bool) (mediaType, name string, content []byte, err error) {
	e, lines, err := entry.Read(sh)
	if err != nil {
		return "", "", nil, err
	}
	d := newDossier(sh, e, lines, spanish)
	var b bytes.Buffer
	switch Format(format) {
	case FormatPDF:
		mediaType, err = "application/pdf", d.document().PDF(&b, printed.PaperA4)
	case FormatHTML:
		mediaType, err = "text/html; charset=utf-8", d.document().HTML(&b)
	case FormatWorkbook:
		mediaType, err = workbookType, d.workbook(&b)
	default:
		return "", "", nil, fail.Newf(fail.CodeBadRequest, "%q is no format of a report", format)
	}
	if err != nil {
		return "", "", nil, err
	}
	return mediaType, fileName(sh) + "." + format, b.Bytes(), nil
}

// fileName is the reference of the shipment as a name of a file, its id where there is none.
func fileName(sh *shipment.Shipment) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return -1
	}, sh.Facts.Reference)
	if plain == "" {
		plain = sh.ID
	}
	return "operation-" + plain[:min(len(plain), 60)]
}

// dossier is a shipment with its entry, to be written in one language.
type dossier struct {
	sh      *shipment.Shipment
	entry   entry.Entry
	lines   []entry.Line
	spanish bool
}

func newDossier(sh *shipment.Shipment, e entry.Entry, lines []entry.Line, spanish bool) *dossier {
	return &dossier{sh: sh, entry: e, lines: lines, spanish: spanish}
}

// say picks a text in the language of the dossier.
func (d *dossier) say(english, spanish string) string {
	if d.spanish {
		return spanish
	}
	return english
}

func (d *dossier) yesNo(yes bool) string {
	if yes {
		return d.say("yes", "sí")
	}
	return d.say("no", "no")
}

// document is the dossier before it is laid out.
func (d *dossier) document() printed.Document {
	language := quote.LanguageEnglish
	if d.spanish {
		language = quote.LanguageSpanish
	}
	sections := []printed.Section{
		d.total(), d.open(), d.value(), d.goods(), d.charges(), d.measures(), d.checks(), d.papers(), d.codes(), d.history(), d.left(),
	}
	return printed.Document{
		Title: d.say("Operation dossier", "Expediente de la operación"), Subtitle: d.sh.ID, Language: language, Facts: d.head(),
		Sections: printed.WithContent(sections),
		Footer: d.say("Computed from the papers and facts above, as of the day shown. Nothing was filed. What is to be confirmed is confirmed with a customs broker before it is relied on.",
			"Calculado con los documentos y datos anteriores, al día indicado. No se ha presentado nada. Lo que está por confirmar se confirma con un agente aduanal antes de usarse."),
		Signatures: []string{d.say("Reviewed by: name and signature", "Revisó: nombre y firma")},
	}
}

func (d *dossier) head() []printed.Fact {
	e := d.entry
	facts := []printed.Fact{
		{Caption: d.say("Reference", "Referencia"), Value: d.sh.Facts.Reference},
		{Caption: d.say("Direction", "Sentido"), Value: d.direction()},
		{Caption: d.say("Day of the operation", "Día de la operación"), Value: string(e.Date)},
		{Caption: "Incoterm", Value: e.Incoterm},
		{Caption: d.say("Currency", "Moneda"), Value: e.Currency},
		{Caption: d.say("Exchange rate", "Tipo de cambio"), Value: d.rates()},
	}
	if e.Agreement != nil {
		facts = append(facts, printed.Fact{Caption: d.say("Agreement", "Tratado o acuerdo"), Value: strings.TrimSpace(e.Agreement.Agreement + " " + e.Agreement.Status)})
	}
	facts = append(facts, printed.Fact{Caption: d.say("Total complete", "Total completo"), Value: d.yesNo(e.Complete)})
	kept := facts[:0]
	for _, f := range facts {
		if f.Value != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

func (d *dossier) direction() string {
	if d.entry.Direction == quote.DirectionExport {
		return d.say("export", "exportación")
	}
	return d.say("import", "importación")
}

func (d *dossier) rates() string {
	var list []string
	if r := d.entry.ExchangeRate; r != nil {
		list = append(list, fmt.Sprintf("1 %s = %s MXN", d.entry.Currency, r))
	}
	if r := d.entry.USDRate; r != nil && d.entry.Currency != "USD" {
		list = append(list, fmt.Sprintf("1 USD = %s MXN", r))
	}
	return strings.Join(list, "; ")
}

// money is an amount with thousands apart.
func (d *dossier) money(n *quote.Number) string {
	if n == nil {
		return d.say("open", "por determinar")
	}
	return printed.Grouped(n.Decimal.Trim(2).Pad(2))
}

// quantity is a number with thousands apart and no idle zeros, "" for none.
func quantity(n *quote.Number) string {
	if n == nil {
		return ""
	}
	return printed.Grouped(n.Decimal.Trim(0))
}

// workbook writes the workbook.
func (d *dossier) workbook(to io.Writer) error { return d.write(to) }
