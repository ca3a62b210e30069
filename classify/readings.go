package classify

// readings are the facet values a description states: by the words of the central vocabulary, and under a heading
// by its own words too. Each is read once.
type readings struct {
	x           *index
	description *description
	query       *query
	openings    []opening // where phrases may start
	central     []statement
	under       []headingReading // of the few headings asked about
}

// headingReading is what is stated under a heading, by the central vocabulary first.
type headingReading struct {
	heading int32
	stated  []statement
}

func (x *index) readValues(d *description, q *query) *readings {
	openings := x.facet.openings(d, q)
	central := x.facet.statements(&x.facet.central, d, q, openings, nil)
	x.facet.weighShares(d, central)
	x.facet.weighOrder(central)
	return &readings{x: x, description: d, query: q, openings: openings, central: central}
}

// heading returns what is stated under a heading.
func (r *readings) heading(h int32) []statement {
	for i := range r.under {
		if r.under[i].heading == h {
			return r.under[i].stated
		}
	}
	n := len(r.central)
	all := r.x.facet.statements(&r.x.facet.local[h], r.description, r.query, r.openings, r.central[:n:n])
	r.x.facet.weighShares(r.description, all[n:])
	r.under = append(r.under, headingReading{h, all})
	return all
}
