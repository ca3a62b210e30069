package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// mostChoice is how many words one of several values has at most.
const mostChoice = 3

// chosen puts values that an "or" ends, behind a colon or "either", into the brackets of their field: "terms: prepaid, collect or third
// party", "status either active, suspended or expired".
func (c *chunker) chosen(all []piece) []piece {
	var kept []piece
	for i := 0; i < len(all); i++ {
		p := all[i]
		words := strings.Fields(p.text)
		at, said := c.either(words)
		var values []string
		switch {
		case p.group != nil || p.colon == (at > 0):
			kept = append(kept, p)
			continue
		case at > 0:
			values = []string{strings.Join(words[at+said:], " ")}
			words = words[:at]
		}
		n, or := i, at > 0 && slices.ContainsFunc(strings.Fields(p.text)[at:], c.or)
		for !or && n+1 < len(all) && all[n+1].mark == markComma && all[n+1].group == nil && !all[n+1].colon {
			one := strings.Fields(all[n+1].text)
			or = slices.ContainsFunc(one, c.or)
			if n++; len(one) > mostChoice && !or || len(one) > 2*mostChoice+1 || !or && (c.typed(one) != "" || c.is("party", one...)) {
				or = false
				break
			}
			values = append(values, strings.Join(one, " "))
		}
		if !or || len(words) == 0 || c.lines(words...) && plural(value.Fold(words[len(words)-1])) || p.asked {
			kept = append(kept, p)
			continue
		}
		p.text, p.colon, p.inner = strings.Join(words, " "), false, strings.Join(values, ", ")
		p.group = pieces(p.inner, maxNested-1)
		kept = append(kept, p)
		i = n
	}
	return kept
}

// either is where words open values, and how many do: "either", "which can be".
func (c *chunker) either(words []string) (at, said int) {
	for at = 1; at < len(words)-1; at++ {
		if n := c.starts("either", words[at:]); n > 0 && at+n < len(words) {
			return at, n
		}
	}
	return 0, 0
}

// whetherAsked reports whether words with a question mark, in a sentence that is no question, ask for yes or no: "pets allowed?", "cargo
// aircraft only?". A noun of a field alone does not.
func (c *chunker) whetherAsked(q phrase, words []string) bool {
	if !q.asked || c.asking || q.kind != "" || q.group != nil || c.starts("asks", words) > 0 {
		return false
	}
	n := len(words)
	if n == 1 {
		return c.typeOf(words) == typeString && len(c.phrases) > 0
	}
	return c.is("done", words[n-1]) || c.words.noun(folded(words[n-1:])) == "" && !slices.ContainsFunc(words, func(w string) bool { return c.is("of", w) })
}
