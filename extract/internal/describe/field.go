package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

const (
	maxPhrase = 8  // words of the longest name of a field: beyond it people tell, and name nothing
	mostLost  = 50 // pieces that are told at most as not understood
)

// field adds what a phrase names.
func (r *reader) field(p phrase) {
	if r.is("courtesy", p.words...) {
		return
	}
	if p.kind == "" && r.starts("prose", p.words) > 0 {
		if r.starts("courtesy", p.words) == 0 {
			tell(r, p.told)
		}
		return
	}
	told := p.told
	if told == "" {
		told = strings.Join(p.words, " ")
	}
	if len(p.inner) > 0 {
		told += " (" + p.inner + ")"
	}
	r.ofOwner(&p)
	if inner := strings.Fields(value.Fold(p.inner)); r.words.said(value.Fold(p.inner)) == typeBoolean || len(inner) > 2 && r.is("ornot", inner[len(inner)-2:]...) {
		p.kind, p.group = typeBoolean, nil
	}
	r.suffixes(&p)
	if n := len(p.words); n == 0 {
		return
	} else if n > maxPhrase || p.kind == "" && p.asked && r.unanswered(p.words) {
		tell(r, p.told)
		return
	}
	p.told = told
	choice, done := r.grouped(&p)
	if done {
		return
	}
	if len(r.party) > 0 && r.is("attribute", p.words...) {
		p.words = r.owned(r.party, p.words)
	}
	r.numberOrDate(&p)
	r.add(p, choice)
	r.owns(p.words)
}

// owns keeps the party that a field names, whose attributes may follow: "nombre del proveedor, su RFC".
func (r *reader) owns(words []string) {
	if r.list != nil {
		return
	}
	if r.is("party", words...) {
		r.owner = words
	} else if r.is("party", words[0]) {
		r.owner = words[:1]
	}
	if n := r.starts("attribute", words); n > 0 && n+1 < len(words) && r.is("of", words[n]) {
		if of := r.withoutArticle(words[n+1:]); r.starts("party", of) > 0 {
			r.owner = of[:r.starts("party", of)] // del proveedor en el extranjero
		}
	}
}

// ofOwner turns "their tax id" into that of the party named last, and "name of the customer" around.
func (r *reader) ofOwner(p *phrase) {
	if p.theirs != "" && len(r.owner) > 0 && r.list == nil && r.is("attribute", p.words...) {
		p.words = r.owned(r.owner, p.words)
		return
	}
	n := r.starts("attribute", p.words)
	if r.tongue.name == "en" && n > 0 && n+1 < len(p.words) && folds(p.words[n], "of") && (r.article(p.words[n+1]) || r.is("party", p.words[n+1:]...)) {
		p.words = slices.Concat(r.withoutArticle(p.words[n+1:]), p.words[:n])
	}
}

// numberOrDate names what is called number or date alone by its document or its line.
func (r *reader) numberOrDate(p *phrase) {
	text := strings.Join(folded(p.words), " ")
	number, date := r.tongue.is(roleNumber, text), r.tongue.is(roleDate, text)
	switch {
	case r.list != nil && number:
		if p.kind == "" {
			p.kind = typeString
		}
		noun := strings.Fields(r.words.singular(strings.Join(folded(r.list.noun), " ")))
		p.words = r.owned(noun, []string{r.tongue.says(roleNumber)})
	case number && len(r.clause) > 0 && r.is("street", r.clause[len(r.clause)-1]):
		p.kind = typeString
	case r.list == nil && number && r.noun != "":
		p.kind = typeString
		p.words = r.owned([]string{r.noun}, []string{r.tongue.says(roleNumber)})
	case r.list == nil && date && r.noun != "" && !r.tongue.headFirst:
		p.words = []string{r.noun, r.tongue.says(roleDate)}
	}
}

// add gives a phrase its name and type.
func (r *reader) add(p phrase, choice []any) {
	if letters, _ := value.Counts(strings.Join(p.words, "")); letters < 1 {
		return
	}
	if p.kind == "" {
		p.kind = r.typeOf(p.words)
	}
	if p.told == "" {
		p.told = strings.Join(p.words, " ")
	}
	if head := r.head(p.words); r.list != nil && p.theirs != "" && plural(head) && r.words.types[head] == "" && (p.kind == typeNumber || r.words.roles["numbers"][head] && p.kind == typeString) { // each line has one
		at := headOf(folded(p.words), r.tongue)
		p.words = slices.Clone(p.words)
		p.words[at] = r.words.singular(value.Fold(p.words[at]))
	}
	property := &Property{Type: p.kind, Description: sentence(p.told)}
	if p.kind == typeString && r.list == nil && !p.one && r.several(p.words) {
		property.Type, property.Items = typeArray, &Object{Type: typeString}
	}
	if p.kind == typeArray {
		property.Items = &Object{Type: typeString}
	}
	if p.kind == typeDate {
		property.Type, property.Format = typeString, "date"
	}
	if choice != nil {
		property.Type, property.Format, property.Enum = typeString, "", choice
	}
	r.put(r.name(strings.Join(p.words, " ")), property)
}

