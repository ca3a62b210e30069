package prose

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// told says a fact: what it is of, and which. Where the facet's name means something beside the heading's question alone, or nothing
// names the value, only what was said is told.
func (w *Writer) told(s standing) string {
	switch {
	case s.broad && !s.named || s.own == "" && (s.local || !s.named):
		return w.Quote(s.said)
	case s.named || s.verdict != verdictAgrees || text.Fold(s.own) == text.Fold(s.said):
		return w.Is(s.facet, s.stated)
	case !slices.ContainsFunc(plainWords(s.said), func(word string) bool { return holdsWord(s.own, word) }):
		return w.Quote(s.said) // shoes do not say how high they are
	}
	return w.Is(s.facet, s.own+" ("+w.Quote(s.said)+")")
}

// agreed names the facets the description states as the subheading needs them. What kind of goods they are is no reason: the
// terms of the subheading say it, and a word gives one reason only.
func (w *Writer) agreed(standings []standing) string {
	var out, said []string
	for _, s := range standings {
		if s.kind || !s.fact || s.verdict != verdictAgrees && s.verdict != verdictResidual {
			continue
		}
		if slices.ContainsFunc(said, func(told string) bool { return strings.Contains(told, s.said) }) {
			continue
		}
		if at := slices.IndexFunc(said, func(told string) bool { return strings.Contains(s.said, told) }); at >= 0 { // "150 cc" says more than "cc"
			out[at], said[at] = w.told(s), s.said
			continue
		}
		if len(out) < maxFacetsNamed {
			out, said = append(out, w.told(s)), append(said, s.said)
		}
	}
	return strings.Join(out, "; ")
}

// asTitled tells the facts of a class that are stated as the titles and the chapter of a subheading have them, and that were not
// said before, "" where none is.
func (w *comparison) asTitled(sub int32, said string) string {
	var out []string
	for _, class := range supposedClasses {
		own := w.titledOf(sub, class)
		if n, ok := w.Facets.Number[w.chapterValue(sub)]; ok && w.Facets.Values[n].Facet == facet.Classes[class] {
			own = append(own[:len(own):len(own)], n)
		} else if !w.classed(sub, class) {
			continue
		}
		if by := w.statedOf(own, facet.Classes[class]); by != nil && (class != facet.ClassState || !holdsWord(w.said(*by), w.head())) {
			name, _ := w.Vocabulary.FacetName(facet.Classes[class])
			if !strings.Contains(said, w.Quote(w.said(*by))) && !strings.Contains(said, w.Is(name.In(w.Language), "")) {
				out = append(out, w.Is(name.In(w.Language), w.says(*by)))
			}
		}
	}
	return strings.Join(out, "; ")
}

// statedOf returns the clearest statement that goods are of one of values, nil where there is none.
func (w *comparison) statedOf(own []int32, class string) (by *facet.Statement) {
	for i := range w.Readings.Central {
		s := &w.Readings.Central[i]
		if w.Facets.Values[s.Value].Facet != class || s.Weight < facet.OfGoods || w.Description.Mentions[s.Mention].Negated || by != nil && by.Weight >= s.Weight {
			continue
		}
		if w.Facets.Overlap([]int32{s.Value}, own) && w.isFact(*s) && !w.inName(*s) && !w.byName(*s) {
			by = s
		}
	}
	return by
}

// byName reports whether nothing but the name of the goods says how they are constructed: a "polo shirt" is knitted as a rule, and may be woven.
func (w *comparison) byName(s facet.Statement) bool {
	return w.Facets.Values[s.Value].Facet == facet.Classes[facet.ClassConstruction] && w.head() != "" && holdsWord(w.said(s), w.head())
}

// Standing is how a subheading stands to one facet of its heading.
type Standing struct {
	Name   string // of the facet
	Own    string // what the subheading stands for, "" where no words name it
	Stated bool   // something is stated of it
}

