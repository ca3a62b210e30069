package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// phrase is one noun phrase of a request, with what its function words say of it.
type phrase struct {
	words   []string // as written, without article and quantifier
	told    string   // the piece it stands in, for the description
	mark    mark     // what stands before it
	comma   bool     // a comma stands before it, whatever joins it too
	colon   bool     // a colon follows
	asked   bool     // a question mark follows
	inner   string   // what stands in brackets behind it, as written
	group   []phrase // the same, read
	quant   quantity // how many of it are asked for
	opens   string   // the word behind it that asks for what follows: "with"
	inside  bool     // it stands behind such a word
	article bool     // an article stands before it
	theirs  string   // the possessive before it: "its"
	owner   []string // whose it is: "the seller's name"
	after   bool     // "at the bottom": it is of the document, not of the lines
	turned  bool     // it is the noun of the columns before it: "the code and price of every product"
	kind    string   // its type, where a question or a word beside it says so
	doer    string   // what the one did whom a question asks for: "who signed it"
	answer  bool     // it answers a question
	one     bool     // its words belong together
	byKind  bool     // they are amounts by kind: "rates per container type"
	half    bool     // it was one with the phrase before: "net and gross weight"
}

// quantity is how many of a noun are asked for.
type quantity byte

const (
	unsaid  quantity = iota
	several          // "a list of", "all"
	every            // "each"
	forEach          // "for each": what follows is asked of it
)

// plain reports whether a phrase is a noun alone, which may share words with its neighbour.
func (p *phrase) plain() bool { return p.group == nil && p.quant == unsaid && len(p.words) > 0 }

// chunker cuts the pieces of a request into noun phrases.
type chunker struct {
	lexicon
	phrases []phrase
	rest    []piece // pieces behind the one that is read
	said    int     // phrases of the clause that is read
	first   bool    // nothing was read yet
	asking  bool    // the sentence begins as a question
	carried mark    // the mark before pieces that were no phrases
}

func (c *chunker) read(all []piece, inBrackets bool) []phrase {
	c.first = !inBrackets
	all = c.chosen(all)
	for i, p := range all {
		if p.mark >= markSemi {
			c.said = 0
		}
		c.rest = all[i+1:]
		if words := strings.Fields(p.text); p.mark == markSentence {
			c.asking = c.starts("asks", words) > 0 || c.starts("modal", words) > 0 || c.is("copula", words[0])
		}
		before := len(c.phrases)
		c.piece(p, !inBrackets && (p.mark == markSentence || c.said == 0))
		for _, q := range c.phrases[before:] {
			if c.starts("prose", q.words) == 0 {
				c.said++
			}
		}
		c.first = c.first && len(c.phrases) == 0 && !p.colon
	}
	return c.phrases
}

// piece reads one piece: it takes off what says nothing of fields, and cuts the rest at its function words.
func (c *chunker) piece(p piece, opening bool) {
	if c.hinted(p) || c.measures(p) || ofKind(c, p) {
		return
	}
	if words := strings.Fields(p.text); p.asked && !c.asking && len(words) > 1 && c.is("verb", words[0]) { // requires a permit?
		c.phrases = append(c.phrases, phrase{told: p.text, mark: max(p.mark, c.carried), comma: p.comma, words: words, kind: typeBoolean})
		return
	}
	q := phrase{told: p.text, mark: max(p.mark, c.carried), comma: p.comma, colon: p.colon, asked: p.asked, inner: p.inner}
	c.carried = q.mark
	words := c.framed(c.opened(strings.Fields(p.text), p, opening), p)
	beyond := p.plus || c.starts("beyond", words) > 0
	words, q.after = c.stripped(words, opening)
	q.after = q.after || beyond
	quant, _ := c.quantifier(words)
	if !c.answered(words) && (quant == unsaid || c.ofDocument(words)) {
		before := len(words)
		if words = c.withoutDocument(words, p, opening); len(words) < before {
			words, _ = c.stripped(words, opening) // from our invoices I need
		}
	}
	if p.group != nil {
		inner := chunker{lexicon: c.lexicon}
		q.group = inner.read(c.withoutWith(p.group), true)
	}
	if len(words) == 0 {
		if c.fieldsIn(q.group) { // invoice (number, date)
			for i := range q.group {
				q.group[i].mark = max(q.group[i].mark, markComma)
			}
			q.group[0].mark = p.mark
			c.phrases = append(c.phrases, q.group...)
		}
		return
	}
	if c.starts("everything", words) == len(words) {
		return
	}
	c.cut(q, words)
	c.carried = markComma
}

