package assist

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/value"
)

// spot is a place where a value is printed.
type spot struct {
	page, row int // places in the document
	words     []page.Word
	score     float64 // how much of the match is the print's own, 0 to 1
}

// Scores of ways to read a print as a value.
const (
	spotExact    = 1.0
	spotPercent  = 0.9  // 16 % for 0.16
	spotNamed    = 0.9  // the code of a currency for its sign or name
	spotMark     = 0.85 // by the other decimal mark than the document's
	spotUnsigned = 0.85 // less its sign
	spotOrder    = 0.7  // by the other order of day and month
	spotAlike    = 0.7  // OCR took letters for others of the same look
)

// prints indexes the words that the pages of a document print, by value. It is only read once made.
type prints struct {
	doc   *candidate.Finder
	pages []printed
}

// printed is one page.
type printed struct {
	rows    []pieces // by row
	numbers map[string][]spot
	dates   map[string][]spot
	ocr     bool
}

// pieces are the words of a row cut at their marks.
type pieces []piece

type piece struct {
	text  string // letters and digits, folded
	alike string // the same, letters that look alike made one
	word  page.Word
	seg   int
}

func newPrints(d *candidate.Finder) *prints {
	p := &prints{doc: d}
	for at, of := range d.Pages {
		one := printed{numbers: map[string][]spot{}, dates: map[string][]spot{}, ocr: of.Source == page.SourceOCR}
		for row, r := range of.Rows {
			one.rows = append(one.rows, piecesOf(r))
			for _, s := range r.Segments {
				one.note(d, at, row, s.Words, s.Text())
			}
			if words := r.Words(); len(r.Segments) > 1 && len(r.Segments) < 6 {
				one.noteDates(d, at, row, words, page.Join(words))
			}
		}
		p.pages = append(p.pages, one)
	}
	return p
}

func piecesOf(r page.Row) (all pieces) {
	for seg, s := range r.Segments {
		for _, w := range s.Words {
			for _, text := range strings.FieldsFunc(w.Text, func(c rune) bool { return strings.ContainsRune("()[]/:#=;|\"", c) }) {
				if text = value.Alnum(text); text != "" {
					all = append(all, piece{text, alike.Replace(text), w, seg})
				}
			}
		}
	}
	return all
}

// alike makes one of the letters and digits that OCR confuses.
var alike = strings.NewReplacer("o", "0", "i", "1", "l", "1", "s", "5", "b", "8", "z", "2", "rn", "m")

// note keeps the numbers and dates of a segment.
func (p *printed) note(d *candidate.Finder, at, row int, words []page.Word, text string) {
	if _, digits := value.Counts(text); digits == 0 {
		return
	}
	for i := range words {
		p.noteNumbers(d.Mark, words[i].Text, at, row, words[i:i+1])
	}
	p.noteNumbers(d.Mark, text, at, row, words) // those of several words
	p.noteDates(d, at, row, words, text)
}

func (p *printed) noteNumbers(own value.Mark, text string, at, row int, words []page.Word) {
	for _, mark := range []value.Mark{own, value.MarkPoint, value.MarkComma} {
		score := spotExact
		if mark != own {
			score = spotMark
		}
		for _, n := range value.ParseNumbers(text, mark) {
			p.noteNumber(n.Text, spot{at, row, reading.WordsOf(words, n.Printed), score})
			if _, after, _ := strings.Cut(text, n.Printed); strings.HasPrefix(strings.TrimSpace(after), "%") {
				p.noteNumber(hundredth(n), spot{at, row, reading.WordsOf(words, n.Printed), min(score, spotPercent)})
			}
		}
	}
}

// noteNumber keeps a number once for each word that prints it.
func (p *printed) noteNumber(canonical string, s spot) {
	for _, other := range p.numbers[canonical] {
		if other.row == s.row && s.words[0].Box.OverlapX(other.words[len(other.words)-1].Box) > 0 {
			return
		}
	}
	p.numbers[canonical] = append(p.numbers[canonical], s)
}

// hundredth is a percentage as the share it is.
func hundredth(n value.Number) string {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(n.Text, "-"), ".")
	digits := "00" + whole
	return value.Trim(digits[:len(digits)-2], digits[len(digits)-2:]+fraction, strings.HasPrefix(n.Text, "-"))
}

