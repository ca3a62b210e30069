package candidate

import (
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// What names a weight in a line of weights.
const (
	weighedWords = 4   // words at most in front of the figure
	leastWeighed = 0.9 // how well they name the property at least
)

// weighed offers the weights of a line that prints each with its name and unit, in front or behind: Gross 82400 LB Tare 31260 LB, 404.7 kg
// gross, 380.2 kg net. The unit tells that it is a weight, so that the name need not say it.
func (d *Finder) weighed(w *want.Want, add func(Match, way, ...Trait)) {
	if w.Kind != term.KindWeight {
		return
	}
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			row := r.Words()
			for i, word := range row {
				if !label.IsFigure(word) {
					continue
				}
				if u, _ := d.UnitBeside(pi, row[i:i+1], unit.DimensionWeight); u.None() {
					continue
				}
				name := d.nameBehind(row, i)
				if name == nil {
					name = row[d.nameBefore(row, i):i]
				}
				if len(name) == 0 {
					continue
				}
				text := strings.Trim(page.Join(name), ":,;.-–— ")
				if _, says := d.Dict.Group("dimension").Has(text); !says {
					text += " weight"
				}
				bag := d.Dict.Bag(text)
				l := &label.Label{Place: label.At(pi, ri, 0), Text: text, Bag: bag, Concepts: d.Dict.Named(bag), Box: page.Bounds(name), Weight: 1, Inline: row[i : i+1], Given: row[i : i+1]}
				if score := d.LabelScore(w, l); score >= leastWeighed {
					if v, ok := d.Fit(w.Kind, row[i:i+1], WantsPrinted(w)); ok {
						add(Match{Value: v, Page: pi, Score: sheet.CaptionScore * min(score, 1), Label: l}, wayLabel)
					}
				}
			}
		}
	}
}

// nameBehind are the words that name a figure with its unit from behind: 404.7 kg gross, 380.2 kg net. Nothing stands in front of such a
// figure but the end of another part of the line, and its name ends the part.
func (d *Finder) nameBehind(row []page.Word, i int) []page.Word {
	if !endsPart(row, i) {
		return nil
	}
	from := i + 1
	for ; from < len(row) && from-i <= unitWords; from++ {
		if u, ok := unit.Is(d.Dict, strings.Trim(page.Join(row[i+1:from+1]), ".,;")); ok && u.Dimension == unit.DimensionWeight {
			break
		}
	}
	if from-i > unitWords || from >= len(row)-1 || endsPart(row, from+1) {
		return nil
	}
	from++
	to := from
	for ; to < len(row) && to-from < weighedWords && (to == from || !endsPart(row, to)); to++ {
		if _, digits := value.Counts(row[to].Text); digits > 0 || strings.HasSuffix(row[to].Text, ":") {
			return nil
		}
	}
	if to == from || !endsPart(row, to) {
		return nil
	}
	return row[from:to]
}

// Bounds of the parts of a line.
const (
	unitWords = 2   // of a unit at most
	shortWord = 3   // letters of a word that joins parts: and, y
	partGap   = 1.6 // heights of a line without print that part it
)

// endsPart reports whether a part of a line ends in front of a word: at its ends, at a gap, behind a comma or a sign, in brackets, and at a short word before
// a figure.
func endsPart(row []page.Word, at int) bool {
	if at == 0 || at == len(row) || row[at].Box.X0-row[at-1].Box.X1 > partGap*row[at].Box.Height() {
		return true
	}
	last := row[at-1].Text
	if letters, digits := value.Counts(last); letters+digits == 0 || strings.ContainsAny(last[len(last)-1:], ",;:|/+)") || strings.HasPrefix(row[at].Text, "(") {
		return true
	}
	joins := func(i int) bool {
		_, digits := value.Counts(row[i].Text)
		return digits == 0 && len(row[i].Text) <= shortWord && strings.ToLower(row[i].Text) == row[i].Text
	}
	return joins(at) && at+1 < len(row) && label.IsFigure(row[at+1]) || at > 1 && label.IsFigure(row[at]) && joins(at-1)
}

// nameBefore is where the words begin that name a figure: those in front of it up to another figure, a unit, a dash, a comma or
// the end of a sentence.
func (d *Finder) nameBefore(row []page.Word, i int) int {
	from := i
	for ; from > 0 && i-from < weighedWords; from-- {
		word := row[from-1]
		letters, digits := value.Counts(word.Text)
		if _, ok := unit.Is(d.Dict, strings.Trim(word.Text, ".,;")); ok || digits > 0 || letters == 0 || from < i && strings.HasSuffix(word.Text, ".") || strings.ContainsAny(word.Text[len(word.Text)-1:], ",;") {
			break
		}
	}
	return from
}
