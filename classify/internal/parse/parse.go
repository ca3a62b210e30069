package parse

import "strings"

// Bounds of how far the grammar looks.
const (
	negationReach = 3 // words that a negation governs where nothing ends it before: "without metal frame"
	packReach     = 5 // words within which "packed in" names what goods come in
	bareReach     = 4 // … and "in" alone does
	codeReach     = 4 // words of one number of the maker
	minComponents = 2 // commas behind a colon that make a list
	carryReach    = 4 // words behind a number within which what goods carry is named
)

// reading is one pass over the words of a description.
type reading struct {
	*Grammar
	words  []Word
	at     Role
	named  bool // a word of goods stood already
	driven bool // one of goods that have an engine did
	listed bool // commas list components
	denied int  // words that a negation still governs
	crated bool // what goods come in was said by "packed", to the end of the phrase
}

// Parse gives every word its role.
func (g *Grammar) Parse(words []Word) {
	r := reading{Grammar: g, words: words}
	for i := 0; i < len(words); {
		i += r.step(i)
	}
}

// step reads the words from i on that belong together and returns how many they are.
func (r *reading) step(i int) int {
	w := &r.words[i]
	r.open(i)
	e := r.entryAt(i)
	if n := r.number(i, e); n > 0 { // before "no" is taken for a negation
		r.give(i, n, Identifier)
		return n
	}
	switch {
	case i+1 < len(r.words) && r.pairs[w.Text] == r.words[i+1].Text:
		r.denied = negationReach
		r.give(i, 2, Tie)
		return 2
	case e.class&negation != 0:
		r.denied = r.reach(i)
	case e.class&prefix != 0 && i+1 < len(r.words) && r.words[i+1].Hyphen:
		r.denied = 1
		r.give(i, 1, Tie)
		return 1
	case e.class&contrast != 0 && r.denied > 0: // "not polyester but wool"
		r.denied, r.at = 0, Goods
		r.give(i, 1, Tie)
		return 1
	}
	if n, role := r.silent(i, e); n > 0 {
		r.give(i, n, role)
		return n
	}
	if n := r.shade(i, e); n > 0 {
		r.give(i, n, Shade)
		return n
	}
	if n := r.contained(i); n > 0 {
		r.give(i, n, Shade) // no part of a name, and a fact all the same: "cerveza, lata 355 ml"
		return n
	}
	if n := r.packs(i, e); n > 0 {
		if r.named {
			r.at, r.crated = Packing, true
		}
		r.give(i, n, Tie)
		return n
	}
	if e.class&freedom != 0 && i+1 < len(r.words) && r.joins(r.words[i+1].Text) {
		r.denied = negationReach
		r.give(i, 2, Tie)
		return 2
	}
	if role, ok := r.ties(i, e); ok {
		if r.named && !(r.at == Packing && (role == Of || r.crated && role != Purpose)) {
			r.at, r.listed, r.crated = role, e.class&listing != 0 || role == With && r.enumerates(i+1), false
		}
		switch {
		case (role == Of || role == With) && !w.Break && r.deniedBefore(i):
			r.denied = negationReach
		case e.class&negation == 0:
			r.denied = 0
		}
		w.Role = Tie
		return 1
	}
	w.Role = r.at
	if e.class&negation == 0 {
		w.Denied = r.denied > 0 || r.freed(i)
		r.denied--
	}
	r.named = r.named || !w.Number
	r.driven = r.driven || e.class&engined != 0 && r.at == Goods
	return 1
}

func (r *reading) entryAt(i int) entry { return r.Grammar.words[r.words[i].Text] }

// give gives n words from i on a role.
func (r *reading) give(i, n int, role Role) {
	for j := i; j < min(i+n, len(r.words)); j++ {
		r.words[j].Role = role
	}
}

// open begins a phrase behind a comma or full stop: what it says is of the goods again.
func (r *reading) open(i int) {
	w := &r.words[i]
	switch {
	case w.Colon && r.named && r.components(i):
		r.at, r.listed, r.denied = With, true, 0
	case w.Break && r.listed && w.Comma:
		r.denied = 0
	case w.Number && w.Break && r.named && (w.Comma && r.at == With || r.carried(i)): // "car with 60 litre tank, 1.6 L engine"
		r.at, r.listed, r.crated, r.denied = With, false, false, 0
	case w.Break:
		r.at, r.listed, r.crated, r.denied = Goods, false, false, 0
	case w.Number && r.driven && r.at == Goods && r.powered(i): // "motorcycle 650 cc petrol engine"
		r.at = With
	case w.Percent && r.at == Purpose: // "for women, woven 60% linen": a share is of the goods
		r.at = Goods
	}
}

