package grid

import (
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// labelRows makes labels of the rows of a table that name amounts, as duties and taxes are listed:
// DTA, IVA, each with its amount in the column of amounts.
func labelRows(d *Tabled, t *Table) {
	amount := columnOf(t, "amount")
	if amount < 0 {
		return
	}
	for _, r := range t.Rows {
		if len(r.Cells[0]) == 0 || amount == 0 || len(r.Cells[amount]) == 0 {
			continue
		}
		name := r.Words(0)
		bag := d.Dict.Bag(page.Join(name))
		concepts := d.Dict.Named(bag)
		if len(concepts) == 0 || !concepts[0].Kind.Numeric() {
			continue
		}
		d.Labels = append(d.Labels, &label.Label{Place: label.At(r.Page, t.Parts[0].From, 0), Text: page.Join(name), Bag: bag, Concepts: concepts,
			Given: r.Words(amount), Weight: 1.05, Box: page.Bounds(name)})
	}
}

// endsRow reports whether a label in a table stands before the last number of its row, as the sum of
// duties does beside their list.
func endsRow(d *Tabled, l *label.Label) bool {
	row := d.Pages[l.Page].Rows[l.Row].Segments
	if next := l.Segment + 1; l.Whole && next < len(row) && d.PastCode(l, d.Pages[l.Page].Rows[l.Row], next) > next {
		return true // a duty with the code of its payment
	}
	return l.Whole && l.Segment > 1 && l.Segment+2 == len(row) && label.ValueLike(row[l.Segment+1].Text()) &&
		slices.ContainsFunc(d.Dict.Named(l.Bag), func(c *term.Concept) bool { return c.Name == "total_amount" || c.Name == "cash" })
}

// isCharge reports whether a row is a caption of a sum with its amount and nothing else: what is added
// to the lines of a table below it.
func isCharge(d *Tabled, r page.Row) bool {
	if len(r.Segments) != 2 || !label.ValueLike(r.Segments[1].Text()) {
		return false
	}
	for _, c := range d.Dict.Named(d.Dict.Bag(r.Segments[0].Text())) {
		switch c.Name {
		case "subtotal", "freight", "insurance", "discount", "tax", "packing_charge", "other_charges", "total_amount", "withholding", "amount_due", "rounding", "deposit", "previous_balance":
			return true
		}
	}
	return false
}

// dropTableLabels takes out the labels that are headers and cells of tables. Where they stand stays
// known, since a header ends the block above it.
func dropTableLabels(d *Tabled) {
	inTable := func(l *label.Label) bool {
		if l.Colon || l.OfGoods || endsRow(d, l) {
			return false
		}
		for _, t := range d.Tables {
			for _, p := range t.Parts {
				if l.Page == p.Page && l.Row >= p.From && l.Row <= p.To {
					return true
				}
			}
		}
		return false
	}
	for _, l := range d.Labels {
		if inTable(l) && l.Whole {
			d.Headers = append(d.Headers, l)
		}
	}
	d.SetLabels(slices.DeleteFunc(d.Labels, inTable))
}

// LeastHeader is how well a header must name what is wanted.
const LeastHeader = 0.85
