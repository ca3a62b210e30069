package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// restOfForm is the end of a Mexican legal form whose beginning ends the line above.
var restOfForm = regexp.MustCompile(`(?i)^de\s(?:R\.?\s?L|C\.?\s?V)\b`)

// A legal form that breaks at the end of a line: S.A. de, and C.V. below.
var (
	openForm  = regexp.MustCompile(`(?i)\bS\.?\s?(?:A\.?(?:\s?P\.?\s?I\.?)?|(?:P\.?\s?R\.?\s?)?de\s?R\.?\s?L\.?|en\s?C\.?)?\s?de$`)
	endOfForm = regexp.MustCompile(`(?i)^(?:C\.?\s?V|R\.?\s?L)\b\.?(?:\s?de\s?C\.?\s?V\.?)?\W*$`)
)

// branchForm stands before the legal form of the local company of a group: (M) SDN BHD.
var branchForm = regexp.MustCompile(`^\([A-Z]+\)\s*`)

// openEnd is a line of a name that must go on: it ends with a comma or a word that joins.
var openEnd = regexp.MustCompile(`(?i)(?:[,&]|\b(?:de|del|y|e|and|und|et))$`)

// formOnly reports whether a line is a company's legal form and nothing else: S.A. de C.V.
func formOnly(text string) bool {
	text = branchForm.ReplaceAllString(trimText(text), "")
	at := companyForm.FindStringIndex(text)
	return at != nil && at[0] == 0 || restOfForm.MatchString(text)
}

// beginsForm reports whether segments, set wide apart, begin with a legal form.
func beginsForm(row []page.Segment) bool {
	text := ""
	for _, s := range row[:min(len(row), 3)] {
		if text = strings.TrimSpace(text + " " + s.Text()); formOnly(text) {
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
	if formOnly(line) || openForm.MatchString(above) && endOfForm.MatchString(line) {
		return true
	}
	return openEnd.MatchString(above) && !companyForm.MatchString(trimText(above)) && companyForm.MatchString(trimText(line))
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
	headline   = 1.2  // times the page's usual print
)

// wholeName is a name at the top of the first page with the lines that begin or end it, and the row of the
// last of them.
func (d *document) wholeName(ri, si int) (words []page.Word, last int) {
	name := d.spaced(ri, si)
	name.Words = unregistered(name.Words)
	words, last = slices.Clone(name.Words), ri
	for first, upper := ri, name; companyForm.MatchString(trimText(page.Join(words))) || formOnly(page.Join(words)); first-- {
		above, ok := d.nameLine(first-1, upper)
		if !ok || companyForm.MatchString(trimText(above.Text())) && !formOnly(page.Join(words)) {
			break
		}
		words, upper = slices.Concat(above.Words, words), above
	}
	for lower := name; ; last++ {
		text := page.Join(words)
		below, ok := d.nameLine(last+1, lower)
		if !ok || !endsName(text, below.Text()) && (companyForm.MatchString(trimText(text)) || !companyForm.MatchString(trimText(below.Text())) && !d.headlines(lower, below)) {
			return words, last
		}
		words, lower = slices.Concat(words, below.Words), below
	}
}

// headlines reports whether two lines are in the same print, larger than what the page is set in.
func (d *document) headlines(a, b page.Segment) bool {
	return a.Box.Height() > headline*d.pages[0].LineHeight && b.Box.Height() > headline*d.pages[0].LineHeight
}

// nameLine is the segment of a row at the top that may belong to the name in the row beside it: set like it,
// close to it, and no address, title or label.
func (d *document) nameLine(ri int, name page.Segment) (page.Segment, bool) {
	rows := d.pages[0].Rows
	if ri < 0 || ri >= len(rows) {
		return page.Segment{}, false
	}
	for si := range rows[ri].Segments {
		s := d.spaced(ri, si)
		s.Words = unregistered(s.Words)
		h := max(name.Box.Height(), s.Box.Height())
		text := trimText(s.Text())
		letters, digits := value.Counts(text)
		gap := max(s.Box.Y0-name.Box.Y1, name.Box.Y0-s.Box.Y1)
		middle, left := s.Box.MidX()-name.Box.MidX(), s.Box.X0-name.Box.X0
		switch {
		case h > sameHeight*min(name.Box.Height(), s.Box.Height()), gap > nameGap*h, max(middle, -middle) > sameMiddle*h && max(left, -left) > sameMiddle*h:
		case letters < 3, digits > 0, upper(text) != upper(page.Join(name.Words)):
		case !formOnly(text) && (addressWord.MatchString(text) || notAddress.MatchString(text) || strings.Contains(text, ",")), titleWords.MatchString(text):
		case d.beginsWithLabel(place{0, ri, si}) && !formOnly(text), page.Confidence(s.Words) < 0.5:
		default:
			return s, true
		}
	}
	return page.Segment{}, false
}
