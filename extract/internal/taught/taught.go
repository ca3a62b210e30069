// Package taught owns what a corrected value teaches: the issuer of the document, the caption at which the value stands, and how the
// next document of that issuer is read by it.
//
// It refuses to keep anything.
package taught

import (
	"encoding/json"
	"slices"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/text"
)

// The places of a value.
const (
	Beside = "beside" // its caption, in the same line
	Below  = "below"  // its caption
)

// Lesson says at which caption the documents of an issuer print a value.
type Lesson struct {
	Marks          []string // of the issuer
	Pointer        string   // of the property
	Caption, Place string
}

// Bounds of captions and values, in words and heights of a line.
const (
	captionWords = 6
	valueWords   = 12
	belowGap     = 2.5
	leastName    = 4 // letters and digits of an issuer's name
)

// Score is the confidence of a value that was read as it was taught.
const Score = 0.95

// Issuer is who a document says that it is of, as printed, and the marks by which the next one is known; none for a document
// without a letterhead.
func Issuer(d *sheet.Sheet) (name string, marks []string) {
	if ri, si, _ := d.Letterhead(); ri >= 0 {
		name = reading.TrimText(page.Join(d.WholeName(ri, si)))
		if key := value.Alnum(name); len(key) >= leastName {
			return name, []string{"name:" + key}
		}
	}
	if all := slices.Compact(slices.Sorted(slices.Values(d.Domains()))); len(all) == 1 {
		return all[0], []string{"domain:" + all[0]}
	}
	return name, nil
}

// Matches reports whether marks of two documents are of one issuer: a letter in ten may be misread.
func Matches(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool {
		return slices.ContainsFunc(b, func(y string) bool {
			most := len(x) / 10
			return x == y || len(x) > 12 && max(len(x)-len(y), len(y)-len(x)) <= most && text.Distance([]rune(x), []rune(y)) <= most
		})
	})
}

// spot is where words stand: those of a segment from one to another.
type spot struct{ page, row, segment, from, to int }

// Learn finds the caption of a value on a document; "" where it is not printed or has none.
func Learn(d *sheet.Sheet, v json.RawMessage) (caption, place string) {
	is := printed(d, v)
	if is == nil {
		return "", ""
	}
	for _, s := range spots(d, is) {
		if caption, place = captionOf(d, s); caption != "" {
			return caption, place
		}
	}
	return "", ""
}

// printed is the test whether words print a value; nil for a value that no words print.
func printed(d *sheet.Sheet, v json.RawMessage) func(words []page.Word) bool {
	var text string
	if json.Unmarshal(v, &text) == nil {
		key := value.Alnum(text)
		date, isDate := value.ParseDate(text, value.OrderUnknown)
		isDate = isDate && date.ISO == text
		return func(words []page.Word) bool {
			joined := page.Join(words)
			if isDate {
				got, ok := value.ParseDate(joined, d.Order)
				return ok && got.ISO == text && len(words) <= 4
			}
			return key != "" && value.Alnum(joined) == key
		}
	}
	var number json.Number
	if json.Unmarshal(v, &number) != nil {
		return nil
	}
	want, ok := value.ParseNumber(number.String(), value.MarkPoint)
	if !ok {
		return nil
	}
	return func(words []page.Word) bool {
		if len(words) > 2 {
			return false
		}
		got, ok := d.Fit(term.KindNumber, words, false)
		if !ok {
			return false
		}
		n, ok := value.ParseNumber(got.Text, value.MarkPoint)
		return ok && n.Rat().Cmp(want.Rat()) == 0
	}
}

// spots are the places where a value is printed, in the order of the pages.
func spots(d *sheet.Sheet, is func([]page.Word) bool) []spot {
	var all []spot
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				for from := range s.Words {
					for to := from + 1; to <= min(len(s.Words), from+valueWords); to++ {
						if is(s.Words[from:to]) {
							all = append(all, spot{pi, ri, si, from, to})
							break
						}
					}
				}
			}
		}
	}
	return all
}

