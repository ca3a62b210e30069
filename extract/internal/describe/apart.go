package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// apart says apart what is said of several fields at once: "net and gross weight", "the seller's name and
// address", "nombre y RFC del emisor".
func (r *request) apart(all []piece) {
	for i := range all {
		if i > 0 && all[i].mark == markAnd {
			r.opposites(all, i)
		}
		if i > 0 && all[i].mark == markAnd {
			r.ofBoth(all, i)
		}
		r.withTheirs(all, i)
		r.behindOwner(all, i)
		if i > 0 && all[i].mark <= markAnd {
			r.beforeOwner(all, i)
			r.sameOwner(all, i)
		}
	}
}

// opposites gives two opposites the words that stand by one of them.
func (r *request) opposites(all []piece, i int) {
	a, b := strings.Fields(all[i-1].text), strings.Fields(all[i].text)
	for len(b) > 1 && (r.article(b[0]) || folds(b[0], ofWords...)) {
		b = b[1:]
	}
	if len(a) == 0 || len(b) == 0 || all[i-1].group != nil {
		return
	}
	last, first := value.Fold(a[len(a)-1]), value.Fold(b[0])
	if last == first || !r.words.opposite(last, first) && !r.datesOf(a, b) {
		return
	}
	prefix, suffix := a[:len(a)-1], slices.Clone(b[1:])
	if len(prefix)+len(suffix) == 0 {
		return
	}
	if n := len(suffix); n > 0 && !r.tongue.headFirst && plural(value.Fold(suffix[n-1])) {
		suffix[n-1] = r.words.singular(suffix[n-1])
	} else if n > 0 && slices.Contains(prepositions, value.Fold(suffix[0])) && len(r.withoutArticle(prefix[r.leads(prefix):])) > 0 {
		return // each has its own words already: "invoice number and date of issue"
	}
	own := prefix[r.leads(prefix):]
	if len(own) == 0 && all[i-1].mark < markSemi {
		own = prefix // a return date
	}
	for j := range own {
		if n := r.words.leading("lead", folded(own[j:])); n > 1 && j+n < len(own) {
			own = own[j+n:] // from our invoices I need
			break
		}
	}
	for j := range own {
		if r.words.leading("with", folded(own[j:])) > 0 {
			own = own[j+1:] // a title ends here
			break
		}
	}
	own = r.withoutArticle(own)
	if n := r.words.leading("each", folded(own)); n > 0 && len(own) > n {
		own = r.withoutArticle(own[n+1:])
	}
	if len(own) > 0 && plural(value.Fold(own[0])) && (r.tongue.headFirst || len(own) > 1 && folds(own[1], ofWords...)) { // puertos de carga y descarga
		one := r.words.singular(value.Fold(own[0]))
		a = slices.Concat(a[:len(prefix)-len(own)], []string{one}, a[len(prefix)-len(own)+1:])
		own = append([]string{one}, own[1:]...)
	}
	all[i].mark, all[i].half, all[i].one, all[i-1].one = markComma, true, true, true
	all[i-1].text = strings.Join(slices.Concat(a, suffix), " ")
	all[i].text = strings.Join(slices.Concat(own, b[:1], suffix), " ")
	for j := i - 2; j >= 0 && all[j+1].mark == markComma && r.words.opposite(value.Fold(all[j].text), first); j-- {
		all[j].text += " " + strings.Join(suffix, " ")
	}
}

// datesOf reports whether words are several dates of which the last is a word alone: "las fechas de entrada" and "pago".
func (r *request) datesOf(a, b []string) bool {
	own := folded(r.withoutArticle(a[r.leads(a):]))
	return r.tongue.headFirst && len(own) == 3 && len(b) == 1 && plural(own[0]) && r.words.noun(own[:1]) == typeDate && slices.Contains(ofWords, own[1])
}

// ofBoth gives what is asked of two in the plural to each: "exporter and consignee addresses".
func (r *request) ofBoth(all []piece, i int) {
	a, b := strings.Fields(all[i-1].text), strings.Fields(all[i].text)
	own := r.withoutArticle(a[r.leads(a):])
	if r.tongue.headFirst || len(own) == 0 || len(own) > 2 || len(b) < 2 || all[i-1].group != nil || all[i].group != nil || !plural(value.Fold(b[len(b)-1])) {
		return
	}
	noun := r.words.singular(value.Fold(b[len(b)-1]))
	t, owner := r.words.noun([]string{noun}), r.words.is("party", folded(own)...)
	asked := owner && r.words.is("party", folded(r.withoutArticle(b[:len(b)-1]))...) && r.words.is("attribute", noun)
	if !asked && (owner || t != typeDate && t != typeNumber || r.words.typeAt(folded(own), r.tongue) != "" || r.lines(folded(own))) {
		return
	}
	all[i-1].text += " " + noun
	all[i].text = strings.Join(append(slices.Clone(b[:len(b)-1]), noun), " ")
	all[i].half = true
}

// opposite reports whether two words stand in a row of opposites.
func (v *vocabulary) opposite(a, b string) bool {
	for _, x := range append(singulars(a), a) {
		for _, y := range append(singulars(b), b) {
			if slices.ContainsFunc(v.pairs[x], func(row int) bool { return slices.Contains(v.pairs[y], row) }) {
				return true
			}
		}
	}
	return false
}

