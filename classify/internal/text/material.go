package text

import (
	"strings"
	"unicode"

	"tariffdesk/classify/internal/parse"
)

// maxMaterialWords bounds the texts in which a material behind the name is put where it stands in a name.
const maxMaterialWords = 14

// MaterialWords says of folded words what they state of goods.
type MaterialWords struct {
	Material func(word string) bool  // what the goods are of
	InName   func(word string) bool  // a material that is part of a name, as the glass of a shot glass
	Finish   func(word string) bool  // what was done to a surface: the goods are of something else
	Named    func(words string) bool // a whole name of goods
}

// PutMaterial returns a short description with the material that is said behind the name of the goods put where their language has it in a
// name: "shot glass, ceramic", "shot glass made of ceramic" and "shot glass (ceramic)" become "ceramic shot glass", "vaso (vidrio)" "vaso de vidrio".
// It reports false where nothing is to be put elsewhere: goods of several materials stay as they are written.
func (r *Reader) PutMaterial(s string, l Lang, k MaterialWords) (string, bool) {
	m := materialMover{Reader: r, s: s, words: wordsOf(s), isMaterial: k.Material}
	if n := len(m.words); n < 2 || n > maxMaterialWords {
		return s, false
	}
	var run materialRun
	for i := 1; i < len(m.words); i++ {
		found, ok := m.runAt(i, l)
		switch {
		case !ok:
			continue
		case run.to > 0:
			return s, false
		}
		run = found
		i = run.to - 1
	}
	if run.to == 0 && l == English {
		run = m.behindPlural(k.Named)
	}
	if run.to == 0 {
		return m.materialFirst(l, k.Named)
	}
	start, named, noun := -1, false, m.noun(run)
	for i, w := range m.words[:run.head] {
		role, ties := r.grammar.Ties(w.word)
		if k.Finish(w.word) || k.Material(w.word) && i != noun && !k.InName(w.word) || ties && role == parse.With {
			return s, false
		}
		if start < 0 && !r.grammar.IsArticle(w.word) {
			start = i
		}
		named = named || !ties && !r.grammar.IsArticle(w.word) && !HasDigit(w.word)
	}
	if !named {
		return s, false
	}
	head := s[m.words[start].from:m.words[run.head-1].to]
	material := s[m.words[run.from].from:m.words[run.to-1].to]
	between := strings.TrimRight(s[m.words[run.head-1].to:m.words[run.tie].from], " ([-–—,;")
	rest := strings.TrimLeft(s[m.words[run.to-1].to:], ")]")
	if run.language == Spanish {
		return s[:m.words[start].from] + head + " de " + material + between + rest, true
	}
	if adjective, ok := r.adjectives[Fold(material)]; ok {
		material = adjective
	}
	return s[:m.words[start].from] + material + " " + head + between + rest, true
}

// materialMover looks for a material behind the name of goods.
type materialMover struct {
	*Reader
	s          string
	words      []placed
	isMaterial func(word string) bool
}

// materialRun is a material behind a name: its words, where what ties it to the name begins, and how many words the name has.
type materialRun struct {
	from, to, tie, head int
	language            Lang
}

// behindPlural finds a material at the end of a text behind a name in the plural, as in "garbage bags plastic": nothing stands behind a plural that
// it qualifies, as window does in "window glass".
func (m *materialMover) behindPlural(named func(words string) bool) (run materialRun) {
	from := len(m.words)
	for from > 0 && m.isMaterial(m.words[from-1].word) {
		from--
	}
	if from == 0 || from == len(m.words) {
		return run
	}
	if last := m.words[from-1].word; !strings.HasSuffix(last, "s") || strings.HasSuffix(last, "ss") || !named(m.s[:m.words[from-1].to]) {
		return run
	}
	return materialRun{from: from, to: len(m.words), tie: from, head: from, language: English}
}

