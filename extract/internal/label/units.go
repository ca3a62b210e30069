package label

import (
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/value"
)

// Where the unit of a figure stands.
const (
	unitGap     = 1.6 // heights of a line between a figure and the unit beside it
	unitWords   = 2   // that are read beside a figure
	unitApart   = 6.0 // heights of a line without print above a figure, beyond which nothing heads it
	headerTexts = 3   // lines of words above a figure that may head it
)

// UnitBeside is the unit that stands in the words of a figure, behind it or in front of it: 43,129.680 LB, US$ 5.00.
func (d *Sheet) UnitBeside(pi int, words []page.Word, of unit.Dimension) (u unit.Unit, printed []page.Word) {
	if len(words) == 0 {
		return unit.Unit{}, nil
	}
	for _, u := range unit.In(d.Dict, page.Join(words)) {
		if u.Dimension == of {
			return u, words
		}
	}
	row, from, to := d.rowOf(pi, words)
	if row == nil {
		return unit.Unit{}, nil
	}
	if u, printed := signBehind(row, from, to); u.Dimension == of {
		return u, printed
	}
	after, behind := d.unitOf(beyond(row, to))
	ahead, front := d.unitOf(before(row, from))
	okAfter, okAhead := after.Dimension == of, ahead.Dimension == of
	if okAfter && okAhead { // KG 43 LB 19: what the figures and units begin with tells which belongs to which
		okAhead = !IsFigure(d.runOf(row, from))
		okAfter = !okAhead
	}
	switch {
	case okAfter:
		return after, append(slices.Clone(words), behind...)
	case okAhead:
		return ahead, append(slices.Clone(front), words...)
	}
	if to == len(row)-1 { // in a cell of its own at the end of the row
		if u, ok := unit.Is(d.Dict, row[to].Text); ok && u.Dimension == of {
			return u, row[from:]
		}
	}
	return d.letterBehind(row, from, to, of)
}

// runOf is the word that the figures and units around a figure begin with.
func (d *Sheet) runOf(row []page.Word, at int) page.Word {
	for ; at > 0 && row[at].Box.X0-row[at-1].Box.X1 < unitGap*row[at].Box.Height(); at-- {
		if _, ok := unit.Is(d.Dict, strings.Trim(row[at-1].Text, "/,;.)")); !ok && !IsFigure(row[at-1]) {
			break
		}
	}
	return row[at]
}

// letterBehind is the unit of a letter behind a figure, which is one where its dimension is wanted: 41 F.
func (d *Sheet) letterBehind(row []page.Word, from, to int, of unit.Dimension) (unit.Unit, []page.Word) {
	for _, run := range beyond(row, to) {
		if code, ok := d.Dict.Group("letter of " + string(of)).Is(page.Join(run)); ok {
			return unit.Of(code), row[from : to+len(run)]
		}
	}
	return unit.Unit{}, nil
}

// signBehind is the unit of a sign right behind a figure, 880# or 44,100 #, and the figure with it. The sign in front of a number
// belongs to that: 12 #4471.
func signBehind(row []page.Word, from, to int) (unit.Unit, []page.Word) {
	if to-from > 1 && !IsFigure(row[to-1]) {
		to--
	}
	last := row[to-1]
	if body := strings.TrimRight(last.Text, ".,;)"); len(body) > 1 && IsFigure(last) {
		c, size := utf8.DecodeLastRuneInString(body)
		if before := body[len(body)-size-1]; before >= '0' && before <= '9' && !unit.Behind(string(c)).None() {
			return unit.Behind(string(c)), row[from:to]
		}
	}
	if to < len(row) && IsFigure(last) && row[to].Box.X0-last.Box.X1 < unitGap*last.Box.Height() && (to+1 == len(row) || !IsFigure(row[to+1])) {
		return unit.Behind(row[to].Text), row[from : to+1]
	}
	return unit.Unit{}, nil
}

// StatedUnit is the unit in which the document says that all its figures of a dimension are, none where it says nothing or several.
func (d *Sheet) StatedUnit(of unit.Dimension) unit.Unit { return d.stated[of] }

// statedUnits reads what the lines of a document say of the units of all its figures.
func (d *Sheet) statedUnits() map[unit.Dimension]unit.Unit {
	all := map[unit.Dimension]unit.Unit{}
	for _, p := range d.Pages {
		for _, r := range p.Rows {
			for _, u := range unit.Stated(d.Dict, r.Text()) {
				if old, ok := all[u.Dimension]; ok && old != u {
					u.Code = ""
				}
				all[u.Dimension] = u
			}
		}
	}
	return all
}

