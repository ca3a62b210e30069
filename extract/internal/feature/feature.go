package feature

import (
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/want"
)

// Weighed are options with what speaks for them.
func Weighed(f *candidate.Chosen, w *want.Want, all []*candidate.Option) [][]confidence.Feature {
	weighed := make([][]confidence.Feature, len(all))
	for i, o := range all {
		weighed[i] = EvidenceOf(f, w, o, all)
	}
	return weighed
}

// slipShape is the share of its height that the width of a page is at most that came from a till.
const slipShape = 0.62

// EvidenceOf collects the evidence for and against an option among others.
func EvidenceOf(f *candidate.Chosen, w *want.Want, o *candidate.Option, all []*candidate.Option) []confidence.Feature {
	features := evidence(f, w, &o.Match)
	group := candidate.GroupOf(w)
	p := f.Doc.Pages[o.Page]
	add := func(name string, v float64) {
		if v == 0 {
			return
		}
		features = append(features, confidence.Feature{Name: name, Value: v}, confidence.Feature{Name: group + ": " + name, Value: v})
		if p.Width < slipShape*p.Height {
			features = append(features, confidence.Feature{Name: group + " on a slip: " + name, Value: v})
		}
	}
	add("on a slip", candidate.Flag(p.Width < slipShape*p.Height))
	add("by "+string(o.Way), 1)
	add("ways", float64(len(o.Ways)-1))
	for _, by := range o.Ways[1:] {
		add("also by "+string(by), 1)
	}
	for _, by := range candidate.Telling() {
		if !slices.Contains(o.Ways, by) && slices.ContainsFunc(all, func(other *candidate.Option) bool { return other.Text != o.Text && slices.Contains(other.Ways, by) }) {
			add("another by "+string(by), 1)
		}
	}
	rival, same := 0.0, 0.0
	for _, other := range all {
		if other == o {
			continue
		}
		if other.Text == o.Text {
			same = 1
			continue
		}
		rival = max(rival, other.Score)
	}
	add("said elsewhere too", same)
	add("lead", o.Score-rival)
	add("alone", candidate.Flag(rival == 0))
	for _, t := range append(slices.Clone(o.Traits), AmongOptions(f, w, o, all)...) {
		add(t.Name, t.Value)
	}
	box := page.Bounds(o.Words)
	add("down the page", box.Y0/max(p.Height, 1))
	if w.Role != "" {
		name := "of seller's side"
		if sheet.Side(w.Role) != "seller" {
			name = "of another side"
		}
		add("down the page "+name, box.Y0/max(p.Height, 1))
		add("across the page "+name, box.X0/max(p.Width, 1))
	}
	if w.Role != "" {
		for _, t := range append(Placed(f.Doc, w, o, all), Grouped(f, w, o)...) {
			add(t.Name, t.Value)
		}
		if w.Attr == want.AttrTaxID {
			for _, t := range FormOfMost(o, all) {
				add(t.Name, t.Value)
			}
		}
		own, others := beside(f, w, o)
		add("beside what is of its party", own)
		add("beside what is of another party", others)
	}
	return features
}

// How far apart, in heights of a line and shares of the page's width, what is said of one party stands.
const (
	blockHeight = 9
	blockWidth  = 0.2
)

// beside is the share of what other properties of its party were given that stands near an option, and the share of those
// of parties of another side.
func beside(f *candidate.Chosen, w *want.Want, o *candidate.Option) (own, others float64) {
	counts := [2][2]float64{}
	for _, other := range f.Wants {
		m := f.Found[other.Pointer]
		if m == nil || other == w || other.Role == "" {
			continue
		}
		at := 0
		if sheet.Side(other.Role) != sheet.Side(w.Role) {
			at = 1
		} else if other.Role != w.Role {
			continue
		}
		counts[at][1]++
		if m.Page == o.Page && near(f.Doc, o.Page, page.Bounds(o.Words), page.Bounds(m.Words)) {
			counts[at][0]++
		}
	}
	return counts[0][0] / max(counts[0][1], 1), counts[1][0] / max(counts[1][1], 1)
}

// near reports whether two places are under one heading of a party, or under none and not far apart.
func near(d *candidate.Finder, pi int, a, b page.Box) bool {
	p, under := d.Pages[pi], d.HeadingAt(pi, a)
	if under != sheet.NoHeading {
		return d.HeadingAt(pi, b) == under
	}
	return max(b.Y0-a.Y1, a.Y0-b.Y1) < blockHeight*p.LineHeight && max(b.X0-a.X0, a.X0-b.X0) < blockWidth*p.Width
}