// hinted takes a type that follows a colon for one in brackets: "hazardous: boolean".
func (c *chunker) hinted(p piece) bool {
	n := len(c.phrases) - 1
	said := c.words.said(value.Fold(p.text)) // "number" may be the first of several fields
	if n < 0 || !c.phrases[n].colon || !c.phrases[n].plain() || p.group != nil || said != typeBoolean && said != typeInteger {
		return false
	}
	c.phrases[n].colon, c.phrases[n].kind = false, said
	return true
}

// cut appends a phrase, and the one that is asked of it: "items with description", "each item's code".
func (c *chunker) cut(q phrase, words []string) {
	if len(words) == 0 {
		return
	}
	if m, n := c.starts("with", words), len(c.phrases); m > 0 && len(words) > m && n > 0 && q.mark <= markAnd && !c.asksWith(words) {
		if c.phrases[n-1].quant > unsaid || c.lines(c.phrases[n-1].words...) { // "…, each with its name"
			c.phrases[n-1].opens = strings.Join(words[:m], " ")
			q.inside, q.mark = true, markComma
			c.cut(q, words[m:])
			return
		}
	}
	quant, n := c.quantifier(words)
	if m := c.starts("goods", words); quant == unsaid && m > 2 && (m < len(words) || q.group != nil) {
		quant = several // what was bought (name, price)
	}
	if perChoice(c, q, words) {
		return
	}
	if at, n := c.forEachBehind(q, words); at > 0 {
		q.colon = false
		if c.columns(q, words[at+n:], forEach) {
			return
		}
	}
	if quant == unsaid && c.perNoun(q, words) {
		words, quant, n = words[1:], forEach, 0
	}
	if quant == unsaid && c.inLines(q, words) {
		words, quant, n = words[2:], forEach, 0 // en las partidas el código
	}
	if quant > unsaid && n+1 < len(words) && c.is("oneof", words[n]) { // por cada una el folio
		words = slices.Concat([]string{c.tongue.says("items")}, words[n+1:])
		n = 0
	}
	if quant == forEach && c.opensColumn(words[n:]) { // for each seafarer surname, given names
		words = slices.Concat(words[:n+1], []string{c.tongue.says(roleArticle)}, words[n+1:])
	}
	if quant > unsaid && c.columns(q, words[n:], quant) {
		return
	}
	for len(words) > 1 && c.article(words[0]) {
		words, q.article = words[1:], true
	}
	words = c.withoutClause(words)
	if len(words) > 1 && c.is("possessive", words[0]) {
		q.theirs, words = value.Fold(words[0]), words[1:]
	}
	if c.asks(&q, words) {
		c.possessed(&q)
		c.phrases = append(c.phrases, q)
		return
	}
	if at, n := c.middle(words); at > 0 { // quantity of every product
		noun := q
		noun.words, noun.quant, noun.turned, noun.mark = c.withoutArticle(words[at+n:]), forEach, true, markComma
		q.colon, q.group, q.inner = false, nil, ""
		c.cut(q, words[:at])
		c.phrases = append(c.phrases, noun)
		return
	}
	if head, with, asked := c.parted(words); with != nil && !c.is("taxes", c.withoutArticle(asked)...) {
		c.split(q, head, with, asked)
		return
	}
	if c.whetherAsked(q, words) {
		q.kind = typeBoolean
	}
	q.words = words
	c.possessed(&q)
	c.phrases = append(c.phrases, q)
}

// split appends a phrase and what stands behind "with"; brackets stay with the last.
func (c *chunker) split(q phrase, head, with, asked []string) {
	first := q
	first.words, first.opens = head, strings.Join(with, " ")
	first.colon, first.group, first.inner = false, nil, ""
	first.words = head
	c.asks(&first, head)
	if head, done := c.withoutDone(first.words); done && c.typed(head) == "" {
		first.words = head
	}
	c.possessed(&first)
	c.phrases = append(c.phrases, first)
	c.cut(phrase{told: q.told, mark: markComma, colon: q.colon, asked: q.asked, group: q.group, inner: q.inner, inside: true}, asked)
}

// quantifier is how many are asked for by the words at the beginning, and how many words say so.
func (c *chunker) quantifier(words []string) (quantity, int) {
	if n := c.starts("each", words); n > 0 && n < len(words) && n >= c.starts("asks", words) {
		if n > 1 || c.is("per", words[0]) {
			return forEach, n
		}
		return every, n
	}
	n := 0
	for n < len(words) && c.article(words[n]) && c.starts("listof", words[n:]) == 0 {
		n++
	}
	if d, at := c.document(words[n:]); at == 0 && c.words.leading("listof", d.words) > 0 {
		return unsaid, 0 // lista de empaque
	}
	if m := c.starts("listof", words[n:]); m > 0 && n+m < len(words) {
		n += m
		if m := c.starts("allof", words[n:]); m > 0 && n+m < len(words) {
			n += m
		}
		return several, n
	}
	m := c.starts("allof", words)
	if m > 0 && m+1 < len(words) && c.is("possessive", words[m]) {
		m++ // all its containers
	}
	if m > 0 && m < len(words) && plural(value.Fold(words[m])) && (c.lines(words[m]) || c.starts("with", words[m+1:]) > 0) {
		return several, m // all transactions
	}
	if len(words) > 2 && c.is("whichone", words[0]) && plural(value.Fold(words[1])) && c.acts(words[len(words)-1]) && len(words) <= 4 {
		return several, 1 // which trucks passed
	}
	if len(words) > 1 && c.is("whichone", words[0]) && c.lines(words[1]) && plural(value.Fold(words[1])) && !(len(words) == 3 && c.is("copula", words[2])) {
		return several, 1
	}
	return unsaid, 0
}

