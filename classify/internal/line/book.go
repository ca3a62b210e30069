package line

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Book holds the trees of every country, their conditions compiled where they are first asked for.
// It is safe for concurrent use.
type Book struct {
	trees      *tariff.Trees
	vocabulary *tariff.Vocabulary
	words      *Vocabulary
	weights    *Weights
	gauges     map[string]*gauge
	byClass    map[string][]*gauge
	within     map[string][]string // by facet value: itself and the wider ones
	facetOf    map[string]string
	compiled   sync.Map // country and subheading -> *split
}

// NewBook takes the trees in.
func NewBook(trees *tariff.Trees, vocabulary *tariff.Vocabulary, weights *Weights) (*Book, error) {
	words, err := wordsOf(wordsFile)
	if err != nil {
		return nil, fmt.Errorf("line: %w", err)
	}
	b := &Book{
		trees: trees, vocabulary: vocabulary, words: words, weights: weights,
		gauges: map[string]*gauge{}, byClass: map[string][]*gauge{}, within: map[string][]string{}, facetOf: map[string]string{},
	}
	for _, m := range trees.Measures().All() {
		g := b.newGauge(m)
		b.gauges[m.Name] = g
		b.byClass[m.Class] = append(b.byClass[m.Class], g)
	}
	for _, v := range vocabulary.Values() {
		b.within[v.ID] = vocabulary.Implied(v.ID)
		b.facetOf[v.ID] = v.Facet
	}
	return b, nil
}

// Read makes a description ready to be asked.
func (b *Book) Read(f Facts) *Reading { return read(f, b.words, b.trees.Measures()) }

func (b *Book) newGauge(m *tariff.Measure) *gauge {
	return &gauge{measure: m, cues: b.words.compileAll(append(slices.Clone(m.English), m.Spanish...))}
}

// split is a node with its conditions compiled and its children.
type split struct {
	node     *tariff.Node // nil at the root
	needs    []need
	title    []weightedWord
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

// weightedWord is a word of a title, with how much it tells the title from its siblings'.
type weightedWord struct {
	phrase phrase
	weight float64
}

// tree returns the compiled tree below a subheading, nil where it does not split.
func (b *Book) tree(country, subheading string) *split {
	key := country + subheading
	if known, ok := b.compiled.Load(key); ok {
		return known.(*split)
	}
	tree := b.trees.Of(country, subheading)
	if tree == nil {
		return nil
	}
	root := &split{children: b.compileNodes(tree.Children)}
	for _, c := range root.children {
		root.leaves += c.leaves
	}
	actual, _ := b.compiled.LoadOrStore(key, root)
	return actual.(*split)
}

func (b *Book) compileNodes(nodes []*tariff.Node) []*split {
	out := make([]*split, len(nodes))
	counts := map[string]int{}
	for _, n := range nodes {
		for _, w := range titleWords(n) {
			counts[w]++
		}
	}
	for i, n := range nodes {
		s := &split{node: n, children: b.compileNodes(n.Children), leaves: 1}
		if len(n.Children) > 0 {
			s.leaves = len(n.Leaves())
		}
		for _, c := range n.Conditions {
			var compiled need
			for t := range c {
				compiled = append(compiled, b.term(&c[t]))
			}
			s.needs = append(s.needs, compiled)
		}
		for _, w := range titleWords(n) {
			if p, ok := compile(w, b.words); ok && counts[w] == 1 {
				s.title = append(s.title, weightedWord{p, 1})
			}
		}
		out[i] = s
	}
	return out
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
		g = b.newGauge(b.trees.Measures().Of(l.Measure))
	}
	class, err := b.trees.Measures().Base(l)
	if err != nil {
		class = "" // the reader of trees refuses such a limit
	}
	return bound{gauge: g, class: class, sense: l.Bound, value: b.trees.Measures().Number(l), limit: l}
}

// isWithin reports whether a facet value is, or lies within, any of a list.
func (b *Book) isWithin(value string, list []string) bool {
	return slices.ContainsFunc(b.within[value], func(w string) bool { return slices.Contains(list, w) })
}

// statedOf returns the statements of one facet.
func (b *Book) statedOf(r *Reading, facet string) (out []Statement) {
	for _, s := range r.stated {
		if b.facetOf[s.Value] == facet {
			out = append(out, s)
		}
	}
	return out
}

// hasWord is for tests and reasons: the words of a description as read.
func (r *Reading) String() string {
	words := make([]string, len(r.words))
	for i, w := range r.words {
		words[i] = w.forms[0]
	}
	return strings.Join(words, " ")
}
