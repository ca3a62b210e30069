package extract

import (
	"regexp"
	"slices"
	"strings"

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
	counts := map[string][]*label{}
	for pi, p := range d.pages {
		for ri, r := range p.Rows {
			if d.inTable(place{pi, ri, 0}) {
				continue
			}
			for si, s := range r.Segments {
				for _, l := range d.counted(place{pi, ri, si}, s) {
					name := l.concepts[0].Name
					counts[name] = append(counts[name], l)
				}
			}
		}
	}
	for _, name := range []string{"packages", "pallets"} {
		all := counts[name]
		if len(all) == 0 || slices.ContainsFunc(all, func(l *label) bool { return digitsOf(l.given) != digitsOf(all[0].given) }) {
			continue
		}
		d.labels = append(d.labels, all[0])
	}
}

// counted are the counts in a segment: a number between words, or all that stands there, and what it counts.
func (d *document) counted(at place, s page.Segment) []*label {
	var all []*label
	for i := range s.Words[:len(s.Words)-1] {
		if i == 0 && len(s.Words) > 2 || !countedForm.MatchString(s.Words[i].Text) || i > 0 && valueLike(s.Words[i-1].Text) && !strings.HasSuffix(s.Words[i-1].Text, ":") {
			continue
		}
		bag := d.Dict.Bag(s.Words[i+1].Text)
		for _, c := range d.Dict.Named(bag) {
			if c.Kind == term.KindCount {
				all = append(all, &label{place: at, from: i, to: i + 2, text: s.Words[i+1].Text, bag: bag, concepts: []*term.Concept{c}, given: s.Words[i : i+1 : i+1],
					weight: countedWeight, box: s.Words[i+1].Box})
				break
			}
		}
	}
	return all
}

func digitsOf(words []page.Word) string { return strings.Trim(page.Join(words), "()") }
