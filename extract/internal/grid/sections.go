package grid

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// The headings that part a page into sections, and the rows of a table into groups.
const (
	headingWords = 8
	headingGap   = 1.3 // times the widest gap between the rows above
)

// isHeading reports whether a row is a heading: it stands alone at the left edge of the table, and runs
// over the border of a column, or stands farther from the row above than the rows among themselves.
func (t *Table) isHeading(p *page.Page, ri int, widest float64) bool {
	r := p.Rows[ri]
	if len(r.Segments) != 1 || len(t.Columns) < 3 {
		return false
	}
	s := r.Segments[0]
	if len(s.Words) > headingWords || label.DigitsIn(s.Words) || t.at(s.Words[0].Box.X0) != 0 || !running(p, s) {
		return false
	}
	crosses := t.at(s.Box.X1-1) > 0
	return crosses || widest > 0 && r.Box.Y0-p.Rows[ri-1].Box.Y1 > headingGap*widest
}

// goesOn reports whether a row is one of the table beyond doubt: it fills most of the columns, those of
// numbers with numbers.
func (t *Table) goesOn(p *page.Page, ri int) bool {
	if ri >= len(p.Rows) {
		return false
	}
	cells, outside := t.assign(p, p.Rows[ri])
	filled := 0
	for _, c := range cells {
		if len(c) > 0 {
			filled++
		}
	}
	return !outside && 2*filled > len(cells) && t.numericCells(cells) > 1
}

// percentForm is a cell of a column of percentages.
var percentForm = regexp.MustCompile(`^\d{1,3}(?:[.,]\d+)?\s?%$`)

// callPercent calls a column one of percentages: % IGI is the rate of that duty, not its amount.
func callPercent(d *Tabled, c *column) {
	c.Percent = true
	plain := c.bag
	c.bag = plain.Join(d.Dict.Bag("percent"))
	named := d.Dict.Named(c.bag)
	if rate := d.Dict.Bag(plain.Key + " rate"); len(named) == 0 && plain.Key != "" && len(d.Dict.Named(rate)) > 0 {
		c.bag, named = rate, d.Dict.Named(rate)
	}
	c.Concepts = slices.Concat(named, c.Concepts)
}

// readPercents finds the columns whose cells are percentages.
func readPercents(d *Tabled, t *Table) {
	for i, c := range t.Columns {
		percents, filled := 0, 0
		for _, r := range t.Rows {
			if len(r.Cells[i]) == 0 {
				continue
			}
			filled++
			if percentForm.MatchString(page.Join(r.Words(i))) {
				percents++
			}
		}
		if 2*percents > filled && !c.Percent && len(c.Parts) == 0 {
			callPercent(d, c)
		}
	}
}

// WithoutPercent leaves the sign out of a percentage.
func WithoutPercent(words []page.Word) []page.Word {
	var plain []page.Word
	for _, w := range words {
		if w.Text = strings.TrimRight(w.Text, "%"); w.Text != "" {
			plain = append(plain, w)
		}
	}
	return plain
}

// countedForm is a number of things that are counted.
var countedForm = regexp.MustCompile(`^\(?\d{1,3}(?:[.,]?\d{3})*\)?$`)

// countedWeight is how far a count in a sentence is trusted.
const countedWeight = 0.7

// labelCounts makes labels of the packages and pallets that a line outside of the tables counts, as a row
// of totals does (TOTAL: 6 cases) and a sentence (packed in 318 cartons on 12 pallets), where all such
// lines agree.
func labelCounts(d *Tabled) {
	counts := map[string][]*label.Label{}
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			if d.InTable(label.At(pi, ri, 0)) {
				continue
			}
			for si, s := range r.Segments {
				for _, l := range counted(d, label.At(pi, ri, si), s) {
					name := l.Concepts[0].Name
					counts[name] = append(counts[name], l)
				}
			}
		}
	}
	for _, name := range []string{"packages", "pallets"} {
		all := counts[name]
		if len(all) == 0 || slices.ContainsFunc(all, func(l *label.Label) bool { return digitsOf(l.Given) != digitsOf(all[0].Given) }) {
			continue
		}
		d.Labels = append(d.Labels, all[0])
	}
}

// counted are the counts in a segment: a number between words, or all that stands there, and what it counts.
func counted(d *Tabled, at label.Place, s page.Segment) []*label.Label {
	var all []*label.Label
	for i := range s.Words[:len(s.Words)-1] {
		if i == 0 && len(s.Words) > 2 || !countedForm.MatchString(s.Words[i].Text) || i > 0 && label.ValueLike(s.Words[i-1].Text) && !strings.HasSuffix(s.Words[i-1].Text, ":") {
			continue
		}
		bag := d.Dict.Bag(s.Words[i+1].Text)
		for _, c := range d.Dict.Named(bag) {
			if c.Kind == term.KindCount {
				all = append(all, &label.Label{Place: at, From: i, To: i + 2, Text: s.Words[i+1].Text, Bag: bag, Concepts: []*term.Concept{c}, Given: s.Words[i : i+1 : i+1],
					Weight: countedWeight, Box: s.Words[i+1].Box})
				break
			}
		}
	}
	return all
}

func digitsOf(words []page.Word) string { return strings.Trim(page.Join(words), "()") }
