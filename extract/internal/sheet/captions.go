package sheet

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// How far captions are trusted that share words with a property and no more.
const (
	LeastAffinity = 0.52 // of the words of the caption and of the property
	CaptionScore  = 0.7  // times the affinity
	HeadingScore  = 0.62
	FirstOfTwo    = 0.6 // of a caption that names the first of two things that are wanted as one: Vessel
	WholeName     = 1.1 // for all words of a name
	VagueWord     = 0.3 // what a word such as "number" or "total" counts, against 1
	HeadingRows   = 14  // how far above its labels the heading of a section stands
)

// Caption is the print before a value, whether the dictionary knows it or not.
type Caption struct {
	Label   *label.Label
	Bag     term.Bag
	Printed string     // its letters and digits
	Halves  [][]string // its tokens, of a caption in two languages those of each
}

// CaptionAs makes a caption of a label.
func (d *Sheet) CaptionAs(l *label.Label) Caption {
	c := Caption{Label: l, Bag: l.Bag, Printed: PrintedName(l.Text)}
	for _, half := range label.BothLanguages.Split(l.Text, -1) {
		c.Halves = append(c.Halves, d.Dict.Tokens(half))
	}
	return c
}

// findCaptions lists what stands before values outside tables: the words before a colon or the first word with
// a digit, or a whole segment.
func (d *Sheet) findCaptions() []Caption {
	all := []Caption{}
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := label.At(pi, ri, si)
				if d.InTable(at) || d.AfterColon(at) || d.Filled(at) {
					continue
				}
				if l := captionOf(d, at, s); l != nil {
					all = append(all, d.CaptionAs(l))
				}
			}
		}
	}
	return all
}

// captionOf reads a segment as a caption and what follows it; nil where it is a value or a sentence.
func captionOf(d *Sheet, at label.Place, s page.Segment) *label.Label {
	from, to, colon := label.Numbered(s.Words), len(s.Words), d.ColonNext(at)
	words, inline := s.Words, []page.Word(nil)
	for i := from; i < len(s.Words); i++ {
		if label.EndsLabel(s.Words, i) {
			to, colon = i+1, true
			break
		}
		if head, tail, glued := label.Glued(s.Words[i]); glued && head.Text != "" {
			to, colon = i+1, true
			words = slices.Clone(s.Words)
			words[i], inline = head, []page.Word{tail}
			break
		}
		if label.ValueLike(s.Words[i].Text) {
			if to = i; i > from && len([]rune(s.Words[i-1].Text)) == 1 && reading.Upper(s.Words[i-1].Text) {
				to-- // the letter of a series: Nº A 0728416
			}
			break
		}
	}
	if to == from || to-from > maxWantedName {
		return nil
	}
	text := strings.TrimRight(page.Join(words[from:to]), ": ")
	bag := d.Dict.Bag(text)
	if !d.FilledAbove(at) && (bag.Key == "" && !colon || !label.StartsUpperOrKnown(text)) {
		return nil
	}
	return &label.Label{Place: at, To: to, Text: text, Bag: bag, Box: page.Bounds(words[:to]), Weight: 1, Colon: colon,
		Whole: to == len(s.Words) && inline == nil, Inline: slices.Concat(inline, s.Words[to:])}
}

// PrintedName is a caption, or the name of a property, as letters and digits alone.
func PrintedName(text string) string {
	return strings.Join(strings.FieldsFunc(value.Fold(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ")
}

// IsHeading reports whether a segment heads a section: words in capitals or behind a number, with no value.
func IsHeading(s page.Segment) bool {
	words := s.Words[label.Numbered(s.Words):]
	text := page.Join(words)
	letters, digits := value.Counts(text)
	return letters > 4 && digits == 0 && len(words) <= maxWantedName && !strings.Contains(text, ":") && (reading.Upper(text) || len(words) < len(s.Words))
}
