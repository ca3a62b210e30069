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
	featProfile   // title facets agree, by class: two each from here
)

const profileCount = 7

const featureCount = featProfile + 2*profileCount

type features [featureCount]float32

// weigh computes the features of every candidate.
func (s *search) weigh(q *query, d *description) {
	x := s.x
	stated, local := x.stated(d, q)
	measures := quantities(d)
	profile := x.facet.statedProfile(stated)
	askedPart := x.facet.asked("part", stated) > 0 || x.facet.asked("accessory", stated) > 0
	top := s.tops()
	var fits = map[int32][]statement{}
	for i := range s.candidates {
		c := &s.candidates[i]
		h := x.headingOf[c.sub]
		all, ok := fits[h]
		if !ok {
			all = x.facet.statements(x.facet.local[h], d, q, append([]statement(nil), stated...))
			x.facet.weighShares(d, all[local:])
			fits[h] = all
		}
		c.facets = x.facet.fit(h, c.sub, all, measures)
		s.fill(c, q, h, top)
		if d.prose {
			c.features.inProse()
		}
		s.fillFacets(c, askedPart, profile)
	}
}

// stated reads the central vocabulary once.
func (x *index) stated(d *description, q *query) ([]statement, int) {
	all := x.facet.statements(x.facet.central, d, q, nil)
	x.facet.weighShares(d, all)
	x.facet.weighOrder(all)
	return all, len(all)
}

// tops are the largest values among the candidates, by which shares are taken.
type tops struct{ best, text, any, headingText, chapter, point float32 }

func (s *search) tops() tops {
	t := tops{best: 1, text: 1, any: 1, headingText: 1, chapter: 1, point: 0.1}
	for i := range s.candidates {
		sub := s.candidates[i].sub
		h := s.x.headingOf[sub]
		t.best = max(t.best, s.subs[sub].best[0])
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
	e, he := &s.subs[c.sub], &s.headings[h]
	f := &c.features
	*f = features{}
	mass := max(q.mass, 1)
	f[featBest] = e.best[0] / 15
	f[featBestShare] = e.best[0] / t.best
	f[featNext] = (e.best[1] + 0.5*e.best[2]) / 15
	f[featText] = e.text / 40
	f[featTextShare] = e.text / t.text
	f[featHeadingOwn] = he.own / 15
	f[featHeadingAny] = he.any / t.any
	f[featHeadingText] = he.text / t.headingText
	f[featChapterText] = s.chapters[x.chapterOf[h]] / t.chapter
	f[featCovered] = e.matched / mass
	f[featHeadingCover] = he.matched / mass
	if e.best[0] > 0 {
		f[featTermWhole] = min(1, s.terms[e.term].seen/x.terms[e.term].total)
		f[featTermCovers] = min(1, s.terms[e.term].mass/mass)
		if s.terms[e.term].head {
			f[featHeadNoun] = 1
		}
	}
	f[featExact], f[featHeadingExact] = min(1, e.exact/mass), min(1, he.exact/mass)
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

func (s *search) fillFacets(c *candidate, askedPart bool, profile [profileCount][]statement) {
	f, fit := &c.features, &c.facets
	for k := range fit.match {
		f[featMatch+k], f[featAgainst+k] = fit.match[k], fit.against[k]
	}
	f[featResidual] = fit.residual
	f[featUnlisted], f[featUndecided] = fit.unlisted, float32(fit.undecided)/3
	if s.x.subs[c.sub].Residual() {
		f[featIsResidual] = 1
	}
	if s.x.facet.isPart(c.sub) {
		if askedPart {
			f[featPart] = 1
		} else {
			f[featPartUnasked] = 1
		}
	}
	f[featShared], f[featUnshared] = fit.shared, fit.unshared
	s.x.facet.fillProfile(f, c.sub, profile)
	if s.x.clothing(c.sub) {
		f[featMadeUp], f[featNotMadeUp] = f[featProfile+2*profileConstruction], f[featProfile+2*profileConstruction+1]
		f[featWornBy], f[featNotWornBy] = f[featProfile+2*profileWearer], f[featProfile+2*profileWearer+1]
	}
	if s.x.food(c.sub) {
		f[featKept], f[featNotKept] = f[featProfile+2*profileState], f[featProfile+2*profileState+1]
	}
}
