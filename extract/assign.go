package extract

import (
	"cmp"
	"math"
	"slices"

	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// offered is an option with the probability that it is the value.
type offered struct {
	*option
	probability float64
}

// none is the place of no option.
const none = -1

// mostSwaps is how many conflicts are settled in one document.
const mostSwaps = 200

// assigned gives each property one of its options, or none, so that no two that exclude each other are given and the product of
// the probabilities is large: each takes its best, and as long as two exclude each other the one gives way that loses less.
func assigned(wants []*want.Want, offers map[*want.Want][]offered) map[*want.Want]int {
	at := map[*want.Want]int{}
	for _, w := range wants {
		at[w] = none
		if len(offers[w]) > 0 && offers[w][0].probability >= leastProbable {
			at[w] = 0
		}
	}
	free := func(w *want.Want, i int) bool {
		return i == none || !slices.ContainsFunc(wants, func(other *want.Want) bool {
			return other != w && at[other] != none && excludes(w, other, offers[w][i].option, offers[other][at[other]].option)
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
func conflict(wants []*want.Want, offers map[*want.Want][]offered, at map[*want.Want]int) (a, b *want.Want) {
	for i, a := range wants {
		for _, b := range wants[i+1:] {
			if at[a] != none && at[b] != none && excludes(a, b, offers[a][at[a]].option, offers[b][at[b]].option) {
				return a, b
			}
		}
	}
	return nil, nil
}

// settle moves that of two properties to its next option, or to none, which loses less by it. That the option before is out makes the
// next more probable.
func settle(a, b *want.Want, offers map[*want.Want][]offered, at map[*want.Want]int, free func(*want.Want, int) bool) {
	next := func(w *want.Want) (int, float64) {
		was := at[w]
		for i := was + 1; i < len(offers[w]); i++ {
			if withoutFirst(offers[w], i) >= leastProbable && free(w, i) {
				return i, math.Log(offers[w][was].probability / offers[w][i].probability)
			}
		}
		left := 1.0
		for _, o := range offers[w] {
			left -= o.probability
		}
		return none, math.Log(offers[w][was].probability / max(left, leastLeft))
	}
	toA, lossA := next(a)
	toB, lossB := next(b)
	if lossB <= lossA {
		a, toA = b, toB
	}
	if at[a] = toA; toA != none {
		offers[a][toA].probability = withoutFirst(offers[a], toA)
	}
}

// withoutFirst is how probable an option is where those before it are out.
func withoutFirst(offers []offered, i int) float64 {
	left := 1.0
	for _, o := range offers[:i] {
		left -= o.probability
	}
	return min(offers[i].probability/max(left, leastLeft), 1)
}

// leastLeft is how probable it is at least that a property has no value.
const leastLeft = 0.02

// excludes reports whether two properties cannot both have these values: names and numbers of parties on two sides that are
// one print, or read the same for seller and buyer, counts of one thing from one print, and numbers of documents from one print.
func excludes(a, b *want.Want, x, y *option) bool {
	same := x.page == y.page && len(x.Words) > 0 && len(y.Words) > 0 && overlaps(&x.match, &y.match)
	if a.Role != "" && b.Role != "" {
		if side(a.Role) == side(b.Role) || !identifies(a.Attr) || !identifies(b.Attr) {
			return false
		}
		trade := func(role string) bool { return side(role) == "seller" || side(role) == "buyer" }
		apart := x.under == a.Role && y.under == b.Role // each under its own heading: who sends pays
		alike := !apart && trade(a.Role) && trade(b.Role) && a.Attr == b.Attr && (a.Attr == want.AttrTaxID || a.Attr == want.AttrName) && value.Alnum(x.Text) == value.Alnum(y.Text)
		return same || alike
	}
	if !same || a.Role != b.Role || len(a.Concepts) == 0 || len(b.Concepts) == 0 {
		return false
	}
	one := a.Concepts[0].Concept == b.Concepts[0].Concept
	return one && a.Kind == term.KindCount && b.Kind == term.KindCount || !one && a.Kind == term.KindID && b.Kind == term.KindID
}

// distinct are the options of a property that read differently, those that read the same as one, the most probable first. sure sets
// their probability right.
func distinct(all []*option, p []float64, sure func(float64) float64) []offered {
	var offers []offered
	best := map[string]float64{}
	for i, o := range all {
		k := slices.IndexFunc(offers, func(e offered) bool { return e.Text == o.Text })
		if k < 0 {
			offers, best[o.Text] = append(offers, offered{o, p[i]}), p[i]
			continue
		}
		offers[k].probability += p[i]
		if p[i] > best[o.Text] {
			offers[k].option, best[o.Text] = o, p[i]
		}
	}
	for i := range offers {
		offers[i].probability = sure(offers[i].probability)
	}
	slices.SortStableFunc(offers, func(a, b offered) int { return cmp.Compare(b.probability, a.probability) })
	return offers
}
