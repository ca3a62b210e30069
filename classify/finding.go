package classify

import (
	"math"
	"regexp"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/rank"
)

// shape sums up what the search knows about its own answer.
func (f *finding) shape() confidence.Shape {
	s := confidence.Shape{confidence.Base: 1}
	if len(f.candidates) == 0 {
		return s
	}
	first := &f.candidates[0]
	s[confidence.Odds] = confidence.Logit(float64(first.P))
	s[confidence.Heading] = confidence.Logit(f.headingShare())
	second := 1e-4
	if len(f.candidates) > 1 {
		second = max(second, float64(f.candidates[1].P))
	}
	s[confidence.Margin] = math.Log(max(float64(first.P), 1e-4) / second)
	s[confidence.Covered] = float64(first.Features[rank.FeatCovered])
	s[confidence.Whole] = float64(first.Features[rank.FeatTermWhole])
	s[confidence.Heads] = float64(first.Features[rank.FeatHeadingHeads])
	if f.description.Prose {
		s[confidence.Prose] = 1
	}
	s[confidence.Length] = math.Min(float64(f.query.Known), 12) / 12
	s[confidence.Unknown] = float64(len(f.query.Unknown)) / float64(len(f.query.Unknown)+f.query.Known+1)
	if f.description.Listing {
		s[confidence.Listing] = 1
	}
	if f.description.Capitals && f.strange() { // ordinary words are the same in any case
		s[confidence.Capitals] = 1
	}
	s[confidence.Named] = float64(first.Features[rank.FeatWhole])
	if owners := f.engine.index.Owners(f.query.Whole); owners > 0 {
		s[confidence.Known] = 1
		if owners == 1 {
			s[confidence.Sole] = 1
		}
	}
	if len(f.query.Whole) == 0 && (f.query.Guessed > 0 || first.Features[rank.FeatOffForm] > 0 || first.Features[rank.FeatTermWhole] < confidence.GuessShare) {
		s[confidence.Guessed] = 1
	}
	if f.neighbors != nil {
		s[confidence.Nearest] = float64(f.neighbors.Top)
		s[confidence.Votes] = float64(f.neighbors.Share(first.Sub) * f.neighbors.Top)
	}
	return s
}

// strange reports whether words of the description are in no index.
func (f *finding) strange() bool { return len(f.query.Unknown)+f.query.Guessed > 0 }

// headingShare is the probability of all candidates in the first one's heading.
func (f *finding) headingShare() (sum float64) {
	for i := range f.candidates {
		if f.ranking.HeadingOf[f.candidates[i].Sub] == f.ranking.HeadingOf[f.candidates[0].Sub] {
			sum += float64(f.candidates[i].P)
		}
	}
	return sum
}

// confidences returns a calibrated probability a candidate.
func (f *finding) confidences() []float64 {
	out := make([]float64, len(f.candidates))
	for i := range out {
		out[i] = float64(f.candidates[i].P)
	}
	if len(out) > 0 {
		s := f.shape()
		first := min(f.bound(), f.engine.models.First(&s, f.neighbors != nil, f.vague()))
		if m := f.held(); m != nil {
			first = max(first, m.sure())
		}
		confidence.ShareRest(first, out)
	}
	return out
}

// asks reports whether the answer is too uncertain to stand without a question.
func (f *finding) asks() bool {
	if m := f.held(); m != nil && m.similar == nil {
		return false // a person has answered for these goods
	}
	if len(f.candidates) == 0 || f.query.Known == 0 || f.foundNothing() || f.vague() {
		return true
	}
	if f.confidence[0] < confidence.BandLow || f.confidence[0] < confidence.BandHigh && !f.answered() && f.shared() {
		return true
	}
	if even(f) && !f.answered() {
		return true
	}
	s := f.shape()
	return f.answered() && f.confidence[0] < settledFrom || f.engine.models.Asks(&s, f.confidence[0])
}

// nearlyEven is the share of the first confidence from which the second of a heading may be right as well as the first.
const nearlyEven = 0.5

// even reports whether the first two candidates are of one heading and nearly even: a plug-in hybrid with a petrol or a diesel engine.
func even(f *finding) bool {
	if len(f.candidates) < 2 || f.ranking.HeadingOf[f.candidates[0].Sub] != f.ranking.HeadingOf[f.candidates[1].Sub] {
		return false
	}
	return f.confidence[1] >= nearlyEven*f.confidence[0]
}

// partsEven reports whether a facet parts the first two candidates of a heading, which are nearly even.
func partsEven(f *finding, h int32, at int) bool {
	if !even(f) || f.ranking.HeadingOf[f.candidates[0].Sub] != h {
		return false
	}
	one, ok := f.engine.facets.Choice(f.candidates[0].Sub, at)
	other, both := f.engine.facets.Choice(f.candidates[1].Sub, at)
	return ok && both && !one.Same(other)
}

// foundNothing reports whether the description does not name the goods: it has no known word, only the widest names,
// or no word at all, as in "0" or "x". Goods that the organisation has classified before are found by any name it
// uses.
func (f *finding) foundNothing() bool {
	return f.nothing || f.neighbors == nil && (len(f.candidates) == 0 || f.query.Known == 0 || !word.MatchString(f.settled.Text) ||
		f.engine.words.vague.NamesNothing(f.settled.Text))
}

// word is two letters, a letter that is a word by itself, or a letter beside digits, as in "205/55R16".
var word = regexp.MustCompile(`\p{L}\p{M}*\p{L}|\p{L}.*\d|\d.*\p{L}|[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]`)

// settledFrom is the confidence below which a dialogue goes on asking.
const settledFrom = 0.7

// answered reports whether someone answers questions about these goods.
func (f *finding) answered() bool { return len(f.settled.Exchanges)+len(f.settled.Unused) > 0 }

// vague reports whether the description does not name the goods, or is no description at all.
func (f *finding) vague() bool {
	if m := f.held(); m != nil && m.similar == nil {
		return false
	}
	nearest := float32(0)
	if f.neighbors != nil {
		nearest = f.neighbors.Top
	}
	return f.engine.words.vague.Vague(&f.description, func(i int) bool { return f.engine.index.Understands(&f.query, &f.description, i) }, nearest)
}
