package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// joiner gives each of several phrases the words that they share: "net and gross weight", "the seller's name and address", "nombre y
// RFC del emisor".
type joiner struct {
	lexicon
	kept []phrase
}

// join returns the phrases with all words of each.
func (j *joiner) join(all []phrase) []phrase {
	for _, p := range j.turn(all) {
		p.group = (&joiner{lexicon: j.lexicon}).join(p.group)
		if len(p.group) == 0 {
			p.group = nil
		}
		if n := len(j.kept); n == 0 || p.mark > markAnd || p.quant > unsaid || !j.shares(&j.kept[n-1], &p) {
			j.kept = append(j.kept, p)
		}
	}
	j.twoParties()
	j.parties()
	return j.kept
}

// shares gives two neighbours what they share. It reports whether the second is told by the first alone.
func (j *joiner) shares(a, b *phrase) bool {
	if !a.plain() || a.opens != "" {
		return false
	}
	if j.bothEnds(a, b) || j.oneThing(a, b) {
		return true
	}
	for _, rule := range []func(a, b *phrase) bool{j.bothOwners, j.sameOwner, j.anotherOwner, j.ownerBehind, j.sameNoun, j.sameThings, j.sameDirection, j.around, j.sameMeasure, j.opposites, j.alike, j.doingBoth, j.ofBoth} {
		if rule(a, b) {
			break
		}
	}
	return false
}

// turn brings the noun of a list before its columns: "the code, price and quantity of every product".
func (j *joiner) turn(all []phrase) []phrase {
	for i := 1; i < len(all); i++ {
		p := all[i]
		if !p.turned || p.opens != "" || p.colon {
			continue
		}
		from := i - 1
		for from > 0 && !j.ofParty(all[from-1]) && (from < i-1 || all[from].mark == markAnd || all[from].half || len(all) <= i+1 || all[i+1].theirs == "") && all[from].mark < markSemi && !all[from-1].colon && all[from-1].opens == "" && all[from-1].quant == unsaid && (all[from].mark != markAnd || !all[from].article) {
			from--
		}
		p.mark, p.comma, p.turned = all[from].mark, all[from].comma, false
		all[from].mark, all[from].inside = markComma, true
		copy(all[from+1:i+1], all[from:i])
		all[from] = p
	}
	return all
}

// ofParty reports whether a phrase names a party or what a party has: "exporter EIN". Lines seldom have one.
func (j *joiner) ofParty(p phrase) bool {
	return len(p.words) > 0 && (j.is("party", p.words...) || j.is("party", p.words[len(p.words)-1]) || j.is("party", p.words[0]))
}

// bothEnds joins "period from" and "to" as a period with its two ends.
func (j *joiner) bothEnds(a, b *phrase) bool {
	last := len(a.words) - 1
	if last < 1 || len(b.words) != 1 || !j.is("begins", a.words[last]) || !j.is("ends", b.words[0]) {
		return false
	}
	a.group = []phrase{{words: a.words[last:]}, {words: b.words}}
	a.inner = a.words[last] + " " + b.words[0]
	a.words = slices.Clone(a.words[:last])
	a.words[last-1] = j.one(a.words[last-1])
	return true
}

// one is a word in the singular.
func (j *joiner) one(word string) string {
	if f := value.Fold(word); plural(f) && j.words.types[f] == "" {
		return j.words.singular(f)
	}
	return word
}

// oneThing joins two nouns that an "and" makes one thing: marks and numbers.
func (j *joiner) oneThing(a, b *phrase) bool {
	both := folded(slices.Concat(a.words, b.words))
	if b.mark != markAnd || len(both) != 2 || !j.words.roles["joined"][strings.Join(both, " ")] {
		return false
	}
	a.words, a.one = []string{a.words[0], j.tongue.says("and"), b.words[0]}, true
	return true
}

// bothOwners gives both owners what is asked of them: "the shipper's and consignee's names".
func (j *joiner) bothOwners(a, b *phrase) bool {
	if b.mark != markAnd || len(a.owner) == 0 || len(a.owner) != len(a.words) || len(b.owner) == 0 || len(b.owner) == len(b.words) {
		return false
	}
	asked := []string{j.words.singular(strings.Join(folded(b.words[len(b.owner):]), " "))}
	a.words, b.words = slices.Concat(a.owner, asked), slices.Concat(b.owner, asked)
	return true
}

