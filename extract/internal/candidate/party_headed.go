package candidate

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
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

// readLinesBelow are the first lines that stand below the headings of a page, by the heading.
func (d *Finder) readLinesBelow(pi int) map[int][][]page.Word {
	all, heads := map[int][][]page.Word{}, d.HeadingsOf(pi)
	for _, r := range d.Pages[pi].Rows {
		last := sheet.NoHeading
		for _, s := range r.Segments {
			at := d.HeadingAt(pi, s.Box)
			if at == sheet.NoHeading || at == last || heads[at].Inline || len(all[at]) == headedLines || s.Box.MidY() < heads[at].Box.Y1 || slices.ContainsFunc(heads, func(h sheet.Heading) bool { return h.Box == s.Box }) {
				continue
			}
			all[at], last = append(all[at], s.Words), at
		}
	}
	return all
}

// offerHeadedNames offers the names among the first lines below the headings of a party's side.
func offerHeadedNames(d *Finder, w *want.Want, add func(Match, way, ...Trait)) {
	for pi := range d.Pages[:min(headedPages, len(d.Pages))] {
		lines := d.linesBelow(pi)
		for at, h := range d.HeadingsOf(pi) {
			role := h.Role
			if sheet.Side(role) != sheet.Side(w.Role) {
				continue
			}
			n := 0
			for i, line := range lines[at] {
				line = toOrderOf(d, line)
				if len(line) == 0 || n == headedNames || !party.Names(line, d.Dict) {
					continue
				}
				if v, ok := d.Fit(term.KindParty, sheet.Unregistered(line), false); ok {
					own := "of its side"
					if role == w.Role {
						own = "of its own"
					}
					add(Match{Value: v, Page: pi, Score: headedScore}, wayHeaded, Trait{"name below a heading " + own, float64(n)},
						Trait{"first name below a heading " + own, Flag(n == 0)}, Trait{"first line below a heading " + own, Flag(i == 0)})
					n++
				}
			}
		}
	}
}

// toOrderOf is a line less the words that consign to the order of whom it names; nothing of a remark in brackets.
func toOrderOf(d *Finder, line []page.Word) []page.Word {
	if strings.HasPrefix(line[0].Text, "(") {
		return nil
	}
	for n := min(len(line), sheet.LongestHeading); n > 0; n-- {
		if _, ok := d.Dict.Group("to order").Is(page.Join(line[:n])); ok {
			return line[n:]
		}
	}
	return line
}

// Footed says whether what may be a property of a party stands in the foot of the page, where who issues a document says what is his.
func (d *Finder) Footed(w *want.Want, o *Option) []Trait {
	if len(o.Words) == 0 || page.Bounds(o.Words).Y0 < sheet.FootShare*d.Pages[o.Page].Height {
		return nil
	}
	if d.Issues(w.Role) {
		return []Trait{{"in the foot, of who issues", 1}}
	}
	return []Trait{{"in the foot, of another", 1}}
}

// Remaining says of a name above an address whether it is the first of those that are left where those of other parties are out.
func (f *Chosen) Remaining(w *want.Want, o *Option, all []*Option) []Trait {
	if !aboveAddress(o) || f.isOthersName(w, o) {
		return nil
	}
	for _, other := range all {
		if other != o && aboveAddress(other) && other.Page == o.Page && value.Alnum(other.Text) != value.Alnum(o.Text) && !Overlaps(&other.Match, &o.Match) &&
			page.Bounds(other.Words).Y0 < page.Bounds(o.Words).Y0 && !f.isOthersName(w, other) {
			return nil
		}
	}
	side := "of another"
	if f.Doc.Issues(w.Role) {
		side = "of who issues"
	}
	return []Trait{{"first above an address that is left, " + side, 1}}
}

// aboveAddress reports whether an option is a name by the address below it.
func aboveAddress(o *Option) bool {
	return slices.Contains(o.Ways, wayLine) || slices.Contains(o.Ways, wayAddress)
}

// isOthersName reports whether an option reads like the name that was found for a party of another side.
func (f *Chosen) isOthersName(w *want.Want, o *Option) bool {
	plain := value.Alnum(o.Text)
	return slices.ContainsFunc(f.Wants, func(other *want.Want) bool {
		m := f.Found[other.Pointer]
		return m != nil && other.Role != "" && sheet.Side(other.Role) != sheet.Side(w.Role) && sheet.IsName(other.Attr) && value.Alnum(reading.TrimText(m.Text)) == plain
	})
}
