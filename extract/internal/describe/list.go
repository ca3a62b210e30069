package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// list are the lines of which the columns are being named.
type list struct {
	name     string
	noun     []string
	items    *Object
	bySemi   bool   // its columns are separated by semicolons
	inColon  bool   // it was opened by a colon
	closed   bool   // an "and" has ended its enumeration
	articles bool   // its columns are named with articles
	owned    bool   // "with their price"
	every    bool   // "for each", which names no goods
	bracket  bool   // it stands in brackets
	plain    bool   // of it nothing is asked: "a list of damaged parts"
	twin     string // the lines before it that have the same columns, "" for none
}

// The weights of what makes a phrase the noun of a list: each sign of several, of lines and of columns; two are enough.
const (
	weighQuantified = 2
	weighTable      = 2
	weighSign       = 1
	weighParty      = -2
	enoughForList   = 2
)

// opensList reports whether a phrase names lines, and begins to read their columns.
func (r *reader) opensList(p phrase) bool {
	if len(p.words) == 0 || p.kind != "" || p.answer && p.opens == "" || r.list != nil && r.list.bracket {
		return false
	}
	noun, known, told := r.listNoun(p)
	if noun == nil || r.weighed(p, noun, known, told) < enoughForList {
		return false
	}
	twin := r.twin(p)
	r.close()
	r.list = &list{noun: noun, name: r.listName(noun), items: NewObject(), inColon: p.colon, twin: twin, every: p.quant == forEach}
	if r.list.plain = p.quant == several && !known && p.opens == "" && !p.colon && len(p.group) == 0 && turnsAway(r.rest); r.list.plain {
		r.close()
		return true
	}
	if len(p.group) > 0 {
		r.list.bracket = true
		r.sequence(p.group)
		r.list.bracket = false
		r.close()
		return true
	}
	if between := p.words[min(len(noun), len(p.words)):]; p.opens != "" && len(between) == 1 && r.typed(between) == typeString { // container numbers with …
		r.field(phrase{words: []string{r.words.singular(value.Fold(between[0]))}, told: p.told})
	}
	r.list.owned = p.opens != "" && p.opens != "'s" && strings.Join(noun, " ") != r.tongue.says("items") && !r.list.every
	if len(r.rest) > 0 && r.rest[0].mark <= markAnd {
		r.list.owned = r.list.owned || r.rest[0].theirs != ""
		r.list.articles = r.rest[0].article
	}
	return true
}

// turnsAway reports whether what follows a list is no column of it: nothing, or what an "and" behind a comma adds.
func turnsAway(rest []phrase) bool {
	return len(rest) == 0 || rest[0].mark > markAnd || rest[0].mark == markAnd && rest[0].comma
}

// listNoun is the noun of the lines that a phrase names, whether the vocabulary has it as one of lines, and whether a word tells that
// lines follow: "container list". It is nil where the phrase is a document or a sum.
func (r *reader) listNoun(p phrase) (noun []string, known, told bool) {
	words := p.words
	if n := len(words); n > 1 && r.is("listing", words[n-1]) && !r.is("party", words[:n-1]...) && r.typed(words[:n-1]) != typeNumber {
		words, told = words[:n-1], true
	}
	if p.quant == unsaid && r.is("unit", words[0]) && len(words) == 1 && !r.lines(words[0]) || r.tells(words) {
		return nil, false, false
	}
	if r.is("table", words[0]) && len(words) == 1 {
		return []string{r.tongue.says("items")}, true, false
	}
	if d, at := r.document(words); at == 0 && len(d.words) == len(words) && (len(words) > 1 || !r.lines(words...)) && p.quant == unsaid && len(p.group) == 0 && p.opens == "" {
		return nil, false, false
	}
	if r.lines(words...) {
		return words, true, told
	}
	if head := words[:len(words)-1]; len(head) > 0 && r.is("done", words[len(words)-1]) {
		words = head
	}
	for n := min(4, len(words)); n > 0; n-- {
		if r.lines(words[:n]...) {
			if n < len(words) && p.quant == unsaid && (p.opens == "" || len(words)-n > 1) {
				break // line total
			}
			if n < len(words) && !r.tongue.headFirst && !r.tongue.joined && r.lines(words[n]) {
				n++
			}
			return words[:n], true, told
		}
	}
	if len(words) == 2 && r.lines(words[1]) && (p.quant > unsaid || plural(value.Fold(words[1]))) && (!r.lines(words[0]) || r.words.singular(value.Fold(words[1])) == "line") {
		return words, true, told // invoice lines
	}
	if r.is("levy", words...) && plural(value.Fold(words[0])) {
		return words, true, told
	}
	if r.tongue.headFirst && len(words) == 2 && p.opens != "" && p.quant == unsaid && len(p.group) == 0 {
		words = words[:1] // documentos relacionados
	}
	return words, false, told
}

