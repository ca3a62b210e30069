package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

var totalsWord = regexp.MustCompile(`^(?:(?:sub|gran|grand)[- ]?)?(?:total|totals|totales|subtotal|suma|sumas|summe|zwischensumme|sous-total|gesamt|gesamtbetrag|nettobetrag)\b`)

// isTotals reports whether a row begins with a word for a total, and does not describe goods.
func (d *document) isTotals(r page.Row) bool {
	if len(r.Segments) == 0 {
		return false
	}
	if d.isCharge(r) {
		return true
	}
	for i, s := range r.Segments {
		if i > 1 {
			break
		}
		folded := strings.Trim(value.Fold(s.Text()), ": .*")
		if totalsWord.MatchString(folded) {
			return true
		}
		b := d.dict.Bag(s.Text())
		if b.Has("subtotal") && len(b.Words) <= 3 || slices.ContainsFunc(d.dict.Named(b), func(c *term.Concept) bool { return c.Name == "total_amount" }) {
			return true
		}
	}
	return false
}

// readTotals reads a row of totals under the columns; it returns the row after.
func (d *document) readTotals(t *table, pi, ri int) int {
	r := d.pages[pi].Rows[ri]
	caption := r.Segments[0].Words
	for si, s := range r.Segments {
		if si == 0 && !valueLike(s.Words[len(s.Words)-1].Text) || !valueLike(s.Text()) {
			continue
		}
		i := t.at(s.Box.MidX())
		t.totals = append(t.totals, total{page: pi, row: ri, column: i, words: s.Words, caption: caption})
	}
	if len(t.totals) < 2 { // a single sum is a label with its value, found as such
		t.totals = nil
	}
	return ri + 1
}