// materialFirst puts a material that stands before a name behind it, where Spanish has it: "acero inoxidable lámina" becomes "lámina de acero
// inoxidable".
func (m *materialMover) materialFirst(l Lang, named func(words string) bool) (string, bool) {
	from := 0
	for from < len(m.words) && m.isMaterial(m.words[from].word) {
		from++
	}
	to := from
	for to < len(m.words) && (to == from || !m.parted(to)) {
		if _, ties := m.grammar.Ties(m.words[to].word); ties {
			break
		}
		to++
	}
	if l != Spanish || from == 0 || to == from || !named(m.s[m.words[from].from:m.words[to-1].to]) {
		return m.s, false
	}
	material := m.s[m.words[0].from:m.words[from-1].to]
	return m.s[:m.words[0].from] + m.s[m.words[from].from:m.words[to-1].to] + " de " + material + m.s[m.words[to-1].to:], true
}

// PutParticiple puts what was done to goods behind their name, where Spanish has it: "congeladas fresas" becomes "fresas congeladas".
func (r *Reader) PutParticiple(s string) string {
	words := wordsOf(s)
	if len(words) < 2 || strings.TrimSpace(s[words[0].to:words[1].from]) != "" {
		return s
	}
	return s[:words[0].from] + s[words[1].from:words[1].to] + " " + s[words[0].from:words[0].to] + s[words[1].to:]
}

// noun is the word that names the goods of a run: the last one before any that ties, in Spanish the first. A straw of paper is
// of no straw.
func (m *materialMover) noun(run materialRun) int {
	if run.language == Spanish {
		return 0
	}
	for i := 1; i < run.head; i++ {
		if _, ties := m.grammar.Ties(m.words[i].word); ties {
			return i - 1
		}
	}
	return run.head - 1
}

// runAt finds words of material alone from word i on, behind a comma, bracket or dash, or what ties a material to goods.
func (m *materialMover) runAt(i int, l Lang) (run materialRun, ok bool) {
	parted := m.parted(i)
	from, tied := i, false
	for from < len(m.words) && (from == i || !m.parted(from)) {
		language, ties := m.tiesMaterial(m.words[from].word)
		if !ties {
			break
		}
		l, tied = language, true
		from++
	}
	if !parted && !tied || !parted && l == Spanish && from == i+1 && m.words[i].word == "de" { // "mesa de madera" has it there
		return run, false
	}
	to := from
	for to < len(m.words) && (to == from || !m.parted(to)) && m.isMaterial(m.words[to].word) {
		to++
	}
	if to == from {
		return run, false
	}
	if to < len(m.words) && !m.parted(to) {
		if role, ties := m.grammar.Ties(m.words[to].word); !ties || role == parse.Of {
			return run, false
		}
	}
	run = materialRun{from: from, to: to, tie: i, head: i, language: l}
	for j := 1; j < i; j++ {
		if parted && m.parted(j) { // the name ends at the first comma
			run.head = j
			break
		}
		if role, ties := m.grammar.Ties(m.words[j].word); !parted && (m.parted(j) || ties && (l == English || role != parse.Of && role != parse.Purpose)) {
			return run, false // of "knife, handle of wood" the handle is of wood
		}
	}
	return run, true
}

// tiesMaterial reports whether a word ties a material to goods, and in which language.
func (m *materialMover) tiesMaterial(word string) (l Lang, ok bool) {
	switch word {
	case "in", "out":
		return English, true
	case "en":
		return Spanish, true
	}
	if role, ties := m.grammar.Ties(word); !ties || role != parse.Of {
		return English, false
	}
	if m.Stopword(word, English) || word == "made" || strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ing") {
		return English, true
	}
	return Spanish, true
}

// parted reports whether a comma, bracket or dash stands before word i.
func (m *materialMover) parted(i int) bool {
	gap := m.s[m.words[i-1].to:m.words[i].from]
	return strings.ContainsAny(gap, ",;:()[]|") || strings.ContainsAny(gap, "-–—") && len(strings.TrimSpace(gap)) < len(gap)
}

// wordsOf lists the words of a text; a hyphen parts two.
func wordsOf(s string) (words []placed) {
	from := -1
	for i, c := range s + " " {
		switch inside := unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.Mn, c) || c == '\'' || c == '’'; {
		case inside && from < 0:
			from = i
		case !inside && from >= 0:
			if words = append(words, placed{Fold(s[from:i]), from, i}); len(words) > maxMaterialWords {
				return words
			}
			from = -1
		}
	}
	return words
}
