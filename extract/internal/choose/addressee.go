package choose

import (
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// toAddressee gives the probability of the letterhead, which is the issuer's, to the only other name that stands alone, where the name of
// somebody else is wanted and no heading says whose either is.
func toAddressee(f *candidate.Chosen, w *want.Want, all []*candidate.Option, p []float64) {
	if w.Role == "" || w.Attr != want.AttrName || f.Doc.Issues(w.Role) || len(f.Doc.Pages) == 0 {
		return
	}
	alone, row := -1, headRow(f)
	for i, o := range all {
		if !slices.Contains(o.Ways, candidate.WayAlone) || o.Under != "" && o.Under != w.Role {
			continue
		}
		if alone >= 0 {
			return
		}
		alone = i
	}
	if alone < 0 || row < 0 {
		return
	}
	head := f.Doc.Pages[0].Rows[row].Box
	for i, o := range all {
		if i != alone && o.Page == 0 && len(o.Words) > 0 && o.Under == "" && o.Label == nil && page.Bounds(o.Words).OverlapY(head) > 0 {
			p[alone] += p[i]
			p[i] = 0
		}
	}
	raise(p, alone, aloneOdds)
}

// How many times as probable a candidate is as its features tell that nothing else competes with.
const (
	aloneOdds = 2   // the only name that stands alone
	soleOdds  = 2.5 // the only one at a caption that has the property's own words
	ownOdds   = 8   // … which the dictionary does not know, so that the features lack what a known caption tells
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

// headRow is the row of the letterhead, or else the first of the first page, which a name begins; -1 for none.
func headRow(f *candidate.Chosen) int {
	if row, _, _ := f.Doc.Letterhead(); row >= 0 {
		return row
	}
	if len(f.Doc.Pages[0].Rows) == 0 {
		return -1
	}
	return 0
}
