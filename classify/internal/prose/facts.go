package prose

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
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
	folded := text.Fold(said)
	for v := range w.Facets.Values {
		if value := w.Vocabulary.Value(w.Facets.Values[v].ID); value != nil && (text.Fold(value.Name.English) == folded || text.Fold(value.Name.Spanish) == folded) && w.Facets.Overlap([]int32{int32(v)}, own) {
			return true
		}
	}
	return false
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

// farRival is the share of the first candidate's probability below which the second is no rival, unless something stated
// speaks against it.
const farRival = 0.05

// runnerUp states why the second candidate lost: a stated fact speaks against it, it needs a fact that is not stated,
// or it is only less near. It may also state that there is no second one.
func (w *Writer) runnerUp() string {
	if len(w.Candidates) < 2 {
		return ""
	}
	first, second := &w.Candidates[0], &w.Candidates[1]
	why := w.opposed(first.Sub, second.Sub)
	if why == "" && second.P < farRival*first.P && saysToo(w, first.Sub, second.Sub) == "" {
		return w.Say("no_rival")
	}
	if why == "" {
		why = w.lessNear(first.Sub, second)
	}
	entry := w.Tree.Subs[second.Sub]
	return w.Say("runner_up", "code", entry.Code, "title", entry.Title.In(w.Language)) + why
}

// lessNear tells how a rival that nothing rules out is less near: the description holds a name of the first one's goods, none
// of the second's, or words that only the first one's goods are known by; the rival is what others leave; or nothing says that the goods are of its heading or kind.
func (w *Writer) lessNear(first int32, second *rank.Candidate) string {
	if w.nameOf(second.Sub) == "" && !w.Ranking.Search.Exactly(second.Sub) {
		if name := w.nameOf(first); name != "" {
			return w.Say("runner_up_name", "name", w.Quote(name), "code", w.Tree.Subs[first].Code)
		}
		agrees := func(s standing) bool { return s.verdict == verdictAgrees } // "saithe" names the species of the fresh fish too
		if second.Features != nil && second.Features[rank.FeatTermWhole] < rank.Describes && !slices.ContainsFunc(w.standings(second.Sub), agrees) {
			return w.Say("runner_up_unnamed")
		}
	}
	code := w.Tree.Subs[first].Code
	if own := w.apart(first, second.Sub); own != "" {
		return w.Say("runner_up_words", "words", own, "code", code)
	}
	if w.Tree.Subs[second.Sub].Residual() && !w.Tree.Subs[first].Residual() && w.Tree.HeadingOf[first] == w.Tree.HeadingOf[second.Sub] {
		return w.Say("runner_up_rest", "code", code)
	}
	if word := saysToo(w, first, second.Sub); word != "" {
		return w.Say("runner_up_too", "word", word)
	}
	if heading := w.Tree.Subs[second.Sub].Parent; heading != w.Tree.Subs[first].Parent {
		return w.Say("runner_up_heading", "code", heading.Code, "title", heading.Title.In(w.Language))
	}
	return w.Say("runner_up_terms")
}

// apart quotes the name of the goods where its noun is of the nearest name of one subheading's goods and of none of another's: "cleaning
// cloths". Other words of a description part no goods.
func (w *Writer) apart(first, second int32) string {
	hit, head := w.Ranking.Search.BestHit(first), w.head()
	if hit == nil || head == "" || !w.Index.Holds(hit.Term, head) || w.titled(second, head) {
		return ""
	}
	for i := range w.Query.Words {
		if q := &w.Query.Words[i]; sameWord(q.Text, head) && w.Index.Uses(q.ID, second) {
			return ""
		}
	}
	if goods := w.goods(); len(strings.Fields(goods)) <= maxKindWords {
		return w.Quote(goods)
	}
	return w.Quote(w.spelled(head))
}

// factual reports whether a word states a fact of goods and names none: women, leather.
func factual(w *Writer, mention int) bool {
	return slices.ContainsFunc(w.Readings.Central, func(s facet.Statement) bool {
		return s.Mention <= mention && mention < s.Mention+max(int(s.Words), 1) && slices.Contains(facet.Classes[:], w.Facets.Values[s.Value].Facet)
	})
}

