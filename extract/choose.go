package extract

import (
	"slices"

	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/want"
)

// rounds in which properties choose: in each they know what the others have chosen in the one before.
const rounds = 2

// choose gives each property outside lists the most probable of its options, with that probability as its confidence, and
// none where the best is not probable.
func (f *filling) choose(model confidence.Model) {
	options := map[*want.Want][]*option{}
	for _, w := range f.wants {
		options[w] = f.options(w)
	}
	for range rounds {
		f.decide(model, options)
	}
	f.parties()
}

// decide gives each property the option that is probable given what was found before.
func (f *filling) decide(model confidence.Model, options map[*want.Want][]*option) {
	offers := map[*want.Want][]offered{}
	for _, w := range f.wants {
		p := model.Probabilities(f.weighed(w, options[w]))
		f.refuse(w, options[w], p)
		offers[w] = distinct(options[w], p, model.Sure)
	}
	chosen := map[string]*match{}
	for w, i := range assigned(f.wants, offers) {
		if i == none {
			continue
		}
		m := offers[w][i].match
		m.score = offers[w][i].probability
		chosen[schema.Pointer(w.Path)] = &m
	}
	f.found = chosen
}

// refuse shares out the probability of options that belong to another party among the others and none.
func (f *filling) refuse(w *want.Want, all []*option, p []float64) {
	left := 1.0
	for i, o := range all {
		if f.ofAnother(w, o) {
			left, p[i] = left-p[i], 0
		}
	}
	for i := range p {
		p[i] /= max(left, leastLeft)
	}
}

// weighed are options with what speaks for them.
func (f *filling) weighed(w *want.Want, all []*option) []confidence.Option {
	weighed := make([]confidence.Option, len(all))
	for i, o := range all {
		weighed[i].Features = f.evidenceOf(w, o, all)
	}
	return weighed
}

// slipShape is the share of its height that the width of a page is at most that came from a till.
const slipShape = 0.62

// evidenceOf is what speaks for and against an option among others.
func (f *filling) evidenceOf(w *want.Want, o *option, all []*option) []confidence.Feature {
	features := f.evidence(w, &o.match)
	group := groupOf(w)
	p := f.doc.Pages[o.page]
	add := func(name string, v float64) {
		if v == 0 {
			return
		}
		features = append(features, confidence.Feature{Name: name, Value: v}, confidence.Feature{Name: group + ": " + name, Value: v})
		if p.Width < slipShape*p.Height {
			features = append(features, confidence.Feature{Name: group + " on a slip: " + name, Value: v})
		}
	}
	add("on a slip", flag(p.Width < slipShape*p.Height))
	add("by "+string(o.way), 1)
	add("ruled", flag(o.ruled))
	add("none ruled", flag(!all[0].ruled))
	add("ways", float64(len(o.ways)-1))
	for _, by := range o.ways[1:] {
		add("also by "+string(by), 1)
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
		rival = max(rival, other.score)
	}
	add("said elsewhere too", same)
	add("lead", o.score-rival)
	add("alone", flag(rival == 0))
	for _, t := range append(slices.Clone(o.traits), f.amongOptions(w, o, all)...) {
		add(t.name, t.value)
	}
	box := page.Bounds(o.Words)
	add("down the page", box.Y0/max(p.Height, 1))
	if w.Role != "" {
		name := "of seller's side"
		if side(w.Role) != "seller" {
			name = "of another side"
		}
		add("down the page "+name, box.Y0/max(p.Height, 1))
		add("across the page "+name, box.X0/max(p.Width, 1))
	}
	if w.Role != "" {
		for _, t := range append(f.doc.placed(w, o, all), f.grouped(w, o)...) {
			add(t.name, t.value)
		}
		if w.Attr == want.AttrTaxID {
			for _, t := range formOfMost(o, all) {
				add(t.name, t.value)
			}
		}
		own, others := f.beside(w, o)
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
func (f *filling) beside(w *want.Want, o *option) (own, others float64) {
	counts := [2][2]float64{}
	for _, other := range f.wants {
		m := f.found[other.Pointer]
		if m == nil || other == w || other.Role == "" {
			continue
		}
		at := 0
		if side(other.Role) != side(w.Role) {
			at = 1
		} else if other.Role != w.Role {
			continue
		}
		counts[at][1]++
		if m.page == o.page && f.doc.near(o.page, page.Bounds(o.Words), page.Bounds(m.Words)) {
			counts[at][0]++
		}
	}
	return counts[0][0] / max(counts[0][1], 1), counts[1][0] / max(counts[1][1], 1)
}

// near reports whether two places are under one heading of a party, or under none and not far apart.
func (d *document) near(pi int, a, b page.Box) bool {
	p, under := d.Pages[pi], d.headingAt(pi, a)
	if under != noHeading {
		return d.headingAt(pi, b) == under
	}
	return max(b.Y0-a.Y1, a.Y0-b.Y1) < blockHeight*p.LineHeight && max(b.X0-a.X0, a.X0-b.X0) < blockWidth*p.Width
}
