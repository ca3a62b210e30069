package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// countedForm is a number of things that are counted.
var countedForm = regexp.MustCompile(`^\(?\d{1,3}(?:[.,]?\d{3})*\)?$`)

// countedWeight is how far a count in a sentence is trusted.
const countedWeight = 0.7

// labelCounts makes labels of the packages and pallets that a line outside of the tables counts, as a row
// of totals does (TOTAL: 6 cases) and a sentence (packed in 318 cartons on 12 pallets), where all such
// lines agree.
func (d *document) labelCounts() {
	counts := map[string][]*label.Label{}
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			if d.inTable(label.At(pi, ri, 0)) {
				continue
			}
			for si, s := range r.Segments {
				for _, l := range d.counted(label.At(pi, ri, si), s) {
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
func (d *document) counted(at label.Place, s page.Segment) []*label.Label {
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
