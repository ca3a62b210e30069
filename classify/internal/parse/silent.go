package parse

import (
	"slices"
	"strings"
)

// silent returns how many words from i on carry no meaning of goods, and their role.
func (r *reading) silent(i int, e entry) (int, Role) {
	if n := r.quantity(i, e); n > 0 {
		return n, Quantity
	}
	if n := r.wrapped(i); n > 0 {
		return n, Packing
	}
	if n := r.made(i, e); n > 0 {
		return n, Origin
	}
	if n := r.coloured(i, e); n > 0 {
		return n, Colour
	}
	if e.class&tinting != 0 && r.isAt(i+1, tinted) && i+2 < len(r.words) && !r.words[i+2].Break && !r.words[i+2].Number && !r.is(r.words[i+2].Text, sheathing) {
		return 1, Colour // "silver plastic cup": what metal there is colours the other material
	}
	if e.class&caption != 0 && !r.named && i+1 < len(r.words) && r.words[i+1].Colon {
		return 1, Promotion
	}
	if e.class&brand != 0 && r.named && i+1 < len(r.words) && !r.is(r.words[i+1].Text, promotion) && !r.words[i+1].Hyphen {
		return 2, Brand
	}
	if e.class&label != 0 && i+1 < len(r.words) && hasDigit(r.words[i+1].Text) {
		return 1, Identifier
	}
	if e.class&quality != 0 && r.isAt(i+1, qualityItself) {
		return 2, Promotion
	}
	if e.class&promotion != 0 && e.class&negation != 0 {
		return 1, Tie
	}
	if e.class&promotion != 0 && !r.compound(i) && !(e.class&freedom != 0 && i+1 < len(r.words) && r.joins(r.words[i+1].Text)) {
		return 1, Promotion
	}
	return 0, 0
}

// compound reports whether a hyphen ties a word to one that says something: "hot-water bag".
func (r *reading) compound(i int) bool {
	return i+1 < len(r.words) && r.Claims(r.words[i+1])
}

// isAt reports whether word i is of a class and no comma stands before it.
func (r *reading) isAt(i int, c class) bool {
	return i < len(r.words) && !r.words[i].Break && r.is(r.words[i].Text, c)
}

// number reads a number of the maker behind its label: "item no. AB-1234", "P/N 77-10932", "no. de serie 4711".
func (r *reading) number(i int, e entry) int {
	at := i + 1
	switch {
	case e.class&numbered != 0:
		for at < len(r.words) && at < i+3 && r.is(r.words[at].Text, numbering) {
			at++
		}
	case e.class&numbering != 0 && at < len(r.words) && r.words[at].Number:
	case e.class&numbering != 0 && at+1 < len(r.words) && r.joins(r.words[at].Text) && r.is(r.words[at+1].Text, numbered):
		at += 2
	default:
		return 0
	}
	if n := r.code(at); n > 0 {
		return at + n - i
	}
	return 0
}

