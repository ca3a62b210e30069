package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// apart says apart what is said of several fields at once: "net and gross weight", "the seller's name and
// address", "nombre y RFC del emisor".
func (r *request) apart(all []piece) {
	for i := range all {
		if i > 0 && all[i].mark == markAnd {
			r.opposites(all, i)
		}
		r.behindOwner(all, i)
		if i > 0 && all[i].mark <= markAnd {
			r.beforeOwner(all, i)
		}
	}
}

// opposites gives two opposites the words that stand by one of them.
func (r *request) opposites(all []piece, i int) {
	a, b := strings.Fields(all[i-1].text), strings.Fields(all[i].text)
	for len(b) > 1 && (r.article(b[0]) || value.Fold(b[0]) == "de" || value.Fold(b[0]) == "of" || value.Fold(b[0]) == "del") {
		b = b[1:]
	}
	if len(a) == 0 || len(b) == 0 || all[i-1].group != nil {
		return
	}
	last, first := value.Fold(a[len(a)-1]), value.Fold(b[0])
	row := r.words.pairs[singular(last)] + r.words.pairs[last]*boolean(singular(last) != last)
	if row == 0 || last == first || row != r.words.pairs[singular(first)]+r.words.pairs[first]*boolean(singular(first) != first) {
		return
	}
	prefix, suffix := a[:len(a)-1], slices.Clone(b[1:])
	if len(prefix)+len(suffix) == 0 {
		return
	}
	if n := len(suffix); n > 0 && r.language == "en" && plural(value.Fold(suffix[n-1])) {
		suffix[n-1] = singular(suffix[n-1])
	}
	own := r.withoutArticle(prefix[r.leads(prefix):])
	if n := r.words.leading("each", folded(own)); n > 0 && len(own) > n {
		own = r.withoutArticle(own[n+1:])
	}
	all[i-1].text = strings.Join(slices.Concat(a, suffix), " ")
	all[i].text = strings.Join(slices.Concat(own, b[:1], suffix), " ")
	for j := i - 2; j >= 0 && all[j+1].mark == markComma && r.words.pairs[value.Fold(all[j].text)] == row; j-- {
		all[j].text += " " + strings.Join(suffix, " ")
	}
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// behindOwner takes the possessive off a piece and gives its owner to the properties that follow.
func (r *request) behindOwner(all []piece, i int) {
	words := strings.Fields(all[i].text)
	for at, w := range words[:max(0, len(words)-1)] {
		owner, ok := cutPossessive(w)
		if !ok {
			continue
		}
		words[at] = owner
		all[i].text = strings.Join(words, " ")
		from := at
		for from > 0 && at-from < maxOwner && !r.article(words[from-1]) && !slices.Contains(prepositions, value.Fold(words[from-1])) && r.words.leading("with", folded(words[from-1:from])) == 0 && r.leads(words[:from]) < from {
			from--
		}
		mine := words[from : at+1]
		for j := i + 1; j < len(all) && all[j].mark <= markAnd; j++ {
			next := strings.Fields(all[j].text)
			if len(next) == 0 || !r.words.is("attribute", folded(next)...) {
				break
			}
			all[j].text = strings.Join(append(slices.Clone(mine), next...), " ")
			if all[j].mark == markAnd {
				break
			}
		}
		return
	}
}

// maxOwner is how many words a party's name has beside its last.
const maxOwner = 2

func cutPossessive(word string) (string, bool) {
	for _, ending := range []string{"'s", "’s"} {
		if owner, ok := strings.CutSuffix(word, ending); ok && owner != "" && !slices.Contains([]string{"it", "let", "that", "what", "who", "there"}, strings.ToLower(owner)) {
			return owner, true
		}
	}
	for _, ending := range []string{"s'", "s’"} {
		if owner, ok := strings.CutSuffix(word, ending); ok && owner != "" {
			return owner, true
		}
	}
	return word, false
}

// beforeOwner gives the owner behind a property to those before it: "nombre y RFC del emisor".
func (r *request) beforeOwner(all []piece, i int) {
	words := strings.Fields(all[i].text)
	f := folded(words)
	start := 0
	for start < len(words) && r.article(words[start]) {
		start++
	}
	n := r.words.leading("attribute", f[start:])
	at := start + n
	if n == 0 || at+1 >= len(words) || f[at] != "of" && f[at] != "de" && f[at] != "del" {
		return
	}
	owner := strings.Join(words[at:], " ")
	for j := i - 1; j >= 0 && all[j+1].mark <= markAnd; j-- {
		before := strings.Fields(all[j].text)
		own := r.withoutArticle(before[r.leads(before):])
		if _, end := r.words.document(folded(own), r.language); end == 0 {
			break
		}
		if len(own) == 0 || !r.words.is("attribute", folded(own)...) || all[j].group != nil || all[i].mark == markComma && all[j+1].mark == markComma && i-j == 1 {
			break
		}
		all[j].text += " " + owner
	}
}
