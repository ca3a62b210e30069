package rank

import (
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/text"
)

// The features a candidate is weighed by. All are scaled to about 0…1.
const (
	featBest         = iota // its best term
	featBestShare           // … as a share of the best of all candidates
	featNext                // its second and third term
	featText                // BM25 of all its words
	featTextShare           // … as a share of the best
	featHeadingOwn          // best term of the heading itself
	featHeadingAny          // best term anywhere below the heading, as a share of the best
	featHeadingText         // BM25 of the heading, as a share of the best
	featChapterText         // BM25 of the chapter, as a share of the best
	FeatCovered             // share of the description its words cover
	featHeadingCover        // share of the description the heading's words cover
	FeatTermWhole           // share of its best term that was asked for
	featTermCovers          // share of the description its best term covers
	featHeadNoun            // its best term's head noun is the description's
	featMatch               // facets: stated and stood for, by kind of facet
	featMatchCentral
	featMatchLocal
	featMatchLimit
	featAgainst // facets: a sibling stands for what is stated, by kind
	featAgainstCentral
	featAgainstLocal
	featAgainstLimit
	featResidual     // facets: residual, and no sibling stands for what is stated
	featUnlisted     // facets: stands for something else than what is stated
	featUndecided    // facets: open ones
	featIsResidual   // it is the residual of its heading
	featNot          // the heading excludes these goods
	featBreadth      // how many names it goes by
	featPart         // parts asked for, and it is one
	featPartUnasked  // it is for parts, and none were asked for
	featExact        // mass of its weightiest term asked for in full, as a share of the description
	featHeadingExact // the same for the heading
	featPoint        // where the description's words are mostly used
	featPointShare   // … as a share of the best
	featHeadingPoint
	featHeads // share of the head noun's terms
	FeatHeadingHeads
	featProseHeads // the same, and the head noun itself, in clean prose only
	featProseHeadingHeads
	featProseHeadNoun
	featProseExact
	featShared    // facets: a material whose share is given matches
	featUnshared  // … or speaks against it
	featMadeUp    // clothing of the stated making-up: knitted or woven
	featNotMadeUp // … of the other
	featWornBy    // clothing for the stated wearer
	featNotWornBy // … for another
	featKept      // food in the stated state: fresh, frozen, dried …
	featNotKept   // … in another
	FeatWhole     // it goes by the very name that was asked for
	featHeadingWhole
	FeatOffForm // share of a short description that its best term has by the stem alone
	featProfile // title facets agree, by class: two each from here
)

const featureCount = featProfile + 2*facet.ClassCount

// Features are the features of one candidate.
type Features [featureCount]float32

// Weigh computes the features of every candidate.
func (r *Ranking) Weigh(d *text.Description, q *lookup.Query, stated *facet.Readings, measures []facet.Quantity) {
	profile := r.facets.StatedProfile(stated.Central)
	askedPart := r.facets.Asked("part", stated.Central) > 0 || r.facets.Asked("accessory", stated.Central) > 0
	top := r.tops()
	if more := len(r.Candidates) - len(r.features); more > 0 {
		r.features = append(r.features, make([]Features, more)...)
	}
	for i := range r.Candidates {
		c := &r.Candidates[i]
		c.Features = &r.features[i]
		h := r.HeadingOf[c.Sub]
		hit := r.Search.BestHit(c.Sub)
		r.fill(c, q, h, hit, &top)
		if d.Prose {
			c.Features.inProse()
		}
		if hit != nil {
			c.Features[FeatOffForm] = r.index.OffForm(d, hit.Term)
		}
		r.fillFacets(c, r.facets.Fit(h, c.Sub, stated.Heading(h), measures), askedPart, &profile)
	}
}

// tops are the largest values among the candidates, by which shares are taken.
type tops struct{ best, text, any, headingText, chapter, point float32 }

