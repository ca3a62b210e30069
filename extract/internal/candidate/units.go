package candidate

import (
	"slices"

	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/want"
)

// measure notes of the options of a property that wants a unit the one that each is printed in.
func (d *Finder) measure(w *want.Want, all []*Option) {
	if w.Unit.None() {
		return
	}
	for _, o := range all {
		o.Unit, o.Measured = d.printedUnit(w.Unit, &o.Match)
	}
}

// printedUnit is the unit of a figure that measures what a wanted one does: the one beside it, in its label, above its column, or
// the currency that the document states. printed is the figure with it.
func (d *Finder) printedUnit(wanted unit.Unit, m *Match) (u unit.Unit, printed []page.Word) {
	if u, printed := d.UnitBeside(m.Page, m.Words, wanted.Dimension); !u.None() {
		return u, printed
	}
	if m.Label != nil {
		if u := table.Held(wanted, unit.In(d.Dict, m.Label.Text)); !u.None() {
			return u, m.Words
		}
		if l := m.Label; l.Given == nil && l.Page == m.Page {
			before := slices.DeleteFunc(slices.Clone(d.Segment(l.Place).Words), func(w page.Word) bool {
				return slices.ContainsFunc(m.Words, func(own page.Word) bool { return own.Box == w.Box })
			})
			if u := table.Held(wanted, unit.In(d.Dict, page.Join(before))); !u.None() {
				return u, m.Words
			}
		}
	}
	above := d.UnitsAbove(m.Page, m.Words)
	if u := table.Held(wanted, above); !u.None() {
		return u, m.Words
	}
	if wanted.Dimension == unit.DimensionCurrency && len(above) > 0 {
		return above[0], m.Words // a volume or a weight is no sum of money
	}
	return d.OfAll(wanted.Dimension), m.Words
}

// OfAll is the unit in which the document states all its figures of a dimension, none where it does not.
func (d *Finder) OfAll(of unit.Dimension) unit.Unit {
	if of == unit.DimensionCurrency {
		return d.Currency()
	}
	return d.StatedUnit(of)
}

// findCurrency is the one currency that a document states for its amounts: behind a caption that says so, or in a sentence. A code
// that stands elsewhere is of something else.
func (d *Finder) findCurrency() unit.Unit {
	codes := map[string]bool{}
	if m, ok := saidCurrency(d); ok {
		codes[m.Text] = true
	}
	own := d.Dict.Bag("currency")
	for _, l := range d.Labels {
		if l.Bag.Key != own.Key {
			continue
		}
		for _, c := range d.Candidates(l) {
			if v, ok := d.Fit(term.KindCurrency, c.Words, false); ok {
				codes[v.Text] = true
				break
			}
		}
	}
	for code := range codes {
		if len(codes) == 1 {
			return unit.Unit{Code: code, Dimension: unit.DimensionCurrency}
		}
	}
	return unit.Unit{}
}

// figure is a number in a row that is printed in a unit.
type figure struct {
	words []page.Word
	unit  unit.Unit
}

// inWantedUnit offers beside each figure in another unit the one in the wanted unit that the same caption heads: of
// GROSS WEIGHT over LB and KG the figure under KG.
func (d *Finder) inWantedUnit(w *want.Want, all []*Option, offer func(Match, way, ...Trait)) {
	if w.Unit.None() {
		return
	}
	for _, o := range all {
		if !w.Unit.Contradicts(o.Unit) {
			continue
		}
		if words := d.twin(w, o); words != nil {
			if v, ok := d.Fit(w.Kind, words, false); ok {
				m := o.Match
				m.Value, m.Unit, m.Measured = v, unit.Unit{}, nil
				offer(m, o.Way)
				o.Twin = v.Text
			}
		}
	}
}

