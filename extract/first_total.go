package extract

import (
	"math/big"
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Where totals stand above each other.
const (
	totalRows       = 8   // rows from the first to the last
	totalEdge       = 2.0 // heights of a line by which their right edges differ
	firstTotalScore = 0.6
)

// firstTotal reads the subtotal from the first of several totals that stand above each other: Total FOB, freight,
// insurance, Total CIF. It must be below the last.
func (d *document) firstTotal(w *want.Want) (match, bool) {
	if len(w.Concepts) == 0 || w.Concepts[0].Concept.Name != "subtotal" || !w.Kind.Numeric() {
		return match{}, false
	}
	var first match
	var at *label.Label
	var lowest *big.Rat
	for _, l := range d.sortedLabels() {
		if l.Given != nil || !label.HasConcept(l, "total_amount") {
			continue
		}
		for _, c := range d.Candidates(l) {
			m, ok := d.read(w, l, c)
			if !ok || c.Place == label.PlaceBelow {
				continue
			}
			n, ok := value.ParseNumber(m.Text, value.MarkPoint)
			if !ok {
				continue
			}
			if at == nil || at.Page != l.Page || l.Row-at.Row > totalRows {
				first, at, lowest = m, l, n.Rat()
				break
			}
			edge := m.Words[len(m.Words)-1].Box.X1 - first.Words[len(first.Words)-1].Box.X1
			if near := totalEdge * d.Pages[l.Page].LineHeight; l.Row > at.Row && n.Rat().Cmp(lowest) > 0 && edge < near && -edge < near {
				first.score *= firstTotalScore
				return first, true
			}
			break
		}
	}
	return match{}, false
}

// sortedLabels are the labels in the order of reading.
func (d *document) sortedLabels() []*label.Label {
	all := slices.Clone(d.Labels)
	slices.SortStableFunc(all, func(a, b *label.Label) int {
		if a.Page != b.Page {
			return a.Page - b.Page
		}
		return a.Row - b.Row
	})
	return all
}