func (r *Ranking) tops() tops {
	s := r.Search
	t := tops{best: 1, text: 1, any: 1, headingText: 1, chapter: 1, point: 0.1}
	for i := range r.Candidates {
		sub := r.Candidates[i].Sub
		h := r.HeadingOf[sub]
		t.best = max(t.best, s.Best[sub].Score[0])
		t.text = max(t.text, s.Subs[sub].Text)
		t.point = max(t.point, s.Subs[sub].Point)
		t.any = max(t.any, s.Headings[h].Any)
		t.headingText = max(t.headingText, s.Headings[h].Text)
		t.chapter = max(t.chapter, s.Chapters[r.ChapterOf[h]])
	}
	return t
}

func (r *Ranking) fill(c *Candidate, q *lookup.Query, h int32, hit *lookup.Hit, t *tops) {
	s := r.Search
	e, he, best := &s.Subs[c.Sub], &s.Headings[h], &s.Best[c.Sub]
	f := c.Features
	*f = Features{}
	mass := max(q.Mass, 1)
	f[featBest] = best.Score[0] / 15
	f[featBestShare] = best.Score[0] / t.best
	f[featNext] = (best.Score[1] + 0.5*best.Score[2]) / 15
	f[featText] = e.Text / 40
	f[featTextShare] = e.Text / t.text
	f[featHeadingOwn] = he.Own / 15
	f[featHeadingAny] = he.Any / t.any
	f[featHeadingText] = he.Text / t.headingText
	f[featChapterText] = s.Chapters[r.ChapterOf[h]] / t.chapter
	f[FeatCovered] = e.Matched / mass
	f[featHeadingCover] = he.Matched / mass
	if hit != nil {
		f[FeatTermWhole] = hit.Share()
		f[featTermCovers] = min(1, hit.Mass/mass)
		if hit.HeadNoun() {
			f[featHeadNoun] = 1
		}
	}
	f[featExact], f[featHeadingExact] = min(1, e.Exact/mass), min(1, he.Exact/mass)
	f[FeatWhole], f[featHeadingWhole] = e.Whole, he.Whole
	f[featPoint], f[featPointShare], f[featHeadingPoint] = e.Point/mass, e.Point/t.point, he.Point/mass
	f[featHeads], f[FeatHeadingHeads] = e.Heads, he.Heads
	f[featNot] = he.Not / 10
	f[featBreadth] = r.index.Breadth[c.Sub] / 4
}

// inProse repeats what the head noun says: in a sentence it can be trusted, in invoices it cannot.
func (f *Features) inProse() {
	f[featProseHeads], f[featProseHeadingHeads] = f[featHeads], f[FeatHeadingHeads]
	f[featProseHeadNoun], f[featProseExact] = f[featHeadNoun], f[featExact]
}

func (r *Ranking) fillFacets(c *Candidate, fit facet.Fit, askedPart bool, profile *[facet.ClassCount][]facet.Statement) {
	f, sub := c.Features, &r.facets.Traits[c.Sub]
	for k := range fit.Match {
		f[featMatch+k], f[featAgainst+k] = fit.Match[k], fit.Against[k]
	}
	f[featResidual] = fit.Residual
	f[featUnlisted], f[featUndecided] = fit.Unlisted, float32(fit.Undecided)/3
	if sub.Residual {
		f[featIsResidual] = 1
	}
	if sub.Part {
		if askedPart {
			f[featPart] = 1
		} else {
			f[featPartUnasked] = 1
		}
	}
	f[featShared], f[featUnshared] = fit.Shared, fit.Unshared
	for class, stands := range r.facets.Stances(c.Sub, profile) {
		f[featProfile+2*class], f[featProfile+2*class+1] = stands.Agree, stands.Against
	}
	if sub.Clothing {
		f[featMadeUp], f[featNotMadeUp] = f[featProfile+2*facet.ClassConstruction], f[featProfile+2*facet.ClassConstruction+1]
		f[featWornBy], f[featNotWornBy] = f[featProfile+2*facet.ClassWearer], f[featProfile+2*facet.ClassWearer+1]
	}
	if sub.Food {
		f[featKept], f[featNotKept] = f[featProfile+2*facet.ClassState], f[featProfile+2*facet.ClassState+1]
	}
}
