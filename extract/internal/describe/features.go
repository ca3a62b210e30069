package describe

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Sentence is a request cut into words, with what their tags are told by.
type Sentence struct {
	Words    []string
	Features [][]string // of each word
	Contexts []int      // what stands before each word
	all      []token
}

// mostPiece is how many words of a piece are looked at together.
const mostPiece = 16

// featurer lists what the tags of words are told by.
type featurer struct {
	lexicon
	all     []token
	alone   [][]string // the roles of each word alone
	phrases [][]string // the roles of the phrases of several words that it begins or stands in
	kinds   []string   // the type that the vocabulary gives it
	out     []string
}

// sentence lists the features of words.
func (f *featurer) sentence() *Sentence {
	s := &Sentence{Words: wordsOf(f.all), all: f.all, Features: make([][]string, len(f.all)), Contexts: make([]int, len(f.all))}
	f.look(folded(s.Words))
	for i := range f.all {
		s.Features[i], s.Contexts[i] = f.features(i), f.context(i)
	}
	return s
}

// look finds the roles of words.
func (f *featurer) look(words []string) {
	f.alone, f.phrases, f.kinds = make([][]string, len(words)), make([][]string, len(words)), make([]string, len(words))
	known := map[string][]string{}
	for i, w := range words {
		if _, ok := known[w]; !ok {
			known[w] = f.words.rolesOf(w)
		}
		f.alone[i], f.kinds[i] = known[w], f.words.noun(words[i:i+1])
		seen := map[string]bool{} // the longest phrase of a role counts
		for n := min(f.words.longest, len(words)-i); n > 1; n-- {
			if f.all[i+n-1].clause != f.all[i].clause {
				continue
			}
			for _, role := range f.words.phrases[strings.Join(words[i:i+n], " ")] {
				for k := range n {
					if !seen[role] && k == 0 {
						f.phrases[i] = append(f.phrases[i], role+" b")
					} else if !seen[role] {
						f.phrases[i+k] = append(f.phrases[i+k], role+" i")
					}
				}
				seen[role] = true
			}
		}
	}
}

// context tells what stands between a word and the one before.
func (f *featurer) context(i int) int {
	for n, m := range []marks{seesOpen, seesClose, seesSentence, seesSemi, seesColon, seesComma} {
		if i > 0 && f.all[i].before&m != 0 && !(m == seesClose && f.all[i].before&seesComma != 0) {
			return n + 1
		}
	}
	switch {
	case i == 0:
		return 0
	case joins(f.all[i].fold):
		return 7
	case joins(f.all[i-1].fold):
		return 8
	}
	return 9
}

func (f *featurer) add(parts ...string) { f.out = append(f.out, strings.Join(parts, "|")) }

func (f *featurer) features(i int) []string {
	f.out = make([]string, 0, 120)
	from, to := f.pieceOf(i)
	f.letters(i)
	for d := -2; d <= 2; d++ {
		f.roles("r"+strconv.Itoa(d), i+d, d != 0)
	}
	f.marked(i, from, to)
	f.piece(i, from, to)
	f.beside(i, from, to)
	f.pairs(i, from, to)
	f.clause(i)
	return f.out
}

// letters adds how a word is written, and the words beside it.
func (f *featurer) letters(i int) {
	t := f.all[i]
	f.add("bias")
	f.add("w", t.fold)
	f.add("w-1", f.at(i-1))
	f.add("w+1", f.at(i+1))
	f.add("w-2", f.at(i-2))
	f.add("w+2", f.at(i+2))
	f.add("w-1w", f.at(i-1), t.fold)
	f.add("ww+1", t.fold, f.at(i+1))
	f.add("w-1+1", f.at(i-1), f.at(i+1))
	is := func(class func(rune) bool) string { return yes(strings.ContainsFunc(t.word, class)) }
	f.add("sh", is(unicode.IsUpper)+is(unicode.IsLower)+is(unicode.IsDigit))
	for n := 2; n <= 4 && n < len(t.fold); n++ {
		f.add("e", f.tongue.name, t.fold[len(t.fold)-n:])
	}
	if len(t.fold) > 4 {
		f.add("b", t.fold[:4])
	}
	if plural(t.fold) {
		f.add("pl")
	}
	if t.owner {
		f.add("own")
	}
	f.add("lang", f.tongue.name)
}

func yes(is bool) string { return strconv.FormatBool(is)[:1] }

func few(n, most int) string { return strconv.Itoa(min(n, most)) }

// at is a word, folded, or a sign where there is none.
func (f *featurer) at(i int) string {
	switch {
	case i < 0:
		return "<"
	case i >= len(f.all):
		return ">"
	}
	return f.all[i].fold
}

