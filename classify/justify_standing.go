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

// standings holds every facet of a subheading against the description.
func (w *writer) standings(sub int32) []standing {
	choices := w.e.index.facet.choices[sub]
	out := make([]standing, 0, len(choices))
	for _, c := range choices {
		out = append(out, w.standing(w.e.index.headingOf[sub], c))
	}
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
	held := x.hold(facet, c, w.stated(h))
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
	for _, q := range w.measures {
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

// stated reads the facet values a description states under a heading, once.
func (w *writer) stated(h int32) []statement {
	if all, ok := w.readings[h]; ok {
		return all
	}
	x, central := w.e.index, w.central()
	all := x.facet.statements(x.facet.local[h], &w.f.description, &w.f.query, append([]statement(nil), central...))
	x.facet.weighShares(&w.f.description, all[len(central):])
	w.readings[h] = all
	return all
}

// central reads the values of the central vocabulary a description states, once.
func (w *writer) central() []statement {
	if w.readings[noWord] == nil {
		all, _ := w.e.index.stated(&w.f.description, &w.f.query)
		w.readings[noWord] = all
	}
	return w.readings[noWord]
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
	stated := w.central()
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

// spelled returns a word as the description spells it, accents, capitals and hyphens included.
func (w *writer) spelled(word string) string {
	if w.original == nil {
		w.original = map[string]string{}
		for _, field := range strings.FieldsFunc(w.request.text(), func(r rune) bool { return strings.ContainsRune(" \t\r\n,;:.()[]|<>/\"", r) }) {
			plain := strings.Map(func(r rune) rune {
				if wordRune(r) {
					return r
				}
				return -1
			}, fold(field))
			if _, ok := w.original[plain]; !ok && len(field) <= 2*len(plain) {
				w.original[plain] = strings.Trim(field, "-'’*!?¿¡")
			}
		}
	}
	if s, ok := w.original[word]; ok {
		return s
	}
	return word
}