// several reports whether words are numbers or codes of which a document may have many: "tracking numbers", "the PO numbers referenced".
// Attributes of a party are not: each party has one.
func (l *lexicon) several(words []string) bool {
	if n := len(words); n > 1 && l.is("done", words[n-1]) {
		words = words[:n-1]
	}
	for at := 1; at < len(words); at++ {
		if l.is("party", words[:at]...) && l.is("attribute", words[at:]...) {
			return false
		}
	}
	return l.words.roles["numbers"][l.head(words)]
}

// grouped reads what stands in brackets behind a field: the values that it may have, or fields that tell it in its stead.
func (r *reader) grouped(p *phrase) (choice []any, done bool) {
	if len(p.group) == 0 && p.kind == typeBoolean && !r.oneOfTwo(p.words) {
		return nil, false // whether a permit or a licence is needed
	}
	if len(p.group) == 0 {
		return r.either(p), false
	}
	if t := r.words.said(value.Fold(strings.Trim(p.inner, " ."))); t != "" {
		p.kind = t
		return nil, false
	}
	if p.kind == typeNumber && len(p.group) > 1 {
		for _, g := range p.group {
			r.add(phrase{words: g.words, kind: typeNumber, told: p.told}, nil)
		}
		return nil, true
	}
	if n := len(p.words) - 1; n < 2 && len(p.group) > 1 && r.is("heading", p.words[n]) { // summary (subtotal, tax)
		r.asked([][]string{nil}, p.group)
		return nil, true
	}
	if r.bounds(p) || r.details(p) || r.attributes(p) {
		return nil, true
	}
	if choice = r.choices(p); choice != nil {
		return choice, false
	}
	if choice = r.listed(p); choice != nil {
		return choice, false
	}
	if len(p.group) > 1 && !plural(r.head(p.words)) && !slices.ContainsFunc(p.group, func(g phrase) bool {
		return len(g.words) == 0 || len(g.words) > mostChoice || slices.ContainsFunc(g.words, r.or)
	}) && r.fieldsIn(p.group) {
		r.asked([][]string{p.words}, p.group) // vehicle (make, model)
		return nil, true
	}
	kind := r.typed(p.words)
	if len(p.group) > 1 && plural(r.head(p.words)) && (kind == typeNumber || kind == typeDate || r.amounts(p.group)) {
		for _, g := range p.group { // taxes (DTA, VAT)
			if kind == typeDate { // cut-off dates (documents, cargo)
				r.asked([][]string{g.words}, []phrase{{words: strings.Fields(r.words.singular(strings.Join(folded(p.words), " ")))}})
				continue
			}
			if r.qualifies(g.words, p.group) { // readings (previous, current)
				r.add(phrase{words: r.owned([]string{g.words[0]}, strings.Fields(r.words.singular(strings.Join(folded(p.words), " ")))), kind: typeNumber, told: p.told}, nil)
				continue
			}
			r.add(phrase{words: g.words, kind: typeNumber, told: strings.TrimSuffix(p.told, " ("+p.inner+")") + ": " + strings.Join(g.words, " ")}, nil)
		}
		return nil, true
	}
	if len(p.group) > 1 {
		tell(r, p.inner)
	}
	return nil, false
}

// tell keeps what became no field.
func tell(r *reader, text string) {
	if len(r.lost) < mostLost && !slices.Contains(r.lost, text) {
		r.lost = append(r.lost, text)
	}
}

// oneOfTwo reports whether words end in two values that are known to exclude each other: "freight prepaid or collect".
func (l *lexicon) oneOfTwo(words []string) bool {
	n := len(words)
	return n > 3 && l.or(words[n-2]) && l.words.roles["alternative"][value.Fold(words[n-3])+" "+value.Fold(words[n-1])]
}