// carried reports whether a phrase from a number on ends with what goods carry: "1.6 L engine", "4 quemadores".
func (r *reading) carried(i int) bool {
	end := i + 1
	for end < len(r.words) && end <= i+carryReach && !r.words[end].Break {
		end++
	}
	return end > i+1 && (end == len(r.words) || r.words[end].Break) && (r.is(r.words[end-1].Text, component) || r.is(r.words[i+1].Text, component))
}

// powered reports whether the words from a number on end with an engine.
func (r *reading) powered(i int) bool {
	for at := i + 1; at < len(r.words) && at <= i+carryReach && !r.words[at].Break; at++ {
		if r.is(r.words[at].Text, motor) {
			return true
		}
	}
	return false
}

// components reports whether words from a colon on are a list.
func (r *reading) components(i int) bool {
	commas := 0
	for _, w := range r.words[i+1:] {
		if w.Colon || w.Break && !w.Comma {
			break
		}
		if w.Comma {
			commas++
		}
	}
	return commas >= minComponents && !r.words[i].Number
}

// enumerates reports whether words from i on are a list with commas that "and" ends: "needle, thread and scissors".
func (r *reading) enumerates(i int) bool {
	commas, ended := 0, false
	for at := i; at < len(r.words); at++ {
		w := &r.words[at]
		switch {
		case w.Break && !w.Comma || w.Colon:
			return ended
		case w.Comma && ended:
			return true
		case w.Comma:
			commas++
		case commas > 0 && r.is(w.Text, adds):
			ended = at+1 < len(r.words)
		}
	}
	return ended
}

// deniedBefore reports whether nothing but ties and verbs of being stand between a negation and a word: "no es de punto", "no contiene azúcar", "not made of leather".
func (r *reading) deniedBefore(i int) bool {
	for i--; i >= 0; i-- {
		if r.is(r.words[i].Text, negation) {
			return true
		}
		if !r.is(r.words[i].Text, connective|copula) {
			return false
		}
	}
	return false
}

// joins reports whether a word follows "free".
func (r *reading) joins(word string) bool { return word == "of" || word == "from" || word == "de" }

// freed reports whether "-free" follows: "sugar-free", "lead free".
func (r *reading) freed(i int) bool {
	return i+1 < len(r.words) && r.words[i+1].Hyphen && r.is(r.words[i+1].Text, freedom)
}

// reach is how many words a negation governs: one that belongs to a word, as in non-alcoholic, governs that word alone.
func (r *reading) reach(i int) int {
	if i+1 < len(r.words) && r.words[i+1].Hyphen || r.words[i].Text == "non" {
		return 1
	}
	return negationReach
}

// ties returns the role that starts at a word, if that word ties goods to something else.
func (r *reading) ties(i int, e entry) (Role, bool) {
	rest := r.words[i+1:]
	switch r.words[i].Text {
	case "used": // "used tyres" are second-hand
		return Purpose, len(rest) > 0 && (r.is(rest[0].Text, purposeful) || strings.HasSuffix(rest[0].Text, "ly"))
	case "con":
		if i > 0 && r.is(r.words[i-1].Text, covering) { // "recubierta con poliuretano" is "recubierta de poliuretano"
			return Of, true
		}
	case "in", "en":
		return Packing, !r.words[i].Hyphen && r.contains(rest, bareReach, container|packing|wrapping)
	case "on", "sobre":
		if r.contains(rest, bareReach, platform) {
			return Packing, true
		}
	}
	return e.role, e.class&connective != 0
}

// contains reports whether words of a class stand among the next ones of a phrase.
func (r *reading) contains(words []Word, reach int, c class) bool {
	for i, w := range words[:min(len(words), reach)] {
		if i > 0 && w.Break {
			return false
		}
		if r.is(w.Text, c) {
			return true
		}
	}
	return false
}

// packs returns how many words "packed in" takes, 0 where nothing of the kind stands at i or what follows is no pack, as
// the oil that fish are packed in.
func (r *reading) packs(i int, e entry) int {
	if e.class&packed == 0 || i+1 >= len(r.words) {
		return 0
	}
	packs := container | packing | wrapping
	switch r.words[i+1].Text {
	case "in", "on", "into", "en", "sobre", "dentro":
		packs |= stuffing // with paper, wire is covered
		fallthrough
	case "with", "con":
		if r.contains(r.words[i+2:], packReach, packs) {
			return 2
		}
	}
	return 0
}
