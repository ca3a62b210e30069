package extract

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/page"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// document is a document read and marked up: its labels, tables and conventions.
type document struct {
	dict        *term.Dictionary
	pages       []*page.Page
	kind        string // the caller's document_type, folded
	description string
	mark        value.Mark
	order       value.Order
	spanish     bool
	labels      []*label
	bySegment   map[place][]*label
	tables      []*table
	cache       map[*label][]candidate
	model       grids.Model
	captioned   []caption // all captions, known or not; nil until asked for
}

// place is a segment's place.
type place struct{ page, row, segment int }

func newDocument(dict *term.Dictionary, pages []*page.Page, kind, description string) *document {
	d := &document{dict: dict, pages: pages, kind: value.Fold(kind), description: description,
		bySegment: map[place][]*label{}, cache: map[*label][]candidate{}}
	d.learn()
	d.findLabels()
	d.joinCaptions()
	d.findTables()
	for _, t := range d.tables {
		d.cutSums(t)
	}
	d.dropTableLabels()
	clear(d.cache)
	d.labelTotals()
	return d
}

var (
	spanishWords = regexp.MustCompile(`(?i)\b(?:fecha|factura|número|cantidad|descripción|descripcion|importe|peso|pedimento|embarque|mercancía|dirección|cliente|proveedor|bultos|origen|moneda|teléfono|de|del|la|el|los|por|para)\b`)
	englishWords = regexp.MustCompile(`(?i)\b(?:date|invoice|number|quantity|description|amount|weight|shipment|goods|address|customer|supplier|packages|origin|currency|phone|the|of|and|to|for|from|with)\b`)
	americanWord = regexp.MustCompile(`(?i)\b(?:sales tax|zip|u\.?s\.?a\.?|united states)\b|\b(?:A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?\b`)
)

// learn finds the conventions of the document: language, decimal mark, order of dates.
func (d *document) learn() {
	var all strings.Builder
	var tokens []string
	for _, p := range d.pages {
		for _, r := range p.Rows {
			all.WriteString(r.Text())
			all.WriteByte('\n')
		}
		for _, w := range p.Words {
			tokens = append(tokens, w.Text)
		}
	}
	text := all.String()
	d.mark = value.MarkOf(tokens)
	es, en := len(spanishWords.FindAllStringIndex(text, 2000)), len(englishWords.FindAllStringIndex(text, 2000))
	d.spanish = es > en
	d.order = value.OrderOf(text)
	if d.order == value.OrderUnknown {
		d.order = value.OrderDayFirst
		if !d.spanish && en > 0 && americanWord.MatchString(text) {
			d.order = value.OrderMonthly
		}
	}
}

func (d *document) segment(at place) page.Segment {
	return d.pages[at.page].Rows[at.row].Segments[at.segment]
}
