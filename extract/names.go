package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/value"
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
// the rest of a name that is left open.
func endsName(above, line string) bool {
	if _, digits := value.Counts(line); digits > 0 || len(strings.Fields(line)) > 5 {
		return false
	}
	if reading.FormOnly(line) || reading.OpenForm.MatchString(above) && reading.EndOfForm.MatchString(line) {
		return true
	}
	return reading.OpenEnd.MatchString(above) && !reading.CompanyForm.MatchString(reading.TrimText(above)) && reading.CompanyForm.MatchString(reading.TrimText(line))
}

// joinName makes one line of a name that wraps in its box.
func joinName(lines [][]page.Word) [][]page.Word {
	for len(lines) > 1 {
		line := unregistered(lines[1])
		if !endsName(page.Join(lines[0]), page.Join(line)) {
			return lines
		}
		lines = append([][]page.Word{slices.Concat(lines[0], line)}, lines[2:]...)
	}
	return lines
}

// attention is a line within an address that names who is to open the letter.
var attention = regexp.MustCompile(`(?i)^\W*(?:attn|att\b|attention|atenci[oó]n|atn\b|at'n|a la atenci|[aà] l['’]attention|t\.?\s?a\.?\s?v\b|z\.?\s?hd\b|zu h[aä]nden|alla c\.?\s?a\b)`)

// How alike the lines of a name over several lines are.
const (
	sameHeight = 1.25 // times the other's
	nameGap    = 1.1  // heights between them
	sameMiddle = 1.5  // heights by which their middles or left edges differ
)

// wholeName is a name at the top of the first page with the lines that begin or end it.
func (d *document) wholeName(ri, si int) []page.Word {
	name := d.spaced(ri, si)
	name.Words = unregistered(name.Words)
	words := slices.Clone(name.Words)
	for first, upper := ri, name; reading.CompanyForm.MatchString(reading.TrimText(page.Join(words))) || reading.FormOnly(page.Join(words)); first-- {
		above, ok := d.nameLine(first-1, upper)
		if !ok || reading.CompanyForm.MatchString(reading.TrimText(above.Text())) && !reading.FormOnly(page.Join(words)) {
			break
		}
		words, upper = slices.Concat(above.Words, words), above
	}
	for last, lower := ri, name; ; last++ {
		text := page.Join(words)
		below, ok := d.nameLine(last+1, lower)
		if !ok || !endsName(text, below.Text()) && (reading.CompanyForm.MatchString(reading.TrimText(text)) || !reading.CompanyForm.MatchString(reading.TrimText(below.Text())) && !d.headlines(lower, below)) {
			return words
		}
		words, lower = slices.Concat(words, below.Words), below
	}
}

// headlines reports whether two lines are in the same print, larger than what the page is set in.
func (d *document) headlines(a, b page.Segment) bool {
	return a.Box.Height() > label.Headline*d.Pages[0].LineHeight && b.Box.Height() > label.Headline*d.Pages[0].LineHeight
}

// nameLine is the segment of a row at the top that may belong to the name in the row beside it: set like it,
// close to it, and no address, title or label.
func (d *document) nameLine(ri int, name page.Segment) (page.Segment, bool) {
	rows := d.Pages[0].Rows
	if ri < 0 || ri >= len(rows) {
		return page.Segment{}, false
	}
	for si := range rows[ri].Segments {
		s := d.spaced(ri, si)
		s.Words = unregistered(s.Words)
		h := max(name.Box.Height(), s.Box.Height())
		text := reading.TrimText(s.Text())
		letters, digits := value.Counts(text)
		gap := max(s.Box.Y0-name.Box.Y1, name.Box.Y0-s.Box.Y1)
		middle, left := s.Box.MidX()-name.Box.MidX(), s.Box.X0-name.Box.X0
		switch {
		case h > sameHeight*min(name.Box.Height(), s.Box.Height()), gap > nameGap*h, max(middle, -middle) > sameMiddle*h && max(left, -left) > sameMiddle*h:
		case letters < 3, digits > 0, reading.Upper(text) != reading.Upper(page.Join(name.Words)):
		case !reading.FormOnly(text) && (addressWord.MatchString(text) || notAddress.MatchString(text) || strings.Contains(text, ",")), titleWords.MatchString(text):
		case d.BeginsWithLabel(label.At(0, ri, si)) && !reading.FormOnly(text), page.Confidence(s.Words) < 0.5:
		default:
			return s, true
		}
	}
	return page.Segment{}, false
}