// sameOwner gives the party before an attribute to the attribute behind: "customer name and address", "the seller's name, address
// and tax id".
func (j *joiner) sameOwner(a, b *phrase) bool {
	if !j.is("attribute", b.words...) || b.theirs != "" || b.group != nil {
		return false
	}
	owner := a.owner
	if len(owner) == 0 && b.mark == markAnd && !j.tongue.headFirst {
		for at := 1; at < len(a.words); at++ {
			if j.is("party", a.words[:at]...) && j.is("attribute", a.words[at:]...) {
				owner = a.words[:at]
			}
		}
	}
	if len(owner) == 0 || len(owner) == len(a.words) {
		return false
	}
	b.words = j.owned(owner, b.words)
	if b.mark != markAnd {
		b.owner = owner
	}
	return true
}

// owns cuts an attribute from its owner behind: "name of the seller". owner is nil where there is none.
func (j *joiner) owns(words []string) (attribute, owner []string) {
	n := j.starts("attribute", words)
	if n == 0 {
		return nil, nil
	}
	if n+1 < len(words) && j.is("of", words[n]) {
		return words[:n], words[n:]
	}
	if n < len(words) {
		return nil, nil
	}
	return words, nil
}

// anotherOwner asks of another party that stands alone what was asked of the one before: "name of the seller and of the buyer".
func (j *joiner) anotherOwner(_, b *phrase) bool {
	if len(b.words) < 2 || !j.is("of", b.words[0]) || !j.is("party", j.withoutArticle(b.words[1:])...) {
		return false
	}
	var owner []string
	var asked []phrase
	for i := len(j.kept) - 1; i >= 0 && j.kept[i].plain(); i-- {
		attribute, of := j.owns(j.kept[i].words)
		if owner == nil {
			owner = of
		}
		if attribute == nil || owner == nil || of != nil && !slices.Equal(of, owner) {
			break
		}
		asked = append(asked, phrase{words: slices.Concat(attribute, b.words), told: strings.Join(slices.Concat(attribute, b.words), " ")})
		if j.kept[i].mark > markAnd {
			break
		}
	}
	if len(asked) == 0 {
		return false
	}
	slices.Reverse(asked)
	j.kept = append(j.kept, asked[:len(asked)-1]...)
	*b = asked[len(asked)-1]
	return true
}

// ownerBehind gives the owner behind an attribute to those before it: "nombre y RFC del emisor".
func (j *joiner) ownerBehind(_, b *phrase) bool {
	attribute, owner := j.owns(b.words)
	if attribute == nil || owner == nil || b.mark != markAnd {
		return false
	}
	given := false
	for i := len(j.kept) - 1; i >= 0; i-- {
		k := &j.kept[i]
		if !k.plain() || k.opens != "" || k.theirs != "" || !j.is("attribute", k.words...) {
			break
		}
		k.words, given = slices.Concat(k.words, owner), true
		if k.mark > markAnd {
			break
		}
	}
	return given
}

// sameNoun gives a phrase that begins with "of" the noun before it: "fecha de entrada y de pago", "la dirección de entrega y la de
// facturación".
func (j *joiner) sameNoun(a, b *phrase) bool {
	if b.mark != markAnd && !b.article || len(b.words) < 2 || !j.is("of", b.words[0]) {
		return false
	}
	of := slices.IndexFunc(a.words, func(w string) bool { return j.is("of", w) })
	if of < 1 || j.typed(a.words[:of]) == "" && (of > 1 || b.mark != markAnd || b.group != nil) {
		return false
	}
	head := slices.Clone(a.words[:of])
	head[0] = j.one(head[0])
	a.words, b.words = slices.Concat(head, a.words[of:]), slices.Concat(head, b.words)
	return true
}

