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

// weighed offers the weights of a line that prints each with its name and unit: Gross 82400 LB Tare 31260 LB Net 51140 LB. The unit tells
// that it is a weight, so that the name need not say it.
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
				from := d.nameBefore(row, i)
				if from == i {
					continue
				}
				text := strings.Trim(page.Join(row[from:i]), ":.-–— ")
				if _, says := d.Dict.Group("dimension").Has(text); !says {
					text += " weight"
				}
				bag := d.Dict.Bag(text)
				l := &label.Label{Place: label.At(pi, ri, 0), Text: text, Bag: bag, Concepts: d.Dict.Named(bag), Box: page.Bounds(row[from:i]), Weight: 1, Inline: row[i : i+1], Given: row[i : i+1]}
				if score := d.LabelScore(w, l); score >= leastWeighed {
					if v, ok := d.Fit(w.Kind, row[i:i+1], WantsPrinted(w)); ok {
						add(Match{Value: v, Page: pi, Score: sheet.CaptionScore * min(score, 1), Label: l}, wayLabel)
					}
				}
			}
		}
	}
}

// nameBefore is where the words begin that name a figure: those in front of it up to another figure, a unit, a dash or the end of a
// sentence.
func (d *Finder) nameBefore(row []page.Word, i int) int {
	from := i
	for ; from > 0 && i-from < weighedWords; from-- {
		word := row[from-1]
		letters, digits := value.Counts(word.Text)
		if _, ok := unit.Is(d.Dict, strings.Trim(word.Text, ".,;")); ok || digits > 0 || letters == 0 || from < i && strings.HasSuffix(word.Text, ".") {
			break
		}
	}
	return from
}
