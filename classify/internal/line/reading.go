package line

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
)

// Facts are stated by a description, as the packages before this one found them.
type Facts struct {
	Text    string      // the description as given, answers behind it
	Implied []string    // words a trade name or a code stands for: "sedan" of a model of car
	Stated  []Statement // facet values read from the text, the clearest first
	Listing bool        // the text is a shop's listing with attributes or a category
	Chosen  []string    // leaves that answers have chosen: of siblings only those that hold one are possible
}

// Statement is a facet value with how clearly it is stated, 0 to 1.
type Statement struct {
	Value  string
	Weight float64
}

// Bounds of what is read of one description.
const (
	maxWords = 400
)

// Reading is a description made ready to be asked. It belongs to one goroutine: its numbers are read when they are first
// asked for, since most descriptions are judged by words alone.
type Reading struct {
	words   []word
	sieve   sieve // tells most forms that stand nowhere at once
	scanned bool
	found   []number
	folded  string
	small   *Words
	shares  side // of its word each share stands on, once one is asked for
	stated  []Statement
	chosen  []string
	second  bool // says that the goods are second-hand
	listing bool
}

// word is one word with its stems in both languages.
type word struct {
	phraseWord
	clause  int
	denied  bool // "without", "sin", "-free" governs it
	purpose bool // behind "for", "para": what the goods serve
	implied bool
}

// read takes a description apart. Nothing in it is trusted: every loop is bounded.
func (w *Words) read(f Facts) *Reading {
	r := &Reading{folded: text.Fold(f.Text), small: w, stated: f.Stated, chosen: f.Chosen, listing: f.Listing}
	r.read(r.folded, w)
	for _, implied := range f.Implied {
		if len(r.words) == maxWords {
			break
		}
		r.add(word{phraseWord: w.phraseWord(implied), implied: true})
	}
	r.second = r.says(w.secondHand)
	return r
}

// numbers are the measures the description states.
func (r *Reading) numbers() []number {
	if !r.scanned {
		r.found, r.scanned = r.scan(r.folded), true
	}
	return r.found
}

func (r *Reading) read(folded string, v *Words) {
	tokens := text.Tokenize(folded, maxWords, nil)
	r.words = make([]word, 0, min(len(tokens)+8, maxWords))
	clause, denied, purpose := 0, 0, false
	for i, t := range tokens {
		if t.Break {
			clause++
			denied, purpose = 0, t.Comma && purpose
		}
		if v.denials[t.Text] {
			denied = deniedReach + 1
		}
		if v.purposes[t.Text] {
			purpose = true
		}
		w := word{phraseWord: v.phraseWord(t.Text), clause: clause, denied: denied > 0 && !v.denials[t.Text], purpose: purpose && !v.purposes[t.Text]}
		if i+1 < len(tokens) && v.absences[tokens[i+1].Text] && tokens[i+1].Hyphen {
			w.denied = true // "sugar-free"
		}
		r.add(w)
		denied--
	}
}

// deniedReach is how many words a denial governs.
const deniedReach = 3

func (r *Reading) add(w word) {
	r.words = append(r.words, w)
	for _, mark := range w.marks {
		r.sieve.add(mark)
	}
}

func (w *Words) formsOf(word string) [3]string {
	return [3]string{word, w.stems.Stem(word, text.English), w.stems.Stem(word, text.Spanish)}
}

// phrase is one phrase of a condition, its small words left out.
type phrase struct {
	words  []phraseWord
	denied bool // "without frame": matches only what is denied
}

// phraseWord is a word of a phrase by its forms, and by their marks.
type phraseWord struct {
	forms [3]string
	marks [3]uint32 // of its forms
}

func (w *Words) phraseWord(s string) (p phraseWord) {
	p.forms = w.formsOf(s)
	for i, form := range p.forms {
		p.marks[i] = markOf(form)
	}
	return p
}

// sieve is a set of marks that may hold more than were put in, never less: phrases are asked for by
// the thousand, and nearly all of their words stand nowhere in a description.
type sieve [32]uint64