// twin is the figure that stands beside one in another unit and says the same in the wanted one: the other of its pair where the
// figures of the row come in pairs, else its neighbour.
func (d *Finder) twin(w *want.Want, o *Option) []page.Word {
	row := d.measuredRow(w, o)
	at := slices.IndexFunc(row, func(f figure) bool {
		return len(o.Words) > 0 && slices.ContainsFunc(f.words, func(own page.Word) bool { return own.Box == o.Words[0].Box })
	})
	if at < 0 {
		return nil
	}
	order := []int{at + 1, at - 1}
	if at%2 == 1 {
		order = []int{at - 1, at + 1}
	}
	for _, i := range order {
		if i >= 0 && i < len(row) && row[i].unit == w.Unit {
			return row[i].words
		}
	}
	return nil
}

// measuredRow are the figures of the row of an option that are printed in units of the wanted dimension, from left to right.
func (d *Finder) measuredRow(w *want.Want, o *Option) []figure {
	var all []figure
	if len(o.Words) == 0 {
		return nil
	}
	for _, r := range d.Pages[o.Page].Rows {
		if r.Box.OverlapY(o.Words[0].Box) < 0.5*o.Words[0].Box.Height() {
			continue
		}
		for _, word := range r.Words() {
			if !label.IsFigure(word) {
				continue
			}
			m := Match{Value: reading.Value{Words: []page.Word{word}}, Page: o.Page}
			if u, _ := d.printedUnit(w.Unit, &m); u.Dimension == w.Unit.Dimension {
				all = append(all, figure{m.Words, u})
			}
		}
	}
	return all
}

// Where the figures of a caption over units stand.
const (
	unitsBelow   = 2   // rows below a caption that may hold its units
	figuresBelow = 3   // rows below those that may hold the figures
	unitLines    = 2.5 // heights of a line between them
)

// figuresInUnits offers the figures below the units that a caption heads: GROSS WEIGHT over LB and KG over two figures.
func (d *Finder) figuresInUnits(w *want.Want, add func(Match, way, ...Trait)) {
	if !w.Kind.Numeric() {
		return
	}
	for _, l := range slices.Concat(d.Headers, d.Labels) {
		score := d.LabelScore(w, l)
		if score < grid.LeastHeader || l.Given != nil {
			continue
		}
		p := d.Pages[l.Page]
		units, at := d.unitsUnder(p, l)
		for _, u := range units {
			if words := figureUnder(p, at, u); words != nil {
				if v, ok := d.Fit(w.Kind, words, false); ok {
					add(Match{Value: v, Page: l.Page, Score: sheet.BlockScore * min(score, 1), Label: l}, wayHeader)
				}
			}
		}
	}
}

// unitsUnder are the units, two or more, in a row below a caption that it stands over, and that row.
func (d *Finder) unitsUnder(p *page.Page, l *label.Label) (under []page.Word, at int) {
	bottom := l.Box.Y1
	for ri := l.Row + 1; ri < len(p.Rows) && ri <= l.Row+unitsBelow && p.Rows[ri].Box.Y0-bottom < unitLines*p.LineHeight; ri++ {
		var run []page.Word
		var seen []unit.Unit
		flush := func() bool {
			box := page.Bounds(run)
			if len(run) > 1 && box.OverlapX(l.Box) > 0.5*l.Box.Width() {
				under, at = run, ri
			}
			run, seen = nil, nil
			return under != nil
		}
		for _, word := range p.Rows[ri].Words() {
			u, ok := unit.Is(d.Dict, word.Text)
			if (!ok || slices.Contains(seen, u) || len(seen) > 0 && seen[0].Dimension != u.Dimension) && flush() {
				return under, at
			}
			if ok {
				run, seen = append(run, word), append(seen, u)
			}
		}
		if flush() {
			return under, at
		}
	}
	return nil, 0
}

// figureUnder is the first figure in the rows below a unit, nil for none.
func figureUnder(p *page.Page, at int, u page.Word) []page.Word {
	for ri := at + 1; ri < len(p.Rows) && ri <= at+figuresBelow; ri++ {
		for _, s := range p.Rows[ri].Segments {
			for _, word := range s.Words {
				if word.Box.OverlapX(u.Box) > 0 {
					if label.IsFigure(word) {
						return []page.Word{word}
					}
					return nil
				}
			}
		}
	}
	return nil
}
