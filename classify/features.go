package classify

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
	featCovered             // share of the description its words cover
	featHeadingCover        // share of the description the heading's words cover
	featTermWhole           // share of its best term that was asked for
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
	featHeadingHeads
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
	featWhole     // it goes by the very name that was asked for
	featHeadingWhole
	featOffForm // share of a short description that its best term has by the stem alone
	featProfile // title facets agree, by class: two each from here
)

const profileCount = 7

const featureCount = featProfile + 2*profileCount

type features [featureCount]float32

// weigh computes the features of every candidate.
func (s *search) weigh(d *description, q *query, stated *readings, measures []quantity) {
	x := s.x
	profile := x.facet.statedProfile(stated.central)
	askedPart := x.facet.asked("part", stated.central) > 0 || x.facet.asked("accessory", stated.central) > 0
	top := s.tops()
	if more := len(s.candidates) - len(s.features); more > 0 {
		s.features = append(s.features, make([]features, more)...)
	}
	for i := range s.candidates {
		c := &s.candidates[i]
		c.features = &s.features[i]
		h := x.headingOf[c.sub]
		s.fill(c, q, h, top)
		if d.prose {
			c.features.inProse()
		}
		if n := len(d.written); n > 0 && n <= maxFormWords && !d.listing && s.best[c.sub].score[0] > 0 {
			c.features[featOffForm] = x.offForm(d, s.hits[s.best[c.sub].hit].term)
		}
		s.fillFacets(c, x.facet.fit(h, c.sub, stated.heading(h), measures), askedPart, profile)
	}
}

// tops are the largest values among the candidates, by which shares are taken.
type tops struct{ best, text, any, headingText, chapter, point float32 }

func (s *search) tops() tops {
	t := tops{best: 1, text: 1, any: 1, headingText: 1, chapter: 1, point: 0.1}
	for i := range s.candidates {
		sub := s.candidates[i].sub
		h := s.x.headingOf[sub]
		t.best = max(t.best, s.best[sub].score[0])
		t.text = max(t.text, s.subs[sub].text)
		t.point = max(t.point, s.subs[sub].point)
		t.any = max(t.any, s.headings[h].any)
		t.headingText = max(t.headingText, s.headings[h].text)
		t.chapter = max(t.chapter, s.chapters[s.x.chapterOf[h]])
	}
	return t
}

func (s *search) fill(c *candidate, q *query, h int32, t tops) {
	x := s.x
	e, he, best := &s.subs[c.sub], &s.headings[h], &s.best[c.sub]
	f := c.features
	*f = features{}
	mass := max(q.mass, 1)
	f[featBest] = best.score[0] / 15
	f[featBestShare] = best.score[0] / t.best
	f[featNext] = (best.score[1] + 0.5*best.score[2]) / 15
	f[featText] = e.text / 40
	f[featTextShare] = e.text / t.text
	f[featHeadingOwn] = he.own / 15
	f[featHeadingAny] = he.any / t.any
	f[featHeadingText] = he.text / t.headingText
	f[featChapterText] = s.chapters[x.chapterOf[h]] / t.chapter
	f[featCovered] = e.matched / mass
	f[featHeadingCover] = he.matched / mass
	if best.score[0] > 0 {
		hit := &s.hits[best.hit]
		f[featTermWhole] = hit.share()
		f[featTermCovers] = min(1, hit.mass/mass)
		if hit.heads&headMeant != 0 {
			f[featHeadNoun] = 1
		}
	}
	f[featExact], f[featHeadingExact] = min(1, e.exact/mass), min(1, he.exact/mass)
	f[featWhole], f[featHeadingWhole] = e.whole, he.whole
	f[featPoint], f[featPointShare], f[featHeadingPoint] = e.point/mass, e.point/t.point, he.point/mass
	f[featHeads], f[featHeadingHeads] = e.heads, he.heads
	f[featNot] = he.not / 10
	f[featBreadth] = x.breadth[c.sub] / 4
}

// inProse repeats what the head noun says: in a sentence it can be trusted, in invoices it cannot.
func (f *features) inProse() {
	f[featProseHeads], f[featProseHeadingHeads] = f[featHeads], f[featHeadingHeads]
	f[featProseHeadNoun], f[featProseExact] = f[featHeadNoun], f[featExact]
}

func (s *search) fillFacets(c *candidate, fit facetFit, askedPart bool, profile [profileCount][]statement) {
	f, sub := c.features, &s.x.traits[c.sub]
	for k := range fit.match {
		f[featMatch+k], f[featAgainst+k] = fit.match[k], fit.against[k]
	}
	f[featResidual] = fit.residual
	f[featUnlisted], f[featUndecided] = fit.unlisted, float32(fit.undecided)/3
	if sub.residual {
		f[featIsResidual] = 1
	}
	if sub.part {
		if askedPart {
			f[featPart] = 1
		} else {
			f[featPartUnasked] = 1
		}
	}
	f[featShared], f[featUnshared] = fit.shared, fit.unshared
	s.x.facet.fillProfile(f, c.sub, profile)
	if sub.clothing {
		f[featMadeUp], f[featNotMadeUp] = f[featProfile+2*profileConstruction], f[featProfile+2*profileConstruction+1]
		f[featWornBy], f[featNotWornBy] = f[featProfile+2*profileWearer], f[featProfile+2*profileWearer+1]
	}
	if sub.food {
		f[featKept], f[featNotKept] = f[featProfile+2*profileState], f[featProfile+2*profileState+1]
	}
}