// opposites gives two opposites the words that stand by one of them: "net and gross weight".
func (j *joiner) opposites(a, b *phrase) bool {
	if b.mark != markAnd || len(b.words) == 0 {
		return false
	}
	words := b.words
	if len(words) > 1 && j.is("of", words[0]) {
		words = words[1:]
	}
	last := len(a.words) - 1
	x, y := value.Fold(a.words[last]), value.Fold(words[0])
	if last == 0 && len(words) == 1 && j.is("bound", x) && j.is("bound", y) && j.words.opposite(x, y) {
		a.kind, b.kind = typeDate, typeDate // inicio y término
		return true
	}
	own, suffix := a.words[:last], slices.Clone(words[1:])
	if t := j.typed(words); len(own) > 0 && len(suffix) == 0 && !j.tongue.headFirst && (t == typeNumber || t == typeInteger) && j.typed(a.words) == typeString {
		return false // part number and quantity
	}
	dates := j.tongue.headFirst && len(own) == 2 && len(words) == 1 && plural(value.Fold(own[0])) && j.is("of", own[1]) && b.opens == "" && b.group == nil && j.ofSeveral(own[0], words)
	if x == y || !j.words.opposite(x, y) && !dates || len(own)+len(suffix) == 0 {
		return false
	}
	if n := len(suffix); n > 0 && !j.tongue.headFirst && plural(value.Fold(suffix[n-1])) && !j.is("place", suffix[0]) {
		suffix[n-1] = j.words.singular(value.Fold(suffix[n-1]))
	} else if n > 0 && j.is("place", suffix[0]) && len(own) > 0 && !(n > 1 && j.is("in", suffix[0]) && j.is("unit", suffix[1:]...)) {
		return false // each has its own words already: "invoice number and date of issue"
	}
	if slices.Contains(quantityWords, x) && len(suffix) > 1 && j.is("of", suffix[0]) && !plural(value.Fold(suffix[len(suffix)-1])) {
		return false // quantity and type of packing
	}
	own = slices.Clone(own)
	if len(own) > 0 && (j.tongue.headFirst || len(own) > 1 && j.is("of", own[1])) {
		own[0] = j.one(own[0]) // puertos de carga y descarga
	}
	a.words, b.words = slices.Concat(own, a.words[last:], suffix), slices.Concat(own, words[:1], suffix)
	for i := len(j.kept) - 2; i >= 0 && j.kept[i+1].mark == markComma && j.words.opposite(value.Fold(strings.Join(j.kept[i].words, " ")), y); i-- {
		j.kept[i].words = slices.Concat(j.kept[i].words, suffix)
	}
	j.sameUnit(a, b, suffix)
	b.mark, b.half, a.one, b.one = markComma, true, true, true
	return true
}

// sameUnit tells the first of two opposites with the unit that stands behind the second: "gross and chargeable weight in kg".
func (j *joiner) sameUnit(a, b *phrase, suffix []string) {
	if n := len(suffix); n > 1 && j.is("in", suffix[n-2]) {
		a.told = strings.Join(a.words, " ")
	}
	if a.inner == "" && b.inner != "" && j.is("unit", b.inner) {
		a.inner = b.inner
	}
}

// sameMeasure gives a currency that stands alone the amount that was asked for in another: "total in USD and EUR".
func (j *joiner) sameMeasure(a, b *phrase) bool {
	n := len(a.words)
	if n < 3 || len(b.words) != 1 || b.mark != markAnd || !j.is("in", a.words[n-2]) || !j.is("measure", a.words[n-1]) || !j.is("measure", b.words[0]) {
		return false
	}
	b.words = append(slices.Clone(a.words[:n-1]), b.words[0])
	b.told = strings.Join(b.words, " ")
	return true
}

// ofSeveral reports whether a noun in the plural goes on behind an "and" with what stands alone: "fechas de entrada y pago".
func (j *joiner) ofSeveral(noun string, alone []string) bool {
	t := j.words.noun(folded([]string{noun}))
	return t == typeDate || t == typeString && j.typed(alone) != typeNumber && j.typed(alone) != typeDate && !j.is("party", alone...) && !plural(value.Fold(alone[0]))
}

