package label

import (
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Print of forms: captions are set smaller than what is filled in.
const (
	tinyCaption  = 0.85 // of the page's usual height of words
	leastExplain = 2    // words in brackets behind a caption that explain it
)

// explains reports whether the words behind the name in a segment explain it and are no value: they
// stand in brackets, go on in another language, or the caption is in tiny print.
func explains(d *Sheet, at Place, s page.Segment, rest []page.Word) bool {
	text := page.Join(rest)
	if _, digits := value.Counts(want.WithoutParentheses(text)); digits > 0 || len(rest) == 0 {
		return false
	}
	first := rest[0].Text
	caption := s.Words[:len(s.Words)-len(rest)]
	switch {
	case strings.HasPrefix(first, "("):
		inside, _, _ := strings.Cut(text, ")")
		return len(strings.Fields(inside)) >= leastExplain
	case first == "/" || first == "-" || first == "–":
		return d.Dict.Known(page.Join(rest[1:])) && Numbered(s.Words) > 0 || tiny(d, at, s) || strings.Contains(strings.ToLower(text), "other than")
	case len(caption) > 0 && page.Bounds(rest).Height() > largerPrint*page.Bounds(caption).Height():
		return false // set larger than the caption: what is filled in
	}
	return tiny(d, at, s)
}

// WholeBracket is the first line of a value with the line that closes a bracket in it.
func WholeBracket(c Candidate) []page.Word {
	text := page.Join(c.Words)
	if len(c.Lines) < 2 || strings.Count(text, "(") <= strings.Count(text, ")") {
		return c.Words
	}
	for i, w := range c.Lines[1] {
		if strings.Contains(w.Text, ")") && i < 4 {
			return append(c.Words[:len(c.Words):len(c.Words)], c.Lines[1][:i+1]...)
		}
	}
	return c.Words
}

// Captions above what is filled in.
const (
	largerPrint = 1.2 // times the height of the caption
	boxGap      = 1.2 // heights of the caption between them
	boxShift    = 0.5 // by which their left edges may differ
)

// aboveLarger reports whether what stands right below a segment, at its left edge, is set larger: a
// caption of a form and its value.
func aboveLarger(d *Sheet, at Place, s page.Segment) bool {
	below, ok := d.RightBelow(at, s)
	return ok && below.Box.Height() > largerPrint*s.Box.Height()
}

// RightBelow is the segment right below another that begins at its left edge.
func (d *Sheet) RightBelow(at Place, s page.Segment) (page.Segment, bool) {
	rows := d.Pages[at.Page].Rows
	line := s.Box.Height()
	for ri := at.Row + 1; ri < len(rows) && rows[ri].Box.Y0-s.Box.Y1 < boxGap*line; ri++ {
		for _, o := range rows[ri].Segments {
			shift := o.Box.X0 - s.Box.X0
			if shift < boxShift*line && -shift < boxShift*line && o.Box.Y0 > s.Box.MidY() && o.Box.Y0-s.Box.Y1 < boxGap*line {
				return o, true
			}
		}
	}
	return page.Segment{}, false
}

// tiny reports whether a segment is set in smaller print than its page.
func tiny(d *Sheet, at Place, s page.Segment) bool {
	return s.Box.Height() < tinyCaption*d.Pages[at.Page].LineHeight
}

// filledIn drops the lines right below a caption that end it: of an open bracket, and of the tiny print
// that stands above the larger print that is filled in.
func filledIn(caption []page.Word, lines [][]page.Word) [][]page.Word {
	open := strings.Count(page.Join(caption), "(") - strings.Count(page.Join(caption), ")")
	for i, line := range lines {
		if open <= 0 {
			break
		}
		text := page.Join(line)
		open += strings.Count(text, "(") - strings.Count(text, ")")
		if open <= 0 {
			return lines[i+1:]
		}
	}
	height := page.Bounds(caption).Height()
	for i := range lines {
		if _, digits := value.Counts(page.Join(lines[i])); digits > 0 || page.Bounds(lines[i]).Height() > 1.1*height {
			if i > 0 && page.Bounds(lines[i]).Height() > 1.2*height {
				return lines[i:]
			}
			break
		}
	}
	return lines
}
