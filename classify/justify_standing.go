package classify

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/text"
)

// verdict says how a subheading stands to what a description states of a facet.
type verdict uint8

const (
	verdictOpen     verdict = iota // nothing is stated
	verdictAgrees                  // it stands for what is stated
	verdictResidual                // no sibling stands for what is stated, and it takes the rest
	verdictAgainst                 // something else is stated
	verdictNamed                   // nothing is stated, but the name of the goods, or common sense, implies it
)

// standing is one facet of a subheading held against the description.
type standing struct {
	facet   string // its name
	kind    bool   // it tells kinds of goods apart
	own     string // what the subheading stands for
	stated  string // what is stated of it, in words of the answer's language or in those of the description
	verdict verdict
}

// facetKind is the facet by which headings tell kinds of goods apart.
const facetKind = "type"

// statedIs is the weight from which a value counts as stated.
const statedIs = 0.3

// heldSub is a subheading with its standings.
type heldSub struct {
	sub       int32
	standings []standing
}

// standings holds every facet of a subheading against the description, once.
func (w *writer) standings(sub int32) []standing {
	for _, known := range w.held {
		if known.sub == sub {
			return known.standings
		}
	}
	choices := w.e.facets.Choices[sub]
	out := make([]standing, 0, len(choices))
	for _, c := range choices {
		out = append(out, w.standing(w.e.tree.HeadingOf[sub], c))
	}
	w.held = append(w.held, heldSub{sub, out})
	return out
}

func (w *writer) standing(h int32, c facet.Choice) standing {
	x := w.e.facets
	facet := &x.Facets[h][c.Facet]
	name, _ := w.e.knowledge.Vocabulary().FacetName(facet.Name)
	s := standing{facet: name.In(w.language), kind: facet.Name == facetKind, own: w.valueNames(h, c)}
	if facet.Limits {
		w.measure(&s, facet, c)
		return s
	}
	held := x.Hold(facet, c, w.f.readings.Heading(h))
	switch {
	case held.Class > held.Best && held.Class > statedIs && x.Wider(held.Unlisted.Value, facet.Universe):
		// "plastic" leaves open which
	case held.Class > held.Best && held.Class > statedIs && c.Other:
		s.verdict, s.stated = verdictResidual, w.says(held.Unlisted)
	case held.Class > held.Best && held.Class > statedIs && !slices.Contains(c.Values, held.Unlisted.Value):
		s.verdict, s.stated = verdictAgainst, w.says(held.Unlisted)
	case held.Own > statedIs && held.Own >= held.Best*0.98:
		s.verdict, s.stated = verdictAgrees, w.says(held.By)
	case held.Best > statedIs && held.Own < held.Best*0.98:
		s.verdict, s.stated = verdictAgainst, w.says(held.Rival)
	case w.implied(h, facet, c):
		s.verdict = verdictNamed
	}
	return s
}

// implied reports whether a facet nothing is stated of goes without saying: goods are complete unless parts are
// named, and a name asked for in full, a ball valve, says what kind they are.
func (w *writer) implied(h int32, facet *facet.Split, c facet.Choice) bool {
	x := w.e.facets
	if complete, ok := x.Number["complete"]; ok && slices.Contains(c.Values, complete) {
		return true
	}
	if facet.Class != "" {
		return false
	}
	for sub := x.FirstSub[h]; sub < x.FirstSub[h+1]; sub++ {
		if w.f.ranking.Search.Exactly(sub) && slices.ContainsFunc(x.Choices[sub], c.Same) {
			return true
		}
	}
	return false
}

// measure holds a numeric facet against the first quantity of its dimension.
func (w *writer) measure(s *standing, facet *facet.Split, c facet.Choice) {
	x := w.e.facets
	for _, q := range w.f.measures {
		comparable, inside := false, false
		for _, v := range facet.Universe {
			l := x.Values[v].Limit
			comparable = comparable || l.Dimension == q.Dimension
			inside = inside || l.Contains(q) && slices.Contains(c.Values, v)
		}
		if !comparable {
			continue
		}
		s.verdict, s.stated = verdictAgainst, w.quantity(q)
		if inside {
			s.verdict = verdictAgrees
		}
		return
	}
}

// quantity writes a measure as the description states it.
func (w *writer) quantity(q facet.Quantity) string {
	m := w.f.description.Mentions
	text := m[q.Mention].Text
	if m[q.Mention].Percent {
		return text + " %"
	}
	if last := text[len(text)-1]; last >= '0' && last <= '9' && q.Mention+1 < len(m) {
		return text + " " + w.spelled(m[q.Mention+1].Text)
	}
	return w.spelled(text)
}

