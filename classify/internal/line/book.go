package line

import (
	"slices"
	"strings"
	"sync"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Book knows measures, facets and weights, and keeps the trees it was asked about compiled. It is
// safe for concurrent use.
type Book struct {
	measures *tariff.Measures
	words    *Words
	weights  *Weights
	gauges   map[string]*gauge
	byClass  map[string][]*gauge
	within   map[string][]string // by facet value: itself and the wider ones
	facetOf  map[string]string
	compiled sync.Map // *tariff.Tree -> *split; as many as there are trees in use
	phrases  sync.Map // string -> phrase; as many as the exclusions of the headings that were near
	titles   sync.Map // string -> phrase; as many as titles have words, which trees share
	needs    sync.Map // *tariff.Term, the first of a condition -> need; trees share them as they share conditions
}

// NewBook returns a book without trees.
func NewBook(measures *tariff.Measures, vocabulary *tariff.Vocabulary, words *Words, weights *Weights) *Book {
	b := &Book{
		measures: measures, words: words, weights: weights,
		gauges: map[string]*gauge{}, byClass: map[string][]*gauge{}, within: map[string][]string{}, facetOf: map[string]string{},
	}
	for _, m := range measures.All() {
		g := b.newGauge(m)
		b.gauges[m.Name] = g
		b.byClass[m.Class] = append(b.byClass[m.Class], g)
	}
	for _, v := range vocabulary.Values() {
		b.within[v.ID] = vocabulary.Implied(v.ID)
		b.facetOf[v.ID] = v.Facet
	}
	return b
}

// Measure returns a measure by name, nil where there is none.
func (b *Book) Measure(name string) *tariff.Measure { return b.measures.Of(name) }

// Read makes a description ready to be asked.
func (b *Book) Read(f Facts) *Reading { return b.words.read(f) }

func (b *Book) newGauge(m *tariff.Measure) *gauge {
	return &gauge{measure: m, cues: b.words.compileAll(append(slices.Clone(m.English), m.Spanish...))}
}

// split is a node with its conditions compiled and its children.
type split struct {
	node     *tariff.Node // nil at the root
	needs    []need
	title    []phrase // its words that no sibling's has
	children []*split
	leaves   int
}

// need is one compiled condition: any of its terms.
type need []term

// term is one compiled term.
type term struct {
	kind    tariff.TermKind
	not     bool
	phrases []phrase
	facet   string
	values  []string
	bound   bound
	source  *tariff.Term
}

// compile returns the compiled form of a tree.
func (b *Book) compile(tree *tariff.Tree) *split {
	if known, ok := b.compiled.Load(tree); ok {
		return known.(*split)
	}
	root := &split{children: b.compileNodes(tree.Children)}
	for _, c := range root.children {
		root.leaves += c.leaves
	}
	actual, _ := b.compiled.LoadOrStore(tree, root)
	return actual.(*split)
}

func (b *Book) compileNodes(nodes []*tariff.Node) []*split {
	out := make([]*split, len(nodes))
	counts := map[string]int{}
	titles := make([][]string, len(nodes))
	for i, n := range nodes {
		titles[i] = titleWords(n)
		for _, w := range titles[i] {
			counts[w]++
		}
	}
	for i, n := range nodes {
		s := &split{node: n, children: b.compileNodes(n.Children), leaves: 1}
		if len(n.Children) > 0 {
			s.leaves = len(n.Leaves())
		}
		for _, c := range n.Conditions {
			s.needs = append(s.needs, b.called(nodes, n, b.condition(c)))
		}
		for _, w := range titles[i] {
			if p := b.titleWord(w); counts[w] == 1 && len(p.words) > 0 {
				s.title = append(s.title, p)
			}
		}
		s.needs, s.title = slices.Clip(s.needs), slices.Clip(s.title)
		out[i] = s
	}
	return out
}

// titleWord compiles a word of a title once; small words are phrases without words.
func (b *Book) titleWord(s string) phrase {
	if known, ok := b.titles.Load(s); ok {
		return known.(phrase)
	}
	s = strings.Clone(s) // the title it is a part of is not to be kept
	p, _ := b.words.compile(s)
	actual, _ := b.titles.LoadOrStore(s, p)
	return actual.(phrase)
}

// condition compiles one once.
func (b *Book) condition(c tariff.Condition) need {
	if known, ok := b.needs.Load(&c[0]); ok {
		return known.(need)
	}
	compiled := make(need, len(c))
	for t := range c {
		compiled[t] = b.term(&c[t])
	}
	actual, _ := b.needs.LoadOrStore(&c[0], compiled)
	return actual.(need)
}

// titleWords are the distinct words of a title in both languages.
func titleWords(n *tariff.Node) (out []string) {
	for _, t := range text.Tokenize(text.Fold(n.Title.English+" "+n.Title.Spanish), 40, nil) {
		if len(t.Text) > 2 && !t.Number && !slices.Contains(out, t.Text) {
			out = append(out, t.Text)
		}
	}
	return out
}

func (b *Book) term(t *tariff.Term) term {
	compiled := term{kind: t.Kind, not: t.Not, facet: t.Facet, values: t.Values, source: t, phrases: b.words.compileAll(t.Phrases)}
	switch t.Kind {
	case tariff.TermMeasure:
		compiled.bound = b.bound(t.Limit)
	case tariff.TermUsed, tariff.TermNew:
		compiled.phrases = b.words.secondHand
	case tariff.TermQuota:
		compiled.phrases = b.words.quota
	case tariff.TermNamed, tariff.TermSaid, tariff.TermOnly, tariff.TermFacet, tariff.TermSeason:
	}
	return compiled
}

func (b *Book) bound(l tariff.Limit) bound {
	g := b.gauges[l.Measure]
	if g == nil {
		g = b.newGauge(b.measures.Of(l.Measure))
	}
	class, err := b.measures.Base(l)
	if err != nil {
		class = "" // the reader of trees refuses such a limit
	}
	return bound{gauge: g, class: class, sense: l.Bound, value: b.measures.Number(l), limit: l}
}

// isWithin reports whether a facet value is, or lies within, any of a list.
func (b *Book) isWithin(value string, list []string) bool {
	return slices.ContainsFunc(b.within[value], func(w string) bool { return slices.Contains(list, w) })
}
