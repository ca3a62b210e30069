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
	var refused map[*want.Want]*candidate.Match
	for range Rounds {
		refused = decide(f, model, options)
	}
	measure(f, refused)
	refer(f, model)
	doubtShared(f)
	for _, w := range f.Wants {
		if m := f.Found[w.Pointer]; m != nil && m.Mended {
			f.Errors = append(f.Errors, w.Pointer+": the decimal mark was not legible and follows from the other amounts")
		}
	}
}

// One is the most probable option of a property that stands for itself, as of a list with one item.
func One(f *candidate.Chosen, model confidence.Model, w *want.Want) (candidate.Match, bool) {
	all := f.Options(w)
	p := model.Probabilities(feature.Weighed(f, w, all))
	refuseUnits(w, all, p)
	offers := distinct(all, p, model.Sure)
	if len(offers) == 0 || offers[0].Probability < feature.LeastProbable {
		return candidate.Match{}, false
	}
	m := offers[0].Match
	m.Score = offers[0].Probability
	return m, true
}

// Decide gives each property the option that is probable given what was found before.
func Decide(f *candidate.Chosen, model confidence.Model, options map[*want.Want][]*candidate.Option) {
	decide(f, model, options)
}

// decide is Decide, and gives the best figure of each property that its unit ruled out.
func decide(f *candidate.Chosen, model confidence.Model, options map[*want.Want][]*candidate.Option) map[*want.Want]*candidate.Match {
	refused := map[*want.Want]*candidate.Match{}
	offers := map[*want.Want][]Offered{}
	for _, w := range f.Wants {
		p := model.Probabilities(feature.Weighed(f, w, options[w]))
		if m := ruledOut(w, options[w], p); m != nil {
			refused[w] = m
		}
		Refuse(f, w, options[w], p)
		refuseStart(f, w, options, p)
		refuseTaken(f, w, options, p)
		offers[w] = distinct(options[w], p, model.Sure)
	}
	chosen, seconds := map[string]*candidate.Match{}, map[string]*candidate.Match{}
	for w, i := range Assigned(f.Wants, offers) {
		if m := second(offers[w], i); m != nil {
			seconds[w.Pointer] = m
		}
		if i == None {
			continue
		}
		m := offers[w][i].Match
		m.Score = offers[w][i].Probability
		chosen[schema.Pointer(w.Path)] = &m
	}
	f.Found, f.Seconds = chosen, seconds
	return refused
}

// second is the most probable option beside the chosen one, nil where there is none.
func second(offers []Offered, chosen int) *candidate.Match {
	for i, o := range offers {
		if i != chosen && o.Probability > 0 {
			m := o.Match
			m.Score = o.Probability
			return &m
		}
	}
	return nil
}

// Refuse shares out the probability of options that belong to another party, or to one of another country, among the others and none.
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
	refuseUnits(w, all, p)
	toAddressee(f, w, all, p)
	toSole(f, w, all, p)
	toSum(f, w, all, p)
	ofItems(f, w, all, p)
}
