package choose

import (
	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/want"
)

// Rounds in which properties choose: in each they know what the others have chosen in the one before.
const Rounds = 3

// Choose gives each property outside lists the most probable of its options, with that probability as its confidence, and
// none where the best is not probable.
func Choose(f *candidate.Chosen, model confidence.Model) {
	options := map[*want.Want][]*candidate.Option{}
	for _, w := range f.Wants {
		options[w] = f.Options(w)
	}
	for range Rounds {
		Decide(f, model, options)
	}
	f.Parties()
	for _, w := range f.Wants {
		if m := f.Found[w.Pointer]; m != nil && m.Mended {
			f.Errors = append(f.Errors, w.Pointer+": the decimal mark was not legible and follows from the other amounts")
		}
	}
}

// One is the most probable option of a property that stands for itself, as of a list with one item.
func One(f *candidate.Chosen, model confidence.Model, w *want.Want) (candidate.Match, bool) {
	all := f.Options(w)
	offers := distinct(all, model.Probabilities(feature.Weighed(f, w, all)), model.Sure)
	if len(offers) == 0 || offers[0].Probability < feature.LeastProbable {
		return candidate.Match{}, false
	}
	m := offers[0].Match
	m.Score = offers[0].Probability
	return m, true
}

// Decide gives each property the option that is probable given what was found before.
func Decide(f *candidate.Chosen, model confidence.Model, options map[*want.Want][]*candidate.Option) {
	offers := map[*want.Want][]Offered{}
	for _, w := range f.Wants {
		p := model.Probabilities(feature.Weighed(f, w, options[w]))
		Refuse(f, w, options[w], p)
		offers[w] = distinct(options[w], p, model.Sure)
	}
	chosen := map[string]*candidate.Match{}
	for w, i := range Assigned(f.Wants, offers) {
		if i == None {
			continue
		}
		m := offers[w][i].Match
		m.Score = offers[w][i].Probability
		chosen[schema.Pointer(w.Path)] = &m
	}
	f.Found = chosen
}

// Refuse shares out the probability of options that belong to another party among the others and none.
func Refuse(f *candidate.Chosen, w *want.Want, all []*candidate.Option, p []float64) {
	left := 1.0
	for i, o := range all {
		if feature.OfAnother(f, w, o) {
			left, p[i] = left-p[i], 0
		}
	}
	for i := range p {
		p[i] /= max(left, leastLeft)
	}
}
