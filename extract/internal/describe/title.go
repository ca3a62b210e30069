package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// stripped takes off what says nothing of the field: "please give me", "also". after reports that it leaves the lines.
func (l *lexicon) stripped(words []string, opening bool) (rest []string, after bool) {
	before := len(words)
	for len(words) > 0 {
		if opening && len(words) < before && len(words) > 1 && l.is("speaker", words[0]) {
			words = words[1:] // get me
		}
		n := l.starts("after", words)
		after = after || n > 0 || len(words) > 1 && l.article(words[0]) && l.starts("after", words[1:]) > 0
		n = max(n, l.starts("also", words))
		if opening {
			n = max(n, l.starts("lead", words))
		}
		if opening && n == 0 && len(words) > 2 && !plural(words[0]) && l.is("listing", words[0]) && (l.starts("each", words[1:]) > 0 || l.starts("allof", words[1:]) > 0 || plural(value.Fold(words[1]))) {
			n = 1
		}
		if n == 0 && opening && l.article(words[0]) && len(words) > 1 && l.starts("lead", words[1:]) > 0 {
			n = 1
		}
		if about := l.starts("about", words); n == 0 && about > 0 && l.is("party", l.withoutArticle(words[about:])...) {
			n = about
		}
		if n == 0 || n == len(words) && l.typed(words) != "" && l.starts("lead", words) == 0 {
			break
		}
		if n < len(words) && l.lines(words[n-1]) { // "each line …" begins a list
			break
		}
		words = words[n:]
	}
	return words, after
}

// leastCommand is how many letters a verb has at least with the pronoun written to it.
const leastCommand = 4

// commands reports whether a word is an imperative of Spanish with who asks written to it: "dame", "sáquenme".
func (l *lexicon) commands(word string) bool {
	f := value.Fold(word)
	return l.tongue.headFirst && len(f) >= leastCommand && strings.HasSuffix(f, "me") && l.typed([]string{word}) == "" && !l.is("paper", f) && !l.lines(f)
}

// framed takes off a sentence that asks for a schema and names no field of it: "could you set up something for our lab reports?",
// "please create a schema for medical bills holding".
func (c *chunker) framed(words []string, p piece) []string {
	at := slices.IndexFunc(words, func(w string) bool { return c.is("schema", w) })
	modal := c.starts("modal", words) > 0
	asked := at < 0 && len(words) > 1 && c.commands(words[0])
	if at < 0 && !modal && !asked || !c.first {
		return words
	}
	if at >= 0 && c.typed(words[:at]) == "" || modal {
		if _, with, rest := c.parted(words); with != nil {
			return rest
		}
	}
	alone := p.colon || len(c.rest) > 0 && c.rest[0].mark >= markSemi
	if alone && (at >= 0 && at <= mostOpening/2 || p.asked || asked && c.typed(words[1:]) == "") {
		return nil
	}
	return words
}

// withoutDocument takes the mention of the document off a piece: a title, "from our invoices".
func (c *chunker) withoutDocument(words []string, p piece, opening bool) []string {
	if opening && c.titled(words, p) {
		return nil
	}
	if title, with, rest := c.parted(words); with != nil && c.first && p.mark == markSentence && c.papers(title) && c.follow(0) > 1 {
		return rest
	}
	d, at := c.document(words)
	if at < 0 {
		return c.untitled(words, p, opening)
	}
	end := at + len(d.words)
	if at == 0 && end < len(words) && c.words.types[strings.Join(folded(words), " ")] != "" {
		return words // bill to
	}
	switch {
	case at == 0 && end == len(words) && !c.first && !p.colon && p.mark < markSentence && p.group == nil:
		return words
	case opening && at <= 4 && (p.colon || end == len(words)) && (p.colon || !c.saysField(words[:at])):
		if c.starts("each", words[end:]) > 0 {
			return words[end:] // certificate of analysis for each batch:
		}
		return nil
	case opening && at <= 4 && (c.is("place", words[0]) || c.starts("each", words) > 0) && (at <= 3 || c.article(words[1]) || c.is("possessive", words[1])):
		return c.beyondQualifier(words[end:])
	case opening && at <= 3 && !c.saysField(words[:at]):
		if n := c.starts("with", words[end:]); n > 0 {
			return words[end+n:]
		}
		if _, _, rest := c.parted(words[end-1:]); rest != nil && c.is("place", words[end]) {
			return rest // factura de hotel con …
		}
	}
	for i := at - 1; i > 0 && at-i <= 4; i-- { // "… from our supplier invoices"
		if c.is("source", words[i]) && end >= len(words)-1 {
			return words[:i]
		}
	}
	return words
}

