package precedent

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Kept is a row near a description that says more than its subheading: a person decided it, or it is of the very words of
// the description and its code has more than six digits.
type Kept struct {
	Code        string // six digits or more
	Country     string // whose schedule the digits beyond six are of, "" where nobody said
	Description string // of goods that a person decided on
	Decided     bool   // by a person, about these goods
	Same        bool   // of the very words of the description, in whatever order
	Row         int    // its place among all rows offered: the later was decided later
}

// maxKept bounds the rows that are examined.
const maxKept = 12

// remembered holds the members of a row beside its words.
type remembered struct {
	words   uint64 // fingerprint of all of its words, numbers too
	beyond  uint16 // the digits beyond six, as a number
	digits  uint8  // how many they are
	country uint8  // its place among the countries
}

// remember keeps what a row states beyond its subheading.
func (p *Index) remember(r Row, code string, row int32) {
	m := remembered{words: fingerprintOf(r.Description)}
	if more := code[tariff.SubheadingDigits:]; more != "" && len(more) <= 4 {
		n, _ := strconv.ParseUint(more, 10, 16) // digits, four at most
		m.beyond, m.digits = uint16(n), uint8(len(more))
	}
	at := slices.Index(p.countries, r.Country)
	if at < 0 && len(p.countries) < 256 {
		at = len(p.countries)
		p.countries = append(p.countries, r.Country)
	}
	m.country = uint8(max(at, 0))
	p.remembered = append(p.remembered, m)
	if r.Decided {
		p.decided[row] = r.Description
	}
}

// fingerprintOf is the same for texts of the same words in any order. It reads every number: a size may decide the last digits.
func fingerprintOf(description string) uint64 {
	tokens := text.Tokenize(text.Fold(text.WithoutMarkup(description)), maxFingerprinted, make([]text.Token, 0, maxPrecedentTokens))
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Text
	}
	slices.Sort(words)
	h := fnv.New64a()
	for _, w := range words {
		_, _ = h.Write([]byte(w)) // never fails
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}

// maxFingerprinted bounds the words of a description that are told apart.
const maxFingerprinted = 400

// keep returns what near rows say beyond their subheadings: those of the same words first, the latest of them leading, then
// those that a person decided, the most alike first.
func (p *Index) keep(description string, list []neighbor) []Kept {
	words := uint64(0)
	var same, near []Kept
	for _, x := range list {
		m := &p.remembered[x.row]
		told, decided := p.decided[x.row]
		if !decided && (m.digits == 0 || x.similarity < sameFrom) {
			continue
		}
		if words == 0 {
			words = fingerprintOf(description)
		}
		k := Kept{Code: p.codeOf(x.row), Country: p.countries[m.country], Description: told, Decided: decided, Same: m.words == words, Row: int(p.origins[x.row])}
		switch {
		case k.Same:
			same = append(same, k)
		case decided:
			near = append(near, k)
		}
	}
	slices.SortFunc(same, func(a, b Kept) int {
		if a.Decided != b.Decided { // what a person decided stands before what was imported
			if a.Decided {
				return -1
			}
			return 1
		}
		return b.Row - a.Row
	})
	out := append(same, near...)
	return out[:min(len(out), maxKept)]
}

// codeOf returns the full code of a row.
func (p *Index) codeOf(row int32) string {
	code, m := p.codes[p.sizes[row].code].code, &p.remembered[row]
	if m.digits == 0 {
		return code
	}
	more := strconv.Itoa(int(m.beyond))
	return code + strings.Repeat("0", int(m.digits)-len(more)) + more
}

// Alike is how much of two lists of words they share, 0 to 1: a word is another's like by its stem in either language.
func (p *Index) Alike(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	taken, shared := make([]bool, len(b)), 0
	for _, x := range a {
		for i, y := range b {
			if !taken[i] && p.like(x, y) {
				taken[i] = true
				shared++
				break
			}
		}
	}
	return 2 * float64(shared) / float64(len(a)+len(b))
}

func (p *Index) like(a, b string) bool {
	return a == b || p.stems.Stem(a, text.English) == p.stems.Stem(b, text.English) || p.stems.Stem(a, text.Spanish) == p.stems.Stem(b, text.Spanish)
}
