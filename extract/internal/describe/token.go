package describe

import (
	"slices"
	"strings"
	"sync"

	"tariffdesk/extract/internal/value"
)

// token is a word of a request, with the marks beside it.
type token struct {
	word   string // as written, without marks
	fold   string
	before marks // what stands before it
	after  marks // and behind it
	owner  bool  // it is a possessive: "seller's"
	depth  int   // of brackets
	from   int   // the word before its brackets, -1 for none
	piece  int   // a piece ends at each mark and at each conjunction
	clause int   // a clause ends at a semicolon and with its sentence
	sent   int
}

// marks are a set of punctuation marks.
type marks uint16

// The marks.
const (
	seesComma marks = 1 << iota
	seesSemi
	seesColon
	seesSentence
	seesQuestion
	seesOpen
	seesClose
	seesAsked // "¿" before a word
)

// String writes marks as features name them.
func (m marks) String() string {
	var b strings.Builder
	for k, c := range []string{",", ";", ":", ".", "?", "(", ")"} {
		if m&(1<<k) != 0 {
			b.WriteString(c)
		}
	}
	return b.String()
}

// ends are the marks of a single character.
var ends = map[rune]marks{',': seesComma, ';': seesSemi, ':': seesColon, '.': seesSentence, '!': seesSentence, '?': seesQuestion | seesSentence}

// The bounds of a request.
const (
	maxTokens = 3000
	maxNested = 4
)

// tokenizer cuts a text into words.
type tokenizer struct {
	all     []token
	pending marks
	opened  []int // the words before the brackets that are open
}

var brackets = strings.NewReplacer("[]", "", "(", " ( ", "[", " ( ", "{", " ( ", ")", " ) ", "]", " ) ", "}", " ) ")

// tokens cuts a text into its words.
func tokens(text string) []token {
	t := &tokenizer{pending: seesSentence}
	for _, raw := range strings.Fields(brackets.Replace(spaced.ReplaceAllString(text, " : "))) {
		if len(t.all) == maxTokens {
			break
		}
		switch raw {
		case "(":
			t.mark(seesOpen)
			t.opened = append(t.opened, len(t.all)-1)
			continue
		case ")":
			t.mark(seesClose)
			t.opened = t.opened[:max(0, len(t.opened)-1)]
			continue
		}
		t.word(raw)
	}
	if n := len(t.all); n > 0 {
		t.all[n-1].after |= seesSentence
	}
	count(t.all)
	return t.all
}

func (t *tokenizer) mark(m marks) {
	t.pending |= m
	if n := len(t.all); n > 0 {
		t.all[n-1].after |= m
	}
}

// word adds a word with the marks that are written to it.
func (t *tokenizer) word(raw string) {
	word := strings.TrimRight(raw, ",;:?!")
	behind := raw[len(word):]
	if w, ended := strings.CutSuffix(word, "."); ended && !shortened(w) {
		word, behind = w, "."+behind
	}
	if strings.HasPrefix(word, "¿") {
		t.pending |= seesAsked
	}
	if word = strings.Trim(word, "\"“”«»*_`¿¡"); word != "" {
		owner := false
		if o, ok := cutPossessive(word); ok && len(o) > 2 {
			word, owner = o, true
		}
		from := -1
		if n := len(t.opened); n > 0 {
			from = t.opened[n-1]
		}
		t.all = append(t.all, token{word: word, fold: value.Fold(word), before: t.pending, owner: owner, depth: len(t.opened), from: from})
		t.pending = 0
	}
	for _, c := range behind {
		t.mark(ends[c])
	}
}

// count numbers the pieces, clauses and sentences of words.
func count(all []token) {
	piece, clause, sent := 0, 0, 0
	for i := range all {
		if i > 0 {
			if all[i].before != 0 || joins(all[i].fold) || joins(all[i-1].fold) {
				piece++
			}
			if all[i].before&(seesSemi|seesSentence) != 0 {
				clause++
			}
			if all[i].before&seesSentence != 0 {
				sent++
			}
		}
		all[i].piece, all[i].clause, all[i].sent = piece, clause, sent
	}
}

// conjunctions join the pieces of an enumeration.
var conjunctions = sync.OnceValue(func() []string { return saidAs("conjunction") })

// joins reports whether a folded word is a conjunction.
func joins(word string) bool { return slices.Contains(conjunctions(), word) }

// wordsOf are the words of tokens, as written.
func wordsOf(all []token) []string {
	words := make([]string, len(all))
	for i := range all {
		words[i] = all[i].word
	}
	return words
}

func cutPossessive(word string) (string, bool) {
	for _, ending := range []string{"'s", "’s"} {
		if owner, ok := strings.CutSuffix(word, ending); ok && owner != "" && !slices.Contains(strings.Fields("it let that what who there"), strings.ToLower(owner)) {
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

// shortened reports whether a point behind a word shortens it.
func shortened(word string) bool {
	switch value.Fold(word) {
	case "descr", "ext", "pos", "spec", "addr", "curr", "dept", "est", "exp", "mfg", "wt", "vol", "pkg", "pkgs", "pcs", "ctn", "ctns", "kgs", "tot", "cod", "prov", "uni", "unid", "mon", "bez", "best", "art.-nr", "artnr", "dest", "orig", "no", "nos", "nr", "num", "nro", "qty", "amt", "ref", "inv", "tel", "approx", "incl", "excl", "max", "min", "art", "cant", "desc", "cve", "dir", "imp", "bzw", "zzgl", "inkl", "exkl", "usw", "idnr", "ust-idnr", "st-nr":
		return true
	}
	return strings.Contains(word, ".") || len(word) == 1
}
