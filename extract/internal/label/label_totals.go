package label

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/value"
)

// Parts of captions of totals, as the dictionary's list calls them.
const (
	partNet     = "net"
	partGross   = "gross"
	partTotal   = "total"
	partWeight  = "weight"
	partPackage = "package"
)

// mostTotalWords bounds the caption of a total.
const mostTotalWords = 6

// goodsTotal reads a caption of the total weight or packages of goods that the dictionary does not have as a whole: "Nettosumme",
// "Sum gross", "Colli insgesamt". All its words have to be parts of such captions, and the figure that ends its row has to be a mass,
// or for packages a whole number: "Net total" of an invoice is money.
func goodsTotal(d *Sheet, at Place, s page.Segment) *Label {
	row := d.Pages[at.Page].Rows[at.Row].Segments
	if at.Segment+2 != len(row) || len(s.Words) > mostTotalWords || DigitsIn(s.Words) {
		return nil
	}
	name := totalOf(d.Dict.Group("part of a total"), page.Join(s.Words))
	figure := row[at.Segment+1].Words
	if !IsFigure(figure[0]) {
		return nil
	}
	switch name {
	case "":
		return nil
	case "packages":
		if letters, _ := value.Counts(page.Join(figure)); len(figure) > 1 || letters > 0 {
			return nil
		}
	default:
		u, _ := d.UnitBeside(at.Page, figure, unit.DimensionWeight)
		if u.None() && !slices.ContainsFunc(unit.In(d.Dict, page.Join(s.Words)), func(u unit.Unit) bool { return u.Dimension == unit.DimensionWeight }) {
			return nil
		}
	}
	c := d.Dict.Concept(name)
	if c == nil || len(c.Bags) == 0 {
		return nil
	}
	return &Label{Place: at, To: len(s.Words), Text: page.Join(s.Words), Bag: c.Bags[0], Concepts: []*term.Concept{c}, Box: s.Box, Weight: 1, OfGoods: len(row) == 2}
}

// totalOf is the field whose total a caption names by its parts; "" where a word is none, or what it counts is not said.
func totalOf(g *term.Group, caption string) string {
	has := map[string]bool{}
	for _, token := range term.Split(caption) {
		if !partsOf(g, token, has) {
			return ""
		}
	}
	switch weighed := has[partTotal] || has[partWeight]; {
	case has[partNet] && !has[partGross] && !has[partPackage] && weighed:
		return "net_weight"
	case has[partGross] && !has[partNet] && !has[partPackage] && weighed:
		return "gross_weight"
	case has[partPackage] && has[partTotal] && !has[partNet] && !has[partGross] && !has[partWeight]:
		return "packages"
	}
	return ""
}

// leastPart is the letters of a part of a compound word.
const leastPart = 3

// partsOf notes the parts that a word is, or is joined of: Gesamtnettogewicht. False where something is left over.
func partsOf(g *term.Group, token string, has map[string]bool) bool {
	if part, ok := g.Is(token); ok {
		has[part] = true
		return true
	}
	for n := len(token) - leastPart; n >= leastPart; n-- {
		part, ok := g.Is(token[:n])
		if !ok {
			continue
		}
		rest := map[string]bool{}
		if partsOf(g, token[n:], rest) {
			has[part] = true
			for p := range rest {
				has[p] = true
			}
			return true
		}
	}
	return false
}
