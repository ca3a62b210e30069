package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/text"
)

// bared reads the description anew without what stands beside the name of goods and says nothing of them, where it is a known name then: "the ball valve", "ball
// valve (sample)" and "ball valve 30 x 20 cm" are answered as "ball valve" is. Nothing is taken that tells the goods of that name apart: of red rice
// or sheets of 2 mm it stays. It returns the text that was read.
func bared(e *Engine, f *finding, read string) string {
	if len(f.query.Whole) > 0 || f.description.Listing {
		return read
	}
	says := func(of func(word string) bool) bool { // most texts have nothing to take
		return slices.ContainsFunc(f.description.Parsed, func(t text.Token) bool { return of(t.Text) })
	}
	if len(f.description.Parsed) <= maxRemarked && (e.words.papers.Priced(read) || says(e.words.papers.Remarks)) {
		if plain := e.words.papers.WithoutRemarks(read); plain != read && plain != "" {
			f.description, read = e.words.reader.Describe(plain), plain
			if f.query = e.ask(&f.description); len(f.query.Whole) > 0 {
				return read
			}
		}
	}
	if !e.words.papers.Sized(read) && !says(e.words.papers.Stands) {
		return read
	}
	for _, weighed := range []bool{false, true} {
		bare, removed := e.words.papers.WithoutAsides(read, weighed)
		if bare == "" || bare == read {
			continue
		}
		anew := e.words.reader.Describe(bare)
		if query := e.ask(&anew); len(query.Whole) > 0 && !tellsApart(e, f, removed, query.Whole) {
			f.description, f.query = anew, query
			return bare
		}
	}
	bare, colour := e.words.papers.WithoutColour(read)
	if colour == "" || (goodsOf{Engine: e}).isMaterial(colour) || slices.ContainsFunc(strings.Fields(bare), func(word string) bool { return e.index.IsName(colour + word) }) { // silver; a white board is a whiteboard
		return read
	}
	anew := e.words.reader.Describe(bare)
	query := e.ask(&anew)
	if len(query.Whole) == 0 || tellsApart(e, f, []string{colour}, query.Whole) || slices.ContainsFunc(query.Whole, func(term int32) bool {
		return e.tree.Headings[e.index.HeadingOfTerm(term)].Code[:2] < firstArticles // of wine, rice and paints it tells
	}) {
		return read
	}
	f.description, f.query = anew, query
	return bare
}

// firstArticles is the first chapter of articles that are the same in any colour.
const firstArticles = "39"

// tellsApart reports whether words that stand beside the name of goods, or a quantity, part these goods.
func tellsApart(e *Engine, f *finding, removed []string, names []int32) bool {
	readings, quantities := e.facets.Read(&f.description), e.facets.Quantities(&f.description)
	return slices.ContainsFunc(names, func(term int32) bool {
		h := e.index.HeadingOfTerm(term)
		return slices.ContainsFunc(readings.Heading(h), func(s facet.Statement) bool {
			return s.Weight > facet.Stated && slices.Contains(removed, f.description.Mentions[s.Mention].Text) && e.facets.Splitting(h, s.Value)
		}) || slices.ContainsFunc(quantities, func(q facet.Quantity) bool { return e.facets.Limits(h, q) })
	})
}

// maxRemarked bounds the words of a text from which remarks are taken: a longer one may speak of more than goods.
const maxRemarked = 14

// opened returns a text without what only opens a request, such as "HS code for" or "shipment of". What is a name of goods with it stays, and so does a
// load with a material: a "contenedor de plástico" is one.
func opened(e *Engine, read string) string {
	rest, load := e.words.papers.WithoutOpening(read)
	if rest == read || (goodsOf{Engine: e}).isName(read) {
		return read
	}
	if load && ofMaterial(e, strings.Fields(rest)) {
		return read
	}
	return rest
}

// ofMaterial reports whether words begin with a material of its own: "aluminium for beer" of a container, and not the copper of "copper wire".
func ofMaterial(e *Engine, words []string) bool {
	if !(goodsOf{Engine: e}).isMaterial(text.Fold(strings.Trim(words[0], ",.;:"))) {
		return false
	}
	return len(words) == 1 || strings.ContainsAny(words[0], ",;:") || e.words.papers.Ties(words[1])
}

// turned reads the description anew as a known name that is written in another order: "needle for syringe", "valve, ball". It returns the text that was read.
func turned(e *Engine, f *finding, read string) string {
	spans := strings.Contains(read, ",") // "valve, ball" is no valve ball
	if len(f.query.Whole) > 0 && !spans || f.description.Listing || len(f.description.Parsed) > maxRemarked {
		return read
	}
	way, ok := e.words.papers.Turned(read)
	name, _, _ := strings.Cut(way, ",")
	if !ok || !e.index.IsName(name) || spans && (goodsOf{Engine: e}).isMaterial(text.Fold(strings.Fields(name)[0])) { // "table, wood" is read as a table of wood
		return read
	}
	f.description = e.words.reader.Describe(way)
	f.query = e.ask(&f.description)
	return way
}