// code returns how many words a number of the maker takes: it holds a digit, or letters a hyphen ties to one.
func (r *reading) code(i int) int {
	n, digits := 0, false
	for i+n < len(r.words) && n < codeReach {
		w := &r.words[i+n]
		if n > 0 && (!w.Hyphen || w.Break) {
			break
		}
		digits = digits || hasDigit(w.Text)
		n++
	}
	if !digits {
		return 0
	}
	return n
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// quantity reads counts, packs and gross weights.
func (r *reading) quantity(i int, e entry) int {
	w := &r.words[i]
	switch {
	case w.Number && !w.Percent && i+1 < len(r.words) && !r.words[i+1].Break && allDigits(w.Text) && r.is(r.words[i+1].Text, packing):
		return r.counted(i, i+2)
	case w.Number && r.suffixed(w.Text):
		return r.counted(i, i+1)
	case e.class&packing != 0 && w.Hyphen && i > 0 && r.words[i-1].Role == Quantity: // "12 pcs/ctn"
		return 1
	case e.class&counting != 0:
		at := i + 1
		if at < len(r.words) && r.words[at].Number {
			at++
			if r.isAt(at, packing) {
				at++
			}
			return at - i
		}
	case e.class&(packing|container) != 0 && i+2 < len(r.words) && r.words[i+2].Number && allDigits(r.words[i+2].Text):
		switch r.words[i+1].Text {
		case "of", "de", "con", "with", "x":
			end := i + 3
			if r.isAt(end, packing) {
				end++
			}
			if at := r.counted(i, end); i > 0 && (at+i >= len(r.words) || r.words[i+at].Break) {
				return at
			}
		}
	case r.driven && e.class&(weighing|weight) != 0: // by it trucks are told apart
		return 0
	case e.class&weighing != 0 && (r.isAt(i+1, weight) || r.words[i].Text == "gw"):
		return r.weighed(i)
	case e.class&weight != 0 && r.isAt(i+1, weighing):
		return r.weighed(i)
	}
	return 0
}

// contained returns how many words from i on are a container and how much it holds: ", botella 500 ml", ", 75 cl bottles". In front of the measure a container stands
// behind a comma, or in Spanish right behind the goods; they end the phrase.
func (r *reading) contained(i int) int {
	if !r.named || r.at != Goods || i == 0 {
		return 0
	}
	measured := func(at int) int { // words of a measure from at on
		switch {
		case at >= len(r.words) || r.words[at].Break && at > i || !r.words[at].Number:
			return 0
		case r.isAt(at+1, content) && allDigits(r.words[at].Text):
			return 2
		case r.is(strings.TrimLeft(r.words[at].Text, "0123456789.,"), content):
			return 1
		}
		return 0
	}
	end := 0
	switch w := &r.words[i]; {
	case r.is(w.Text, container) && (w.Break || r.words[i-1].Role == Goods):
		at := i + 1
		if at < len(r.words) && (w.Break || r.joins(r.words[at].Text)) && (r.joins(r.words[at].Text) || r.words[at].Text == "con" || r.words[at].Text == "x") {
			at++
		}
		if n := measured(at); n > 0 {
			end = at + n
		}
	case w.Number && w.Break:
		if n := measured(i); n > 0 && r.isAt(i+n, container|packing) {
			end = i + n + 1
		}
	}
	if end == 0 || end < len(r.words) && !r.words[end].Break {
		return 0
	}
	says := func(c class) bool {
		return slices.ContainsFunc(r.words[i:end], func(w Word) bool { return r.is(strings.TrimLeft(w.Text, "0123456789.,"), c) })
	}
	if says(preserving) && says(heft) {
		return 0 // it tells preserved food from fresh
	}
	return end - i
}

// wrapReach is how many words a wrapping takes between commas.
const wrapReach = 3

// wrapped reads a wrapping behind a count or a pack, between commas: ", 24 pcs per carton, shrink-wrapped", ", película plástica". Behind goods it reads
// the wrapping that ends a phrase: "drill shrink-wrapped".
func (r *reading) wrapped(i int) int {
	if r.named && r.isAt(i, wrapping) && r.isAt(i+1, packed) && (i+2 == len(r.words) || r.words[i+2].Break) {
		return 2
	}
	if !r.named || i == 0 || !r.words[i].Break {
		return 0
	}
	if before := &r.words[i-1]; before.Role != Quantity && before.Role != Packing && !r.is(before.Text, packing|container) {
		return 0
	}
	n, wraps := 0, false
	for i+n < len(r.words) && (n == 0 || !r.words[i+n].Break) {
		wraps = wraps || r.is(r.words[i+n].Text, wrapping)
		n++
	}
	if !wraps || n > wrapReach {
		return 0
	}
	return n
}

// counted takes the unit, what it is counted by ("per carton") and, in front of the goods, the "of" that follow a count in.
func (r *reading) counted(i, at int) int {
	if at+1 < len(r.words) && (r.words[at].Text == "per" || r.words[at].Text == "por") && r.isAt(at+1, packing|container) {
		at += 2
	}
	if !r.named && at < len(r.words) && (r.words[at].Text == "of" || r.words[at].Text == "de") {
		at++
	}
	return at - i
}

// suffixed reports whether a number ends with a count: "968pcs".
func (r *reading) suffixed(word string) bool {
	unit := strings.TrimLeft(word, "0123456789")
	return len(unit) > 1 && r.is(unit, packing)
}

// weighed reads a gross or net weight with its number and unit.
func (r *reading) weighed(i int) int {
	at := i
	for at < len(r.words) && r.is(r.words[at].Text, weighing|weight) {
		at++
	}
	if at < len(r.words) && r.words[at].Number {
		bare := allDigits(r.words[at].Text)
		at++
		if bare && at < len(r.words) && !r.words[at].Break && len(r.words[at].Text) <= 3 { // its unit
			at++
		}
	}
	return at - i
}

func allDigits(s string) bool { return strings.Trim(s, "0123456789.,") == "" }

// made reads where goods were made: "made in China", "origen Alemania".
func (r *reading) made(i int, e entry) int {
	if e.class&homeland != 0 && i+2 < len(r.words) && r.joins(r.words[i+1].Text) && r.is(r.words[i+2].Text, origin) { // "country of origin: Vietnam"
		if n := r.made(i+2, r.entryAt(i+2)); n > 0 {
			return n + 2
		}
	}
	at := i + 1
	switch {
	case e.class&making != 0 && at < len(r.words) && (r.words[at].Text == "in" || r.words[at].Text == "en"):
		at++
	case e.class&origin != 0:
		for at < len(r.words) && at < i+3 && (r.is(r.words[at].Text, origin|article) || r.joins(r.words[at].Text)) {
			at++
		}
	default:
		return 0
	}
	for at < len(r.words) && r.is(r.words[at].Text, article) {
		at++
	}
	if at >= len(r.words) || !r.is(r.words[at].Text, country) {
		return 0
	}
	for at++; r.isAt(at, country); {
		at++
	}
	return at - i
}

// coloured reads a colour beside the word colour.
func (r *reading) coloured(i int, e entry) int {
	if e.class&colouring == 0 || !r.named {
		return 0
	}
	at := i + 1
	for at < i+3 && r.isAt(at, colour) {
		at++
	}
	if at == i+1 {
		return 0
	}
	return at - i
}

// shade returns how many words of a colour stand alone between commas at i.
func (r *reading) shade(i int, e entry) int {
	if e.class&colour == 0 || !r.named || !r.words[i].Break {
		return 0
	}
	at := i + 1
	for at < i+3 && r.isAt(at, colour) {
		at++
	}
	if at < len(r.words) && !r.words[at].Break {
		return 0
	}
	return at - i
}