// weighed is how much speaks for lines.
func (r *reader) weighed(p phrase, noun []string, known, told bool) int {
	f := folded(noun)
	head := r.head(noun)
	t := r.typed(noun)
	count, types := r.columnsFollow()
	several := plural(head) && (t == "" || t == typeString || types[typeString] && types[typeNumber] || t == typeInteger && p.opens != "" && len(r.rest) > 0 && r.rest[0].theirs != "")
	sum := 0
	add := func(yes bool, weight int) {
		if yes {
			sum += weight
		}
	}
	table := len(p.group) > 1 && r.tabular(noun, p, known)
	mine := len(r.rest) > 0 && r.rest[0].theirs != "" && r.rest[0].mark <= markAnd
	theirs := mine && r.rest[0].mark == markAnd && plural(head) && len(p.group) == 0
	asks := theirs || p.opens != "" && (known || mine || several && (count > 1 || len(types) > 0))
	repeats := p.colon && len(r.rest) > 0 && len(r.rest[0].words) > 1 && r.words.singular(f[0]) == r.words.singular(value.Fold(r.rest[0].words[0]))
	columns := p.quant > unsaid || table || asks || p.colon && len(p.group) == 0
	alone := known && plural(f[len(f)-1]) && r.is("goods", p.words...) && r.list == nil && p.opens == "" && len(p.group) == 0 && !p.inside && r.describesNext()
	if !columns && !alone && !told {
		return 0
	}
	add(p.quant > unsaid, weighQuantified)
	add(table, weighTable)
	add(known, weighSign)
	add(told, weighSign)
	add(asks, weighSign)
	add(p.colon && len(p.group) == 0, weighSign)
	add(repeats, weighSign)
	add(several || alone, weighSign)
	add(p.quant == unsaid && (r.is("party", noun...) || r.is("party", head)) && !(plural(head) && (table || mine || p.opens != "" && len(r.rest) > 0 && !r.is("attribute", r.rest[0].words...))), weighParty)
	add(!known && !table && p.quant == unsaid && r.is("attribute", noun...), weighParty)
	return sum
}

// describesNext reports whether what follows goods that stand alone may be their columns: nothing follows in the enumeration, what is of
// the bill as a whole, or what says what they are. Else the goods are a field beside the others: "permit holder, goods, quota quantity".
func (r *reader) describesNext() bool {
	if len(r.rest) == 0 || r.rest[0].mark > markAnd || len(r.rest[0].words) == 0 {
		return true
	}
	next := r.rest[0]
	return r.starts("whole", next.words) > 0 || r.is("what", r.head(next.words)) || next.theirs != "" || next.kind != "" || r.named == 0
}

// columnsFollow is how many nouns follow in the same enumeration, and of which types the first are that are known.
func (r *reader) columnsFollow() (count int, types map[string]bool) {
	types = map[string]bool{}
	known := true
	for _, p := range r.rest {
		if p.mark > markAnd || len(p.words) == 0 || p.quant > unsaid {
			break
		}
		count++
		if t := r.typed(p.words); t == "" {
			known = false
		} else if known {
			types[t] = true
		}
	}
	return count, types
}

