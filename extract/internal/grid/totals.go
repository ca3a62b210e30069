package grid

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

var totalsWord = regexp.MustCompile(`^(?:(?:sub|gran|grand)[- ]?)?(?:total|totals|totales|subtotal|suma|sumas|summe|zwischensumme|sous-total|gesamt|gesamtbetrag|nettobetrag)\b`)

// isTotals reports whether a row begins with a word for a total, and does not describe goods.
func isTotals(d *Tabled, r page.Row) bool {
	if len(r.Segments) == 0 {
		return false
	}
	if isCharge(d, r) || endsWithTotal(r) {
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
		b := d.Dict.Bag(page.Join(captionOf(s.Words)))
		if b.Has("subtotal") && len(b.Words) <= 3 || slices.ContainsFunc(d.Dict.Named(b), func(c *term.Concept) bool { return c.Name == "total_amount" }) {
			return true
		}
	}
	return false
}

// endsWithTotal reports whether a row without numbers ends with a total: beside the headings of a summary
// of taxes that stands left of it.
func endsWithTotal(r page.Row) bool {
	n := len(r.Segments)
	if n < 3 || !label.ValueLike(r.Segments[n-1].Text()) || !totalsWord.MatchString(value.Fold(r.Segments[n-2].Text())) {
		return false
	}
	return !slices.ContainsFunc(r.Segments[:n-1], func(s page.Segment) bool { return label.DigitsIn(s.Words) })
}

// captionOf returns the words before the first value: VALOR TOTAL / TOTAL AMOUNT US$ 37.597,20. Of a
// caption in two languages the first is enough.
func captionOf(words []page.Word) []page.Word {
	for i, w := range words {
		if i > 0 && (w.Text == "/" || label.ValueLike(w.Text)) {
			return words[:i]
		}
	}
	return words
}

// readTotals reads a row of totals under the columns; it returns the row after.
func readTotals(d *Tabled, t *Table, pi, ri int) int {
	r := d.Pages[pi].Rows[ri]
	caption := r.Segments[0].Words
	for si, s := range r.Segments {
		if si == 0 && !label.ValueLike(s.Words[len(s.Words)-1].Text) {
			continue
		}
		for _, words := range t.sums(s.Words) {
			if label.ValueLike(page.Join(words)) {
				i := t.at(page.Bounds(words).MidX())
				t.Totals = append(t.Totals, total{page: pi, row: ri, Column: i, Words: words, caption: caption})
			}
		}
	}
	if len(t.Totals) < 2 { // a single sum is a label with its value, found as such
		t.Totals = nil
	}
	return ri + 1
}

// sums cuts words before each value that stands in another column than the one before it: sums in bold
// print fill their columns, so that no gap is left between them.
func (t *Table) sums(words []page.Word) [][]page.Word {
	var pieces [][]page.Word
	from := 0
	for i := 1; i < len(words); i++ {
		if label.ValueLike(words[i].Text) && t.at(words[i].Box.MidX()) != t.at(words[i-1].Box.MidX()) {
			pieces, from = append(pieces, words[from:i:i]), i
		}
	}
	return append(pieces, words[from:])
}