// Standings returns the standings of a subheading.
func (w *Writer) Standings(sub int32) (out []Standing) {
	for _, s := range w.standings(sub) {
		out = append(out, Standing{Name: s.facet, Own: s.own, Stated: s.verdict != verdictOpen && s.verdict != verdictNamed})
	}
	return out
}

// TakenForGranted lists the facets of its heading, by place, that candidate i presumes something of and the description leaves open.
func (w *Writer) TakenForGranted(i int) (out []int) {
	sub := w.Candidates[i].Sub
	for at, s := range w.standings(sub) {
		if s.presumed() && !s.shared && !w.leavesNone(i, &s) { // what kind of shrimp it is, the question of the crustacean does not ask
			out = append(out, w.Facets.Choices[sub][at].Facet)
		}
	}
	return out
}

// leavesNone reports whether the name of a candidate's goods, which is of no others or makes it sure, leaves none of what its siblings take.
func (w *Writer) leavesNone(i int, s *standing) bool {
	sub := w.Candidates[i].Sub
	switch {
	case s.residual && ownWord(w, sub):
		return true
	case !s.residual || s.shared || w.nameOf(sub) == "":
		return false
	}
	return w.Confidence[i] >= confidence.BandLow || w.Ranking.Search.Exactly(sub) || w.Index.Owners([]int32{w.Ranking.Search.BestHit(sub).Term}) == 1
}

// ownWord reports whether a word of the description is one that names of a subheading's goods hold and those of its likely siblings do not: nameko
// is no button mushroom.
func ownWord(w *Writer, sub int32) bool {
	for k := range w.Query.Words {
		q := &w.Query.Words[k]
		if !q.Main || !lookup.InNames(w.Index, q.ID, sub) || text.HasDigit(q.Text) {
			continue
		}
		at := slices.IndexFunc(w.Description.Mentions, func(m text.Mention) bool { return sameWord(m.Text, q.Text) && m.Role == text.RoleName && !m.Negated })
		if at < 0 || factual(w, at) {
			continue
		}
		others := slices.ContainsFunc(w.Candidates, func(c rank.Candidate) bool {
			return c.Sub != sub && w.Tree.HeadingOf[c.Sub] == w.Tree.HeadingOf[sub] && lookup.InNames(w.Index, q.ID, c.Sub)
		})
		if !others {
			return true
		}
	}
	return false
}

// Settled reports whether a facet of the first candidate's heading is not to be asked of: a fact of the goods states it, or their name leaves none
// of what the siblings take.
func (w *Writer) Settled(at int) bool {
	sub := w.Candidates[0].Sub
	for k, s := range w.standings(sub) {
		if w.Facets.Choices[sub][k].Facet == at {
			return !(s.kind && s.residual) && ((s.verdict == verdictAgrees || s.verdict == verdictResidual) && s.fact || w.leavesNone(0, &s))
		}
	}
	return false
}

// presumed reports whether a subheading takes a fact for granted that can be told: nothing is stated of it.
func (s *standing) presumed() bool {
	if s.verdict != verdictOpen || s.required() == "" || s.residual && s.kind && !s.shared {
		return false
	}
	return s.own != "" || s.like != "" || s.residual && !(s.broad && s.bare)
}

// presupposed names what the subheading stands for and the description leaves open.
func (w *Writer) presupposed(sub int32, standings []standing) string {
	return strings.Join(w.presumptions(sub, standings), "; ")
}

func (w *Writer) presumptions(sub int32, standings []standing) (out []string) {
	left := false // what siblings leave is presumed once
	for _, s := range standings {
		if len(out) == maxFacetsNamed || !s.presumed() || s.bare && left || s.own == "" && w.inGoods(s.like) {
			continue
		}
		left = left || s.bare
		required := s.required()
		if s.bare {
			if required = w.leaves(sub); required != "" {
				out = append(out, required)
			}
			continue
		}
		if s.broad && s.own == "" || s.facet == "" {
			out = append(out, required)
		} else {
			out = append(out, w.Is(s.facet, required))
		}
	}
	return out
}