// tabular reports whether brackets hold columns: most of them are known nouns, and not all of them amounts, which would be parts.
func (r *reader) tabular(noun []string, p phrase, line bool) bool {
	known, amounts, texts := 0, 0, 0
	for _, g := range p.group {
		if len(g.words) == 0 || g.mark == markAnd && slices.ContainsFunc(g.words, r.or) {
			return false
		}
		if r.typed(g.words) != "" {
			known++
		}
		switch r.typeOf(g.words) {
		case typeNumber:
			amounts++
		case typeString:
			texts++
		}
	}
	if line && r.lines(noun...) {
		return true
	}
	for _, head := range []string{r.head(noun), value.Fold(noun[len(noun)-1])} {
		if len(p.group) > 2 && plural(head) && !r.is("heading", head) && r.words.noun([]string{head}) != typeNumber && slices.ContainsFunc(p.group, func(g phrase) bool { return strings.Join(folded(g.words), " ") == r.words.singular(head) }) {
			return true // parameters (parameter, unit, result)
		}
	}
	if !plural(r.head(noun)) && (amounts == len(p.group) || len(p.group)-texts < 2) { // consumption (dish, quantity, price)
		return false
	}
	enough := 2*known >= len(p.group)
	switch {
	case len(r.ends(&p)) == 2:
		return false // period (start, end)
	case slices.ContainsFunc(p.group, func(g phrase) bool { return slices.ContainsFunc(g.words, r.or) }):
		enough = 2*known > len(p.group) // and not: open, closed or pending
	case r.typed(noun) == typeNumber && plural(r.head(noun)) && r.is("what", p.group[0].words...):
		enough = true // taxes (name, current, YTD)
	case r.typed(noun) == typeNumber:
		enough = 2*known > len(p.group) // and not: taxes (DTA, VAT)
	case plural(r.head(noun)):
		enough = true
	}
	return enough && amounts < len(p.group)
}

// tells reports whether one of several words only says that something follows: "bank details".
func (l *lexicon) tells(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return l.is("details", w) })
}

// twin takes back the lines named just before another's, joined to them by an "and" alone, as a field: they have the same columns.
// It is "" for none.
func (r *reader) twin(p phrase) string {
	n := len(r.clause)
	if p.mark != markAnd || p.comma || r.list != nil || n == 0 {
		return ""
	}
	name := r.clause[n-1]
	if before := r.root.Properties.get(name); before == nil || before.Items != nil || !plural(name) || !r.is("line", name) {
		return ""
	}
	r.root.Properties.remove(name)
	r.clause = r.clause[:n-1]
	return name
}

// borders ends lists and groups where a mark or a word does.
func (r *reader) borders(p phrase) {
	if p.mark >= markSemi {
		r.party, r.clause = nil, nil
	}
	l := r.list
	if l == nil || l.bracket || p.half || len(p.words) == 0 {
		return
	}
	named := l.items.Properties.Len()
	if p.mark == markSemi && named == 1 && l.inColon {
		l.bySemi = true
	}
	article := p.article
	whole := r.starts("whole", p.words) > 0 && !(r.is("levy", l.noun...) && r.is("levied", p.words...)) && !r.taxOf(p.words)
	switch {
	case p.inside && named == 0, r.ofEach(p):
		return
	case p.answer && whole && named > 0: // how it was paid
		r.close()
		return
	case named > 0 && r.starts("bill", p.words) > 0: // items with price, tip: of the bill as a whole
	case p.after, p.mark == markSentence, p.mark == markSemi && !l.bySemi:
		r.close()
		return
	}
	switch {
	case named > 0 && r.starts("bill", p.words) > 0,
		p.mark == markAnd && article && whole && !l.articles,
		l.closed && (p.comma || p.mark == markComma && !p.inside || article || whole),
		l.owned && named > 0 && !l.closed && p.theirs == "" && (whole && p.comma && !r.counterpart(p.words) || p.kind != "" && p.doer == "" && r.list.closed):
		r.close()
	}
}

