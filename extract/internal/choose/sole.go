package choose

import (
	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// How many times as probable a candidate is as its features tell that nothing else competes with.
const (
	soleOdds = 2.5 // the only one at a caption that has the property's own words
	ownOdds  = 8   // … which the dictionary does not know, so that the features lack what a known caption tells
)

// raise multiplies the odds of one candidate.
func raise(p []float64, at int, odds float64) {
	sum := 1 + (odds-1)*p[at]
	p[at] *= odds
	for i := range p {
		p[i] /= sum
	}
}

// toSole raises the only candidate that stands at a caption in a property's own words, where text or a reference is wanted.
func toSole(f *candidate.Chosen, w *want.Want, all []*candidate.Option, p []float64) {
	if w.Role != "" || w.Kind != term.KindText && w.Kind != term.KindID {
		return
	}
	sole := -1
	for i, o := range all {
		if !o.Own && feature.OwnWords(f, w, o) < 1 {
			continue
		}
		if sole >= 0 && all[sole].Text != o.Text {
			return
		}
		sole = i
	}
	switch {
	case sole < 0:
	case all[sole].Own && all[sole].Label == nil:
		raise(p, sole, ownOdds)
	default:
		raise(p, sole, soleOdds)
	}
}
