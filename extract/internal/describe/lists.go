package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// opens reports whether a piece begins a list, and gives what follows in it.
func (r *request) opens(words []string, p piece) (rest []string, opened bool) {
	f := folded(words)
	if len(words) == 0 || p.asked && r.words.leading("asks", f) > 1 { // ¿por qué …?
		return words, false
	}
	if r.list != nil && r.list.items.Properties.Len() == 0 { // "…, each with its name"
		if n := r.words.leading("with", f); n > 0 {
			return r.columns(words[n:]), true
		}
	}
	noun, rest, said := r.lineNoun(words, p)
	if !said || len(p.group) > 0 && r.tells(f) {
		return words, false
	}
	if len(rest) > 0 && r.words.is("done", value.Fold(rest[0])) {
		rest = rest[1:] // every item bought
	}
	rest = r.beyondPlace(rest, p)
	twin := r.twin(p)
	if r.list != nil && r.list.bracket {
		return words, false
	}
	r.close()
	r.list = &scope{noun: noun, items: NewObject(), inColon: p.colon, twin: twin}
	if between := r.between(words, noun, rest); len(between) > 0 {
		r.field(piece{text: strings.Join(between, " ")}) // container numbers with …
	}
	n := r.words.leading("with", folded(rest))
	r.list.owned = n > 0 && noun != r.tongue.says("items") && r.words.leading("each", f) < 2 // not "for each"
	r.list.each = r.words.leading("each", f) > 1
	r.list.name = r.listName(noun)
	if len(p.group) > 0 {
		r.list.bracket = true
		r.sequence(p.group)
		r.list.bracket = false
		r.close()
		return nil, true
	}
	return r.columns(rest), true
}

// mostPlace is how many words say at most where the lines of a list stand.
const mostPlace = 6

// beyondPlace skips where the lines stand, up to what is asked of them: "of the invoice I need", "on the payroll with".
func (r *request) beyondPlace(words []string, p piece) []string {
	if len(words) > 1 && r.words.is("contraction", value.Fold(words[0])) {
		words = append([]string{words[0], r.tongue.says(roleArticle)}, words[1:]...) // del estado de cuenta
	}
	if len(words) < 2 || !slices.Contains(prepositions, value.Fold(words[0])) || !r.article(words[1]) && !r.possessive(words[1]) {
		return words
	}
	f := folded(words)
	if d, at := r.words.document(f[2:], r.tongue.name); at == 0 && len(d.words)+2 < len(f) {
		return words[2+len(d.words):] // of the packing list the …
	}
	for i := 2; i < min(len(words), mostPlace); i++ {
		if r.words.leading("with", f[i:]) > 0 || r.words.leading("lead", f[i:]) > 0 {
			return words[i:]
		}
	}
	if follows := len(r.rest) > 0 && r.words.leading("with", folded(strings.Fields(r.rest[0].text))) > 0; len(words) <= mostPlace && (p.colon || p.group != nil || follows) {
		return nil
	}
	return words
}

// between returns the property that a list's own name asks of its lines, in the singular: the numbers of "container numbers with seals".
func (r *request) between(words []string, noun string, rest []string) []string {
	f := folded(words[:len(words)-len(rest)])
	own := folded(strings.Fields(noun))
	at := indexOf(f, own)
	if at < 0 || r.words.leading("with", folded(rest)) == 0 {
		return nil
	}
	f = f[at+len(own):]
	if len(f) != 1 || r.words.typeAt(f, r.tongue) != typeString {
		return nil
	}
	return []string{r.words.singular(f[0])}
}

// twin takes back the lines named just before another's, joined to them by an "and" alone, as a field: they have the same columns.
// It is "" for none.
func (r *request) twin(p piece) string {
	n := len(r.clause)
	if p.mark != markAnd || p.comma || r.list != nil || n == 0 {
		return ""
	}
	name := r.clause[n-1]
	if before := r.root.Properties.get(name); before == nil || before.Items != nil || !plural(name) || !r.words.is("line", name) {
		return ""
	}
	r.root.Properties.remove(name)
	r.clause = r.clause[:n-1]
	return name
}

// columns begins the enumeration of a list.
func (r *request) columns(words []string) []string {
	if n := r.words.leading("with", folded(words)); n > 0 {
		words = words[n:]
	}
	words = words[r.leads(words):] // for each line I need the …
	if len(words) == 0 {
		return nil
	}
	r.list.owned = r.list.owned || r.possessive(words[0])
	r.list.articles = r.article(words[0])
	return words
}