// inLines reports whether words say that what follows stands in lines: "en las partidas el código, …", "for the passengers the name".
func (c *chunker) inLines(q phrase, words []string) bool {
	if len(words) < 3 || !c.is("place", words[0]) || !c.article(words[1]) || c.is("contraction", words[0]) || !plural(value.Fold(words[2])) {
		return false
	}
	if _, at := c.document(words[2:]); at == 0 {
		return false
	}
	if len(words) == 3 {
		return q.colon && c.lines(words[2])
	}
	return len(words) > 4 && c.article(words[3]) && !plural(value.Fold(words[3]))
}

// ofDocument reports whether each of a document is asked for, which is no line: "of each invoice".
func (c *chunker) ofDocument(words []string) bool {
	quant, n := c.quantifier(words)
	rest := c.withoutArticle(words[n:])
	d, at := c.document(rest)
	if behind := rest[min(len(d.words), len(rest)):]; at == 0 && len(behind) > 1 && c.is("done", behind[0]) && c.starts("with", behind[1:]) > 0 {
		return false // each certificate mentioned with its number
	}
	return quant > unsaid && at == 0 && !c.lines(rest[0]) && !(len(rest) > len(d.words) && c.lines(rest[len(d.words)]))
}

// columns appends the noun behind a quantifier and what is asked of it in the same piece. It reports whether there is a noun.
func (c *chunker) columns(q phrase, words []string, quant quantity) bool {
	for len(words) > 1 && (c.article(words[0]) || c.is("possessive", words[0])) {
		if c.is("possessive", words[0]) {
			q.theirs = value.Fold(words[0])
		}
		words = words[1:]
	}
	if len(words) == 0 || len(words) == 1 && c.is("unit", words[0]) && !c.lines(words[0]) {
		return false
	}
	end, skip, with := c.nounEnd(words)
	noun, rest := words[:end], words[end+skip:]
	q.quant = quant
	if goods, done := c.withoutDone(noun); done && !c.lines(noun...) {
		noun = goods
	}
	q.words = noun
	if with != "" {
		q.opens = with
	}
	rest = c.beyondPlace(rest, q, &q.opens)
	if n := len(rest); n > 0 && n <= 2 && (c.is("done", rest[n-1]) || c.acts(rest[n-1])) && (n == 1 || c.is("copula", rest[0]) || c.is("asker", rest[0])) {
		rest = nil // payments made, which goods are covered
	}
	if len(rest) == 0 {
		c.phrases = append(c.phrases, q)
		return true
	}
	asked := phrase{told: q.told, mark: markComma, colon: q.colon, asked: q.asked, group: q.group, inner: q.inner, inside: true}
	q.colon, q.group, q.inner = false, nil, ""
	c.phrases = append(c.phrases, q)
	rest, _ = c.stripped(rest, true)
	c.cut(asked, rest)
	return true
}

// nounEnd is where a noun ends, how many function words follow it, and the one that asks for what comes: before "with", an article,
// a possessive, a preposition, or after a noun of lines.
func (c *chunker) nounEnd(words []string) (end, skip int, with string) {
	for i := range words {
		if owner, ok := cutPossessive(words[i]); ok {
			words[i] = owner
			return i + 1, 0, "'s"
		}
		if i == 0 {
			continue
		}
		if n := c.starts("with", words[i:]); n > 0 && i+n < len(words) {
			return i, n, strings.Join(words[i:i+n], " ")
		}
		ofBefore := c.is("of", words[i-1])
		if (c.article(words[i]) && !ofBefore) || c.is("possessive", words[i]) || c.starts("lead", words[i:]) > 0 && !c.lines(words[i]) || c.is("place", words[i]) && i+1 < len(words) && (c.article(words[i+1]) || c.is("possessive", words[i+1]) || c.is("contraction", words[i])) {
			return i, 0, ""
		}
	}
	for n := min(4, len(words)); n > 0; n-- {
		if c.lines(words[:n]...) {
			if n < len(words) && !c.tongue.headFirst && !c.tongue.joined && c.lines(words[n]) && !(n+1 < len(words) && c.typed(words[n:n+2]) == typeString) { // goods item, and not item commodity code
				n++
			}
			return n, 0, ""
		}
	}
	return len(words), 0, ""
}

