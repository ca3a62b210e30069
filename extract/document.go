package extract

import (
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// document is a document read and marked up: its labels, tables and conventions.
type document struct {
	*label.Sheet
	kind        string // the caller's document_type, folded
	description string
	tables      []*table // with a header of known words
	found       []*table // those and the others; nil until asked for
	model       grids.Model
	lined       map[*grids.Grid]lineRead // the tables with a header of known words among the candidates
	captioned   []caption                // all captions, known or not; nil until asked for
	wordings    map[*want.Want]*wording
	addresses   []addressBlock // of the first page; nil until asked for
	summed      map[int][]sum  // amounts at the ends of lines, by page; what is not asked for is not in it
	tied        map[int]tied   // what amounts make each other, by page
	partyHeads  map[int][]heading
	partyGroups map[int]groups
	below       map[int]map[int][][]page.Word // the first lines below the headings of parties, by page and heading
	sent        []sender                      // lines of the first page that hold a whole address; nil until asked for
	firms       []firm                        // of the first page; nil until asked for
	domains     []string                      // of the web and of mail; nil until asked for
	mended      []caption                     // with letters read otherwise; nil until asked for
	headers     []*label.Label                // those of tables, which are no labels
	order       *dateOrder                    // nil until asked for
	isAnOrder   *bool                         // whether the buyer wrote it; nil until asked for
	postal      int                           // digits of the longest postal code with a mark; -1 until asked for
}

func newDocument(dict *term.Dictionary, pages []*page.Page, kind, description string) *document {
	d := &document{postal: -1, Sheet: label.NewSheet(dict.Reading(), pages), kind: value.Fold(kind), description: description, wordings: map[*want.Want]*wording{}, summed: map[int][]sum{}, tied: map[int]tied{}, partyHeads: map[int][]heading{}, partyGroups: map[int]groups{}, below: map[int]map[int][][]page.Word{}}
	d.findTables()
	for _, t := range d.tables {
		d.cutSums(t)
	}
	d.dropTableLabels()
	clear(d.Cache)
	d.labelTotals()
	return d
}
