package describe

import (
	"slices"
)

// mostOpening is how many words stand at most before the verb that asks for fields.
const mostOpening = 12

// opened takes off what stands before the first field of a sentence: who asks, and of which paper: "our accountants need", "del acta de
// entrega quiero", "the manifest shows". What names lines stays.
func (c *chunker) opened(words []string, p piece, opening bool) []string {
	for range mostOpening {
		if !opening || len(words) == 0 || c.answered(words) {
			break
		}
		n := c.beyondAsking(words)
		if n == 0 {
			n = c.beyondSource(words)
		}
		if n == 0 {
			break
		}
		if words = words[n:]; len(words) > 1 && c.is("copula", words[0]) && !p.asked {
			words = words[1:] // what I need is …
		}
		if len(words) > 1 && c.is("speaker", words[0]) {
			words = words[1:] // get me
		}
	}
	return words
}

// beyondAsking is how many words end with a verb that asks, where those before it are who asks or the paper.
func (c *chunker) beyondAsking(words []string) int {
	for i := min(len(words), mostOpening) - 1; i > 0; i-- {
		n := c.starts("asking", words[i:])
		if n == 0 && c.is("verb", words[i]) {
			n = 1
		}
		if n > 0 && (i+n < len(words) || len(c.rest) > 0 && c.rest[0].mark == markComma) && c.introduces(words[:i]) {
			return i + n
		}
	}
	if len(words) > 1 && (c.is("verb", words[0]) && c.starts("lead", words) == 0 || c.commands(words[0]) && c.starts("with", words[1:]) == 0) {
		return 1
	}
	return 0
}

// introduces reports whether words before a verb that asks are its subject or the paper that is read, and name no field and no lines.
func (c *chunker) introduces(words []string) bool {
	from := c.startsSource(words)
	if from > 0 && from < len(words) {
		_, at := c.document(words[from:])
		return at == 0 || !c.lines(c.noun(words[from:])...)
	}
	if slices.ContainsFunc(words, func(w string) bool { return c.lines(w) || c.is("copula", w) }) || c.starts("asks", words) > 0 || c.is("party", words...) {
		return false
	}
	return c.speaks(words) || c.paper(c.withoutArticle(words)) || c.typed(words) == ""
}

// speaks reports whether words end with who asks: "in this case we", "de cada factura me".
func (c *chunker) speaks(words []string) bool { return c.is("asker", words[len(words)-1]) }

// startsSource is how many words say that the name of a paper follows: "from the", "de cada", "out of our".
func (c *chunker) startsSource(words []string) int {
	n := c.starts("whence", words)
	if n == 0 || n == len(words) {
		return 0
	}
	if c.is("contraction", words[n-1]) {
		return n
	}
	if e := c.starts("each", words[n:]); e > 0 {
		return n + e
	}
	if c.article(words[n]) || c.is("possessive", words[n]) || c.is("this", words[n]) {
		return n + 1
	}
	return 0
}

// noun is the noun that words begin with, without what qualifies it.
func (c *chunker) noun(words []string) []string {
	for n := min(4, len(words)); n > 1; n-- {
		if c.lines(words[:n]...) {
			return words[:n]
		}
	}
	return words[:1]
}

// beyondSource is how many words name the paper that is read, before an article: "del acta de entrega el proyecto".
func (c *chunker) beyondSource(words []string) int {
	from := c.startsSource(words)
	if from == 0 || from == len(words) || c.lines(c.noun(words[from:])...) || c.is("party", words[from]) {
		return 0
	}
	for i := from + 1; i < len(words)-1; i++ {
		if c.article(words[i]) && !c.is("place", words[i-1]) {
			if noun := words[from:i]; c.typed(noun) == "" || c.paper(noun) {
				return i
			}
			return 0
		}
	}
	return 0
}

// paper reports whether a noun is what papers are called that have fields.
func (l *lexicon) paper(words []string) bool {
	if len(words) == 0 {
		return false
	}
	if _, at := l.document(words); at == 0 {
		return true
	}
	return l.is("paper", l.head(words))
}