// SumIn is the unit behind a figure of the document that is as large as a sum: behind the total of a column without a unit stands the
// one of its figures.
func (d *Sheet) SumIn(sum *big.Rat) unit.Unit {
	figures := digits(sum.FloatString(mostDecimals))
	for _, p := range d.Pages {
		for _, r := range p.Rows {
			row := r.Words()
			for i, w := range row {
				if !IsFigure(w) || digits(w.Text) != figures {
					continue
				}
				if n, ok := value.ParseNumber(w.Text, d.Mark); !ok || n.Rat().Cmp(sum) != 0 {
					continue
				}
				if u, _ := d.unitOf(beyond(row, i+1)); !u.None() {
					return u
				}
				if u, _ := signBehind(row, i, i+1); !u.None() {
					return u
				}
			}
		}
	}
	return unit.Unit{}
}

// mostDecimals is how many decimals a sum of printed figures has.
const mostDecimals = 6

// digits keeps the digits of a figure without zeros at either end: figures that are equal have the same ones.
func digits(figure string) string {
	return strings.Trim(strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, figure), "0")
}

// unitOf is the unit that the longest of some runs of words is, and that run.
func (d *Sheet) unitOf(runs [][]page.Word) (unit.Unit, []page.Word) {
	for _, run := range runs {
		last := run[len(run)-1].Text
		if letters, _ := value.Counts(last); letters == 0 && !value.CurrencySign(last) && last != "%" {
			continue // a slash, a dash
		}
		if u, ok := unit.Is(d.Dict, strings.Trim(page.Join(run), "/,;.)")); ok {
			return u, run
		}
	}
	return unit.Unit{}, nil
}

// rowOf are the words of the row that prints words, and where those begin and end in it.
func (d *Sheet) rowOf(pi int, words []page.Word) (row []page.Word, from, to int) {
	first, last := words[0].Box, words[len(words)-1].Box
	for _, r := range d.Pages[pi].Rows {
		if r.Box.Y0 > first.Y1 || r.Box.Y1 < first.Y0 {
			continue
		}
		all := r.Words()
		from = slices.IndexFunc(all, func(w page.Word) bool { return w.Box == first })
		to = slices.IndexFunc(all, func(w page.Word) bool { return w.Box == last })
		if from >= 0 && to >= from {
			return all, from, to + 1
		}
	}
	return nil, 0, 0
}

// beyond are the runs of words right behind a figure, the longest first.
func beyond(row []page.Word, to int) [][]page.Word {
	var runs [][]page.Word
	for end := to; end < len(row) && end < to+unitWords && row[end].Box.X0-row[end-1].Box.X1 < unitGap*row[end].Box.Height() && !IsFigure(row[end]); end++ {
		runs = append([][]page.Word{row[to : end+1]}, runs...)
	}
	return runs
}

// before are the runs of words right in front of a figure, the longest first. A caption with its colon is none.
func before(row []page.Word, from int) [][]page.Word {
	var runs [][]page.Word
	for begin := from - 1; begin >= 0 && begin >= from-unitWords && row[begin+1].Box.X0-row[begin].Box.X1 < unitGap*row[begin].Box.Height() &&
		!IsFigure(row[begin]) && !strings.HasSuffix(row[begin].Text, ":"); begin-- {
		runs = append([][]page.Word{row[begin:from]}, runs...)
	}
	return runs
}

// IsFigure reports whether a word is a number: digits, and no more letters than a sign of currency has. m3 is none.
func IsFigure(w page.Word) bool {
	letters, digits := value.Counts(w.Text)
	return digits > 0 && digits >= letters && !strings.HasPrefix(strings.ToLower(w.Text), "m")
}

// UnitsAbove are the units that head the column of a figure: those of the nearest line of words above it that names any, past the
// figures between.
func (d *Sheet) UnitsAbove(pi int, words []page.Word) []unit.Unit {
	box := page.Bounds(words)
	p := d.Pages[pi]
	texts, bottom := 0, box.Y0
	for ri := len(p.Rows) - 1; ri >= 0; ri-- {
		r := p.Rows[ri]
		if r.Box.Y1 > box.Y0+0.5*box.Height() {
			continue
		}
		if bottom-r.Box.Y1 > unitApart*max(p.LineHeight, 1) || texts == headerTexts {
			break
		}
		over := above(r, box)
		if len(over) == 0 {
			continue
		}
		bottom = r.Box.Y0
		if slices.ContainsFunc(over, IsFigure) {
			if texts > 0 {
				break // a table above this one
			}
			continue
		}
		if all := unit.In(d.Dict, page.Join(over)); len(all) > 0 {
			return all
		}
		texts++
	}
	return nil
}

// above are the words of a row that stand over a box, whole runs of them where they stand close.
func above(r page.Row, box page.Box) []page.Word {
	for _, s := range r.Segments {
		if s.Box.OverlapX(box) <= 0 {
			continue
		}
		var run []page.Word
		for i, w := range s.Words {
			if i > 0 && w.Box.X0-s.Words[i-1].Box.X1 > w.Box.Height() {
				if page.Bounds(run).OverlapX(box) > 0 {
					return run
				}
				run = nil
			}
			run = append(run, w)
		}
		if page.Bounds(run).OverlapX(box) > 0 {
			return run
		}
	}
	return nil
}
