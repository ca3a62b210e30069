package grid

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
func cutSums(d *Tabled, t *Table) {
	if len(t.Columns) == 0 || t.stacked {
		return
	}
	sums := make([]*big.Rat, len(t.Columns))
	for i, r := range t.Rows {
		if i >= leastSummed && sumsUp(d, t, r, sums) {
			endAt(d, t, i)
			return
		}
		for c := range t.Columns {
			if n, ok := countable(d, r.Words(c)); ok {
				if sums[c] == nil {
					sums[c] = new(big.Rat)
				}
				sums[c].Add(sums[c], n)
			}
		}
	}
}

// sumsUp reports whether a row holds the sums of its columns, as far as those have several.
func sumsUp(d *Tabled, t *Table, r *TableRow, sums []*big.Rat) bool {
	summed, other := 0, 0
	for c := range t.Columns {
		n, ok := countable(d, r.Words(c))
		switch {
		case !ok:
		case sums[c] != nil && sums[c].Sign() > 0 && sums[c].Cmp(n) == 0:
			summed++
		case sums[c] != nil:
			other++
		}
	}
	return other == 0 && (summed >= summedProven || summed == 1 && len(r.Cells[0]) == 0 && t.fillsFirst())
}

// fillsFirst reports whether the first row has a cell in the first column.
func (t *Table) fillsFirst() bool { return len(t.Rows) > 0 && len(t.Rows[0].Cells[0]) > 0 }

// countable is the number of a cell that holds one, with its unit at most.
func countable(d *Tabled, words []page.Word) (*big.Rat, bool) {
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
func endAt(d *Tabled, t *Table, at int) {
	last := t.Rows[at]
	var kept []tablePart
	for _, part := range t.Parts {
		if part.Page > last.Page {
			continue
		}
		if part.Page == last.Page {
			rows := d.Pages[part.Page].Rows
			for part.To >= part.From && rows[part.To].Box.Y1 > last.box.Y0 {
				part.To--
			}
		}
		kept = append(kept, part)
	}
	row := kept[len(kept)-1].To + 1
	for c := range t.Columns {
		if words := last.Words(c); label.ValueLike(page.Join(words)) {
			t.Totals = append(t.Totals, total{page: last.Page, row: row, Column: c, Words: words, caption: last.Words(0)})
		}
	}
	if len(t.Totals) < 2 {
		t.Totals = nil
	}
	t.Rows, t.Parts, t.closed = t.Rows[:at], kept, true
}
