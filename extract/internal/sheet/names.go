package sheet

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// beginsForm reports whether segments, set wide apart, begin with a legal form.
func beginsForm(row []page.Segment) bool {
	text := ""
	for _, s := range row[:min(len(row), 3)] {
		if text = strings.TrimSpace(text + " " + s.Text()); reading.FormOnly(text) {
			return true
		}
	}
	return false
}

// endsName reports whether a line ends the name that the line above begins: a legal form, alone or after
// the rest of a name that has none.
func endsName(above, line string) bool {
	if _, digits := value.Counts(line); digits > 0 || len(strings.Fields(line)) > 5 {
		return false
	}
	if reading.FormOnly(line) || reading.OpenForm.MatchString(above) && reading.EndOfForm.MatchString(line) {
		return true
	}
	return (strings.HasSuffix(above, "&") || !reading.CompanyForm.MatchString(reading.TrimText(above))) && reading.CompanyForm.MatchString(reading.TrimText(line))
}

// JoinName makes one line of a name that wraps in its box.
func JoinName(lines [][]page.Word) [][]page.Word {
	for len(lines) > 1 {
		line := Unregistered(lines[1])
		if !endsName(page.Join(lines[0]), page.Join(line)) {
			return lines
		}
		lines = append([][]page.Word{slices.Concat(lines[0], line)}, lines[2:]...)
	}
	return lines
}

// Attention is a line within an address that names who is to open the letter.
var Attention = regexp.MustCompile(`(?i)^\W*(?:attn|att\b|attention|atenci[oó]n|atn\b|at'n|a la atenci|[aà] l['’]attention|t\.?\s?a\.?\s?v\b|z\.?\s?hd\b|zu h[aä]nden|alla c\.?\s?a\b)`)

// How alike the lines of a name over several lines are.
const (
	sameHeight = 1.25 // times the other's
	nameGap    = 1.1  // heights between them
	sameMiddle = 1.5  // heights by which their middles or left edges differ
)

// WholeName is a name at the top of the first page with the lines that begin or end it.
func (d *Sheet) WholeName(ri, si int) []page.Word {
	name := d.Spaced(ri, si)
	name.Words = Unregistered(name.Words)
	words := slices.Clone(name.Words)
	for first, upper := ri, name; reading.CompanyForm.MatchString(reading.TrimText(page.Join(words))) || reading.FormOnly(page.Join(words)); first-- {
		above, ok := nameLine(d, first-1, upper)
		if !ok || reading.CompanyForm.MatchString(reading.TrimText(above.Text())) && !reading.FormOnly(page.Join(words)) {
			break
		}
		words, upper = slices.Concat(above.Words, words), above
	}
	for last, lower := ri, name; ; last++ {
		text := page.Join(words)
		below, ok := nameLine(d, last+1, lower)
		if !ok || !endsName(text, below.Text()) && (reading.CompanyForm.MatchString(reading.TrimText(text)) || !reading.CompanyForm.MatchString(reading.TrimText(below.Text())) && !headlines(d, lower, below)) {
			return words
		}
		words, lower = slices.Concat(words, below.Words), below
	}
}

// headlines reports whether two lines are in the same print, larger than what the page is set in.
func headlines(d *Sheet, a, b page.Segment) bool {
	return a.Box.Height() > label.Headline*d.Pages[0].LineHeight && b.Box.Height() > label.Headline*d.Pages[0].LineHeight
}