// saysToo quotes a noun of the description that names the goods of the second subheading, or stands in its title, and not in those of the first: it
// cannot be said then that the description does not say so. The noun that the goods are named by comes before the others.
func saysToo(w *Writer, first, second int32) string {
	title := w.Tree.Subs[second].Title
	own := strings.Fields(text.Fold(title.English + " " + title.Spanish))
	head, noun := w.head(), ""
	for i := range w.Description.Mentions {
		m := &w.Description.Mentions[i]
		if m.Number || m.Negated || m.Role >= text.RoleCategory || len(m.Text) < leastStem || w.titled(first, m.Text) {
			continue
		}
		stem := m.Text[:max(len(m.Text)-2, leastStem)]
		says := slices.ContainsFunc(own, func(word string) bool { return strings.HasPrefix(word, stem) && len(word) <= len(m.Text)+1 }) ||
			lookup.HeadsAny(w.Index, m.Text, w.Description.Language, second) && !lookup.HeadsAny(w.Index, m.Text, w.Description.Language, first)
		switch {
		case says && sameWord(m.Text, head):
			return w.Quote(w.spelled(m.Text))
		case says && noun == "" && !factual(w, i):
			noun = w.Quote(w.spelled(m.Text))
		}
	}
	return noun
}

// leastStem is how much of a word has to stand in a title, for the title to hold it in any number or gender.
const leastStem = 4

// titled reports whether the titles of a subheading and its heading hold a word.
func (w *quoter) titled(sub int32, word string) bool {
	entry := w.Tree.Subs[sub]
	stem := word[:max(len(word)-2, min(len(word), leastStem))]
	for _, title := range []string{entry.Title.English, entry.Title.Spanish, entry.Parent.Title.English, entry.Parent.Title.Spanish} {
		if strings.Contains(text.Fold(title), stem) {
			return true
		}
	}
	return false
}

// opposed states which property of the goods keeps them out of the second subheading, or which unstated property it
// needs; empty where neither is known.
func (w *Writer) opposed(first, second int32) string {
	same := w.Tree.HeadingOf[first] == w.Tree.HeadingOf[second]
	if !same {
		if other := w.contrast(first, second); other.verdict == verdictAgainst {
			return w.Say("runner_up_facet", "facet", other.facet, "own", other.own, "stated", other.stated)
		}
	}
	open := ""
	for _, s := range w.standings(second) {
		switch {
		case s.verdict == verdictAgainst && s.local:
			if same && w.covers(first, s) && s.fact && (w.inGoods(s.said) || !w.Description.Listing) {
				return w.Say("runner_up_first", "stated", w.Quote(w.kindSaid(s)), "code", w.Tree.Subs[first].Code)
			}
		case s.both != "" && !s.local:
			return w.Say("runner_up_both", "facet", s.facet, "own", s.both, "stated", s.stated)
		case s.verdict == verdictAgainst && s.residual:
			return w.Say("runner_up_other", "facet", s.facet, "stated", s.stated)
		case s.verdict == verdictAgainst && !s.fact:
			// no fact of the goods
		case s.verdict == verdictAgainst && s.own == "":
			open = w.Say("runner_up_terms")
		case s.verdict == verdictAgainst:
			return w.Say("runner_up_facet", "facet", s.facet, "own", s.own, "stated", s.stated)
		case s.verdict == verdictOpen && open == "" && same && w.differs(first, s):
			open = w.lacking(s)
		}
	}
	if open == "" && !same {
		if other := w.contrast(first, second); other.own != "" {
			open = w.lacking(other)
		}
	}
	return open
}

// maxKindWords is the length up to which a name of goods is repeated whole.
const maxKindWords = 4

// kindSaid returns the stated kind of the goods: their whole name, where it is short.
func (w *Writer) kindSaid(s standing) string {
	if goods := w.goods(); s.kind && strings.Contains(goods, s.said) && len(strings.Fields(goods)) <= maxKindWords {
		return goods
	}
	return s.said
}

// lacking says that a facet a subheading needs is not stated.
func (w *Writer) lacking(s standing) string {
	if s.own == "" {
		return w.Say("runner_up_terms")
	}
	return w.Say("runner_up_open", "facts", w.Is(s.facet, s.own))
}

// covers reports whether a subheading covers the value stated for another one's facet.
func (w *Writer) covers(sub int32, s standing) bool {
	return slices.ContainsFunc(w.standings(sub), func(own standing) bool {
		return own.facet == s.facet && own.verdict == verdictAgrees && own.said == s.said
	})
}

// differs reports whether the first subheading stands for another value of an open facet of its heading.
func (w *Writer) differs(first int32, s standing) bool {
	for _, other := range w.standings(first) {
		if other.facet == s.facet {
			return other.values != s.values
		}
	}
	return true
}