// Presumed lists the unstated facts that candidate i presumes: those of its subheading, the material or construction of
// its chapter where goods of the same name stand in another chapter too, and what its titles say besides that a likely rival's do not.
func (w *Writer) Presumed(i int) []string {
	sub := w.Candidates[i].Sub
	out := w.presumptions(sub, slices.DeleteFunc(slices.Clone(w.standings(sub)), func(s standing) bool { return w.leavesNone(i, &s) }))
	if own := w.chapterValue(sub); own != "" && len(out) < maxFacetsNamed && (w.Confidence[i] < confidence.BandLow || !w.namedInFull(sub) || w.unsaid(sub, own)) {
		value := w.Vocabulary.Value(own)
		name, _ := w.Vocabulary.FacetName(value.Facet)
		stated := slices.ContainsFunc(w.Readings.Central, func(s facet.Statement) bool {
			return w.Facets.Values[s.Value].Facet == value.Facet && s.Weight > facet.Stated && !w.byName(s)
		})
		if !stated && !slices.ContainsFunc(w.standings(sub), func(s standing) bool { return s.facet == name.In(w.Language) }) {
			out = append(out, w.Is(name.In(w.Language), value.Name.In(w.Language)))
		}
	}
	for _, supposed := range w.supposed(sub, text.Fold(strings.Join(out, "; "))) {
		of, _, _ := strings.Cut(supposed, ":")
		if len(out) < maxFacetsNamed && !slices.ContainsFunc(out, func(other string) bool { return strings.Contains(other, supposed) || strings.HasPrefix(other, of+":") }) {
			out = append(out, supposed)
		}
	}
	for _, demand := range demanded(w, sub) {
		if len(out) < maxFacetsNamed {
			out = append(out, demand)
		}
	}
	if len(out) == 0 && w.Confidence[i] < confidence.BandLow && w.Tree.Subs[sub].Residual() {
		if rest := w.leaves(sub); rest != "" {
			out = append(out, rest)
		}
	}
	return out
}

// unsaid reports whether a name leaves open what all goods of a chapter are: there are goods of any material by that name, or woven and
// knitted ones.
func (w *Writer) unsaid(sub int32, own string) bool {
	n, ok := w.Facets.Number[own]
	return ok && w.Facets.Values[n].Facet == facet.Classes[facet.ClassConstruction] || w.ofAny(sub) || w.rivalled(sub, own)
}

// ofAny reports whether goods of a subheading's kind are of any material, so that its own goes unsaid in their name: bottles, screws.
func (w *Writer) ofAny(sub int32) bool {
	code := w.Tree.Subs[sub].Code
	return w.Words.Articles[code[:2]] || w.Words.Articles[code[:4]]
}

// chapterValue is the value that all goods of a subheading's chapter have; empty where there is none.
func (w *comparison) chapterValue(sub int32) string {
	code := w.Tree.Subs[sub].Code
	if w.Words.Unbound[code[:4]] {
		return ""
	}
	return w.Words.Chapters[code[:2]]
}

// Bounds of what counts as goods of the same name in another chapter.
const (
	rivalsSeen = 8
	rivalNamed = 0.6 // share of a name asked for
)

// rivalled reports whether goods that go by much the same name belong to a chapter of another value.
func (w *Writer) rivalled(sub int32, own string) bool {
	for i := range min(len(w.Candidates), rivalsSeen) {
		c := &w.Candidates[i]
		other := w.chapterValue(c.Sub)
		if other != "" && other != own && c.Sub != sub && c.Features != nil && c.Features[rank.FeatTermWhole] >= rivalNamed {
			return true
		}
	}
	return false
}

// objection says what speaks against a candidate that is not the first.
func (w *Writer) objection(sub int32, standings []standing) string {
	if against := w.contradicted(standings); against != "" {
		return against
	}
	if presupposed := w.presupposed(sub, standings); presupposed != "" {
		return w.Say("only_if", "facts", presupposed)
	}
	return ""
}