// nameLine is the segment of a row at the top that may belong to the name in the row beside it: set like it,
// close to it, and no address, title or label.
func nameLine(d *Sheet, ri int, name page.Segment) (page.Segment, bool) {
	rows := d.Pages[0].Rows
	if ri < 0 || ri >= len(rows) {
		return page.Segment{}, false
	}
	for si := range rows[ri].Segments {
		s := d.Spaced(ri, si)
		s.Words = Unregistered(s.Words)
		h := max(name.Box.Height(), s.Box.Height())
		text := reading.TrimText(s.Text())
		letters, digits := value.Counts(text)
		gap := max(s.Box.Y0-name.Box.Y1, name.Box.Y0-s.Box.Y1)
		middle, left := s.Box.MidX()-name.Box.MidX(), s.Box.X0-name.Box.X0
		switch {
		case h > sameHeight*min(name.Box.Height(), s.Box.Height()), gap > nameGap*h, max(middle, -middle) > sameMiddle*h && max(left, -left) > sameMiddle*h:
		case letters < 3, digits > 0, reading.Upper(text) != reading.Upper(page.Join(name.Words)):
		case !reading.FormOnly(text) && (AddressWord.MatchString(text) || NotAddress.MatchString(text) || strings.Contains(text, ",")), TitleWords.MatchString(text):
		case d.BeginsWithLabel(label.At(0, ri, si)) && !reading.FormOnly(text), page.Confidence(s.Words) < 0.5:
		default:
			return s, true
		}
	}
	return page.Segment{}, false
}

// How far a label is trusted that only the caller's schema names.
const (
	wantedWeight  = 0.95
	shortWeight   = 0.85 // named less a word such as "number"
	maxWantedName = 7    // words of a segment that can be a name
)

// Naming is the sheet with labels made of what it prints in the very words of a property, its title or its
// description, where the dictionary knows no such field: "Gallons", "Auth Code", "Table 12".
func (d *Sheet) Naming(wants []*want.Want) *Sheet {
	names := map[string]float64{}
	for _, w := range wants {
		for _, b := range w.Bags {
			names[b.Bag.Key] = max(names[b.Bag.Key], wantedWeight)
			if short := b.Bag.Without("number", "code", "name", "id", "reference"); short.Key != "" && len(short.Words) < len(b.Bag.Words) && len(d.Dict.Named(short)) == 0 {
				names[short.Key] = max(names[short.Key], shortWeight)
			}
		}
	}
	labels := d.Sheet.Copy()
	t := *d.Tabled
	t.Sheet = labels
	named := New(&t)
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			for si, s := range r.Segments {
				at := label.At(pi, ri, si)
				if l := wantedIn(named, at, s, names); l != nil && !d.InTable(at) {
					labels.Replace(at, l)
				}
			}
		}
	}
	return named
}

// wantedIn is the longest of some names at the beginning of a segment, nil where a label stands there.
func wantedIn(d *Sheet, at label.Place, s page.Segment, names map[string]float64) *label.Label {
	from := label.Numbered(s.Words)
	if d.AfterColon(at) {
		return nil
	}
	end := from // of the label that stands there already: a longer name is the caption, and that but a part of it
	for _, l := range d.BySegment[at] {
		if l.From <= from && l.Colon {
			return nil
		} else if l.From <= from {
			end = max(end, l.To)
		}
	}
	for to := min(len(s.Words), from+maxWantedName); to > end; to-- {
		bag := d.Dict.Bag(page.Join(s.Words[from:to]))
		weight := names[bag.Key]
		if weight == 0 || to < len(s.Words) && d.Dict.Bag(s.Words[to-1].Text).Key == "" {
			continue
		}
		if whole := to == len(s.Words); !whole && !label.ValueLike(s.Words[to].Text) && (to-from < 2 || weight < wantedWeight) || whole && weight < wantedWeight {
			return nil // prose
		}
		l := &label.Label{Place: at, From: 0, To: to, Text: strings.TrimRight(page.Join(s.Words[from:to]), ": "), Bag: bag, Box: page.Bounds(s.Words[from:to]), Weight: weight}
		if weight < wantedWeight {
			l.Alias = true
		}
		l.Inline = s.Words[to:]
		l.Whole = len(l.Inline) == 0
		return l
	}
	return nil
}

// Aliases reports whether a label prints the name of a property less a word such as "number".
func Aliases(w *want.Want, l *label.Label) bool {
	return l.Alias && slices.ContainsFunc(w.Bags, func(b want.Name) bool {
		return b.Bag.Without("number", "code", "name", "id", "reference").Key == l.Bag.Key
	})
}
