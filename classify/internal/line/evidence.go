package line

import (
	"math"

	"tariffdesk/tariff"
)

// evidence is the result of comparing a node with what is stated: excluded, or a vector of features.
type evidence struct {
	excluded bool
	features [featureCount]float64
	met      int // needs met by something stated
	open     int // needs nothing is said of
	asks     []*term
}

// finding is the result of one need.
type finding struct {
	verdict  verdict
	term     *term
	strength float64
	presumed bool // met or denied by silence alone
}

// evidence holds one node against a reading.
func (b *Book) evidence(r *Reading, s *split) (e evidence) {
	for i := range s.needs {
		f := b.need(r, s.needs[i])
		if f.verdict == verdictNo && !f.presumed {
			return evidence{excluded: true}
		}
		e.count(f)
	}
	if s.node.Other {
		e.features[featResidual] = 1
	}
	if len(s.needs) == 0 && !s.node.Other {
		e.features[featBare] = 1
	}
	if e.met > 0 && e.open == 0 && e.features[featUnnamed] == 0 && e.features[featOnlySilent] == 0 {
		e.features[featWhole] = 1
	}
	e.features[featTitle] = b.titleShare(r, s)
	e.features[featLeaves] = math.Log(float64(s.leaves))
	return e
}

// need judges alternatives: met where any is, ruled out where all are.
func (b *Book) need(r *Reading, n need) (best finding) {
	for i := range n {
		f := b.judgeTerm(r, &n[i])
		if i == 0 || rankOf(f) > rankOf(best) || rankOf(f) == rankOf(best) && f.strength > best.strength {
			best = f
		}
	}
	return best
}

// rankOf orders findings: met, then open, then denied by silence, then ruled out.
func rankOf(f finding) int {
	switch {
	case f.verdict == verdictYes && !f.presumed:
		return 4
	case f.verdict == verdictYes:
		return 3
	case f.verdict == verdictOpen:
		return 2
	case f.presumed:
		return 1
	}
	return 0
}

func (b *Book) judgeTerm(r *Reading, t *term) finding {
	switch t.kind {
	case tariff.TermNamed, tariff.TermSaid, tariff.TermOnly:
		return b.said(r, t)
	case tariff.TermFacet:
		return b.facet(r, t)
	case tariff.TermMeasure:
		v, tie := b.judge(r, t.bound)
		if v == verdictNo && tie < tieDefault && t.bound.class == "length" {
			v = verdictOpen // a length without a word beside it may be any of the goods'
		}
		if t.not {
			return presumedUnless(t, v == verdictYes, verdictNo)
		}
		return finding{verdict: v, term: t, strength: tie / tieClose}
	case tariff.TermUsed:
		return presumedUnless(t, r.second, verdictYes)
	case tariff.TermNew:
		return presumedUnless(t, r.second, verdictNo)
	case tariff.TermQuota:
		in := r.says(t.phrases)
		if t.not {
			return presumedUnless(t, in, verdictNo)
		}
		return presumedUnless(t, in, verdictYes)
	case tariff.TermSeason:
		return finding{verdict: verdictOpen, term: t}
	}
	return finding{verdict: verdictOpen, term: t}
}

// presumedUnless gives the verdict where something is said, and its opposite, presumed, where not.
func presumedUnless(t *term, said bool, when verdict) finding {
	if said {
		return finding{verdict: when, term: t, strength: 1}
	}
	opposite := verdictYes
	if when == verdictYes {
		opposite = verdictNo
	}
	return finding{verdict: opposite, term: t, presumed: true}
}