// has reports whether a word alone has a role.
func (f *featurer) has(i int, roles ...string) bool {
	return i < len(f.all) && slices.ContainsFunc(roles, func(r string) bool { return slices.Contains(f.alone[i], r) })
}

// roles adds what the vocabulary says of a word near by.
func (f *featurer) roles(name string, i int, near bool) {
	if i < 0 || i >= len(f.all) {
		return
	}
	for _, r := range f.alone[i] {
		f.add(name, r)
	}
	for _, r := range f.phrases[i] {
		f.add(name, r)
	}
	article, and := f.article(f.all[i].word), joins(f.all[i].fold)
	switch {
	case f.kinds[i] != "":
		f.add(name, "is "+f.kinds[i])
	case len(f.alone[i]) == 0 && !article && !and:
		f.add(name, "unknown")
	}
	if article {
		f.add(name, "article")
	}
	if and {
		f.add(name, "and")
	}
	if near && plural(f.all[i].fold) {
		f.add(name, "pl")
	}
}

// pieceOf is where the piece of a word begins and ends.
func (f *featurer) pieceOf(i int) (from, to int) {
	from, to = i, i+1
	for from > 0 && f.all[from-1].piece == f.all[i].piece {
		from--
	}
	for to < len(f.all) && f.all[to].piece == f.all[i].piece {
		to++
	}
	return from, to
}

// marked are the marks around a word and its piece, and the brackets that it stands in.
func (f *featurer) marked(i, from, to int) {
	t := f.all[i]
	f.add("mb", t.before.String())
	f.add("ma", t.after.String())
	f.add("mba", t.before.String(), t.after.String())
	f.add("pos", few(i-from, 4), few(to-i-1, 4))
	f.add("pfirst", f.at(from))
	f.add("plast", f.at(to-1))
	if i > from+1 {
		f.add("pfirst2", f.at(from), f.at(from+1))
	}
	f.add("pm", f.all[from].before.String(), f.all[to-1].after.String(), few(i-from, 2))
	if i == 0 {
		f.add("first")
	}
	f.add("sent", few(t.sent, 2))
	f.add("depth", few(t.depth, 2))
	if t.from >= 0 {
		f.add("hpl", yes(plural(f.at(t.from))))
		f.add("hk", f.kinds[t.from])
		f.add("hw", f.at(t.from))
		for _, r := range f.alone[t.from] {
			f.add("hr", r)
		}
	}
}

// piece adds what the vocabulary says of the piece of a word, and of what begins with the word.
func (f *featurer) piece(i, from, to int) {
	words, behind := wordsOf(f.all[from:min(to, from+mostPiece)]), f.all[to-1].after.String()
	bare := f.withoutArticle(words)
	if len(bare) < len(words) {
		f.add("part")
	}
	f.add("ptype", f.typed(bare))
	for _, role := range strings.Fields("party attribute") {
		if f.is(role, bare...) {
			f.add("p" + role)
		}
	}
	if f.lines(bare...) {
		f.add("plines", behind)
	}
	if f.starts("whole", bare) > 0 {
		f.add("pwhole", yes(len(bare) < len(words)))
	}
	if d, at := f.document(bare); at >= 0 {
		f.add("pdoc", few(at, 2), few(len(bare)-len(d.words)-at, 2), behind)
	}
	if f.is("paper", f.head(bare)) {
		f.add("ppaper", behind)
	}
	rest := wordsOf(f.all[i:min(to, i+mostPiece)])
	if f.has(i, "asks", "whichone") || f.has(i+1, "asks", "whichone") {
		if q, _ := f.question(rest); q != nil {
			f.add("question", few(len(rest), 6))
		}
	}
	if f.has(from, "asks") || f.has(from+1, "asks") {
		f.add("pquestion", few(i-from, 3))
	}
	for _, r := range strings.Fields("whole after bill courtesy lead each party") {
		if n := f.starts(r, rest); n > 0 {
			f.add("st", r, few(n, 3))
		}
	}
}

// beside adds the kinds of the pieces before and behind.
func (f *featurer) beside(i, from, to int) {
	here := func(name, is string) {
		f.add(name, is)
		f.add(name+"c", is, few(i-from, 2), few(to-i-1, 2))
	}
	if k := from - 1; k >= 0 {
		join := ""
		if joins(f.at(k)) && k > 0 {
			k, join = k-1, "&"
		}
		here("P-", join+f.told(f.pieceOf(k)))
	}
	if k := to; k < len(f.all) {
		join := ""
		if joins(f.at(k)) && k+1 < len(f.all) {
			k, join = k+1, "&"
		}
		here("P+", join+f.told(f.pieceOf(k)))
	}
	f.add("P", f.told(from, to), few(i-from, 2))
}

