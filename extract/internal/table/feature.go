package table

import (
	"math"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// Feature is one thing that speaks for or against a column's being a property, from -1 to 1.
type Feature int

// The features of a pair of a property and a column.
const (
	FeatureWords    Feature = iota // the header says the property's own words
	FeatureGrams                   // … or letters in the same order
	FeatureConcept                 // both name the same field of trade documents, in whatever language
	FeatureBag                     // … or fields of like names
	FeatureOther                   // the header names another field
	FeatureFit                     // the cells have the form that is wanted
	FeatureMisfit                  // most of them have not
	FeatureFilled                  // cells that are filled
	FeatureBare                    // no header
	FeatureOrder                   // the column stands among the columns where the property stands among its likes
	FeatureProduct                 // quantity × price = amount says so
	FeatureCount                   // the cells count up and a line's number is wanted
	FeatureRivals                  // another property is more like the header
	FeatureElse                    // another column's header is more like the property
	FeatureContrary                // figures where words are wanted, or words where a code is
	FeatureInside                  // its cells stand inside of those of another
	FeatureHeld                    // the cells are what is wanted by themselves: countries, units, days, codes of the tariff
	FeatureUnheld                  // … and hardly one is, where nothing else can be
	FeatureHeldElse                // they fit another kind of property
	FeatureBias
	features
)

// Vector holds the features of a pair.
type Vector [features]float64

// head holds the findings about a column's header.
type head struct {
	tokens   []string
	grams    map[string]bool
	text     string
	bag      term.Bag
	concepts []*term.Concept
	exact    bool // the heading is known as a whole
	column   *Column
}

// leastNamed is how like a field of the dictionary a header must be to be taken for it.
const leastNamed = 0.62

// heads reads the headers of a grid, once: the dictionary is one and the same.
func heads(dict *term.Dictionary, g *Grid) []head {
	if g.named != nil {
		return g.named
	}
	all := make([]head, len(g.Columns))
	for i := range g.Columns {
		c := &g.Columns[i]
		h := head{text: c.Text(), column: c}
		h.tokens, h.grams = tokensOf(h.text), grams(h.text)
		switch {
		case c.Name != nil:
			h.bag, h.concepts = c.Name.Bag, c.Name.Concepts
		default:
			h.bag, h.concepts = named(dict, page.Join(c.Header))
			if len(h.concepts) == 0 && len(c.Group) > 0 {
				h.bag, h.concepts = named(dict, h.text)
			}
		}
		all[i] = h
	}
	meant(dict, g, all)
	g.named = all
	return all
}

// meant gives headings that mean something as a whole what they mean: "PCS/CTN" is no number of packages. Of ordered, delivered and pending
// one tells the other: "Pedido" beside "Entregado" is how many were ordered, alone it may be the number of an order, as a balance alone is
// one of money. What was ordered is the quantity only where no column has what came.
func meant(dict *term.Dictionary, g *Grid, heads []head) {
	whole, figures := dict.Group("column"), dict.Group("column of figures")
	moved := map[string][]int{}
	for i := range heads {
		text := page.Join(heads[i].column.Header)
		if name, ok := whole.Ends(text); ok {
			heads[i].mean(dict.Concept(name))
		} else if name, ok := figures.Is(text); ok && g.Columns[i].forms.share(FormInteger, FormNumber, FormDash) > mostlyHeld {
			moved[name] = append(moved[name], i)
		}
	}
	if len(moved) < 2 {
		return
	}
	for name, at := range moved {
		for _, i := range at {
			heads[i].mean(dict.Concept(name))
			if name == conceptOrdered && len(moved[conceptQuantity]) == 0 {
				heads[i].concepts = append(heads[i].concepts, dict.Concept(conceptQuantity))
			}
		}
	}
}

// mean makes a heading mean one field and nothing else.
func (h *head) mean(c *term.Concept) { h.concepts, h.exact = []*term.Concept{c}, true }

func named(dict *term.Dictionary, text string) (term.Bag, []*term.Concept) {
	bag := dict.Bag(text)
	concepts := dict.Named(bag)
	if len(concepts) == 0 && bag.Key != "" {
		for _, s := range dict.Closest(bag, leastNamed) {
			if len(concepts) < 2 {
				concepts = append(concepts, s.Concept)
			}
		}
	}
	return bag, concepts
}

// Pairs are the features of all properties of a list with all columns of a grid.
func Pairs(dict *term.Dictionary, l List, g *Grid) [][]Vector {
	hs := heads(dict, g)
	said := make([][]string, len(hs))
	for i, h := range hs {
		said[i] = h.tokens
	}
	columnRarity := rarityOf(said)
	wanted, letters := make([][][]string, len(l.Wants)), make([][]map[string]bool, len(l.Wants))
	var all [][]string
	for i, w := range l.Wants {
		for _, name := range w.Names {
			wanted[i], letters[i] = append(wanted[i], tokensOf(name)), append(letters[i], grams(name))
		}
		if len(wanted[i]) > 0 {
			all = append(all, slices.Concat(wanted[i]...))
		}
	}
	wantRarity := rarityOf(all)
	products, held := l.products(g), g.substances(dict)
	table := make([][]Vector, len(l.Wants))
	for i, w := range l.Wants {
		table[i] = make([]Vector, len(hs))
		for j, h := range hs {
			v := &table[i][j]
			for k, tokens := range wanted[i] {
				v[FeatureWords] = max(v[FeatureWords], wordLikeness(tokens, h.tokens, wantRarity, columnRarity))
				v[FeatureGrams] = max(v[FeatureGrams], gramLikeness(letters[i][k], h.grams))
			}
			v.concepts(dict, w, h)
			v.cells(w, g, j)
			v.substance(w, held[j])
			if len(h.tokens) == 0 {
				v[FeatureBare] = 1
			}
			if n, m := len(l.Wants), len(hs); n > 1 && m > 1 && !h.column.inside {
				v[FeatureOrder] = 1 - 2*math.Abs(float64(w.Order)/float64(n-1)-float64(j)/float64(m-1))
			}
			v[FeatureProduct] = products.says(w, j)
			if h.column.inside {
				v[FeatureInside] = 1
			}
			v[FeatureBias] = 1
		}
	}
	outnamed(table)
	return table
}

func (v *Vector) concepts(dict *term.Dictionary, w Want, h head) {
	for _, s := range w.Concepts {
		for _, c := range h.concepts {
			if c == s.Concept {
				v[FeatureConcept] = max(v[FeatureConcept], s.Score)
			} else if at := slices.Index(s.Concept.Fallbacks, c.Name); at >= 0 {
				v[FeatureConcept] = max(v[FeatureConcept], 0.7*s.Score)
			}
		}
	}
	for _, b := range w.Bags {
		v[FeatureBag] = max(v[FeatureBag], dict.Likeness(b, h.bag))
	}
	if len(h.concepts) > 0 && v[FeatureConcept] == 0 && (h.exact || v[FeatureWords] < 0.5) {
		v[FeatureOther] = 1
	}
}

// said is how strongly names alone speak for a pair.
func (v *Vector) said() float64 {
	return max(v[FeatureWords], 0.8*v[FeatureGrams], v[FeatureConcept], 0.9*v[FeatureBag])
}

// claims is how strongly names speak for a pair whose cells may be what is wanted: nothing where hardly one is, whatever stands over
// them.
func (v *Vector) claims() float64 {
	if v[FeatureFit] < hardlyFit {
		return 0
	}
	return v.said()
}

// hardlyFit is the share of the cells of a wanted form below which a name claims nothing.
const hardlyFit = 0.1

// outnamed notes for each pair how much better another property or column is named.
func outnamed(table [][]Vector) {
	for i := range table {
		for j := range table[i] {
			v, own := &table[i][j], table[i][j].said()
			for k := range table {
				if k != i {
					v[FeatureRivals] = max(v[FeatureRivals], table[k][j].claims()-own)
				}
			}
			for k := range table[i] {
				if k != j {
					v[FeatureElse] = max(v[FeatureElse], table[i][k].claims()-own)
				}
			}
		}
	}
}