// said judges a term of phrases.
func (b *Book) said(r *Reading, t *term) finding {
	best, length, denied := hitNone, 0, false
	for _, p := range t.phrases {
		h := r.find(p)
		denied = denied || h == hitDenied
		if h > best || h == best && len(p.words) > length {
			best, length = h, len(p.words)
		}
	}
	if t.not {
		if best >= hitPurpose {
			return finding{verdict: verdictNo, term: t, strength: 1}
		}
		return finding{verdict: verdictYes, term: t, presumed: true}
	}
	strength := 1 + longer*float64(min(length, 4)-1)
	switch {
	case best == hitFull, best == hitPurpose && t.kind != tariff.TermNamed:
		return finding{verdict: verdictYes, term: t, strength: strength}
	case best == hitPurpose:
		return finding{verdict: verdictOpen, term: t, strength: strength}
	case denied && t.kind == tariff.TermSaid:
		return finding{verdict: verdictNo, term: t, strength: strength}
	case t.kind == tariff.TermSaid:
		return finding{verdict: verdictOpen, term: t}
	}
	return finding{verdict: verdictNo, term: t, presumed: true}
}

// longer is how much each further word of a phrase strengthens it.
const longer = 0.35

// exclusive are the facets whose values rule each other out.
var exclusive = map[string]bool{"material": true, "construction": true, "wearer": true, "power": true}

// lesser is the share of the clearest statement below which another of its facet hardly counts.
const lesser = 0.5

// facet judges a value against what is stated of its facet.
func (b *Book) facet(r *Reading, t *term) finding {
	within, against, wider := 0.0, 0.0, false
	for _, s := range r.stated {
		if b.facetOf[s.Value] != t.facet {
			continue
		}
		switch {
		case b.isWithin(s.Value, t.values):
			within = math.Max(within, s.Weight)
		case b.widerThanAny(s.Value, t.values):
			wider = true
		default:
			against = math.Max(against, s.Weight)
		}
	}
	f := finding{term: t, strength: within}
	switch {
	case t.not && within > 0 && within >= against*lesser:
		f.verdict = verdictNo
	case t.not:
		f.verdict, f.presumed = verdictYes, true
	case within > 0 && within >= against*lesser:
		f.verdict = verdictYes
	case against > 0 && exclusive[t.facet] && !wider:
		f.verdict = verdictNo
	default:
		f.verdict = verdictOpen
	}
	return f
}

// widerThanAny reports whether a stated value holds any of the wanted: "textile" leaves cotton open.
func (b *Book) widerThanAny(value string, wanted []string) bool {
	for _, w := range wanted {
		for _, above := range b.within[w] {
			if above == value {
				return true
			}
		}
	}
	return false
}

// count adds a finding to the features.
func (e *evidence) count(f finding) {
	switch f.term.kind {
	case tariff.TermNamed:
		e.tally(f, featNamed, featServed, featUnnamed)
	case tariff.TermSaid:
		e.tally(f, featSaid, featSilent, featSilent)
	case tariff.TermOnly:
		e.tally(f, featOnly, featOnlySilent, featOnlySilent)
	case tariff.TermFacet:
		e.tally(f, featFacet, featFacetOpen, featFacetOpen)
	case tariff.TermMeasure:
		e.tally(f, featMeasure, featMeasureOpen, featMeasureOpen)
	case tariff.TermUsed, tariff.TermNew, tariff.TermQuota:
		e.tally(f, featOnly, featOnlySilent, featOnlySilent)
	case tariff.TermSeason:
		e.tally(f, featMeasure, featMeasureOpen, featMeasureOpen)
	}
}

func (e *evidence) tally(f finding, yes, open, no feature) {
	switch {
	case f.verdict == verdictYes && f.presumed:
	case f.verdict == verdictYes:
		e.met++
		e.features[yes] += math.Max(f.strength, 0.5)
	case f.verdict == verdictOpen:
		e.open++
		e.asks = append(e.asks, f.term)
		e.features[open]++
	default:
		if f.term.kind == tariff.TermNamed {
			e.asks = append(e.asks, f.term)
		}
		e.features[no]++
	}
}

// titleShare is the share of the words that only this title has among its siblings' and that stand in the
// description.
func (b *Book) titleShare(r *Reading, s *split) float64 {
	if len(s.title) == 0 {
		return 0
	}
	found := 0.0
	for _, word := range s.title {
		if r.find(word) == hitFull {
			found++
		}
	}
	return math.Min(1, found/math.Min(3, float64(len(s.title))))
}