// contradicted says where something else is stated than a subheading stands for, "" where nothing is.
func (w *Writer) contradicted(standings []standing) string {
	for _, s := range standings {
		if s.verdict == verdictAgainst && s.fact && s.own != "" && !s.local && !strings.Contains(s.own, s.value) {
			return w.Say("against", "facet", s.facet, "own", s.own, "stated", s.stated)
		}
	}
	return ""
}

// foreign says where goods are stated to be of another material than the chapter of the first candidate is of, or for another wearer, or
// of another construction than its titles say.
func (w *Writer) foreign(sub int32) string {
	x := w.Facets
	agreed := func(s standing) bool { return s.verdict == verdictAgrees || s.verdict == verdictResidual }
	if own, ok := x.Number[w.chapterValue(sub)]; ok && x.Values[own].Facet == facet.Material && !slices.ContainsFunc(w.standings(sub), agreed) {
		if against := w.unlike([]int32{own}, facet.Material, nil); against != "" {
			return against
		}
	}
	for _, class := range supposedClasses {
		if class == facet.ClassState || !w.classed(sub, class) {
			continue // raw meat is fresh
		}
		ofRival := func(value int32) bool { // titles do not list every material
			return class != facet.ClassMaterial || w.rival(sub, func(rival int32) bool {
				return x.Overlap(facet.TitledOf(x, rival, class), []int32{value})
			})
		}
		if against := w.unlike(facet.TitledOf(x, sub, class), facet.Classes[class], ofRival); against != "" {
			return against
		}
	}
	return ""
}

// unlike says that goods are stated to be of none of the values of a facet that a subheading is of, "" where they are not, or where the
// value stated does not count.
func (w *Writer) unlike(own []int32, class string, counts func(value int32) bool) string {
	x, best := w.Facets, facet.Statement{}
	if len(own) == 0 {
		return ""
	}
	for _, s := range w.Readings.Central {
		if x.Values[s.Value].Facet != class || s.Weight < facet.OfGoods || w.Description.Mentions[s.Mention].Negated {
			continue
		}
		if class == facet.Classes[facet.ClassConstruction] && !w.ofSomeChapter(x.Values[s.Value].ID) {
			continue // what is embroidered may be knitted
		}
		if x.Overlap([]int32{s.Value}, own) {
			return ""
		}
		if s.Weight > best.Weight && w.means(w.said(s), own) {
			return "" // acrylic is a fibre too
		}
		if s.Weight > best.Weight && w.isFact(s) && (counts == nil || counts(s.Value)) {
			best = s
		}
	}
	if best.Weight == 0 {
		return ""
	}
	name, _ := w.Vocabulary.FacetName(class)
	return w.Say("against", "facet", name.In(w.Language), "own", w.valueNames(own), "stated", w.says(best))
}

// means reports whether words of the description are the name of one of some values too.
func (w *comparison) means(said string, own []int32) bool {
	return w.Facets.Overlap(w.Called[text.Fold(said)], own)
}

// Called returns the values of a vocabulary by what they are called, folded, in either language.
func Called(x *facet.Index, v *tariff.Vocabulary) map[string][]int32 {
	all := map[string][]int32{}
	for i := range x.Values {
		value := v.Value(x.Values[i].ID)
		if value == nil {
			continue
		}
		english, spanish := text.Fold(value.Name.English), text.Fold(value.Name.Spanish)
		all[english] = append(all[english], int32(i))
		if spanish != english {
			all[spanish] = append(all[spanish], int32(i))
		}
	}
	return all
}

// ofSomeChapter reports whether a value is what all goods of some chapter are.
func (w *comparison) ofSomeChapter(value string) bool {
	for _, own := range w.Words.Chapters {
		if own == value {
			return true
		}
	}
	return false
}