func (p *printed) noteDates(d *candidate.Finder, at, row int, words []page.Word, text string) {
	other := value.OrderDayFirst
	if d.Order == value.OrderDayFirst {
		other = value.OrderMonthly
	}
	for _, order := range []value.Order{d.Order, other} {
		for _, date := range value.ParseDates(text, order) {
			score := spotExact
			if order != d.Order && !date.Sure {
				score = spotOrder
			}
			if !slices.ContainsFunc(p.dates[date.ISO], func(s spot) bool { return s.row == row }) {
				p.dates[date.ISO] = append(p.dates[date.ISO], spot{at, row, reading.WordsOf(words, date.Printed), score})
			}
		}
	}
}

// find lists the places where the pages from one to another print a value, the surest first.
func (p *prints) find(n *schema.Node, v any, from, to int) []spot {
	var all []spot
	for at := from; at < to; at++ {
		all = append(all, p.onPage(n, v, at)...)
	}
	slices.SortStableFunc(all, func(a, b spot) int { return cmp.Compare(b.score, a.score) })
	return all
}

func (p *prints) onPage(n *schema.Node, v any, at int) []spot {
	one := &p.pages[at]
	text, isText := v.(string)
	switch number, isNumber := v.(json.Number); {
	case isNumber:
		if found := one.numbers[number.String()]; len(found) > 0 {
			return found
		}
		return deducted(one.numbers["-"+number.String()])
	case !isText:
		return nil
	}
	if iso, ok := dayOf(text); ok {
		if found := one.dates[iso]; len(found) > 0 || n.Format == "date" {
			return found
		}
	}
	letters, digits := value.Counts(text)
	if letters == 0 && digits < surelyCode {
		return one.bare(at, text)
	}
	target := value.Alnum(text)
	found := p.texts(at, target, func(x piece) string { return x.text }, spotExact)
	if len(found) == 0 && one.ocr && len(target) >= shortestAlike {
		found = p.texts(at, alike.Replace(target), func(x piece) string { return x.alike }, spotAlike)
	}
	if len(found) == 0 && currencyCode(text) {
		found = p.currency(at, text)
	}
	return found
}

// deducted are the places of a number that is printed with the sign of a deduction and meant without it.
func deducted(found []spot) []spot {
	found = slices.Clone(found)
	for i := range found {
		found[i].score = min(found[i].score, spotUnsigned)
	}
	return found
}

const (
	surelyCode    = 6 // digits from which marks between them say nothing about the value
	shortestAlike = 5 // letters and digits; shorter texts look alike by chance
)

// dayOf reads the day of a date or a time as JSON has them.
func dayOf(text string) (string, bool) {
	if len(text) < len(time.DateOnly) {
		return "", false
	}
	day := text[:len(time.DateOnly)]
	_, err := time.Parse(time.DateOnly, day)
	return day, err == nil && (len(text) == len(day) || text[len(day)] == 'T' || text[len(day)] == ' ')
}

// bare finds a short value without letters: marks count in it, spaces do not.
func (p *printed) bare(at int, text string) (found []spot) {
	want := strings.Trim(strings.Join(strings.Fields(text), ""), ".,")
	for row, line := range p.rows {
		for start := range line {
			if words, ok := bareRun(line[start:], want); ok {
				found = append(found, spot{at, row, words, spotExact})
			}
		}
	}
	if number, ok := value.ParseNumber(text, value.MarkPoint); ok && len(found) == 0 && number.Printed == text {
		found = p.numbers[number.Text]
	}
	return found
}

// bareRun takes the words whose print, less brackets and the like, is want.
func bareRun(line pieces, want string) (words []page.Word, ok bool) {
	for i, x := range line {
		if i > 0 && line[i-1].word.Box == x.word.Box {
			continue
		}
		rest, fits := strings.CutPrefix(want, strings.Trim(x.word.Text, "()[]:;,.#\"'$€£"))
		if !fits {
			return nil, false
		}
		words = append(words, x.word)
		if want = rest; want == "" {
			return words, true
		}
	}
	return nil, false
}

// texts finds a text in the rows of a page, or over the lines of a column.
func (p *prints) texts(at int, target string, letters func(piece) string, score float64) (found []spot) {
	look := &search{of: p.doc.Pages[at], rows: p.pages[at].rows, letters: letters, left: maxSteps}
	for row, line := range look.rows {
		for start := range line {
			words, ok := look.run(line[start:], target)
			if !ok {
				words, ok = look.wrapped(row, start, target, label.MaxBlock)
			}
			if ok {
				found = append(found, spot{at, row, words, score})
			}
		}
	}
	return found
}
