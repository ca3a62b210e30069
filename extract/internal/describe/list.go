package describe

import (
	"slices"
	"strings"
)

// list are lines of which columns are named.
type list struct {
	name  string
	noun  []string
	items *Object
	lines *Property
	twins []string // the lines before it that have the same columns
	owned bool     // "with their price"
	every bool     // "for each", which names no goods
}

// opens begins a list at its noun. before is the list named before it.
func (r *reader) opens(at int, before *list) *list {
	s := r.spans[at]
	noun := r.text(s)
	if len(noun) == 1 && (r.is("table", noun[0]) || r.is("oneof", noun[0])) {
		noun = []string{r.tongue.says("items")}
	}
	l := &list{noun: noun, name: r.listName(noun), items: NewObject()}
	from, to := r.around(at)
	for k := from; k < s.from; k++ {
		n := r.starts("each", wordsOf(r.all[k:s.from]))
		l.every = l.every || n > 1 || n == 1 && r.is("per", r.all[k].word)
	}
	for k := s.to; k < to; k++ {
		with := r.starts("with", wordsOf(r.all[k:to])) > 0
		l.owned = l.owned || r.is("possessive", r.all[k].word) || with && !l.every && strings.Join(noun, " ") != r.tongue.says("items")
	}
	if before != nil && before.items.Properties.Len() == 0 && at > 0 && r.spans[at-1].tag == tagList {
		l.twins = append(before.twins, before.name)
		r.root.Properties.remove(before.name)
		r.lists = r.lists[:len(r.lists)-1]
	}
	l.lines = &Property{Type: typeArray, Items: l.items}
	for _, name := range append(slices.Clone(l.twins), l.name) {
		if r.root.Properties.get(name) == nil {
			r.root.Properties.Put(name, l.lines)
		}
	}
	r.lists = append(r.lists, l)
	return l
}

// mostSingle is how many words name one thing in the singular at most.
const mostSingle = 2

// oneThing makes a noun in the singular that nothing multiplies, with its columns in brackets, one thing of which fields are asked:
// "vehicle (make, model)".
func (r *reader) oneThing() {
	if r.tongue.joined { // its plurals are not told
		return
	}
	for i, s := range r.spans {
		words := r.text(s)
		before, _ := r.around(i)
		if s.tag != tagList || len(words) > mostSingle || plural(r.head(words)) || r.is("goods", words...) || !r.is("line", words...) || slices.ContainsFunc(positions(wordsOf(r.all[before:s.from])), func(at []string) bool {
			return r.starts("each", at) > 0 || r.starts("listof", at) > 0 || r.starts("allof", at) > 0 || r.is("per", at[0])
		}) {
			continue
		}
		n := i + 1
		for n < len(r.spans) && r.spans[n].tag == tagField && r.all[r.spans[n].from].from == s.to-1 {
			n++
		}
		if n == i+1 || n < len(r.spans) && r.spans[n].column {
			continue
		}
		r.spans[i].tag = tagShared
		for k := i + 1; k < n; k++ {
			r.spans[k].tag, r.spans[k].column = tagOwn, false
		}
	}
}

// turned reports whether columns up to a span belong to the list behind them: "the weight of every parcel".
func (r *reader) turned(i int) bool {
	for i+1 < len(r.spans) && r.spans[i+1].column {
		i++
	}
	if i+1 >= len(r.spans) || r.spans[i+1].tag != tagList || i+2 < len(r.spans) && r.spans[i+2].column || r.all[r.spans[i].to].before != 0 {
		return false
	}
	between := wordsOf(r.all[r.spans[i].to:r.spans[i+1].from])
	return slices.ContainsFunc(positions(between), func(at []string) bool { return r.starts("each", at) > 0 })
}

// finish gives lists of which nothing is named what lines usually have, and goods their description.
func (r *reader) finish() {
	for _, l := range r.lists {
		switch named := l.items.Properties.Len(); {
		case named == 0 && r.lines(l.noun...):
			r.usualLines(l)
		case named == 0:
			l.lines.Items = &Object{Type: typeString}
			r.named++
		case l.owned && (!l.every || r.is("goods", l.noun...)) && (!r.is("line", l.noun...) || len(l.twins) == 0 && bare(l.items)) && !r.saysWhat(l.items, folded(l.noun)):
			r.describeGoods(l)
		}
	}
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
		if r.lines(r.head(words)) && len(words) > 1 || slices.Contains(words, r.tongue.says(roleNumber)) && slices.Contains(words, r.words.singular(noun[0])) {
			return true // goods with transported goods, invoices with invoice number
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
	s, _ := usual.sentence(text)
	usual.read(s)
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