// taxOf reports whether words are the tax on something, which lines may have: "VAT on interest".
func (l *lexicon) taxOf(words []string) bool {
	n := l.starts("taxes", words)
	return n > 0 && n+1 < len(words) && (l.is("of", words[n]) || l.is("place", words[n])) && l.starts("whole", words[n+1:]) == 0 && !l.article(words[n+1])
}

// ofEach reports whether a phrase says that each line has it: "the reason for each", "whether each is new".
func (r *reader) ofEach(p phrase) bool {
	for i := 1; i < len(p.words); i++ {
		if r.is("ofeach", p.words[i:]...) {
			return true
		}
	}
	return p.kind == typeBoolean && (p.inside || p.mark <= markAnd && r.list.every && r.is("pronoun", p.theirs))
}

// counterpart reports whether a column of the list is the opposite of what words name: net pay beside gross pay.
func (r *reader) counterpart(words []string) bool {
	f := folded(words)
	for name := range r.list.items.Properties.All() {
		own := strings.Split(name, "_")
		if n := len(own) - 1; n == len(f)-1 && n > 0 && (own[n] == f[n] && r.words.opposite(own[0], f[0]) || own[0] == f[0] && r.words.opposite(own[n], f[n])) {
			return true
		}
	}
	return false
}

// close ends the list: one of which nothing is named has what lines usually have.
func (r *reader) close() {
	l := r.list
	if l == nil {
		return
	}
	r.list = nil
	named := l.items.Properties.Len()
	if named == 0 && !l.plain {
		r.usualLines(l)
	}
	if named == 0 && l.plain && l.items.Properties.Len() == 0 {
		r.put(l.name, &Property{Type: typeArray, Items: &Object{Type: typeString}})
		return
	}
	if l.owned && (!r.is("line", l.noun...) || l.twin == "" && bare(l.items)) && (!l.every || r.is("goods", l.noun...)) && !r.saysWhat(l.items, folded(l.noun)) {
		r.describeGoods(l)
	}
	if l.items.Properties.Len() == 0 {
		return
	}
	if named == 0 {
		r.named--
	}
	if l.twin != "" {
		r.put(l.twin, &Property{Type: typeArray, Items: l.items})
	}
	r.put(l.name, &Property{Type: typeArray, Items: l.items})
	r.last = l.items
}

// bare reports whether one column that is no text is all that is asked of the lines: nothing tells them apart.
func bare(items *Object) bool {
	for _, p := range items.Properties.All() {
		return items.Properties.Len() == 1 && p.Type != typeString
	}
	return false
}

// saysWhat reports whether a column names the goods themselves.
func (r *reader) saysWhat(items *Object, noun []string) bool {
	for name := range items.Properties.All() {
		words := strings.Split(name, "_")
		if r.words.leading("tariff", words) > 0 {
			continue // what it is classified as says not what it is
		}
		if slices.ContainsFunc(noun, func(w string) bool { return r.words.singular(w) == name }) {
			return true // port calls with port
		}
		if slices.ContainsFunc(words, func(w string) bool { return r.words.roles["what"][w] }) {
			return true
		}
	}
	return false
}

// usualLines names what lines usually have.
func (r *reader) usualLines(l *list) {
	text := r.words.usual(r.kind, r.tongue.name)
	if r.is("booked", l.noun...) {
		text = r.words.usual("bank_statement", r.tongue.name)
	}
	if text == "" {
		text = r.words.usual("quotation", r.tongue.name)
	}
	usual := &reader{lexicon: r.lexicon, root: NewObject()}
	usual.read(text)
	for _, p := range usual.root.Properties.All() {
		if p.Items != nil {
			l.items.Properties = p.Items.Properties
		}
	}
}

// describeGoods puts the description of the goods before their other columns: "the items with their price".
func (r *reader) describeGoods(l *list) {
	columns := newFields()
	columns.Put(r.tongue.says("description"), &Property{Type: typeString, Description: sentence(strings.Join(l.noun, " "))})
	for n, p := range l.items.Properties.All() {
		columns.Put(n, p)
	}
	l.items.Properties = columns
}