// lineNoun finds what a list is of: "for each container …", "list of goods …", "items with …",
// "transactions (…)".
func (r *request) lineNoun(words []string, p piece) (noun string, rest []string, ok bool) {
	f := folded(words)
	n := r.words.leading("each", f)
	each := n > 0
	if !each {
		for n < len(words) && r.article(words[n]) && r.words.leading("listof", f[n:]) == 0 {
			n++
		}
		if d, at := r.words.document(f[n:], r.tongue.name); at == 0 && r.words.leading("listof", d.words) > 0 {
			return "", nil, false // lista de empaque
		}
		if m := r.words.leading("listof", f[n:]); m > 0 {
			n += m
			each = true
		}
	}
	if _, at := r.words.document(f[n:], r.tongue.name); at == 1 && !each {
		return "", nil, false // purchase invoices
	}
	if m := r.words.leading("allof", f); m > 0 && m < len(f) && plural(f[m]) && r.lines(f[m:m+1]) {
		n, each = m, true // all transactions
	}
	if n+1 < len(f) && slices.Contains([]string{"que", "what", "which", "cuales"}, f[n]) && r.lines(f[n+1:n+2]) && (n+3 != len(f) || !slices.Contains(copulas, f[n+2])) {
		n++
		each = true
	}
	for n < len(words) && (r.article(words[n]) || r.possessive(words[n]) && r.lines(f[len(f)-1:])) {
		each = each || r.possessive(words[n])
		n++
	}
	if n >= len(words) {
		return "", nil, false
	}
	if d, at := r.words.document(f[n:], r.tongue.name); at == 0 && (each && !r.lines(f[n:n+1]) || len(d.words) > 1 && len(d.words) == len(f)-n) {
		return "", nil, false // of each invoice, or purchase order: the document itself
	}
	if r.words.is("table", f[n]) && (n+1 == len(f) && p.colon || r.words.leading("with", f[n+1:]) > 0) { // a table with …
		return r.tongue.says("items"), words[n+1:], true
	}
	if m := r.words.leading("goods", f); m > 2 && m < len(words) { // what was bought with its price
		return strings.Join(words[:m], " "), words[m:], true
	}
	known := 0
	for m := min(4, len(words)-n); m > 0; m-- {
		if r.lines(f[n : n+m]) {
			known = m
			if n+m < len(f) && slices.Contains([]string{"list", "table", "details", "detail"}, f[n+m]) {
				return strings.Join(words[n:n+m], " "), words[n+m+1:], true
			}
			break
		}
		if m == 2 && r.lines(f[n+1:n+2]) && (each || plural(f[n+1])) && (!r.lines(f[n:n+1]) || r.words.singular(f[n+1]) == "line") {
			known = 2 // invoice lines
			break
		}
	}
	if n+known+1 == len(f) && known > 0 && len(p.group) > 0 && r.words.is("done", f[n+known:]...) { // items delivered (…)
		words, f = words[:n+known], f[:n+known]
	}
	end, with := r.nounEnd(words, f, n)
	columns := len(p.group) > 0 && r.words.said(value.Fold(p.inner)) == "" && !r.orElse(p.inner)
	switch {
	case known > 0 && (each || with || p.colon || columns && n+known == len(words) || r.list == nil && n+known == len(words) && plural(f[len(f)-1]) && r.words.is("goods", f[n:]...)):
		if !with || end-n > known+3 {
			end = n + known
		}
		noun = strings.Join(words[n:n+known], " ")
	case each && (with || p.colon || len(p.group) > 0 || end < len(words)):
		noun = strings.Join(words[n:max(n+1, min(end, n+2))], " ")
		if n+1 < end && r.words.is("done", f[n+1]) {
			noun = words[n] // each parameter tested
		}
		if !with && end == len(words) && !p.colon && len(p.group) == 0 {
			end = n + 1
		}
	case with && r.list == nil && end-n <= 3 && (r.several(f[n:end]) && (r.columnsFollow() || r.theirs(words, f, end)) || r.words.is("levy", f[n:end]...) && plural(f[n])):
		noun = strings.Join(words[n:end], " ")
		if end-n > 1 && (r.tongue.headFirst || r.words.is("done", f[end-1])) {
			noun = words[n] // services rendered, documentos relacionados
		}
	case r.list == nil && len(p.group) > 1 && r.tabular(words, p):
		return strings.Join(words, " "), nil, true
	default:
		return "", nil, false
	}
	if f[n] == "unit" || f[n] == "unidad" { // price per unit
		return "", nil, false
	}
	return noun, words[end:], true
}

// theirs reports whether what stands with a noun is that of each of several: "coberturas con su deducible".
func (r *request) theirs(words, f []string, at int) bool {
	n := r.words.leading("with", f[at:])
	return at+n+1 < len(words) && r.possessive(words[at+n]) || n > 1 && r.possessive(words[at+n-1])
}

// several reports whether a noun stands for several that are no amounts, dates or parties.
func (r *request) several(f []string) bool {
	head := f[headOf(f, r.tongue)]
	if r.words.is("done", f[len(f)-1]) {
		head = f[0]
	}
	t := r.words.typeAt(f, r.tongue)
	return plural(head) && (t == "" || t == typeString) && !r.words.is("party", f...) && !r.words.is("party", head)
}

// columnsFollow reports whether two nouns of known types follow in the same enumeration.
func (r *request) columnsFollow() bool {
	known := 0
	for _, p := range r.rest {
		if p.mark > markAnd || r.words.typeAt(folded(strings.Fields(p.text)), r.tongue) == "" {
			break
		}
		known++
	}
	return known > 1
}

