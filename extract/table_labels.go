package extract

import (
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// labelRows makes labels of the rows of a table that name amounts, as duties and taxes are listed:
// DTA, IVA, each with its amount in the column of amounts.
func (d *document) labelRows(t *table) {
	amount := d.columnOf(t, "amount")
	if amount < 0 {
		return
	}
	for _, r := range t.rows {
		if len(r.cells[0]) == 0 || amount == 0 || len(r.cells[amount]) == 0 {
			continue
		}
		name := r.words(0)
		bag := d.Dict.Bag(page.Join(name))
		concepts := d.Dict.Named(bag)
		if len(concepts) == 0 || !concepts[0].Kind.Numeric() {
			continue
		}
		d.Labels = append(d.Labels, &label.Label{Place: label.At(r.page, t.parts[0].from, 0), Text: page.Join(name), Bag: bag, Concepts: concepts,
			Given: r.words(amount), Weight: 1.05, Box: page.Bounds(name)})
	}
}

// endsRow reports whether a label in a table stands before the last number of its row, as the sum of
// duties does beside their list.
func (d *document) endsRow(l *label.Label) bool {
	row := d.Pages[l.Page].Rows[l.Row].Segments
	if next := l.Segment + 1; l.Whole && next < len(row) && d.PastCode(l, d.Pages[l.Page].Rows[l.Row], next) > next {
		return true // a duty with the code of its payment
	}
	return l.Whole && l.Segment > 1 && l.Segment+2 == len(row) && label.ValueLike(row[l.Segment+1].Text()) &&
		slices.ContainsFunc(d.Dict.Named(l.Bag), func(c *term.Concept) bool { return c.Name == "total_amount" || c.Name == "cash" })
}

// isCharge reports whether a row is a caption of a sum with its amount and nothing else: what is added
// to the lines of a table below it.
func (d *document) isCharge(r page.Row) bool {
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
func (d *document) dropTableLabels() {
	inTable := func(l *label.Label) bool {
		if l.Colon || d.endsRow(l) {
			return false
		}
		for _, t := range d.tables {
			for _, p := range t.parts {
				if l.Page == p.page && l.Row >= p.from && l.Row <= p.to {
					return true
				}
			}
		}
		return false
	}
	for _, l := range d.Labels {
		if inTable(l) && l.Whole {
			d.headers = append(d.headers, l)
		}
	}
	d.Labels = slices.DeleteFunc(d.Labels, inTable)
}

// headedOptions offers what stands below the header of a table that names a property outside lists, alone in its column: boxes with
// sums beside a list are read as its columns.
func (d *document) headedOptions(w *want.Want, add func(match, way, ...trait)) {
	for _, l := range d.headers {
		if d.labelScore(w, l) < leastHeader {
			continue
		}
		below, ok := d.RightBelow(l.Place, d.Segment(l.Place))
		if !ok || d.followed(l, below) {
			continue
		}
		if r, ok := d.Fit(w.Kind, below.Words, wantsPrinted(w)); ok && d.suits(w, r) {
			add(match{Value: r, page: l.Page, score: blockScore * r.Score, label: l}, wayHeader)
		}
	}
}

// leastHeader is how well a header must name what is wanted.
const leastHeader = 0.85

// followed reports whether a cell stands under another in the column of a header.
func (d *document) followed(l *label.Label, below page.Segment) bool {
	rows := d.Pages[l.Page].Rows
	for ri := l.Row + 1; ri < len(rows) && rows[ri].Box.Y0-below.Box.Y1 < below.Box.Height(); ri++ {
		for _, s := range rows[ri].Segments {
			if s.Box.Y0 >= below.Box.Y1-1 && s.Box.OverlapX(below.Box) > 0 {
				return true
			}
		}
	}
	return false
}
