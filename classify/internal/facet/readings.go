package facet

import "tariffdesk/classify/internal/text"

// Readings are the facet values a description states: by the words of the central vocabulary, and under a heading
// by its own words too. Each is read once.
type Readings struct {
	facets      *Index
	description *text.Description
	openings    []opening // where phrases may start
	Central     []Statement
	under       []headingReading // of the few headings asked about
}

// headingReading holds the facts stated under a heading, those of the central vocabulary first.
type headingReading struct {
	heading int32
	stated  []Statement
}

// Read reads a description whose words have been recognised.
func (f *Index) Read(d *text.Description) *Readings {
	openings := f.openings(d)
	central := f.statements(&f.central, d, openings, nil)
	materials{f}.weighShares(d, central)
	materials{f}.weighOrder(central)
	return &Readings{facets: f, description: d, openings: openings, Central: central}
}

// Heading returns what is stated under a heading.
func (r *Readings) Heading(h int32) []Statement {
	for i := range r.under {
		if r.under[i].heading == h {
			return r.under[i].stated
		}
	}
	n := len(r.Central)
	all := r.facets.statements(&r.facets.local[h], r.description, r.openings, r.Central[:n:n])
	materials{r.facets}.weighShares(r.description, all[n:])
	r.under = append(r.under, headingReading{h, all})
	return all
}

// States reports whether a value of a facet of the central vocabulary is stated.
func (r *Readings) States(class string) bool {
	for _, s := range r.Central {
		if r.facets.Values[s.Value].Facet == class && s.Weight > Stated {
			return true
		}
	}
	return false
}
