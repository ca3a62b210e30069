package line

import (
	"sort"
	"strings"

	"tariffdesk/classify/internal/quantity"
)

// number is a quantity a description states.
type number struct {
	quantity.Quantity
	at       int  // place of the word it stands at, by the reading's words
	threaded bool // only a diameter may be meant
}

// scan reads the measures out of folded text.
func (r *Reading) scan(folded string) (out []number) {
	starts := r.starts(folded)
	for _, q := range r.small.quantities.Read(folded) {
		if !q.Denied {
			out = append(out, number{Quantity: q, at: placeOf(starts, q.Start)})
		}
	}
	return out
}

// starts are the offsets of the words in the folded text they were read from.
func (r *Reading) starts(folded string) []int {
	out, from := make([]int, 0, len(r.words)), 0
	for _, w := range r.words {
		at := strings.Index(folded[from:], w.forms[0])
		if w.implied || at < 0 {
			break
		}
		out = append(out, from+at)
		from += at + len(w.forms[0])
	}
	return out
}

// placeOf is the word that an offset lies in.
func placeOf(starts []int, offset int) int {
	return max(0, sort.SearchInts(starts, offset+1)-1)
}
