package classify

import (
	"slices"
	"strings"
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
	own     string // what the subheading stands for
	stated  string // what is stated of it, in words of the answer's language or in those of the description
	verdict verdict
}

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
	choices := w.e.index.facet.choices[sub]
	out := make([]standing, 0, len(choices))
	for _, c := range choices {
		out = append(out, w.standing(w.e.index.headingOf[sub], c))
	}
	w.held = append(w.held, heldSub{sub, out})
	return out
}

func (w *writer) standing(h int32, c choice) standing {
	x := w.e.index.facet
	facet := &x.facets[h][c.facet]
	name, _ := w.e.knowledge.Vocabulary().FacetName(facet.name)
	s := standing{facet: name.In(w.language), own: w.valueNames(h, c)}
	if facet.limits {
		w.measure(&s, facet, c)
		return s
	}
	held := x.hold(facet, c, w.f.readings.heading(h))
	switch {
	case held.class > held.best && held.class > statedIs && c.other:
		s.verdict, s.stated = verdictResidual, w.says(held.unlisted)
	case held.class > held.best && held.class > statedIs && !contains(c.values, held.unlisted.value):
		s.verdict, s.stated = verdictAgainst, w.says(held.unlisted)
	case held.own > statedIs && held.own >= held.best*0.98:
		s.verdict, s.stated = verdictAgrees, w.says(held.by)
	case held.best > statedIs && held.own < held.best*0.98:
		s.verdict, s.stated = verdictAgainst, w.says(held.rival)
	case w.implied(h, facet, c):
		s.verdict = verdictNamed
	}
	return s
}

// implied reports whether a facet nothing is stated of goes without saying: goods are complete unless parts are
// named, and a name asked for in full, a ball valve, says what kind they are.
func (w *writer) implied(h int32, facet *splitFacet, c choice) bool {
	x := w.e.index
	if complete, ok := x.facet.number["complete"]; ok && contains(c.values, complete) {
		return true
	}
	if facet.class != "" {
		return false
	}
	for sub := x.firstSub[h]; sub < x.firstSub[h+1]; sub++ {
		if w.f.search.subs[sub].exact > 0 && slices.ContainsFunc(x.facet.choices[sub], c.same) {
			return true
		}
	}
	return false
}

// measure holds a numeric facet against the first quantity of its dimension.
func (w *writer) measure(s *standing, facet *splitFacet, c choice) {
	x := w.e.index.facet
	for _, q := range w.f.measures {
		comparable, inside := false, false
		for _, v := range facet.universe {
			l := x.values[v].limit
			comparable = comparable || l.dimension == q.dimension
			inside = inside || l.contains(q) && contains(c.values, v)
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
func (w *writer) quantity(q quantity) string {
	m := w.f.description.mentions
	text := m[q.mention].text
	if m[q.mention].percent {
		return text + " %"
	}
	if last := text[len(text)-1]; last >= '0' && last <= '9' && q.mention+1 < len(m) {
		return text + " " + w.spelled(m[q.mention+1].text)
	}
	return w.spelled(text)
}

// says names a stated value: by the vocabulary, and by the description's own words where they differ.
func (w *writer) says(s statement) string {
	said := w.said(s)
	value := w.e.knowledge.Vocabulary().Value(w.e.index.facet.values[s.value].id)
	if value == nil {
		return w.p.quote(said)
	}
	name := value.Name.In(w.language)
	if fold(said) == fold(name) {
		return name
	}
	return name + " (" + w.p.quote(said) + ")"
}

// said returns the words of the description a statement was read from.
func (w *writer) said(s statement) string {
	mentions := w.f.description.mentions
	end := min(s.mention+max(int(s.words), 1), len(mentions))
	var out []string
	for _, m := range mentions[s.mention:end] {
		out = append(out, w.spelled(m.text))
	}
	return strings.Join(out, " ")
}

// maxValuesNamed bounds the values a choice is named by.
const maxValuesNamed = 3

// valueNames names what a subheading stands for in a facet.
func (w *writer) valueNames(h int32, c choice) string {
	vocabulary, facet := w.e.knowledge.Vocabulary(), w.e.index.facet.facets[h][c.facet].name
	var names []string
	for _, v := range c.values {
		if w.covered(v, c.values) {
			continue
		}
		name, ok := vocabulary.ValueName(w.e.index.headings[h], facet, w.e.index.facet.values[v].id)
		if text := name.In(w.language); ok && len(names) < maxValuesNamed && !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	if c.other && len(names) > 0 && len(names) < maxValuesNamed {
		names = append(names, w.p.other)
	}
	return w.p.either(names)
}

// covered reports whether a wider value of the list takes value in.
func (w *writer) covered(value int32, list []int32) bool {
	for _, wider := range w.e.index.facet.values[value].implied {
		if wider != value && contains(list, wider) {
			return true
		}
	}
	return false
}

// contrast returns the first facet in which the titles of two subheadings, of whatever headings, differ: what
// the second stands for, and what is stated where that decides.
func (w *writer) contrast(first, second int32) standing {
	x := w.e.index.facet
	stated := w.f.readings.central
	for c, class := range profileClasses {
		a, b := x.profileOf(first, profileClass(c)), x.profileOf(second, profileClass(c))
		if len(a) == 0 || len(b) == 0 || x.overlap(a, b) {
			continue
		}
		name, _ := w.e.knowledge.Vocabulary().FacetName(class)
		s := standing{facet: name.In(w.language), own: w.e.knowledge.Vocabulary().Value(x.values[b[0]].id).Name.In(w.language)}
		mine, by := x.strongest(a, stated)
		theirs, _ := x.strongest(b, stated)
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
	for i := range w.f.description.mentions {
		if m := &w.f.description.mentions[i]; m.text == word && m.of != "" {
			from, ok := w.spelling(m.of)
			if !ok {
				from = m.of
			}
			return word + " (" + from + ")"
		}
	}
	return word
}

func (w *writer) spelling(word string) (string, bool) {
	if w.original == nil {
		w.original = make([]spelling, 0, 2*len(w.f.description.mentions))
		for field := range strings.FieldsFuncSeq(w.request.text(), betweenWords) {
			plain := strings.Map(func(r rune) rune {
				if wordRune(r) {
					return r
				}
				return -1
			}, fold(field))
			w.original = append(w.original, spelling{plain, field})
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
