package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
)

// percentForm is a cell of a column of percentages.
var percentForm = regexp.MustCompile(`^\d{1,3}(?:[.,]\d+)?\s?%$`)

// callPercent calls a column one of percentages: % IGI is the rate of that duty, not its amount.
func (d *document) callPercent(c *column) {
	c.percent = true
	plain := c.bag
	c.bag = plain.Join(d.Dict.Bag("percent"))
	named := d.Dict.Named(c.bag)
	if rate := d.Dict.Bag(plain.Key + " rate"); len(named) == 0 && plain.Key != "" && len(d.Dict.Named(rate)) > 0 {
		c.bag, named = rate, d.Dict.Named(rate)
	}
	c.concepts = slices.Concat(named, c.concepts)
}

// readPercents finds the columns whose cells are percentages.
func (d *document) readPercents(t *table) {
	for i, c := range t.columns {
		percents, filled := 0, 0
		for _, r := range t.rows {
			if len(r.cells[i]) == 0 {
				continue
			}
			filled++
			if percentForm.MatchString(page.Join(r.words(i))) {
				percents++
			}
		}
		if 2*percents > filled && !c.percent && len(c.parts) == 0 {
			d.callPercent(c)
		}
	}
}

// withoutPercent leaves the sign out of a percentage.
func withoutPercent(words []page.Word) []page.Word {
	var plain []page.Word
	for _, w := range words {
		if w.Text = strings.TrimRight(w.Text, "%"); w.Text != "" {
			plain = append(plain, w)
		}
	}
	return plain
}
