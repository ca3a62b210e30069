package choose

import (
	"cmp"
	"math"
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Offered is an option with the probability that it is the value.
type Offered struct {
	*candidate.Option
	Probability float64
}

// None is the place of no option.
const None = -1

// mostSwaps is how many conflicts are settled in one document.
const mostSwaps = 200

// Assigned gives each property one of its options, or none, so that no two that exclude each other are given and the product of
// the probabilities is large: each takes its best, and as long as two exclude each other the one gives way that loses less.
func Assigned(wants []*want.Want, offers map[*want.Want][]Offered) map[*want.Want]int {
	at := map[*want.Want]int{}
	for _, w := range wants {
		at[w] = None
		if len(offers[w]) > 0 && offers[w][0].Probability >= feature.LeastProbable {
			at[w] = 0
		}
	}
	free := func(w *want.Want, i int) bool {
		return i == None || !slices.ContainsFunc(wants, func(other *want.Want) bool {
			return other != w && at[other] != None && Excludes(w, other, offers[w][i].Option, offers[other][at[other]].Option)
		})
	}
	for range mostSwaps {
		a, b := conflict(wants, offers, at)
		if a == nil {
			break
		}
		settle(a, b, offers, at, free)
	}
	return at
}

// conflict is a pair of properties whose options exclude each other; nil for none.
func conflict(wants []*want.Want, offers map[*want.Want][]Offered, at map[*want.Want]int) (a, b *want.Want) {
	for i, a := range wants {
		for _, b := range wants[i+1:] {
			if at[a] != None && at[b] != None && Excludes(a, b, offers[a][at[a]].Option, offers[b][at[b]].Option) {
				return a, b
			}
		}
	}
	return nil, nil
}

// settle moves that of two properties to its next option, or to none, which loses less by it. That the option before is out makes the
// next more probable.
func settle(a, b *want.Want, offers map[*want.Want][]Offered, at map[*want.Want]int, free func(*want.Want, int) bool) {
	next := func(w *want.Want) (int, float64) {
		was := at[w]
		for i := was + 1; i < len(offers[w]); i++ {
			if withoutFirst(offers[w], i) >= feature.LeastProbable && free(w, i) {
				return i, math.Log(offers[w][was].Probability / offers[w][i].Probability)
			}
		}
		left := 1.0
		for _, o := range offers[w] {
			left -= o.Probability
		}
		return None, math.Log(offers[w][was].Probability / max(left, leastLeft))
	}
	toA, lossA := next(a)
	toB, lossB := next(b)
	if lossB <= lossA {
		a, toA = b, toB
	}
	if at[a] = toA; toA != None {
		offers[a][toA].Probability = withoutFirst(offers[a], toA)
	}
}

// withoutFirst is how probable an option is where those before it are out.
func withoutFirst(offers []Offered, i int) float64 {
	left := 1.0
	for _, o := range offers[:i] {
		left -= o.Probability
	}
	return min(offers[i].Probability/max(left, leastLeft), 1)
}

// leastLeft is how probable it is at least that a property has no value.
const leastLeft = 0.02

// Excludes reports whether two properties cannot both have these values: names and numbers of parties on two sides that are
// one print, or read the same for seller and buyer, counts of one thing, numbers of documents, and addends of a sum from one print.
func Excludes(a, b *want.Want, x, y *candidate.Option) bool {
	same := x.Page == y.Page && len(x.Words) > 0 && len(y.Words) > 0 && candidate.Overlaps(&x.Match, &y.Match)
	if a.Role != "" && b.Role != "" {
		if sheet.Side(a.Role) == sheet.Side(b.Role) || !candidate.Identifies(a.Attr) || !candidate.Identifies(b.Attr) {
			return false
		}
		trade := func(role string) bool { return sheet.Side(role) == "seller" || sheet.Side(role) == "buyer" }
		apart := x.Under == a.Role && y.Under == b.Role // each under its own heading: who sends pays
		alike := !apart && trade(a.Role) && trade(b.Role) && a.Attr == b.Attr && (a.Attr == want.AttrTaxID || a.Attr == want.AttrName) && value.Alnum(x.Text) == value.Alnum(y.Text)
		return same || alike
	}
	if same && a.Unit.Contradicts(b.Unit) {
		return true // one figure is not both kilograms and pounds
	}
	if !same || a.Role != b.Role || len(a.Concepts) == 0 || len(b.Concepts) == 0 {
		return false
	}
	one := a.Concepts[0].Concept == b.Concepts[0].Concept
	if !one && isAddend(a) && isAddend(b) {
		return true // a figure that is freight is counted once
	}
	return one && a.Kind == term.KindCount && b.Kind == term.KindCount || !one && a.Kind == term.KindID && b.Kind == term.KindID
}

// addends are the concepts of amounts that make a total together.
var addends = []string{"tax", "withholding", "discount", "freight", "insurance", "other_charges", "tip"}

func isAddend(w *want.Want) bool { return slices.Contains(addends, w.Concepts[0].Concept.Name) }

// distinct are the options of a property that read differently, those that read the same as one, the most probable first. sure sets
// their probability right.
func distinct(all []*candidate.Option, p []float64, sure func(float64) float64) []Offered {
	var offers []Offered
	best := map[string]float64{}
	for i, o := range all {
		k := slices.IndexFunc(offers, func(e Offered) bool { return e.Text == o.Text })
		if k < 0 {
			offers, best[o.Text] = append(offers, Offered{o, p[i]}), p[i]
			continue
		}
		offers[k].Probability += p[i]
		if p[i] > best[o.Text] {
			offers[k].Option, best[o.Text] = o, p[i]
		}
	}
	for i := range offers {
		offers[i].Probability = sure(offers[i].Probability)
	}
	slices.SortStableFunc(offers, func(a, b Offered) int { return cmp.Compare(b.Probability, a.Probability) })
	return offers
}
