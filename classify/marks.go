package classify

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/text"
)

// maxMarked bounds the words of a text in which marks are looked for: a longer one is no name with a mark.
const maxMarked = 10

// unmarked returns a text without the marks of makers and their numbers: "water pump" of "water pump ACME XR-200". A mark is a word
// with a capital between words without one that no name of goods has, or a maker of many goods; the number of a maker has letters before digits. It returns "" where the text has no mark, and whether all are numbers.
func unmarked(x *lookup.Index, marked func(word string) bool, d *text.Description, written string) (bare string, numbers bool) {
	fields := strings.Fields(text.WithoutMarkup(written))
	if d.Listing || d.Capitals || len(fields) < 2 || len(fields) > maxMarked {
		return "", false
	}
	marks := make([]bool, len(fields))
	for i, field := range fields {
		if silent(d, field) {
			continue
		}
		marks[i] = (number(field) || capital(field)) && isMark(x, marked, d, field)
		if !marks[i] && i > 0 && capital(field) { // capitals are no sign of a mark here
			return "", false
		}
	}
	kept, numbers := make([]string, 0, len(fields)), true
	for i, field := range fields {
		if !marks[i] {
			kept = append(kept, field)
			continue
		}
		numbers = numbers && number(field)
	}
	if len(kept) == 0 || len(kept) == len(fields) {
		return "", false
	}
	return strings.Join(kept, " "), numbers
}

// silent reports whether the parse found that a field says nothing of goods.
func silent(d *text.Description, field string) bool {
	tokens := text.Tokenize(text.Fold(field), len(field), nil)
	return len(tokens) > 0 && !slices.ContainsFunc(tokens, func(t text.Token) bool {
		at := slices.IndexFunc(d.Parsed, func(p text.Token) bool { return p.Text == t.Text })
		return at < 0 || !d.Parsed[at].Role.Silent()
	})
}

// capital reports whether a field begins with a capital.
func capital(field string) bool {
	first := strings.TrimLeft(field, "(\"“«")
	return first != "" && unicode.IsUpper([]rune(first)[0])
}

// Least letters and digits of a maker's number: "XR-200", and neither "M8" nor "12V".
const (
	leastLetters = 2
	leastDigits  = 2
)

// number reports whether a field is a maker's number.
func number(field string) bool {
	letters, digits := 0, 0
	for _, r := range strings.Trim(field, "(),.;") {
		switch {
		case unicode.IsDigit(r):
			digits++
		case !unicode.IsLetter(r) && r != '-':
			return false
		case digits == 0 && r != '-':
			letters++
		}
	}
	return letters >= leastLetters && digits >= leastDigits
}

// isMark reports whether no word of a field says anything of goods.
func isMark(x *lookup.Index, marked func(word string) bool, d *text.Description, field string) bool {
	tokens, named := text.Tokenize(text.Fold(field), len(field), nil), number(field)
	for _, t := range tokens {
		if named && t.Number {
			continue
		}
		at := slices.IndexFunc(d.Mentions, func(m text.Mention) bool { return m.Text == t.Text })
		if at >= 0 && !marked(t.Text) && (d.Mentions[at].Of != "" || x.Words.Has(&d.Mentions[at])) {
			return false
		}
	}
	return len(tokens) > 0
}

// withoutMarks reads the description anew without numbers of makers, and without marks where it is a known name then, so that "water pump ACME" is answered as "water pump"
// is. It returns the text that was read.
func withoutMarks(e *Engine, f *finding, read string) string {
	if len(f.query.Whole) > 0 {
		return read
	}
	bare, numbers := unmarked(e.index, e.words.reader.IsMark, &f.description, read)
	if bare == "" {
		return read
	}
	anew := e.words.reader.Describe(bare)
	query := e.ask(&anew)
	if len(query.Whole) == 0 && !numbers {
		return read
	}
	f.description, f.query = anew, query
	return bare
}