// leastEnding is how many letters of two participles are the same.
const leastEnding = 3

// alike gives a participle that stands alone the noun of the one before it: "impuestos trasladados y retenidos".
func (j *joiner) alike(a, b *phrase) bool {
	last := len(a.words) - 1
	if !j.tongue.headFirst || b.mark != markAnd || b.comma || len(b.words) != 1 || last < 1 || b.group != nil {
		return false
	}
	x, y := value.Fold(a.words[last]), value.Fold(b.words[0])
	if len(x) <= leastEnding || len(y) <= leastEnding || x[len(x)-leastEnding:] != y[len(y)-leastEnding:] || !j.is("participle", x[len(x)-leastEnding:]) || j.typed(b.words) != "" || j.lines(b.words...) || j.is("party", b.words...) {
		return false
	}
	b.words = slices.Concat(a.words[:last], b.words)
	return true
}

// ofBoth gives what is asked of two in the plural to each: "exporter and consignee addresses".
func (j *joiner) ofBoth(a, b *phrase) bool {
	n := len(b.words) - 1
	for at := 1; at < n; at++ { // consignee zip codes
		if j.is("party", b.words[:at]...) && j.is("attribute", b.words[at:]...) {
			b.words = append(slices.Clone(b.words[:at]), strings.Join(b.words[at:], " "))
			n = at
		}
	}
	if j.tongue.headFirst || b.mark != markAnd || len(a.words) > 2 || n < 1 || b.group != nil || !plural(value.Fold(b.words[n])) {
		return false
	}
	noun := j.words.singular(value.Fold(b.words[n]))
	t, owner := j.words.noun([]string{noun}), j.is("party", a.words...)
	asked := owner && j.is("party", b.words[:n]...) && j.is("attribute", noun)
	if !asked && (owner || t != typeDate && t != typeNumber && (t != typeString || len(a.words) > 1 || n > 1) || j.typed(a.words) != "" || j.lines(a.words...)) {
		return false
	}
	a.words = append(slices.Clone(a.words), noun)
	b.words = append(slices.Clone(b.words[:n]), noun)
	b.half = true
	return true
}

// twoParties gives a party the attributes that are asked of the one behind: "sender and receiver name, address and phone".
func (j *joiner) twoParties() {
	for i := 0; i+1 < len(j.kept) && !j.tongue.headFirst; i++ {
		a, b := &j.kept[i], &j.kept[i+1]
		if b.mark != markAnd || b.comma || !a.plain() || !b.plain() || a.opens != "" || b.opens != "" || a.one || a.half || !j.is("party", a.words...) {
			continue
		}
		at := 1
		for at < len(b.words) && !(j.is("party", b.words[:at]...) && j.is("attribute", b.words[at:]...)) {
			at++
		}
		if at >= len(b.words) {
			continue
		}
		owner := b.words[:at]
		asked := []phrase{{words: b.words[at:]}}
		n := i + 2
		for ; n < len(j.kept) && j.kept[n].mark <= markAnd && j.kept[n].plain() && asked[len(asked)-1].mark != markAnd; n++ {
			words := j.kept[n].words
			if len(words) > at && slices.Equal(words[:at], owner) {
				words = words[at:]
			}
			if !j.is("attribute", words...) {
				break
			}
			asked = append(asked, phrase{words: words, mark: j.kept[n].mark})
		}
		b.words = owner
		a.group, b.group = asked, asked
		j.kept = slices.Delete(j.kept, i+2, n)
	}
}

// parties gives parties the attributes that "with" asks of them: "buyer and supplier with their addresses".
func (j *joiner) parties() {
	for i := 0; i+1 < len(j.kept); i++ {
		p := &j.kept[i]
		if p.opens == "" || p.quant > unsaid || !j.is("party", p.words...) || !j.is("attribute", j.attribute(j.kept[i+1])...) {
			continue
		}
		asked, n, each := j.asked(j.kept[i+1:])
		each = each || p.mark == markAnd && !p.comma && p.opens != "'s" // exporter, producer and importer with address
		for k := i; k >= 0; k-- {
			q := &j.kept[k]
			if k < i && (j.kept[k+1].mark > markAnd || j.kept[k+1].mark == markComma && !each || !j.is("party", q.words...) || q.group != nil) {
				break
			}
			q.group, q.opens, q.inner = asked, "", ""
		}
		j.kept = slices.Delete(j.kept, i+1, i+1+n)
	}
}

