package describe

import (
	"slices"
	"strings"
)

// excluder reads what a request says not to give.
type excluder struct{ lexicon }

// read takes out what a request says not to give: "I don't want the running balance", "net amount but not the VAT", "tax not
// needed". It returns the pieces that are left, and the names that were excluded.
func (e *excluder) read(all []piece) (kept []piece, excluded []string) {
	out := false // the enumeration that is read is excluded
	for i, p := range all {
		words := strings.Fields(p.text)
		if p.mark > markAnd || p.mark == markComma && !e.endsExclusion(all[i:]) {
			out = false
		}
		at, said := e.excludes(words)
		switch {
		case at == 0:
			out = true
			words = words[said:]
		case at > 0:
			excluded = append(excluded, e.namesOf(words[at+said:])...)
			p.text = strings.Join(words[:at], " ")
		case out && e.asksAgain(words):
			out = false
		}
		if out {
			excluded = append(excluded, e.namesOf(words)...)
			continue
		}
		kept = append(kept, p)
	}
	return kept, excluded
}

// endsExclusion reports whether what commas part goes on to an "or" or an "and" that ends it: "skip the tip, the tax or the total".
func (e *excluder) endsExclusion(all []piece) bool {
	for _, p := range all {
		if p.mark != markComma {
			return p.mark == markAnd
		}
		if slices.ContainsFunc(strings.Fields(p.text), e.nor) {
			return true
		}
	}
	return false
}

func (e *excluder) nor(word string) bool { return e.or(word) || e.is("nor", word) }

// namesOf are the names of what words exclude, parted by "or".
func (e *excluder) namesOf(words []string) (names []string) {
	for len(words) > 0 {
		n := slices.IndexFunc(words, e.nor)
		if n < 0 {
			n = len(words)
		}
		if n > 0 {
			names = append(names, e.name(strings.Join(e.withoutArticle(words[:n]), " ")))
		}
		words = words[min(n+1, len(words)):]
	}
	return names
}

// asksAgain reports whether words end what is excluded: "but the total", "only the date".
func (e *excluder) asksAgain(words []string) bool {
	return e.starts("but", words) > 0 || e.starts("lead", words) > 0 || e.starts("asking", words) > 0
}

// excludes is where words say that what follows is not wanted, and how many do; at is -1 where none does. Of what stands before "not
// needed" all is excluded.
func (e *excluder) excludes(words []string) (at, said int) {
	for at = range words {
		if n := e.starts("exclude", words[at:]); n > 0 && at+n < len(words) && (at == 0 || at == 1 && e.starts("but", words) > 0 || e.starts("but", words[at:]) > 0) {
			if at == 1 {
				return 0, n + 1
			}
			return at, n
		}
		if n := e.starts("needless", words[at:]); n > 0 && at > 0 && at+n == len(words) {
			return 0, 0
		}
	}
	return -1, 0
}

// exclude takes properties out of the document that are called so. A column of a list that is asked for stays: "I don't need the total, but
// the items with quantity and total".
func exclude(o *Object, names []string) {
	for _, name := range slices.Clone(o.Properties.names) {
		if slices.Contains(names, name) {
			o.Properties.remove(name)
		}
	}
}
