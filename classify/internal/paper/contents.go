package paper

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/vocabulary"
)

// maxFilled bounds the words of a text in which what something holds is looked for.
const maxFilled = 16

// Holder tells what holds other goods.
type Holder uint8

// Holders, by how much they are goods themselves.
const (
	HolderNone  Holder = iota
	HolderPack         // a jar, a bag: it is classified with what fills it
	HolderOther        // a tube, a drum: goods of other kinds too
	HolderCase         // a case, a basket: which of the two is meant is open
	HolderSet          // a set or kit: no goods without what it holds
)

// Filled is a text that names something and what it holds: "jar of honey", "case with drill and bits", "gift set with mug and coffee".
type Filled struct {
	Holder   Holder
	Bare     bool     // its noun stands alone or beside what it is of: "glass jar", not "pencil case"
	Of       bool     // "of" ties the two, not "with"
	Counted  bool     // a number stands before it, or before what fills it: "10 cajas de …", "caja de 12 …"
	Spanish  bool     // the tie is of Spanish
	Tie      string   // folded
	Name     string   // of the holder, as it is written
	Contents string   // as they are written
	Each     []string // of several contents
}

// holding is the vocabulary of holders and their contents.
type holding struct {
	kinds                   map[string]Holder
	fills, holds, spanish   map[string]bool // ties: of, with, those of Spanish
	fittings, skips, serves map[string]bool
	plainSet                map[string]bool
}

func newHolding(b *vocabulary.Book) holding {
	h := holding{
		kinds: map[string]Holder{}, fills: b.Set("ties of what fills"), holds: b.Set("ties of what is held"), spanish: b.Set("spanish ties"),
		fittings: foldedSet(b.Set("fittings of holders")), skips: b.Set("before contents"), serves: b.Set("ties of purpose"), plainSet: b.Set("plain sets"),
	}
	for kind, name := range map[Holder]string{HolderPack: "packs", HolderOther: "packs by their contents", HolderCase: "cases", HolderSet: "sets"} {
		for word := range foldedSet(b.Set(name)) {
			if h.kinds[word] == HolderNone || kind == HolderCase {
				h.kinds[word] = kind
			}
		}
	}
	return h
}

// Filled reads a text that names a holder and its contents. What only belongs to the holder, a lid or wheels, is no contents. ofMaterial tells the
// words that say what something is made of.
func (r *Reader) Filled(words string, ofMaterial func(word string) bool) (f Filled, ok bool) {
	fields := strings.Fields(strings.Trim(words, " .\n"))
	if len(fields) < 3 || len(fields) > maxFilled || strings.ContainsAny(strings.Trim(words, " \n"), "\n;(") {
		return f, false
	}
	for len(fields) > 2 && (r.skips[plainWord(fields[0])] || isCount(fields[0])) {
		f.Counted = f.Counted || isCount(fields[0])
		fields = fields[1:]
	}
	if name, colon := strings.CutSuffix(fields[0], ":"); colon { // "kit: mug, spoon"
		fields = slices.Insert(fields, 1, "with")
		fields[0] = name
	}
	at, spanish := r.tie(fields)
	if at < 1 || at+1 == len(fields) {
		return f, false
	}
	noun, others := r.nounOf(fields[:at], spanish)
	if f.Holder = r.kinds[noun]; f.Holder == HolderNone || slices.ContainsFunc(others, func(w string) bool { return r.serves[plainWord(w)] }) {
		return f, false
	}
	f.Bare = !slices.ContainsFunc(others, func(w string) bool {
		return !ofMaterial(plainWord(w)) && !r.skips[plainWord(w)] && !r.fills[plainWord(w)]
	})
	f.Spanish, f.Tie = spanish, plainWord(fields[at])
	f.Of = r.fills[f.Tie]
	f.Name = strings.Trim(strings.Join(fields[:at], " "), ",:;")
	rest := fields[at+1:]
	for len(rest) > 1 && (r.skips[plainWord(rest[0])] || isCount(rest[0])) {
		f.Counted = f.Counted || isCount(rest[0])
		rest = rest[1:]
	}
	f.Contents = strings.Trim(strings.Join(rest, " "), " ,.")
	f.Each = byCommas(f.Contents)
	if len(f.Each) == 0 {
		return f, false
	}
	noun, _ = r.nounOf(strings.Fields(f.Each[0]), spanish)
	plain := func(w string) bool { w = plainWord(w); return r.plainSet[w] || r.skips[w] || r.fills[w] }
	if f.Holder == HolderSet && (f.Of || slices.ContainsFunc(others, func(w string) bool { return !plain(w) })) { // "set of gaskets, cylinder head", "tool set with pliers"
		return f, false
	}
	return f, noun != "" && !r.fittings[noun] && !ofMaterial(noun)
}

// Holds returns the goods that a text says a holder is for: "tea" of "bag for tea". ok is false where it says no holder, or not what for.
func (r *Reader) Holds(words string) (goods string, ok bool) {
	fields := strings.Fields(strings.Trim(words, " .\n"))
	at := slices.IndexFunc(fields, func(w string) bool { return r.serves[plainWord(w)] })
	if at < 1 || at+1 == len(fields) || len(fields) > maxFilled {
		return "", false
	}
	last, _ := r.nounOf(fields[:at], false)
	first := plainWord(fields[0]) // Spanish names a holder first
	if r.kinds[last] == HolderNone && r.kinds[first] == HolderNone {
		return "", false
	}
	rest := fields[at+1:]
	for len(rest) > 1 && r.skips[plainWord(rest[0])] {
		rest = rest[1:]
	}
	return strings.Join(rest, " "), true
}

// tie finds what ties a holder to its contents, "with" before "of", and whether the holder is named as Spanish does, noun first.
func (r *Reader) tie(fields []string) (at int, spanish bool) {
	at = -1
	for i := 1; i < len(fields); i++ {
		switch word := plainWord(fields[i]); {
		case r.holds[word]:
			return i, r.spanish[word]
		case at < 0 && r.fills[word]:
			at, spanish = i, r.spanish[word]
		}
	}
	return at, spanish
}

// nounOf is the noun of a phrase, the last of its words before one that ties, in Spanish the first; and its other words.
func (r *Reader) nounOf(words []string, spanish bool) (noun string, others []string) {
	if spanish {
		if len(words) == 0 {
			return "", nil
		}
		return plainWord(words[0]), words[1:]
	}
	end := slices.IndexFunc(words, func(w string) bool { w = plainWord(w); return r.fills[w] || r.holds[w] || r.serves[w] })
	if end < 0 {
		end = len(words)
	}
	if end == 0 {
		return "", nil
	}
	return plainWord(words[end-1]), words[:end-1]
}
