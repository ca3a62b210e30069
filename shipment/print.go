package shipment

import (
	"slices"
	"strings"

	partyname "tariffdesk/verification/name"
)

// Bounds of the words of a paper that are kept to be looked up.
const (
	mostPrinted  = 1500
	leastPrinted = 3 // letters and digits
)

// printed returns the keys of words, sorted, each once.
func printed(words []string) []string {
	var keys []string
	for _, word := range words {
		if k := key(word); len(k) >= leastPrinted && len(k) <= maxText && len(keys) < mostPrinted {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// prints reports whether a paper prints all words of a text. False also says that its print is not known, or not as a whole.
func (p *Paper) prints(words []string) bool {
	some := false
	for _, word := range words {
		k := key(word)
		if len(k) < leastPrinted {
			continue
		}
		if _, found := slices.BinarySearch(p.Print, k); !found {
			return false
		}
		some = true
	}
	return some
}

// printsNumber reports whether a paper prints the number of another.
func (p *Paper) printsNumber(number string) bool { return p.prints(strings.Fields(number)) }

// printsName reports whether a paper prints the name of a party, whatever its legal form.
func (p *Paper) printsName(name string) bool {
	words := partyname.Fold(name)
	return len(words) > 1 && p.prints(words)
}
