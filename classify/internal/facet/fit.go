package facet

import "slices"

// Fit is how a subheading stands to what is stated.
type Fit struct {
	Match     [KindCount]float32 // stated and stood for
	Against   [KindCount]float32 // stated, and a sibling stands for it
	Residual  float32            // stated, no sibling stands for it, and this is the residual
	Unlisted  float32            // stated, no sibling stands for it, and this stands for something else
	Undecided int                // facets nothing is stated about
	Shared    float32            // matched by a material whose share is given
	Unshared  float32            // … and spoken against by one
}

// Kind separates facets by how reliably their values are recognised.
type Kind uint8

// The kinds, and how many they are.
const (
	KindMaterial Kind = iota
	KindCentral       // any other facet of the central vocabulary
	KindLocal         // a heading's own
	KindLimit         // a numeric one
	KindCount
)

func (s *Split) kind() Kind {
	switch s.Class {
	case "material":
		return KindMaterial
	case "":
		return KindLocal
	}
	return KindCentral
}

// Strength is how clearly value is stated: its own statements in full, narrower ones almost.
func (f *Index) Strength(value int32, stated []Statement) (best float32, by Statement) {
	for _, s := range stated {
		for depth, w := range f.Values[s.Value].Implied {
			if w != value {
				continue
			}
			if v := s.Weight * (1 - 0.1*float32(min(depth, 1))); v > best {
				best, by = v, s
			}
			break
		}
	}
	return best, by
}

// Fit compares what a subheading stands for with what is stated.
func (f *Index) Fit(h, sub int32, stated []Statement, measures []Quantity) Fit {
	var out Fit
	for _, c := range f.Choices[sub] {
		facet := &f.Facets[h][c.Facet]
		if facet.Limits {
			f.fitLimits(&out, facet, c, measures)
			continue
		}
		f.fitChoice(&out, h, facet, c, stated)
	}
	return out
}

// exclusive are the facets that take one value at a time. Goods have one main material, but they may be both frozen
// and in fillets, which are two values of one facet.
var exclusive = map[string]bool{"material": true, "construction": true, "wearer": true, "power": true, "use": true, "part": true}

// Holding is the value of a facet that a description states, seen from one subheading.
type Holding struct {
	Own, Best, Class    float32 // strength of its own values, of any sibling's, of values no sibling stands for
	By, Rival, Unlisted Statement
}

// Hold holds what is stated against what a subheading of heading h stands for in one of its facets.
func (f *Index) Hold(heading int32, facet *Split, c Choice, stated []Statement) (h Holding) {
	for _, v := range facet.Universe {
		s, st := f.Strength(v, stated)
		if s > h.Best {
			h.Best, h.Rival = s, st
		}
		if s > h.Own && slices.Contains(c.Values, v) {
			h.Own, h.By = s, st
		}
	}
	if !exclusive[facet.Class] {
		return h
	}
	var wide Statement // "fabric" beside "wool" says no more
	for _, s := range stated {
		switch {
		case f.Values[s.Value].Facet != facet.Class || f.within(s.Value, facet.Universe):
		case facet.Name != facet.Class && f.titledAll(heading, s.Value): // the fabric of "fabric coated with PVC" is no polymer
		case f.Wider(s.Value, facet.Universe):
			if s.Weight > wide.Weight {
				wide = s
			}
		case s.Weight > h.Class:
			h.Class, h.Unlisted = s.Weight, s
		}
	}
	if h.Class == 0 && h.Best == 0 {
		h.Class, h.Unlisted = wide.Weight, wide
	}
	return h
}

func (f *Index) fitChoice(out *Fit, h int32, facet *Split, c Choice, stated []Statement) {
	held := f.Hold(h, facet, c, stated)
	own, best, class := held.Own, held.Best, held.Class
	kind := facet.kind()
	switch {
	case class > best && held.Unlisted.share > 0 && c.Other:
		out.Shared += class
	case class > best && held.Unlisted.share > 0:
		out.Unshared += class - own
	case class > best && c.Other:
		out.Residual += class
	case class > best:
		out.Unlisted += class - own
	case own > 0 && own >= best*0.98:
		out.Match[kind] += own
		if held.By.share > 0 {
			out.Shared += own
		}
	case best > 0:
		out.Against[kind] += best - own
		if held.Rival.share > 0 {
			out.Unshared += best - own
		}
	default:
		out.Undecided++
	}
}

// titledAll reports whether the titles of all subheadings of a heading name a value.
func (f *Index) titledAll(heading, value int32) bool {
	for sub := f.FirstSub[heading]; sub < f.FirstSub[heading+1]; sub++ {
		if !slices.ContainsFunc(f.profiles[sub], func(own profileItem) bool { return own.value == value }) {
			return false
		}
	}
	return true
}

// within reports whether a value is, or lies within, one of a list.
func (f *Index) within(value int32, list []int32) bool {
	for _, w := range f.Values[value].Implied {
		if slices.Contains(list, w) {
			return true
		}
	}
	return false
}

// sureness is the extra weight of a measure that only the goods themselves can have, such as the power of a motor or
// the weight of a fabric. A length or a mass may belong to a pack.
var sureness = map[string]float32{"power": 1.5, "apparent": 1.5, "displacement": 1.5, "grammage": 1.5, "fineness": 1.5}

// sureOfSize is the same for a measure read from a size that names the goods: the length of a belt 6PK2100.
const sureOfSize = 1.5

// other reports whether a facet is of a thickness and a quantity is another dimension of its goods.
func (s *Split) other(q Quantity) bool {
	return q.Measure != "" && s.Name == measureThickness && q.Measure != measureThickness
}

const measureThickness = "thickness"

// fitLimits compares numeric values: the first measure of the facet's dimension decides.
func (f *Index) fitLimits(out *Fit, facet *Split, c Choice, measures []Quantity) {
	for _, q := range measures {
		inside, comparable, touching := false, false, false
		for _, v := range facet.Universe {
			l := f.Values[v].Limit
			if !l.Comparable(q) || facet.other(q) {
				continue
			}
			comparable = true
			if slices.Contains(c.Values, v) {
				inside, touching = inside || l.Contains(q), touching || l.meets(q)
			}
		}
		if !comparable {
			continue
		}
		sure := sureness[q.Class]
		if q.named {
			sure = sureOfSize
		}
		switch {
		case inside:
			out.Match[KindLimit] += 1 + sure
		case touching:
			out.Undecided++ // "10 to 20 kW" lies on both sides of 15
		default:
			out.Against[KindLimit] += 1 + sure
		}
		return
	}
	out.Undecided++
}