func (s *sieve) add(mark uint32)      { s[mark>>6&31] |= 1 << (mark & 63) }
func (s *sieve) has(mark uint32) bool { return s[mark>>6&31]&(1<<(mark&63)) != 0 }

// markOf is the FNV-1a hash of a form.
func markOf(form string) uint32 {
	h := uint32(2166136261)
	for i := range len(form) {
		h = (h ^ uint32(form[i])) * 16777619
	}
	return h
}

// lettered finds the capital letters that name a shape: "U-bolt", "perfil I".
var lettered = regexp.MustCompile(`\b[A-Z]\b`)

// compile reads a phrase; ok is false where nothing of it says anything.
func (w *Words) compile(s string) (p phrase, ok bool) {
	var shapes []string
	for _, letter := range lettered.FindAllString(s, -1) {
		shapes = append(shapes, strings.ToLower(letter))
	}
	for _, t := range text.Tokenize(text.Fold(s), 12, nil) {
		switch {
		case w.denials[t.Text] && len(p.words) == 0:
			p.denied = true
		case w.small[t.Text] && !slices.Contains(shapes, t.Text):
		case w.absences[t.Text] && t.Hyphen && len(p.words) > 0:
			p.denied = true
		default:
			p.words = append(p.words, w.phraseWord(t.Text))
		}
	}
	return p, len(p.words) > 0
}

// hit is how a phrase stands in a description.
type hit uint8

const (
	hitNone    hit = iota
	hitDenied      // its words stand there denied
	hitPurpose     // only as what the goods serve
	hitFull
)

// looseness is how far apart the words of a phrase may stand beyond their number.
const looseness = 2

// find looks for a phrase: all its words, near each other, in any order.
func (r *Reading) find(p phrase) hit {
	best := hitNone
	var room [8]int32
	for _, start := range r.places(&p.words[0], room[:0]) {
		h := r.around(p, start)
		if best = max(best, h); best == hitFull {
			break
		}
	}
	return best
}

// around looks for the rest of a phrase near one place of its first word.
func (r *Reading) around(p phrase, start int32) hit {
	denied, purpose := r.words[start].denied, r.words[start].purpose
	reach := int32(len(p.words) - 1 + looseness)
	var room [8]int32
	for i := range p.words[1:] {
		near := int32(-1)
		for _, at := range r.places(&p.words[1+i], room[:0]) {
			if at != start && at >= start-reach && at <= start+reach && r.words[at].clause-r.words[start].clause <= 1 {
				near = at
				break
			}
		}
		if near < 0 {
			return hitNone
		}
		denied = denied || r.words[near].denied
		purpose = purpose && r.words[near].purpose
	}
	switch {
	case denied != p.denied:
		return hitDenied
	case purpose:
		return hitPurpose
	}
	return hitFull
}

// places appends to at where any form of a word stands; a form of one language never meets the other's.
func (r *Reading) places(w *phraseWord, at []int32) []int32 {
	for i, form := range w.forms {
		if !r.sieve.has(w.marks[i]) {
			continue
		}
		for n := range r.words {
			if r.words[n].has(form, w.marks[i]) {
				at = append(at, int32(n))
			}
		}
		if len(at) > 0 && r.words[at[0]].kin(w.forms) {
			return at
		}
		at = at[:0]
	}
	return nil
}

func (w *phraseWord) has(form string, mark uint32) bool {
	for i, m := range w.marks {
		if m == mark && w.forms[i] == form {
			return true
		}
	}
	return false
}

func (w *phraseWord) kin(forms [3]string) bool {
	return w.forms[0] == forms[0] || w.forms[1] == forms[1] || w.forms[2] == forms[2]
}

// says reports whether any phrase stands in the description, whatever its role.
func (r *Reading) says(phrases []phrase) bool {
	for _, p := range phrases {
		if h := r.find(p); h == hitFull || h == hitPurpose {
			return true
		}
	}
	return false
}

func (p phrase) equal(q phrase) bool { return p.denied == q.denied && slices.Equal(p.words, q.words) }
