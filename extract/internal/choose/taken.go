package choose

import (
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// What it takes that the caption of a print gives it to another property.
const (
	surelyNamed   = 0.9 // how well it names that one
	clearlyBetter = 0.2 // and how much better than the property itself
)

// sharedPrint is how sure a value is at most whose print is that of another property too, which its caption names better.
const sharedPrint = 0.65

// doubtShared lowers the confidence of values that another property was given from the same print, where the caption names that one
// better.
func doubtShared(f *candidate.Chosen) {
	for _, w := range f.Wants {
		m := f.Found[w.Pointer]
		if m == nil || !oneOf(w) {
			continue
		}
		for _, other := range f.Wants {
			o := f.Found[other.Pointer]
			if other == w || o == nil || !oneOf(other) || meanTheSame(w, other) || m.Text != o.Text || m.Page != o.Page || !candidate.Overlaps(m, o) {
				continue
			}
			if named(f, w, &candidate.Option{Match: *m}) < named(f, other, &candidate.Option{Match: *o}) {
				m.Score, m.SharedWith = min(m.Score, sharedPrint), other.Pointer
			}
		}
	}
}

// refuseTaken rules out for a property the print whose caption names another property better, and no other caption names that one as
// well: the day below "DATA" is the invoice's, and not also that of the order. What it had is shared out among the others and none.
func refuseTaken(f *candidate.Chosen, w *want.Want, options map[*want.Want][]*candidate.Option, p []float64) {
	if !oneOf(w) {
		return
	}
	left := 1.0
	for i, o := range options[w] {
		if p[i] > 0 && taken(f, w, o, options) {
			left, p[i] = left-p[i], 0
		}
	}
	for i := range p {
		p[i] /= max(left, leastLeft)
	}
}

// oneOf reports whether a property wants one of several numbers, days or texts of a document, each of which has a caption of its own.
func oneOf(w *want.Want) bool {
	if w.Role != "" {
		return false
	}
	switch w.Kind {
	case term.KindDate, term.KindID, term.KindCode, term.KindText:
		return true
	default:
		return false
	}
}

// taken reports whether the caption of an option, or one beside which the same print stands, gives it to another property.
func taken(f *candidate.Chosen, w *want.Want, o *candidate.Option, options map[*want.Want][]*candidate.Option) bool {
	if len(o.Words) == 0 {
		return false
	}
	own := named(f, w, o)
	return slices.ContainsFunc(f.Wants, func(other *want.Want) bool {
		if other == w || other.Role != "" || meanTheSame(w, other) {
			return false
		}
		here, elsewhere := 0.0, 0.0
		for _, b := range options[other] {
			n := named(f, other, b)
			switch {
			case b.Text == o.Text && b.Page == o.Page && len(b.Words) > 0 && candidate.Overlaps(&b.Match, &o.Match):
				here = max(here, n)
			case b.Text != o.Text && (b.Label == nil || b.Label != o.Label):
				elsewhere = max(elsewhere, n)
			}
		}
		return here > elsewhere && here >= max(surelyNamed, own+clearlyBetter)
	})
}

// named is how well the caption that a value was read at names a property: by what the dictionary takes it to mean, and by the words
// that they have in common.
func named(f *candidate.Chosen, w *want.Want, o *candidate.Option) float64 {
	if o.Label == nil {
		return candidate.Flag(o.Own)
	}
	return f.Doc.LabelScore(w, o.Label) + feature.OwnWords(f, w, o)
}

// meanTheSame reports whether the captions of either of two properties may stand for those of the other: the day of a document and that of
// an invoice.
func meanTheSame(a, b *want.Want) bool {
	if len(a.Concepts) == 0 || len(b.Concepts) == 0 {
		return false
	}
	x, y := a.Concepts[0].Concept, b.Concepts[0].Concept
	return slices.Contains(x.Fallbacks, y.Name) && slices.Contains(y.Fallbacks, x.Name)
}
