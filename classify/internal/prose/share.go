package prose

import (
	"cmp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// share takes back what is stated of a facet by words that decide nothing between subheadings, since a title that stands for something else
// holds them too: "shrimp" does not say that it is no cold-water shrimp, and "wood" is tropical wood as well.
func (w *comparison) share(sub int32, c facet.Choice, s *standing) {
	if w.Facets.Facets[w.Tree.HeadingOf[sub]][c.Facet].Limits || len(w.Candidates) == 0 {
		return
	}
	if name, _, _ := strings.Cut(w.ValueNames(w.Tree.HeadingOf[sub], c), ", "); s.own == "" && !s.residual && w.titleSays(sub, name) {
		s.like = name // one of many examples is no demand
	}
	said := s.said
	switch {
	case s.verdict == verdictNamed && s.byName && s.kind, s.verdict == verdictOpen && s.kind && s.residual:
		said = w.nameOrGoods(sub)
	case s.verdict == verdictNamed && s.byName:
		said = cmp.Or(w.head(), w.goods())
	case said == "":
		return
	case s.verdict == verdictAgainst:
		if s.kind {
			said = w.nameOrGoods(w.Candidates[0].Sub)
		}
		if w.titleSays(sub, said) && !w.Facets.StandsForParts(sub) {
			s.leaveOpen()
			s.shared = true
		}
		return
	case s.verdict != verdictAgrees && s.verdict != verdictResidual:
		return
	}
	if w.calls(sub, c, said) {
		return
	}
	if others := w.titledOtherwise(sub, c, said); len(others) > 0 {
		s.leaveOpen()
		s.shared = true
		switch {
		case s.own != "":
		case s.like != "":
		default:
			s.bare = false
			s.rest, s.residual = w.Say("rest_of", "values", w.Either(others)), true
		}
	}
}

// leaves names what the nearest siblings of a subheading take, which it leaves: their titles; "" where none is near.
func (w *comparison) leaves(sub int32) string {
	var titles []string
	for i := range w.Candidates {
		other := w.Candidates[i].Sub
		if len(titles) < maxLeft && other != sub && w.Tree.HeadingOf[other] == w.Tree.HeadingOf[sub] && !w.Tree.Subs[other].Residual() && !w.Facets.StandsForParts(other) {
			titles = append(titles, w.Quote(w.Tree.Subs[other].Title.In(w.Language)))
		}
	}
	if len(titles) == 0 {
		return ""
	}
	return w.Say("rest_but", "titles", w.Either(titles))
}

// maxLeft bounds the titles by which a rest is told.
const maxLeft = 2

// calls reports whether words hold what the heading calls what a subheading stands for: they state just that.
func (w *comparison) calls(sub int32, c facet.Choice, said string) bool {
	name, _, _ := strings.Cut(w.ValueNames(w.Tree.HeadingOf[sub], c), ", ")
	words := plainWords(said)
	return name != "" && !slices.ContainsFunc(plainWords(name), func(own string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return sameWord(word, own) })
	})
}

// titledOtherwise names what the siblings of a subheading stand for in a facet whose titles say all of some words and that stand for
// something else.
func (w *comparison) titledOtherwise(sub int32, c facet.Choice, said string) (out []string) {
	h, least := w.Tree.HeadingOf[sub], remoteRival*w.Candidates[0].P
	for i := range w.Candidates {
		other := w.Candidates[i].Sub
		if w.Tree.HeadingOf[other] != h || i > 1 && w.Candidates[i].P < least || len(out) == maxExcepted || w.Facets.StandsForParts(other) {
			continue
		}
		own, ok := w.Facets.Choice(other, c.Facet)
		if !ok || own.Other && c.Other || w.Facets.Overlap(own.Values, c.Values) || !w.titleSays(other, said) {
			continue
		}
		if slices.ContainsFunc(own.Values, func(v int32) bool { return isOther(w.Facets, v) }) {
			continue
		}
		name := cmp.Or(w.ValueNames(h, own), w.Say("other"))
		if name, _, _ = strings.Cut(name, ", "); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// isOther reports whether a value is what the named ones of a heading leave.
func isOther(x *facet.Index, value int32) bool {
	return strings.HasPrefix(x.Values[value].ID, tariff.ValueOther)
}

// remoteRival is the share of the first candidate's probability below which a sibling is not what may be meant.
const remoteRival = 0.002

// nameOrGoods is the name of a subheading's goods that the description holds, or how it names the goods itself.
func (w *comparison) nameOrGoods(sub int32) string {
	if name, ok := w.nearest(sub); ok && w.saidOf(name.Text) {
		return name.Text
	}
	return w.goods()
}

// leaveOpen takes back what is stated of a facet.
func (s *standing) leaveOpen() {
	s.verdict, s.stated, s.said, s.value, s.fact, s.named = verdictOpen, "", "", "", false, false
}

// titleSays reports whether the title of a subheading says all of some words of its goods, not of what they serve, and denies none of them.
func (w *comparison) titleSays(sub int32, said string) bool {
	title := w.Tree.Subs[sub].Title
	return w.phraseSays(title.English, said) || w.phraseSays(title.Spanish, said)
}

func (w *comparison) phraseSays(title, said string) bool {
	own := strings.FieldsFunc(text.Fold(title), func(r rune) bool { return r == '-' || text.BetweenWords(r) })
	if at := slices.IndexFunc(own, func(word string) bool { return text.LeadsToPurpose(w.Reader, word) }); at > 0 { // balls for bearings are no ball bearings
		own = own[:at]
	}
	for word := range strings.FieldsFuncSeq(text.Fold(said), text.BetweenWords) {
		stem := word[:max(len(word)-2, min(len(word), leastStem))]
		at := slices.IndexFunc(own, func(other string) bool { return strings.HasPrefix(other, stem) && len(other) <= len(word)+1 })
		if at < 0 || slices.ContainsFunc(own[max(at-denialReach, 0):at], w.Reader.Negates) {
			return false
		}
	}
	return said != ""
}

// denialReach is how far before a word of a title the one may stand that denies it.
const denialReach = 2
