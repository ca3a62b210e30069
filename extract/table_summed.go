package extract

import (
	"math/big"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// Rows of totals that no word marks as such are told by what they hold.
const (
	leastSummed  = 2 // items above such a row
	summedProven = 2 // columns that it sums, where it is filled like an item
)

// cutSums ends a table at the first row that holds the sums of the rows above it: of several columns, or of one
// where nothing stands in the first column. What follows it is no item either.
func (d *document) cutSums(t *table) {
	if len(t.columns) == 0 || t.stacked {
		return
	}
	sums := make([]*big.Rat, len(t.columns))
	for i, r := range t.rows {
		if i >= leastSummed && d.sumsUp(t, r, sums) {
			d.endAt(t, i)
			return
		}
		for c := range t.columns {
			if n, ok := d.countable(r.words(c)); ok {
				if sums[c] == nil {
					sums[c] = new(big.Rat)
				}
				sums[c].Add(sums[c], n)
			}
		}
	}
}

// sumsUp reports whether a row holds the sums of its columns, as far as those have several.
func (d *document) sumsUp(t *table, r *tableRow, sums []*big.Rat) bool {
	summed, other := 0, 0
	for c := range t.columns {
		n, ok := d.countable(r.words(c))
		switch {
		case !ok:
		case sums[c] != nil && sums[c].Sign() > 0 && sums[c].Cmp(n) == 0:
			summed++
		case sums[c] != nil:
			other++
		}
	}
	return other == 0 && (summed >= summedProven || summed == 1 && len(r.cells[0]) == 0 && t.fillsFirst())
}

// fillsFirst reports whether the first row has a cell in the first column.
func (t *table) fillsFirst() bool { return len(t.rows) > 0 && len(t.rows[0].cells[0]) > 0 }

// countable is the number of a cell that holds one, with its unit at most.
func (d *document) countable(words []page.Word) (*big.Rat, bool) {
	if len(words) == 0 || len(words) > 2 && !label.IsAmount(page.Join(words)) || !label.ValueLike(words[0].Text) && !value.CurrencySign(words[0].Text) {
		return nil, false
	}
	n, ok := value.ParseNumber(page.Join(words), d.Mark)
	if !ok {
		return nil, false
	}
	return n.Rat(), true
}

// endAt makes the totals of a table of one of its rows, and takes it and the rows after it out.
func (d *document) endAt(t *table, at int) {
	last := t.rows[at]
	var kept []tablePart
	for _, part := range t.parts {
		if part.page > last.page {
			continue
		}
		if part.page == last.page {
			rows := d.Pages[part.page].Rows
			for part.to >= part.from && rows[part.to].Box.Y1 > last.box.Y0 {
				part.to--
			}
		}
		kept = append(kept, part)
	}
	row := kept[len(kept)-1].to + 1
	for c := range t.columns {
		if words := last.words(c); label.ValueLike(page.Join(words)) {
			t.totals = append(t.totals, total{page: last.page, row: row, column: c, words: words, caption: last.words(0)})
		}
	}
	if len(t.totals) < 2 {
		t.totals = nil
	}
	t.rows, t.parts, t.closed = t.rows[:at], kept, true
}
