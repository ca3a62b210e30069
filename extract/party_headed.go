package extract

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// What of the lines below the heading of a party may name it.
const (
	headedPages = 2 // from the first
	headedLines = 5 // below the heading
	headedNames = 2
	headedScore = 0.75
)

// linesBelow are the first lines that stand below the headings of a page, by the heading.
func (d *document) linesBelow(pi int) map[int][][]page.Word {
	if all, ok := d.below[pi]; ok {
		return all
	}
	all, heads := map[int][][]page.Word{}, d.headingsOf(pi)
	for _, r := range d.Pages[pi].Rows {
		last := noHeading
		for _, s := range r.Segments {
			at := d.headingAt(pi, s.Box)
			if at == noHeading || at == last || heads[at].inline || len(all[at]) == headedLines || s.Box.MidY() < heads[at].box.Y1 || slices.ContainsFunc(heads, func(h heading) bool { return h.box == s.Box }) {
				continue
			}
			all[at], last = append(all[at], s.Words), at
		}
	}
	d.below[pi] = all
	return all
}

// headedNames offers the names among the first lines below the headings of a party's side.
func (d *document) headedNames(w *want.Want, add func(match, way, ...trait)) {
	for pi := range d.Pages[:min(headedPages, len(d.Pages))] {
		lines := d.linesBelow(pi)
		for at, h := range d.headingsOf(pi) {
			role := h.role
			if side(role) != side(w.Role) {
				continue
			}
			n := 0
			for i, line := range lines[at] {
				line = d.toOrderOf(line)
				if len(line) == 0 || n == headedNames || !party.Names(line, d.Dict) {
					continue
				}
				if v, ok := d.Fit(term.KindParty, unregistered(line), false); ok {
					own := "of its side"
					if role == w.Role {
						own = "of its own"
					}
					add(match{Value: v, page: pi, score: headedScore}, wayHeaded, trait{"name below a heading " + own, float64(n)},
						trait{"first name below a heading " + own, flag(n == 0)}, trait{"first line below a heading " + own, flag(i == 0)})
					n++
				}
			}
		}
	}
}

// toOrderOf is a line less the words that consign to the order of whom it names; nothing of a remark in brackets.
func (d *document) toOrderOf(line []page.Word) []page.Word {
	if strings.HasPrefix(line[0].Text, "(") {
		return nil
	}
	for n := min(len(line), longestHeading); n > 0; n-- {
		if _, ok := d.Dict.Group("to order").Is(page.Join(line[:n])); ok {
			return line[n:]
		}
	}
	return line
}

// footed says whether what may be a property of a party stands in the foot of the page, where who issues a document says what is his.
func (d *document) footed(w *want.Want, o *option) []trait {
	if len(o.Words) == 0 || page.Bounds(o.Words).Y0 < footShare*d.Pages[o.page].Height {
		return nil
	}
	if d.issues(w.Role) {
		return []trait{{"in the foot, of who issues", 1}}
	}
	return []trait{{"in the foot, of another", 1}}
}

// remaining says of a name above an address whether it is the first of those that are left where those of other parties are out.
func (f *filling) remaining(w *want.Want, o *option, all []*option) []trait {
	if !aboveAddress(o) || f.isOthersName(w, o) {
		return nil
	}
	for _, other := range all {
		if other != o && aboveAddress(other) && other.page == o.page && value.Alnum(other.Text) != value.Alnum(o.Text) && !overlaps(&other.match, &o.match) &&
			page.Bounds(other.Words).Y0 < page.Bounds(o.Words).Y0 && !f.isOthersName(w, other) {
			return nil
		}
	}
	side := "of another"
	if f.doc.issues(w.Role) {
		side = "of who issues"
	}
	return []trait{{"first above an address that is left, " + side, 1}}
}

// aboveAddress reports whether an option is a name by the address below it.
func aboveAddress(o *option) bool {
	return slices.Contains(o.ways, wayLine) || slices.Contains(o.ways, wayAddress)
}

// isOthersName reports whether an option reads like the name that was found for a party of another side.
func (f *filling) isOthersName(w *want.Want, o *option) bool {
	plain := value.Alnum(o.Text)
	return slices.ContainsFunc(f.wants, func(other *want.Want) bool {
		m := f.found[other.Pointer]
		return m != nil && other.Role != "" && side(other.Role) != side(w.Role) && isName(other.Attr) && value.Alnum(reading.TrimText(m.Text)) == plain
	})
}