// sameOwner gives the party before an attribute to the attribute alone that an "and" joins to it: "customer name and
// address".
func (r *request) sameOwner(all []piece, i int) {
	a, b := strings.Fields(all[i-1].text), strings.Fields(all[i].text)
	if r.tongue.headFirst || all[i].mark != markAnd || len(b) == 0 || all[i-1].group != nil || all[i].group != nil || !r.words.is("attribute", folded(b)...) {
		return
	}
	own := r.withoutArticle(a[r.leads(a):])
	for at := 1; at < len(own); at++ {
		if r.words.is("party", folded(own[:at])...) && r.words.is("attribute", folded(own[at:])...) {
			all[i].text = strings.Join(r.owned(own[:at], b), " ")
			return
		}
	}
}

// withTheirs turns "buyer and supplier with their addresses" into what is asked of each.
func (r *request) withTheirs(all []piece, i int) {
	words := strings.Fields(all[i].text)
	name, rest, ok := r.partedBy(words, "beside")
	if !ok || all[i].group != nil || r.partyIn(name) == nil {
		return
	}
	theirs := r.possessive(rest[0])
	if theirs {
		rest = rest[1:]
	}
	for theirs && len(rest) > 1 && r.words.is("wholly", value.Fold(rest[0])) {
		all[i].text = strings.Join(append(slices.Clone(words[:len(words)-len(rest)]), rest[1:]...), " ")
		words, rest = strings.Fields(all[i].text), rest[1:]
	}
	if !r.words.is("attribute", folded(rest)...) {
		return
	}
	asked, each := r.attributesFrom(all, i, rest, theirs)
	for j := i; j >= 0; j-- {
		own := strings.Fields(all[j].text)
		if j < i && (all[j+1].mark > markAnd || all[j+1].mark == markComma && !each || r.partyIn(own) == nil || all[j].group != nil) {
			break
		}
		if j < i {
			all[j].text = strings.Join(append(slices.Clone(own[:r.leads(own)]), r.partyIn(own)...), " ")
		}
		all[j].group, all[j].inner = asked, strings.Join(words[len(name):], " ")
	}
	all[i].text = strings.Join(append(slices.Clone(name[:r.leads(name)]), r.partyIn(name)...), " ")
}

// partyIn is the party that words name or ask for: "the buyer", "who buys". It is nil for none.
func (r *request) partyIn(words []string) []string {
	own := r.withoutArticle(words[r.leads(words):])
	if len(own) == 0 {
		return nil
	}
	d := draft{words: own}
	if r.question(&d); r.words.is("party", folded(d.words)...) {
		return d.words
	}
	return nil
}

// attributesFrom reads the attributes asked of parties from the attribute behind them on, and whether each party has them: "with their
// addresses", "with name, address and tax id each". What stands in pieces behind is taken from them.
func (r *request) attributesFrom(all []piece, i int, first []string, theirs bool) (asked []piece, each bool) {
	name := r.tongue.says("name")
	if theirs {
		said := strings.Fields(all[i].text)
		each = r.words.is("theirs", value.Fold(said[len(said)-len(first)-1]))
		first = []string{r.words.singular(value.Fold(strings.Join(first, " ")))}
	}
	if !folds(first[0], name) && !folds(first[0], "razon") {
		asked = append(asked, piece{text: name})
	}
	asked = append(asked, piece{text: strings.Join(first, " ")})
	for j := i + 1; j < len(all) && all[j].mark <= markAnd && all[j].group == nil; j++ {
		words := r.withoutArticle(strings.Fields(all[j].text))
		if n := len(words); n > 1 && r.words.is("ofeach", folded(words)[n-1]) {
			words, each = words[:n-1], true
		}
		if !r.words.is("attribute", folded(words)...) {
			break
		}
		asked = append(asked, piece{text: strings.Join(words, " ")})
		all[j].text = ""
		if all[j].mark == markAnd {
			break
		}
	}
	return asked, each
}

// behindOwner takes the possessive off a piece and gives its owner to the properties that follow.
func (r *request) behindOwner(all []piece, i int) {
	words := strings.Fields(all[i].text)
	for at, w := range words[:max(0, len(words)-1)] {
		owner, ok := cutPossessive(w)
		if !ok {
			continue
		}
		words[at] = owner
		all[i].text = strings.Join(words, " ")
		from := at
		for from > 0 && at-from < maxOwner && !r.article(words[from-1]) && !slices.Contains(prepositions, value.Fold(words[from-1])) && r.words.leading("with", folded(words[from-1:from])) == 0 && r.leads(words[:from]) < from {
			from--
		}
		mine := words[from : at+1]
		for j := i + 1; j < len(all) && all[j].mark <= markAnd; j++ {
			next := strings.Fields(all[j].text)
			if len(next) == 0 || !r.words.is("attribute", folded(next)...) {
				break
			}
			all[j].text = strings.Join(append(slices.Clone(mine), next...), " ")
			if all[j].mark == markAnd {
				break
			}
		}
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

// beforeOwner gives the owner behind a property to those before it: "nombre y RFC del emisor".
func (r *request) beforeOwner(all []piece, i int) {
	words := strings.Fields(all[i].text)
	f := folded(words)
	start := 0
	for start < len(words) && r.article(words[start]) {
		start++
	}
	n := r.words.leading("attribute", f[start:])
	at := start + n
	if n == 0 || at+1 >= len(words) || !slices.Contains(ofWords, f[at]) {
		return
	}
	owner := strings.Join(words[at:], " ")
	for j := i - 1; j >= 0 && all[j+1].mark <= markAnd; j-- {
		before := strings.Fields(all[j].text)
		own := r.withoutArticle(before[r.leads(before):])
		if _, end := r.words.document(folded(own), r.tongue.name); end == 0 {
			break
		}
		if len(own) == 0 || !r.words.is("attribute", folded(own)...) || all[j].group != nil || all[i].mark == markComma && all[j+1].mark == markComma && i-j == 1 {
			break
		}
		all[j].text += " " + owner
	}
}
