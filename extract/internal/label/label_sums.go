package label

import (
	"regexp"
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// namesSum reports whether a label names what is added to or taken from a sum. A total is no such thing:
// what follows it says of what.
func (l *Label) namesSum() bool {
	return slices.ContainsFunc(l.Concepts, func(c *term.Concept) bool {
		switch c.Name {
		case "freight", "insurance", "packing_charge", "discount", "withholding", "rounding", "other_charges", "deposit":
			return true
		}
		return false
	})
}

// SumFollows reports whether an amount ends the row right after a segment.
func (d *Sheet) SumFollows(at Place) bool {
	row := d.Pages[at.Page].Rows[at.Row].Segments
	return at.Segment+2 == len(row) && IsAmount(row[at.Segment+1].Text())
}

// notTheSum are words before the name of a tax that make it another sum: its base, or what is left without it.
var notTheSum = regexp.MustCompile(`(?i)\b(?:base|basis|sin|excl\w*|before|antes|without|ohne|hors|nett?o?|less|total|subtotal|exempt\w*|exent\w*|included|incl\w*)\b`)

// sumWithin reads a caption before the amount that ends its row by the name of a tax or charge within it: MA
// SALES TAX 6.25%.
func sumWithin(d *Sheet, at Place, s page.Segment) *Label {
	for from := 1; from < len(s.Words); from++ {
		before := page.Join(s.Words[:from])
		for to := min(len(s.Words), from+4); to > from; to-- {
			l := label(d, at, s, from, to)
			if l == nil || !l.namesSum() && !slices.ContainsFunc(l.Concepts, func(c *term.Concept) bool { return c.Name == "tax" }) ||
				notTheSum.MatchString(before) && !(l.isDeduction() && lessForm.MatchString(before)) {
				continue
			}
			l.From, l.To, l.Box = 0, len(s.Words), s.Box
			l.Weight = partOfCaption
			return l
		}
	}
	return nil
}

// lessForm begins the caption of what is taken off a sum: LESS 2% TRADE DISCOUNT.
var lessForm = regexp.MustCompile(`(?i)^\W*(?:less|menos|minus|abz[uü]glich|abzgl|moins|af|meno)\b`)

// isDeduction reports whether a label names what is taken off a sum.
func (l *Label) isDeduction() bool {
	return slices.ContainsFunc(l.Concepts, func(c *term.Concept) bool {
		return c.Name == "discount" || c.Name == "deposit" || c.Name == "withholding"
	})
}

// partOfCaption is how far a name within a longer caption is trusted.
const partOfCaption = 0.9