// amounts reports whether several names are those of amounts: half of them at least, and none that of anything else.
func (r *reader) amounts(group []phrase) bool {
	n := 0
	for _, g := range group {
		if r.typeOf(g.words) == typeNumber {
			n++
		} else if r.typed(g.words) != "" {
			return false
		}
	}
	return 2*n >= len(group)
}

// ends are the words in brackets that bound a period: "(from and to)".
func (l *lexicon) ends(p *phrase) (ends []string) {
	for _, g := range p.group {
		before := len(ends)
		if len(g.words) > 2 {
			return nil // name of each
		}
		for _, w := range strings.FieldsFunc(strings.Join(folded(g.words), " "), func(c rune) bool { return c == '/' || c == ' ' || c == '-' }) {
			if l.words.roles["begins"][w] || l.words.roles["ends"][w] {
				ends = append(ends, w)
			}
		}
		if len(ends) == before {
			return nil // segments (from, to, date)
		}
	}
	return ends
}

// bounds adds the two days of a period: "(from and to)".
func (r *reader) bounds(p *phrase) bool {
	ends := r.ends(p)
	if len(ends) != 2 {
		return false
	}
	kind := typeString
	if slices.ContainsFunc(p.words, func(w string) bool { return r.is("period", w) }) || r.typeOf(p.words) == typeDate {
		kind = typeDate
	}
	for _, e := range ends {
		r.add(phrase{words: append(slices.Clone(p.words), e), kind: kind, told: p.told}, nil)
	}
	return true
}

// details adds fields in brackets behind a word that only says that they follow: "bank details of the seller (bank, account)". They
// belong to the party named with it, if any.
func (r *reader) details(p *phrase) bool {
	at := slices.IndexFunc(p.words, func(w string) bool { return r.is("details", w) })
	if at < 0 || len(p.group) < 2 {
		return false
	}
	var owner []string
	for _, near := range [][]string{p.words[at+1:], p.words[:at]} {
		if len(near) > 1 && r.is("of", near[0]) {
			near = near[1:]
		}
		if near = r.withoutArticle(near); len(near) > 0 && r.is("party", near...) {
			owner = near
			break
		}
	}
	owners := [][]string{owner}
	if owner != nil && at == len(p.words)-1 {
		owners = append(r.partiesBefore(p.mark == markAnd), owner)
	}
	r.asked(owners, p.group)
	return true
}

// attributes adds the attributes in brackets behind a party: "buyer (name, address)". "Of each one" means the parties before it too.
func (r *reader) attributes(p *phrase) bool {
	var asked []phrase
	all := false
	for _, g := range p.group {
		words := g.words
		for i := 1; i < len(words); i++ {
			if max(r.starts("each", words[i:]), r.starts("ofeach", words[i:])) > 0 {
				words, all = words[:i], true
			}
		}
		if !r.is("attribute", words...) {
			return false
		}
		asked = append(asked, phrase{words: words})
	}
	var before [][]string
	if r.is("party", p.words...) {
		before = r.partiesBefore(all || p.mark == markAnd && !p.comma)
		if !all && len(before) > 1 {
			before = r.partiesBack(before)
		}
	}
	r.asked(append(before, p.words), asked)
	return true
}

func (r *reader) asked(owners [][]string, group []phrase) {
	for _, owner := range owners {
		for _, g := range group {
			words := r.owned(owner, g.words)
			if len(owner) == 1 && slices.Contains(folded(g.words), value.Fold(owner[0])) {
				words = g.words // bank details (bank name)
			}
			r.add(phrase{words: words}, nil)
		}
	}
}

// partiesBefore takes back the parties named just before, which have what is asked of the next too.
func (r *reader) partiesBefore(too bool) (owners [][]string) {
	for i := len(r.clause) - 1; too && i >= 0 && r.list == nil; i-- {
		words := strings.Split(r.clause[i], "_")
		if r.root.Properties.get(r.clause[i]) == nil || !r.is("party", words...) {
			break
		}
		owners = append([][]string{words}, owners...)
		r.root.Properties.remove(r.clause[i])
	}
	return owners
}

// partiesBack puts all parties but the last back as fields.
func (r *reader) partiesBack(owners [][]string) [][]string {
	for _, o := range owners[:len(owners)-1] {
		r.root.Properties.Put(r.name(strings.Join(o, " ")), &Property{Type: typeString, Description: sentence(strings.Join(o, " "))})
	}
	return owners[len(owners)-1:]
}

