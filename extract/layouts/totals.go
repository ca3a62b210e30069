package layouts

import (
	"slices"
	"strings"
)

// sumPairs are the sums that the layout prints, in the deal's order.
func (s summed) sumPairs() []pair {
	var all []pair
	for _, key := range s.deal.sums.order {
		f, ok := s.deal.sums.facts[key]
		if !ok || s.kind.sums == "weights" && !s.chance("sum "+key, 55) || s.kind.sums != "weights" && s.chance("leave out "+key, 10) && key != "gross" {
			continue
		}
		if _, before := s.said[key]; before && s.kind.sums == "weights" {
			continue
		}
		f.key = key
		all = append(all, pair{s.caption(key), []fact{f}})
		if key == "tax" {
			s.addRate(&all[len(all)-1])
		}
	}
	return all
}

// addRate writes the rate into the caption of the tax where there is one.
func (s summed) addRate(p *pair) {
	rate, one := s.deal.sums.facts["tax_rate"]
	if !one || !s.chance("rate in caption", 65) || strings.Contains(p.caption, "%") {
		return
	}
	rate.key = "tax_rate"
	rate.text = strings.TrimSuffix(strings.TrimSuffix(rate.text, "%"), " ")
	p.caption += " " + s.tell(rate) + pick(s.dice, "percent", []string{"%", " %"})
}

// totals draws the sums under the table.
func (s summed) totals(t *table1) {
	d := s.of("totals")
	if s.kind.sums == "full" && len(s.deal.sums.taxes) > 0 && d.chance("tax summary", 30) {
		defer s.taxSummary(d)
	}
	all := s.sumPairs()
	if len(all) == 0 {
		return
	}
	s.room(float64(len(all))*s.size1*1.6 + 30)
	x, w := s.x, s.w
	switch d.n("form", 8) {
	case 0: // rows of the table itself
		for _, p := range all {
			s.inTable(t, p)
		}
	case 1:
		s.strip(d, all)
	case 2:
		s.boxed(d, all)
	case 3: // left, beside other things
		s.w *= 0.5
		s.tabbed(d, all)
	default: // a block at the right
		share := d.size("share", 0.36, 0.55)
		s.x, s.w = x+w*(1-share), w*share
		if d.chance("to the table's edge", 70) {
			s.w = min(w*share, t.total()-w*(1-share))
			s.w = max(s.w, w*0.3)
		}
		pick(d, "block", []func(dice, []pair){s.spread, s.spread, s.listed, s.totalled})(d, all)
	}
	s.x, s.w = x, w
	s.skip(s.size1)
}

// totalled is a list whose last sum stands between rules, larger than the others.
func (s summed) totalled(d dice, all []pair) {
	s.spread(d, all[:len(all)-1])
	s.rule()
	size := s.size1
	s.size1 *= d.size("last", 1.05, 1.4)
	s.spread(dice{d.seed + 1}, all[len(all)-1:])
	s.size1 = size
	s.rule()
}

// inTable sets the sum under the last column and its caption before it.
func (s summed) inTable(t *table1, p pair) {
	s.set(pick(t.d, "sums style", []string{"B", ""}), t.type1)
	last := t.cols[len(t.cols)-1]
	right := s.x + t.total()
	value := s.told(p)
	caption := s.label(p.caption)
	from := right - max(last.w, s.width(value)+6)
	h := s.leading() + 3
	if t.style == 0 {
		s.pdf.Rect(s.x, s.y, from-s.x, h, "D")
		s.pdf.Rect(from, s.y, right-from, h, "D")
	}
	if t.d.chance("caption at the left", 25) {
		s.cellText([]string{caption}, s.x, from-s.x, "L")
	} else {
		s.cellText([]string{caption}, s.x, from-s.x, "R")
	}
	s.cellText([]string{value}, from, right-from, "R")
	s.y += h
}

// taxSummary is a small table of base and tax by rate.
func (s summed) taxSummary(d dice) {
	keys := []string{"i.tax_rate", "i.base", "i.tax"}
	if d.chance("base first", 40) {
		slices.Reverse(keys[:2])
	}
	s.room(70)
	w := s.w * d.size("width", 0.35, 0.6) / 3
	for i := -1; i < len(s.deal.sums.taxes); i++ {
		s.set([]string{"B", ""}[min(i+1, 1)], 0.85)
		r := record{}
		for j, key := range keys {
			cell := s.caption(key)
			if i >= 0 {
				f := s.deal.sums.taxes[i][key]
				r[key], cell = f, f.text
			}
			if d.chance("ruled", 50) {
				s.pdf.Rect(s.x+w*float64(j), s.y, w, s.leading()+3, "D")
			}
			for s.width(cell) > w-4 && s.points > 4 {
				s.points *= 0.9
				s.pdf.SetFontSize(s.points)
			}
			s.cellText([]string{cell}, s.x+w*float64(j), w, "R")
			s.set([]string{"B", ""}[min(i+1, 1)], 0.85)
		}
		s.y += s.leading() + 3
		if i >= 0 {
			s.row("taxes", r)
		}
	}
	s.skip(s.size1)
}