// says names a stated value: by the vocabulary, and by the description's own words where they differ.
func (w *writer) says(s facet.Statement) string {
	said := w.said(s)
	value := w.e.knowledge.Vocabulary().Value(w.e.facets.Values[s.Value].ID)
	if value == nil {
		return w.p.quote(said)
	}
	name := value.Name.In(w.language)
	if text.Fold(said) == text.Fold(name) {
		return name
	}
	return name + " (" + w.p.quote(said) + ")"
}

// said returns the words of the description a statement was read from.
func (w *writer) said(s facet.Statement) string {
	mentions := w.f.description.Mentions
	end := min(s.Mention+max(int(s.Words), 1), len(mentions))
	var out []string
	for _, m := range mentions[s.Mention:end] {
		out = append(out, w.spelled(m.Text))
	}
	words := strings.Join(out, " ")
	if mentions[s.Mention].Negated && !w.e.words.reader.Turns(mentions[s.Mention].Text) {
		return fmt.Sprintf(w.p.denied, words)
	}
	return words
}

// maxValuesNamed bounds the values a choice is named by.
const maxValuesNamed = 3

// valueNames names what a subheading stands for in a facet.
func (w *writer) valueNames(h int32, c facet.Choice) string {
	vocabulary, facet := w.e.knowledge.Vocabulary(), w.e.facets.Facets[h][c.Facet].Name
	var names []string
	for _, v := range c.Values {
		if w.covered(v, c.Values) {
			continue
		}
		name, ok := vocabulary.ValueName(w.e.tree.Headings[h], facet, w.e.facets.Values[v].ID)
		if text, _, _ := strings.Cut(name.In(w.language), ", "); ok && len(names) < maxValuesNamed && !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	if c.Other && len(names) > 0 && len(names) < maxValuesNamed {
		names = append(names, w.p.other)
	}
	return w.p.either(names)
}

// covered reports whether a wider value of the list takes value in.
func (w *writer) covered(value int32, list []int32) bool {
	for _, wider := range w.e.facets.Values[value].Implied {
		if wider != value && slices.Contains(list, wider) {
			return true
		}
	}
	return false
}

// contrast returns the first facet in which the titles of two subheadings, of whatever headings, differ: what
// the second stands for, and what is stated where that decides.
func (w *writer) contrast(first, second int32) standing {
	x := w.e.facets
	stated := w.f.readings.Central
	for c, class := range facet.Classes {
		a, b := x.ProfileOf(first, facet.Class(c)), x.ProfileOf(second, facet.Class(c))
		if len(a) == 0 || len(b) == 0 || x.Overlap(a, b) {
			continue
		}
		name, _ := w.e.knowledge.Vocabulary().FacetName(class)
		s := standing{facet: name.In(w.language), own: w.e.knowledge.Vocabulary().Value(x.Values[b[0]].ID).Name.In(w.language)}
		mine, by := x.Strongest(a, stated)
		theirs, _ := x.Strongest(b, stated)
		switch {
		case mine > statedIs && mine > theirs:
			s.verdict, s.stated = verdictAgainst, w.says(by)
			return s
		case mine <= statedIs && theirs <= statedIs && !w.statesClass(stated, class):
			return s
		}
	}
	return standing{}
}

// spelling is a word as the index reads it and as the description spells it.
type spelling struct{ plain, original string }

// spelled returns a word as the description spells it, accents, capitals and hyphens included; beside a word that
// the description does not hold stands what it was read from.
func (w *writer) spelled(word string) string {
	if s, ok := w.spelling(word); ok {
		return s
	}
	for i := range w.f.description.Mentions {
		if m := &w.f.description.Mentions[i]; m.Text == word && m.Of != "" {
			from, ok := w.spelling(m.Of)
			if !ok {
				from = m.Of
			}
			return word + " (" + from + ")"
		}
	}
	return word
}

func (w *writer) spelling(word string) (string, bool) {
	if w.original == nil {
		w.original = make([]spelling, 0, 2*len(w.f.description.Mentions))
		add := func(field string) {
			plain := strings.Map(func(r rune) rune {
				if text.IsWordRune(r) {
					return r
				}
				return -1
			}, text.Fold(field))
			w.original = append(w.original, spelling{plain, field})
		}
		for field := range strings.FieldsFuncSeq(w.f.settled.text, betweenWords) {
			add(field)
		}
		for field := range strings.FieldsSeq(w.f.settled.text) {
			if strings.Contains(field, "/") { // a unit of two: g/m²
				add(strings.Trim(field, ".,;:()"))
			}
		}
	}
	for _, s := range w.original {
		if s.plain == word && len(s.original) <= 2*len(s.plain) {
			return strings.Trim(s.original, "-'’*!?¿¡"), true
		}
	}
	return "", false
}

func betweenWords(r rune) bool {
	switch r {
	case ' ', '\t', '\r', '\n', ',', ';', ':', '.', '(', ')', '[', ']', '|', '<', '>', '/', '"':
		return true
	}
	return false
}