// titled reports whether the first piece is what a paper is called, which a mark parts from its fields: "Commission statement; agent
// name". Behind a comma or as a sentence of its own it has several words or stands in the plural, and several fields follow.
func (c *chunker) titled(words []string, p piece) bool {
	if len(words) == 0 || !c.first || p.mark != markSentence || p.group != nil || p.asked || len(c.rest) == 0 {
		return false
	}
	paper, next := c.is("paper", c.head(words)), c.rest[0].mark
	switch {
	case p.colon || next == markSemi:
		return paper || c.is("asker", words[0]) && len(c.rest) >= leastTitled // nos mandan presupuestos;
	case next == markSentence:
		return paper || c.follow(1) >= leastTitled && (len(words) > 1 || plural(value.Fold(words[0]))) && !c.lines(words...) && !c.is("party", words...) && c.names(words)
	}
	_, with, _ := c.parted(words)
	return with == nil && next == markComma && c.papers(words) && len(words) > 1 && len(c.rest) >= leastTitled
}

// papers reports whether words name a paper, and no field by the same noun.
func (l *lexicon) papers(words []string) bool {
	last := value.Fold(words[len(words)-1])
	return l.is("paper", l.head(words)) && l.words.noun([]string{l.head(words)}) == "" && (l.tongue.headFirst || l.words.noun([]string{last}) == "")
}

// names reports whether words may name papers in a sentence of their own: their noun is none of a field, or stands in the plural.
func (c *chunker) names(words []string) bool {
	return c.typed(words) == "" || plural(c.head(words))
}

// follow is how many pieces commas join behind the one that is read, from the piece at a place.
func (c *chunker) follow(from int) int {
	n := from
	for n < len(c.rest) && (n == from || c.rest[n].mark <= markAnd) {
		n++
	}
	if from == 1 && len(c.rest) > 1 && c.rest[1].mark > markAnd {
		return 0
	}
	return n - from
}

// beyondQualifier skips what qualifies a document: "of a supermarket".
func (c *chunker) beyondQualifier(words []string) []string {
	if len(words) > 1 && c.is("of", words[0]) {
		return words[2:]
	}
	if len(words) > 1 && c.is("copula", words[0]) {
		return words[1:] // what I need from it is …
	}
	return words
}

// leastTitled is how many fields follow a title at least that might be a field itself.
const leastTitled = 3

// untitled takes a heading off that names no document and ends with a colon: "Fields:", "Toll receipt:".
func (c *chunker) untitled(words []string, p piece, opening bool) []string {
	if !opening || len(words) == 0 || c.lines(words...) && plural(value.Fold(words[0])) || !p.colon || p.mark != markSentence || !c.first || len(p.group) > 0 || c.is("party", words...) {
		return words
	}
	if c.titles() || c.typed(words) == "" && c.guess(p.text) == "" {
		return nil
	}
	return words
}

// titles reports whether what follows a colon is an enumeration.
func (c *chunker) titles() bool {
	for i, p := range c.rest {
		if p.mark > markAnd {
			return i >= leastTitled
		}
	}
	return len(c.rest) >= leastTitled
}

// saysField reports whether words before the name of a document make it part of a field's name: "number of the invoice".
func (l *lexicon) saysField(words []string) bool {
	if len(words) == 0 {
		return false
	}
	return l.typed(words) != "" || l.words.is("attribute", value.Fold(words[len(words)-1]))
}