// choices are the values that a field may have: "(cash or card)", "status (open, closed)".
func (r *reader) choices(p *phrase) []any {
	if r.words.said(value.Fold(p.inner)) == typeBoolean {
		return nil
	}
	var values []any
	or := false
	for _, v := range strings.Split(p.inner, ",") {
		for _, one := range r.alternatives(v, !strings.Contains(p.inner, ","), &or) {
			values = append(values, one)
		}
	}
	chosen := slices.ContainsFunc(p.words, func(w string) bool { return r.is("choice", w) })
	if len(values) < 2 || !or && !chosen {
		return nil
	}
	return values
}

// listed are the values in brackets behind a noun in the singular, none of which is a noun of a field: "priority (low, medium, high)".
func (r *reader) listed(p *phrase) []any {
	if len(p.group) < leastListed || plural(r.head(p.words)) || r.lines(p.words...) || r.is("party", p.words...) || r.typed(p.words) == typeNumber || r.typed(p.words) == typeDate {
		return nil
	}
	var all []any
	typed, values := 0, strings.Split(p.inner, ",")
	for _, v := range values {
		words := strings.Fields(v)
		if len(words) > 0 && r.typed(words) != "" {
			typed++
		}
		if len(words) == 0 || len(words) > 2 || typed > len(values)/leastUntyped || r.is("party", words...) || r.is("attribute", words...) || r.typed(words) == "" && r.words.nouns.typeOf(folded(words), r.tongue.headFirst) != typeString {
			return nil
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}

// leastUntyped is how many values stand beside one at most that might be a noun of a field: "plan (basic, standard, premium)".
const leastUntyped = 3

// leastListed is how many values stand in brackets at least that no "or" joins.
const leastListed = 2

// either reads a choice that stands without brackets: "freight prepaid or collect".
func (r *reader) either(p *phrase) []any {
	if last := len(p.words) - 1; last >= 0 {
		if parts := strings.Split(p.words[last], "/"); len(parts) > 1 && r.alternative(p.words[:last], parts) {
			var all []any
			for _, v := range parts {
				all = append(all, v)
			}
			if last > 0 {
				p.words = p.words[:last]
			}
			return all
		}
	}
	at := slices.IndexFunc(p.words, r.or)
	if at < 2 || at+1 >= len(p.words) || len(p.words)-at > 4 || r.words.noun(folded(p.words[at-1:at])) != "" || r.typed(p.words[at+1:]) != "" {
		return nil
	}
	from := at - 1
	if from > 1 && r.is("ends", p.words[from-1]) && r.is("place", p.words[at+1]) {
		from-- // saldo a favor o en contra
	}
	all := []any{strings.Join(p.words[from:at], " "), strings.Join(p.words[at+1:], " ")}
	p.words = p.words[:from]
	return all
}

// alternative reports whether what strokes part are values of a field: known ones, or three and more.
func (r *reader) alternative(noun, parts []string) bool {
	if slices.Contains(parts, "") {
		return false
	}
	return len(parts) > 2 && r.typed(parts) == "" && len(noun) > 0 || r.words.roles["alternative"][strings.Join(folded(parts[:2]), " ")]
}

// alternatives cuts a text at "or", and at strokes.
func (r *reader) alternatives(text string, strokes bool, or *bool) []string {
	var all, words []string
	flush := func() {
		if len(words) > 0 {
			all = append(all, strings.Join(words, " "))
		}
		words = nil
	}
	for _, w := range strings.Fields(text) {
		if w == "/" || r.or(w) {
			*or = true
			flush()
			continue
		}
		if parts := strings.Split(w, "/"); len(parts) > 1 && strokes && !slices.Contains(parts, "") {
			*or = true
			for _, part := range parts[:len(parts)-1] {
				words = append(words, part)
				flush()
			}
			w = parts[len(parts)-1]
		}
		words = append(words, strings.Trim(w, "\"'“”"))
	}
	flush()
	return all
}

// initials are two letters with a stroke or points: B/L, P.O.
var initials = regexp.MustCompile(`\b([a-z])[/.]([a-z])\b\.?`)

// qualifies reports whether a word in brackets only tells one of several apart: it is the opposite of another, and no noun of its own.
func (l *lexicon) qualifies(words []string, group []phrase) bool {
	if len(words) != 1 || l.words.noun(folded(words)) != "" {
		return false
	}
	return slices.ContainsFunc(group, func(g phrase) bool {
		return len(g.words) == 1 && !folds(g.words[0], value.Fold(words[0])) && l.words.opposite(value.Fold(g.words[0]), value.Fold(words[0]))
	})
}
