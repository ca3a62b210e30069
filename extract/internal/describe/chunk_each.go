package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// withoutWith takes the word that asks for what follows off the first of several pieces in brackets: "(each with name and amount)".
func (c *chunker) withoutWith(group []piece) []piece {
	if len(group) < 2 {
		return group
	}
	words := strings.Fields(group[0].text)
	if n := c.starts("with", words); n > 0 && n < len(words) {
		group = slices.Clone(group)
		group[0].text = strings.Join(words[n:], " ")
	}
	return group
}

// measures takes a unit behind brackets for that of all that stands in them: "elements (C, Mn, Si) in %".
func (c *chunker) measures(p piece) bool {
	n := len(c.phrases) - 1
	words := strings.Fields(p.text)
	if n < 0 || len(words) < 2 || p.mark != markComma || p.comma || len(c.phrases[n].group) < 2 || !c.is("in", words[0]) {
		return false
	}
	if unit := strings.Join(words[1:], " "); unit != "%" && !c.is("percent", unit) && !c.is("unit", unit) {
		return false
	}
	c.phrases[n].kind = typeNumber
	return true
}

// forEachBehind is where "for each" stands with a noun that columns in brackets follow, behind what is asked of it as a whole: "what was
// charged for each service (hours, rate)".
func (c *chunker) forEachBehind(q phrase, words []string) (at, n int) {
	for at = 1; at < len(words)-1 && len(q.group) > 1; at++ {
		if n := c.starts("each", words[at:]); n > 1 && len(words)-at-n <= 2 && len(words) > at+n {
			return at, n
		}
	}
	return 0, 0
}

// leastPer is how many columns follow a noun at least that "per" opens.
const leastPer = 2

// perNoun reports whether a piece is "per" and a noun alone, of which what follows is asked: "por guía, número, piezas y peso".
func (c *chunker) perNoun(q phrase, words []string) bool {
	if len(words) < 2 || len(words) > 3 || c.starts("asks", words) > 0 || c.is("whichone", words[1]) || !c.is("per", words[0]) || c.is("ends", words[0]) || q.asked || q.group != nil || c.article(words[1]) || c.is("unit", words[1:]...) {
		return false
	}
	follow := 0
	for _, p := range c.rest {
		if p.mark > markAnd {
			break
		}
		follow++
	}
	return (q.mark != markAnd || q.comma) && follow >= leastPer
}

// perChoice appends amounts that are asked for by kind as a list: "rates per container type (20GP, 40HC)". It reports whether they are.
func perChoice(c *chunker, q phrase, words []string) bool {
	at := slices.IndexFunc(words, func(w string) bool { return c.is("per", w) || c.is("by", w) })
	if at < 1 || at+1 >= len(words) || at > maxOwner || q.quant > unsaid || c.starts("asks", words) > 0 {
		return false
	}
	amounts, kind := c.withoutArticle(words[:at]), c.withoutArticle(words[at+1:])
	noun := headOf(folded(amounts), c.tongue)
	kind, with, asked := c.parted(kind)
	if !plural(value.Fold(amounts[noun])) || c.typed(amounts) != typeNumber || !c.is("choice", c.head(kind)) {
		return false
	}
	amount := phrase{words: slices.Clone(amounts), mark: markComma}
	amount.words[noun] = c.words.singular(value.Fold(amounts[noun]))
	of := phrase{words: kind, inner: q.inner, group: q.group, told: strings.Join(kind, " ")}
	q.words, q.quant, q.colon, q.inner, q.group = amounts, several, false, "", []phrase{of, amount}
	if with != nil {
		q.group = append(q.group, phrase{words: c.withoutArticle(asked), mark: markComma})
	}
	q.byKind = true
	c.phrases = append(c.phrases, q)
	return true
}

// ofKind takes what "with" asks of amounts by kind as another column of them: "…, with currency and validity". It reports whether it is.
func ofKind(c *chunker, p piece) bool {
	n := len(c.phrases) - 1
	words := strings.Fields(p.text)
	if n < 0 || !c.phrases[n].byKind || p.comma || p.colon || p.group != nil || p.mark > markAnd {
		return false
	}
	m := c.starts("with", words)
	if m == 0 && p.mark != markAnd || m == len(words) || m > 0 && p.mark == markAnd {
		return false
	}
	c.phrases[n].group = append(c.phrases[n].group, phrase{words: c.withoutArticle(words[m:]), told: p.text, mark: markComma})
	return true
}

// endsHere reports whether an enumeration ends with the piece that is read.
func (c *chunker) endsHere() bool { return len(c.rest) == 0 || c.rest[0].mark >= markSemi }

// opensColumn reports whether the second of two words behind "for each" is the first column: it is a noun of a field that the first,
// which none is, does not qualify, and more follow.
func (c *chunker) opensColumn(words []string) bool {
	return len(words) == 2 && !c.tongue.headFirst && len(c.rest) > 0 && c.rest[0].mark == markComma && c.is("personal", words[1]) && c.typed(words[:1]) == "" && !plural(value.Fold(words[0]))
}