// withoutDone takes off what was done with goods, behind their noun: "items delivered".
func (c *chunker) withoutDone(words []string) ([]string, bool) {
	if n := len(words); n > 1 && (c.is("done", words[n-1]) || c.acts(words[n-1])) {
		return words[:n-1], true
	}
	return words, false
}

// withoutClause takes off what is told of goods behind their noun: "the goods that were sold", "los productos que se compraron".
func (c *chunker) withoutClause(words []string) []string {
	for i := 1; i+1 < len(words); i++ {
		if c.is("that", words[i]) && c.lines(words[:i]...) {
			return words[:i]
		}
	}
	return words
}

// mostPlace is how many words say at most where the lines of a list stand.
const mostPlace = 6

// beyondPlace skips where the lines stand, up to what is asked of them: "of the invoice I need", "on the payroll with".
func (c *chunker) beyondPlace(words []string, q phrase, opens *string) []string {
	if len(words) > 1 && c.is("contraction", words[0]) {
		words = slices.Concat(words[:1], []string{c.tongue.says(roleArticle)}, words[1:]) // del estado de cuenta
	}
	if len(words) < 2 || !c.is("place", words[0]) || !c.article(words[1]) && !c.is("possessive", words[1]) {
		return words
	}
	if d, at := c.document(words[2:]); at == 0 && len(d.words)+2 <= len(words) {
		rest := words[2+len(d.words):] // of the packing list the …
		if n := c.starts("with", rest); n > 0 {
			*opens = strings.Join(rest[:n], " ")
			return rest[n:]
		}
		if len(rest) > 0 && c.is("of", rest[0]) || len(rest) > 1 && c.is("place", rest[0]) {
			return c.beyondPlace(rest, q, opens)
		}
		return rest
	}
	for i := 2; i < min(len(words), mostPlace); i++ {
		if n := c.starts("with", words[i:]); n > 0 {
			*opens = strings.Join(words[i:i+n], " ")
			return words[i+n:]
		}
		if n := c.starts("lead", words[i:]); n > 0 {
			return words[i+n:]
		}
	}
	follows := len(c.rest) > 0 && c.starts("with", strings.Fields(c.rest[0].text)) > 0
	if len(words) <= mostPlace && (q.colon || q.group != nil || follows) {
		return nil
	}
	return words
}

// middle is where a quantifier stands behind other words, and how many words it has: "quantity of every product".
func (c *chunker) middle(words []string) (at, n int) {
	for at = 1; at < len(words)-1; at++ {
		if n := c.starts("each", words[at:]); n > 1 && at+n < len(words) {
			noun := c.withoutArticle(words[at+n:])
			if len(noun) <= 2 && c.is("of", words[at]) && (c.typed(noun) == "" || c.typed(noun) == typeString) && !c.is("party", noun...) && !c.is("ofeach", words[at:]...) && !c.is("ofeach", words[at+1:]...) {
				return at, n // weight of every parcel
			}
			if len(noun) == 1 && at+n+1 >= len(words) && c.is("for", words[at]) && !c.is("ofeach", words[at:]...) && !c.is("ofeach", words[at+1:]...) && c.endsHere() && c.typed(noun) != typeNumber && !c.is("unit", noun...) {
				return at, n // …, flag and last port of call for each vessel
			}
			if len(noun) == 2 && !c.tongue.headFirst && c.lines(noun[1]) && c.is("for", words[at]) && c.endsHere() && c.typed(noun) != typeNumber && !c.is("ofeach", words[at+1:]...) {
				return at, n // …, value and license code for each commodity line
			}
			if c.lines(noun[0]) && (len(noun) == 1 || c.starts("with", noun[1:]) > 0) {
				return at, n
			}
		}
	}
	return 0, 0
}

// possessed takes the owner off a phrase: "the seller's name" is the name of the seller.
func (c *chunker) possessed(q *phrase) {
	for at, w := range q.words {
		owner, ok := cutPossessive(w)
		if !ok {
			continue
		}
		q.words = slices.Clone(q.words)
		q.words[at] = owner
		from := at
		for from > 0 && at-from < maxOwner && !c.article(q.words[from-1]) && !c.is("place", q.words[from-1]) {
			from--
		}
		q.owner = q.words[from : at+1]
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

// fieldsIn reports whether what stands in brackets behind the name of a document are its fields: most are known nouns.
func (l *lexicon) fieldsIn(group []phrase) bool {
	known := 0
	for _, g := range group {
		if len(g.words) > 0 && (l.typed(g.words) != "" || l.is("party", g.words...)) {
			known++
		}
	}
	return known > 1 && 2*known >= len(group)
}
