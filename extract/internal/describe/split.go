package describe

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"tariffdesk/extract/internal/value"
)

// piece is a part of a request between two marks.
type piece struct {
	text  string
	mark  mark    // what stands before it
	comma bool    // a comma stands before it, whatever joins it too
	plus  bool    // a comma and "plus" stand before it
	colon bool    // a colon follows
	asked bool    // a question mark follows
	group []piece // what stands in brackets behind it
	inner string  // the same as written
}

// mark separates two pieces.
type mark byte

// The marks: each ends more than the one before.
const (
	markComma    mark = iota
	markAnd           // with or without a comma
	markSemi          // also a new bullet
	markSentence      // also the beginning
)

// The bounds of a request.
const (
	maxPieces = 1000
	maxNested = 4
)

var bullet = regexp.MustCompile(`^(?:[-*•·–▪]|\d{1,3}[.)]|[a-z]\))\s+`)

// flattened writes bullets and lines in one line: a new bullet is a semicolon, deeper ones stand in brackets.
func flattened(text string) string {
	var b strings.Builder
	var open []int // indents of the brackets
	last := ""
	for line := range strings.Lines(strings.ReplaceAll(text, "_", " ")) {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			continue
		}
		indent := strings.IndexFunc(line, func(c rune) bool { return !unicode.IsSpace(c) })
		item := bullet.MatchString(trimmed)
		for len(open) > 0 && indent < open[len(open)-1] {
			b.WriteString(")")
			open = open[:len(open)-1]
		}
		switch {
		case last == "":
		case item && strings.HasSuffix(last, ":") && b.Len() > len(last)+1 && bullet.MatchString(last) && len(open) < maxNested:
			b.WriteString(" (")
			open = append(open, indent)
		case strings.HasSuffix(last, ":"), strings.HasSuffix(last, ","), strings.HasSuffix(last, ";"):
			b.WriteString(" ")
		case item, len(trimmed) < 60:
			b.WriteString("; ")
		default:
			b.WriteString(" ")
		}
		last = trimmed
		b.WriteString(bullet.ReplaceAllString(trimmed, ""))
	}
	b.WriteString(strings.Repeat(")", len(open)))
	return b.String()
}

// splitter cuts a text into pieces.
type splitter struct {
	pieces []piece
	words  []string
	mark   mark
	comma  bool
	plus   bool
}

// pieces cuts a text at its marks and conjunctions; brackets stay with what they stand behind.
func pieces(text string, depth int) []piece {
	s := &splitter{mark: markSentence}
	for len(text) > 0 && len(s.pieces) < maxPieces {
		open := strings.IndexAny(text, "([{")
		if open < 0 || depth >= maxNested {
			s.plain(text)
			break
		}
		s.plain(text[:open])
		inner, rest := bracketed(text[open:])
		s.bracket(inner, depth)
		text = rest
	}
	s.flush()
	return s.pieces
}

// bracketed cuts a text that begins with a bracket behind its partner.
func bracketed(text string) (inner, rest string) {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:]
			}
		}
	}
	return text[1:], ""
}

func (s *splitter) bracket(inner string, depth int) {
	s.flush()
	if n := len(s.pieces); n > 0 && s.pieces[n-1].group == nil {
		s.pieces[n-1].group, s.pieces[n-1].inner = pieces(inner, depth+1), strings.TrimSpace(inner)
		s.mark = markComma
		return
	}
	s.plain(inner)
}

// conjunctions join the pieces of an enumeration.
var conjunctions = sync.OnceValue(func() []string { return saidAs("conjunction") })

// adding are the conjunctions that leave an enumeration behind a comma: "description, quantity, plus total cost".
var adding = sync.OnceValue(func() []string { return saidAs("adding") })

func (s *splitter) plain(text string) {
	for _, token := range strings.Fields(spaced.ReplaceAllString(text, " : ")) {
		word := strings.TrimRight(token, ",;:?!")
		marks := token[len(word):]
		if w, ended := strings.CutSuffix(word, "."); ended && !shortened(w) {
			word, marks = w, "."+marks
		}
		word = strings.Trim(word, "\"“”«»*_`¿¡")
		switch {
		case slices.Contains(conjunctions(), value.Fold(word)):
			s.flush()
			s.mark, s.plus = max(s.mark, markAnd), s.comma && slices.Contains(adding(), value.Fold(word))
		case word != "":
			s.words = append(s.words, word)
		}
		s.marked(marks)
	}
}

var spaced = regexp.MustCompile(`\s[-–—]+\s|[—]|\s*(?:[-=]>|→)\s*`)

func (s *splitter) marked(marks string) {
	for _, c := range marks {
		s.flush()
		n := len(s.pieces)
		switch c {
		case ',':
			s.mark, s.comma = max(s.mark, markComma), true
		case ';':
			s.mark = max(s.mark, markSemi)
		case ':':
			if n > 0 {
				s.pieces[n-1].colon = true
			}
		case '.', '!':
			s.mark = markSentence
		case '?':
			if n > 0 {
				s.pieces[n-1].asked = true
			}
			s.mark = markSentence
		}
	}
}

func (s *splitter) flush() {
	if len(s.words) == 0 {
		return
	}
	s.pieces = append(s.pieces, piece{text: strings.Join(s.words, " "), mark: s.mark, comma: s.comma, plus: s.plus})
	s.words, s.mark, s.comma, s.plus = nil, markComma, false, false
}

// shortened reports whether a point behind a word shortens it.
func shortened(word string) bool {
	switch value.Fold(word) {
	case "descr", "ext", "pos", "spec", "addr", "curr", "dept", "est", "exp", "mfg", "wt", "vol", "pkg", "pkgs", "pcs", "ctn", "ctns", "kgs", "tot", "cod", "prov", "uni", "unid", "mon", "bez", "best", "art.-nr", "artnr", "dest", "orig", "no", "nos", "nr", "num", "nro", "qty", "amt", "ref", "inv", "tel", "approx", "incl", "excl", "max", "min", "art", "cant", "desc", "cve", "dir", "imp", "bzw", "zzgl", "inkl", "exkl", "usw", "idnr", "ust-idnr", "st-nr":
		return true
	}
	return strings.Contains(word, ".") || len(word) == 1
}