// nounEnd is where the noun at n ends: before "with", an article or a possessive.
func (r *request) nounEnd(words, f []string, n int) (end int, with bool) {
	for i := n + 1; i < len(words); i++ {
		if r.words.leading("with", f[i:]) > 0 {
			return i, true
		}
		if (r.article(words[i]) && f[i-1] != "de" && f[i-1] != "of") || r.possessive(words[i]) {
			return i, false
		}
	}
	return len(words), false
}

func (r *request) lines(words []string) bool {
	return r.words.is("goods", words...) || r.words.is("line", words...)
}

// tabular reports whether brackets behind a plural hold columns: most of them are known nouns, and not all
// of them amounts, which would be its parts.
func (r *request) tabular(words []string, p piece) bool {
	f := folded(words)
	known, amounts, texts := 0, 0, 0
	for _, g := range p.group {
		if g.mark == markAnd && r.orElse(g.text) {
			return false
		}
		t := r.words.typeAt(folded(strings.Fields(g.text)), r.tongue)
		if t != "" {
			known++
		}
		if t == typeNumber || t == "" {
			amounts++
		}
		if t == typeString || t == "" {
			texts++
		}
	}
	if !plural(f[headOf(f, r.tongue)]) && (texts == 0 || len(p.group)-texts < 2) { // consumption (dish, quantity, price)
		return false
	}
	if amounts == len(p.group) && !r.lines(f) {
		return false
	}
	return 2*known >= len(p.group)
}

// listName names a list: by its noun in the plural.
func (r *request) listName(noun string) string {
	words := strings.Fields(value.Fold(noun))
	if len(words) > 2 { // what was bought
		return r.tongue.says("items")
	}
	if r.tongue.name == "en" && len(words) == 1 && r.words.singular(words[0]) == "line" || len(words) == 2 && r.words.singular(words[1]) == "line" {
		return "line_items"
	}
	if r.tongue.headFirst && len(words) > 1 {
		words[0] = r.plural(words[0])
	} else {
		words[len(words)-1] = r.plural(words[len(words)-1])
	}
	return r.name(strings.Join(words, " "))
}

// plural is a noun, folded, in the plural of the request's language.
func (r *request) plural(word string) string {
	last := word[len(word)-1]
	vowel := strings.ContainsRune("aeiou", rune(last))
	switch {
	case r.tongue.joined:
		if one, ok := strings.CutSuffix(word, "e"); ok && r.lines([]string{one}) {
			return word // Packstücke
		}
		return germanPlural(word)
	case r.tongue.name == "pt":
		return portuguesePlural(word)
	case last == 's':
		return word
	case r.tongue.headFirst && !vowel:
		return word + "es"
	case last == 'x', last == 'z', strings.HasSuffix(word, "sh"), strings.HasSuffix(word, "ch"):
		return word + "es"
	case last == 'y' && len(word) > 1 && !strings.ContainsRune("aeiou", rune(word[len(word)-2])):
		return word[:len(word)-1] + "ies"
	}
	return word + "s"
}

// prepared rewrites "the code, price and quantity of every product" as a list of products.
func (r *request) prepared(all []piece) []piece {
	for i := range all {
		words := strings.Fields(all[i].text)
		f := folded(words)
		for at := 1; at < len(words)-1; at++ {
			n := r.words.leading("each", f[at:])
			if n > 1 && at+n < len(f) && r.lines(f[at+n:at+n+1]) && (at+n+1 == len(f) || r.words.leading("with", f[at+n+1:]) == 0) {
				r.turned(all, i, words, at, n)
				break
			}
		}
	}
	return all
}

// turned brings the noun of a list before its columns.
func (r *request) turned(all []piece, i int, words []string, at, n int) {
	from := i
	for from > 0 && all[from].mark < markSemi && !all[from-1].colon && !(all[from].mark == markAnd && len(strings.Fields(all[from].text)) > 1 && r.article(strings.Fields(all[from].text)[0])) {
		from--
	}
	if all[i].mark == markSentence {
		from = i
	}
	noun := words[at+n]
	all[i].text = strings.Join(words[:at], " ")
	each := r.tongue.says("each") + " "
	start := strings.Fields(all[from].text)
	lead := r.leads(start)
	all[from].text = strings.Join(start[:lead], " ") + " " + each + noun + " " + strings.Join(start[lead:], " ")
	if from == i {
		return
	}
	for j := from + 1; j <= i; j++ {
		all[j].mark = min(all[j].mark, markAnd)
	}
}

// leads is how many words at the beginning say nothing of the fields.
func (r *request) leads(words []string) int {
	f := folded(words)
	at := 0
	for at < len(words) {
		n := max(r.words.leading("lead", f[at:]), r.words.leading("also", f[at:]))
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

func (r *request) orElse(text string) bool {
	f := folded(strings.Fields(text))
	return slices.ContainsFunc(f, func(w string) bool { return r.tongue.is(roleOr, w) })
}