// captionOf returns the caption before a value in its line, or else above it.
func captionOf(d *sheet.Sheet, s spot) (caption, place string) {
	p := d.Pages[s.page]
	row := p.Rows[s.row]
	seg := row.Segments[s.segment]
	if c := asCaption(seg.Words[:s.from]); c != "" {
		return c, Beside
	}
	if s.from == 0 && s.segment > 0 {
		if c := asCaption(row.Segments[s.segment-1].Words); c != "" {
			return c, Beside
		}
	}
	box := page.Bounds(seg.Words[s.from:s.to])
	for ri := s.row - 1; ri >= 0 && box.Y0-p.Rows[ri].Box.Y1 < belowGap*p.LineHeight; ri-- {
		for _, above := range p.Rows[ri].Segments {
			if above.Box.OverlapX(box) > 0 {
				return asCaption(above.Words), Below
			}
		}
	}
	return "", ""
}

// asCaption is the text of words that can be a caption: the last of them, with letters and without a figure. "" for others.
func asCaption(words []page.Word) string {
	from := max(0, len(words)-captionWords)
	for i := len(words) - 1; i >= from; i-- {
		if _, digits := value.Counts(words[i].Text); digits > 0 {
			from = i + 1
		}
	}
	text := reading.TrimText(page.Join(words[from:]))
	if letters, _ := value.Counts(text); letters < 2 {
		return ""
	}
	return text
}

// Apply gives the properties that lessons are of the values that stand at their captions.
func Apply(f *candidate.Chosen, lessons []Lesson) {
	if len(lessons) == 0 {
		return
	}
	_, marks := Issuer(f.Doc.Sheet)
	taught := map[string]bool{} // the newest lesson of a property comes first
	for _, l := range lessons {
		if taught[l.Pointer] || !Matches(l.Marks, marks) {
			continue
		}
		if m, ok := at(f, l); ok {
			f.Found[l.Pointer], taught[l.Pointer] = m, true
		}
	}
}

// at returns the value at the caption of a lesson.
func at(f *candidate.Chosen, l Lesson) (*candidate.Match, bool) {
	d, key := f.Doc.Sheet, value.Alnum(l.Caption)
	for _, w := range f.Wants {
		if w.Pointer != l.Pointer || key == "" {
			continue
		}
		for _, s := range spots(d, func(words []page.Word) bool { return value.Alnum(page.Join(words)) == key }) {
			words := valueAt(d, s, l.Place)
			if len(words) == 0 {
				continue
			}
			m := &candidate.Match{Page: s.page, Score: Score}
			fit, ok := d.Fit(w.Kind, words, w.Printed)
			switch {
			case ok:
				m.Value = fit
			case w.Kind.Numeric(), w.Kind == term.KindDate:
				continue
			default:
				m.Value = reading.Value{Text: reading.TrimText(page.Join(words)), Words: words, Score: 1}
			}
			return m, true
		}
	}
	return nil, false
}

// valueAt are the words at a place of a caption.
func valueAt(d *sheet.Sheet, s spot, place string) []page.Word {
	p := d.Pages[s.page]
	row := p.Rows[s.row]
	if place == Beside {
		if rest := row.Segments[s.segment].Words[s.to:]; strings.Trim(page.Join(rest), ":=.# ") != "" {
			return rest
		}
		if s.segment+1 < len(row.Segments) {
			return row.Segments[s.segment+1].Words
		}
		return nil
	}
	box := page.Bounds(row.Segments[s.segment].Words[s.from:s.to])
	for _, r := range p.Rows[s.row+1:] {
		if r.Box.Y0-box.Y1 >= belowGap*p.LineHeight {
			break
		}
		for _, below := range r.Segments {
			if below.Box.OverlapX(box) > 0 {
				return below.Words
			}
		}
	}
	return nil
}
