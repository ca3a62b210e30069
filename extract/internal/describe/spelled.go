package describe

import (
	"regexp"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/value"
)

// contraction is a question's word with its verb: "what's".
var contraction = regexp.MustCompile(`(?i)\b(what|who|when|where)['’]s\b`)

// shortWith and shortWithout are prepositions that a stroke shortens: "w/ price".
var (
	shortWith    = regexp.MustCompile(`(?i)\bw/ ?`)
	shortWithout = regexp.MustCompile(`(?i)\bw/o\b`)
)

// shortAm and shortAre are other verbs that are written together with who speaks.
var (
	shortAm  = regexp.MustCompile(`(?i)\b(i)['’]m\b`)
	shortAre = regexp.MustCompile(`(?i)\b(we|they|you)['’]re\b`)
)

// oneByOne is how lines are asked for, too: "line by line".
var oneByOne = regexp.MustCompile(`(?i)(\pL+) (?:by|por|für|a) (\pL+)`)

// severalOf are asked for at once: "net/VAT/gross totals".
var severalOf = regexp.MustCompile(`(\pL+)/(\pL+)/(\pL+) (\pL+)`)

// strokedList are columns that strokes part: "charges with date / description / amount".
var strokedList = regexp.MustCompile(`[^,;:()/]+ / [^,;:()/]+ / [^,;:()]+`)

var strokes = regexp.MustCompile(`(\pL+\.?)\s?/\s?(\pL+)(/\pL+)?`)

// spelled writes out what is written short: "opening/closing balance", "line by line", "what's".
func (l *lexicon) spelled(text string) string {
	text = shortWith.ReplaceAllString(shortWithout.ReplaceAllString(text, "without"), "with ")
	text = shortAre.ReplaceAllString(shortAm.ReplaceAllString(contraction.ReplaceAllString(text, "$1 is"), "$1 am"), "$1 are")
	text = oneByOne.ReplaceAllStringFunc(text, func(s string) string {
		if words := strings.Fields(s); value.Fold(words[0]) == value.Fold(words[2]) && l.lines(words[0]) {
			return l.tongue.says("each") + " " + words[0]
		}
		return s
	})
	text = severalOf.ReplaceAllStringFunc(text, func(s string) string {
		m := severalOf.FindStringSubmatch(s)
		if noun := l.words.singular(value.Fold(m[4])); plural(value.Fold(m[4])) && l.words.noun([]string{noun}) == typeNumber {
			return m[1] + " " + noun + ", " + m[2] + " " + noun + ", " + m[3] + " " + noun
		}
		return s
	})
	text = strokedList.ReplaceAllStringFunc(text, func(s string) string { return strings.ReplaceAll(s, " / ", ", ") })
	return strokes.ReplaceAllStringFunc(text, func(s string) string {
		m := strokes.FindStringSubmatch(s)
		a, b := value.Fold(strings.Trim(m[1], ".")), value.Fold(m[2])
		number := l.tongue.is(roleNumber, a) && l.tongue.is(roleDate, b)
		if m[3] == "" && (number || l.words.opposite(a, b) || l.is("begins", a) && l.is("ends", b)) {
			return m[1] + " " + l.tongue.says("and") + " " + m[2]
		}
		return s
	})
}

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

var spaced = regexp.MustCompile(`\s[-–—]+\s|[—]|\s*(?:[-=]>|→)\s*`)