// attribute returns what a phrase asks of a party, without "full" and "each".
func (j *joiner) attribute(p phrase) []string {
	words := p.words
	for len(words) > 1 && j.is("wholly", words[0]) {
		words = words[1:]
	}
	if n := len(words); n > 1 && j.is("ofeach", words[n-1]) {
		words = words[:n-1]
	}
	if p.theirs != "" && len(words) > 0 {
		words = []string{j.words.singular(strings.Join(folded(words), " "))}
	}
	return words
}

// asked are the attributes at the beginning, after the name that everybody has, how many phrases those are, and whether each of
// several parties has them.
func (j *joiner) asked(all []phrase) (asked []phrase, n int, each bool) {
	each = all[0].theirs != "" && j.is("theirs", all[0].theirs)
	for i, p := range all {
		words := j.attribute(p)
		if len(words) == 0 || i > 0 && (p.mark > markAnd || p.group != nil || p.theirs != "") || !j.is("attribute", words...) {
			break
		}
		each = each || len(words) < len(p.words) && j.is("ofeach", p.words[len(p.words)-1])
		if i == 0 && !folds(words[0], j.tongue.says("name")) && !j.is("named", words[0]) {
			asked = append(asked, phrase{words: []string{j.tongue.says("name")}})
		}
		asked = append(asked, phrase{words: words})
		n++
		if p.mark == markAnd {
			break
		}
	}
	return asked, n, each
}

// sameThings gives a noun that stands alone the things that the one behind it is of: "number and description of packages".
func (j *joiner) sameThings(a, b *phrase) bool {
	if b.mark != markAnd || len(a.words) != 1 || len(b.words) < 3 || !j.is("of", b.words[1]) || !plural(value.Fold(b.words[len(b.words)-1])) {
		return false
	}
	if !j.words.opposite(value.Fold(a.words[0]), value.Fold(b.words[0])) && !j.is("described", a.words[0], b.words[0]) {
		return false
	}
	a.words = slices.Concat(a.words, b.words[1:])
	return true
}

// sameDirection gives a time or date that stands alone the way of the place before it: "departure airport and time".
func (j *joiner) sameDirection(a, b *phrase) bool {
	last := len(a.words) - 1
	if b.mark != markAnd || b.article || len(b.words) != 1 || last != 1 || !j.is("moment", b.words[0]) {
		return false
	}
	way, at := a.words[0], a.words[1]
	if j.tongue.headFirst || !j.is("spot", at) || !j.is("way", way) {
		return false
	}
	b.words = []string{way, b.words[0]}
	return true
}

// around gives what a sum is told with the sum that the phrase before it names: "amount without tax and with tax".
func (j *joiner) around(a, b *phrase) bool {
	n := j.starts("around", b.words)
	if n == 0 || n == len(b.words) {
		return false
	}
	for at := 1; at < len(a.words)-1; at++ {
		if m := j.starts("around", a.words[at:]); m > 0 && (slices.Equal(folded(a.words[at+m:]), folded(b.words[n:])) || at+m+1 == len(a.words) && n+1 == len(b.words)) {
			b.words = slices.Concat(a.words[:at], b.words)
			return true
		}
	}
	return false
}

// doingBoth gives a participle that stands alone the noun of the one behind it: "sending and receiving bank".
func (j *joiner) doingBoth(a, b *phrase) bool {
	if j.tongue.headFirst || b.mark != markAnd || b.article || len(a.words) != 1 || len(b.words) != 2 {
		return false
	}
	x, y := value.Fold(a.words[0]), value.Fold(b.words[0])
	if !strings.HasSuffix(x, "ing") || !strings.HasSuffix(y, "ing") || j.typed(a.words) != "" || j.lines(a.words...) {
		return false
	}
	a.words = slices.Concat(a.words, b.words[1:])
	return true
}
