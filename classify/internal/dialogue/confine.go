package dialogue

import (
	"slices"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/rank"
)

// What is left of the probability of a subheading.
const (
	unlikely  = 0.002 // that an answer speaks against
	excluded  = 1e-7  // that a choice somebody made leaves out: no name, however well known, leads there again
	besides   = 0.25  // to which the facet that an answer fixes does not apply
	elsewhere = 0.1   // of another heading than the one a question was asked, and answered, about
)

// Confine puts the candidates that the answers speak against behind the others.
func (s *Settled) Confine(x *facet.Index, r *rank.Ranking) {
	if len(s.headings) == 0 && len(s.fixes) == 0 && len(s.overruled) == 0 && len(s.denials) == 0 && len(s.outside) == 0 && len(s.kept) == 0 {
		return
	}
	denied := s.deniedBy(x)
	r.Scale(func(c *rank.Candidate) float32 {
		h := r.HeadingOf[c.Sub]
		if len(s.headings) > 0 && !slices.Contains(s.headings, r.Headings[h].Code) {
			return excluded
		}
		within, left := len(s.fixes) == 0 || len(s.headings) > 0, float32(1)
		for _, f := range s.fixes {
			if f.heading != h {
				continue
			}
			if !x.Compatible(c.Sub, f.choice.Facet, f.choice) {
				return excluded
			}
			if _, has := x.Choice(c.Sub, f.choice.Facet); !has && len(f.choice.Values) > 0 {
				left = besides
			}
			within = true
		}
		if denied(h, c.Sub) {
			return unlikely
		}
		if slices.ContainsFunc(s.overruled, func(v int32) bool { return x.Contradicts(c.Sub, v) }) {
			return unlikely
		}
		if !within || slices.Contains(s.outside, h) || len(s.kept) > 0 && !slices.Contains(s.kept, h) {
			return elsewhere
		}
		return left
	})
}

// deniedBy reports whether all that a subheading covers is denied by replies.
func (s *Settled) deniedBy(x *facet.Index) func(heading, sub int32) bool {
	values := map[int32][]int32{}
	return func(heading, sub int32) bool {
		if len(s.denials) == 0 {
			return false
		}
		denied, known := values[heading]
		if !known {
			for _, d := range s.denials {
				denied = append(denied, x.DeniedOf(heading, d)...)
				denied = append(denied, x.Denied(d)...)
			}
			values[heading] = denied
		}
		return slices.ContainsFunc(x.Choices[sub], func(c facet.Choice) bool {
			return len(c.Values) > 0 && !c.Other && !slices.ContainsFunc(c.Values, func(v int32) bool { return !slices.Contains(denied, v) })
		})
	}
}

// Favoured returns the subheadings of the headings that answers name. They are candidates even where the search does
// not find them.
func (s *Settled) Favoured(t *code.Tree) (subs []int32) {
	add := func(h int32) {
		for sub := t.FirstSub[h]; sub < t.FirstSub[h+1]; sub++ {
			subs = append(subs, sub)
		}
	}
	for _, heading := range s.headings {
		if h, ok := t.HeadingAt[heading]; ok {
			add(h)
		}
	}
	for _, f := range s.fixes {
		add(f.heading)
	}
	return subs
}

// Fixes reports whether an answer has settled a facet of a heading.
func (s *Settled) Fixes(heading int32, at int) bool {
	return slices.ContainsFunc(s.fixes, func(f fix) bool { return f.heading == heading && f.choice.Facet == at })
}