// told says in a word what a piece is.
func (f *featurer) told(from, to int) string {
	bare := f.withoutArticle(wordsOf(f.all[from:min(to, from+mostPiece)]))
	kind := f.typed(bare)
	switch {
	case f.is("party", bare...):
		kind = "party"
	case f.is("attribute", bare...):
		kind = "attr"
	case f.lines(bare...):
		kind = "lines"
	case f.starts("attribute", bare) > 0:
		kind = "attr of"
	}
	if plural(f.at(to - 1)) {
		kind += "s"
	}
	return kind + few(len(bare), 3) + f.all[to-1].after.String()
}

// pairs are features of what stands on both sides of an "and" and may share a noun: "net and gross weight".
func (f *featurer) pairs(i, from, to int) {
	if to+1 < len(f.all) && joins(f.at(to)) {
		_, end := f.pieceOf(to + 1)
		f.pair("L", i, from, from, to, to+1, end)
	}
	if from > 1 && joins(f.at(from-1)) {
		begin, _ := f.pieceOf(from - 2)
		f.pair("R", i, from, begin, from-1, from, to)
	}
}

// pair adds how the words a to b and c to d are related, on both sides of an "and".
func (f *featurer) pair(side string, i, from, a, b, c, d int) {
	for a < b-1 && f.article(f.all[a].word) {
		a++
	}
	for c < d-1 && (f.article(f.all[c].word) || f.is("of", f.all[c].word)) {
		c++
	}
	begin, last, first := f.at(a), f.at(b-1), f.at(c)
	var related string
	switch {
	case last != first && f.words.opposite(last, first):
		related = "opp"
	case begin != first && f.words.opposite(begin, first):
		related = "oppb"
	case b-a > 1 && len(last) > 4 && len(first) > 4 && last[len(last)-3:] == first[len(first)-3:]:
		related = "alike"
	case f.is("party", wordsOf(f.all[a:b])...) && f.is("party", f.all[c].word):
		related = "parties"
	default:
		return
	}
	left, right := few(b-a, 3), few(d-c, 3)
	f.add("pair", side, related, left, right)
	f.add("pair", side, related, left, right, few(i-a, 2), few(b-1-i, 2))
	f.add("pair", side, related, left, right, yes(plural(f.at(d-1))), few(i-c+2, 4))
	f.add("pair", side, related, left, right, f.tongue.name, few(i-from, 3))
}

// clause tells what stands in the same sentence before a word and behind it: marks, what opens a list, and the noun of one.
func (f *featurer) clause(i int) {
	t := f.all[i]
	colons, commas, ands, sinceOpener, sinceNoun := 0, 0, 0, 0, 0
	opener, noun := "", ""
	first := i
	for first > 0 && f.all[first-1].sent == t.sent {
		first--
	}
	for k := first; k <= i; k++ {
		if f.all[k].before&seesColon != 0 {
			colons++
		}
		if f.all[k].before&(seesComma|seesSemi) != 0 {
			commas, sinceOpener, sinceNoun = commas+1, sinceOpener+1, sinceNoun+1
		}
		if k == i {
			break
		}
		if f.all[k].clause == t.clause && joins(f.at(k)) {
			ands++
		}
		if f.has(k, "each", "allof") || slices.Contains(f.phrases[k], "each b") || slices.Contains(f.phrases[k], "listof b") {
			opener, sinceOpener = f.at(k), 0
		}
		if f.has(k, "line", "goods") && (plural(f.at(k)) || opener != "" && sinceOpener == 0) {
			noun, sinceNoun = f.at(k), 0
		}
	}
	later, semis, colon := 0, 0, 0
	for k := i + 1; k < len(f.all) && f.all[k].sent == t.sent; k++ {
		if f.all[k].before&seesColon != 0 {
			colon = 1
		}
		if f.all[k].before&seesSemi != 0 {
			semis = 1
		}
		if semis == 0 && (f.all[k].before&seesComma != 0 || joins(f.at(k))) {
			later++
		}
	}
	f.add("colon", few(colons, 2), few(colon, 1))
	f.add("commas", few(commas, 4))
	f.add("later", few(later, 3), few(semis, 1))
	f.add("ands", few(ands, 2), t.before.String())
	if opener != "" {
		f.add("opener", few(sinceOpener, 4))
		f.add("openerw", opener)
	}
	if noun != "" {
		f.add("noun", few(sinceNoun, 4))
		f.add("nounw", noun)
	}
}
