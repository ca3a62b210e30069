package prose

import (
	"cmp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// verdict tells whether a subheading fits what a description states about a facet.
type verdict uint8

const (
	verdictOpen     verdict = iota // nothing is stated
	verdictAgrees                  // it stands for what is stated
	verdictResidual                // no sibling stands for what is stated, and it takes the rest
	verdictAgainst                 // something else is stated
	verdictNamed                   // nothing is stated, but the name of the goods, or common sense, implies it
)

// standing is one facet of a subheading held against the description.
type standing struct {
	facet    string // its name
	kind     bool   // it tells kinds of goods apart
	broad    bool   // its name says little: the use, the form
	residual bool   // the subheading takes what its siblings leave
	local    bool   // it is the heading's own: what it and its values are called says little outside it
	values   string // what the subheading stands for, by ids
	own      string // … in words; empty where there are none that anyone would use
	rest     string // what stands in its place: that it takes what its siblings leave, or what its terms say
	bare     bool   // … and only that much
	like     string // the words by which the heading tells what no vocabulary names
	stated   string // what is stated of it, in words of the answer's language or in those of the description
	said     string // the words of the description that state it
	value    string // … and what they are called
	both     string // what the subheading stands for, where that is stated too, by words of the description
	fact     bool   // a reason may name them
	ofUse    bool   // a purpose states it
	named    bool   // the vocabulary names the value
	byName   bool   // the name of the goods implies it
	shared   bool   // what states or implies it stands in the title of a sibling of another kind too
	verdict  verdict
}

// required names the value that a subheading stands for, in words.
func (s *standing) required() string { return cmp.Or(s.own, s.like, s.rest) }

// facetKind is the facet by which headings tell kinds of goods apart.
const facetKind = "type"

// broadFacets are the facets whose names mean little without the question they were made for.
var broadFacets = map[string]bool{facetKind: true, "use": true, "form": true, "product": true, "part-type": true, "sub-type": true, "application": true, "purpose": true, "feature": true, "machine": true,
	"width": true, "thickness": true, "weight": true, "size": true, "capacity": true}

// stuffFacets are the facets that ask for the material of goods by another name.
var stuffFacets = map[string]bool{"fibre": true, "polymer": true, "metal": true}

// asks reports whether a facet asks for what its values are of: a coating may be zinc, and asks for no material of the goods.
func asks(f *facet.Split) bool { return f.Name == f.Class || stuffFacets[f.Name] }

// heldSub is a subheading with its standings.
type heldSub struct {
	sub       int32
	standings []standing
}

// standings holds every facet of a subheading against the description, once.
func (w *comparison) standings(sub int32) []standing {
	for _, known := range w.held {
		if known.sub == sub {
			return known.standings
		}
	}
	choices := w.Facets.Choices[sub]
	out := make([]standing, 0, len(choices))
	for _, c := range choices {
		s := w.standing(w.Tree.HeadingOf[sub], c)
		w.share(sub, c, &s)
		out = append(out, s)
	}
	w.held = append(w.held, heldSub{sub, out})
	return out
}

func (w *comparison) standing(h int32, c facet.Choice) standing {
	x := w.Facets
	split := &x.Facets[h][c.Facet]
	name, _ := w.Vocabulary.FacetName(split.Name)
	s := standing{facet: name.In(w.Language), kind: split.Name == facetKind, ofUse: w.Words.ofUse[split.Name], values: x.Key(c)}
	s.local = split.Class == "" && !split.Limits || split.Class == classUse || s.kind || split.Class == facet.Material && !asks(split)
	s.broad = s.local && broadFacets[split.Name]
	s.own, s.rest, s.residual = w.required(h, c)
	s.bare = s.rest == w.Say("rest")
	if split.Limits {
		w.measure(&s, split, c)
		return s
	}
	held := x.Hold(h, split, c, w.Readings.Heading(h))
	if !asks(split) {
		held.Class = 0 // steel that is stated is no coating
	}
	switch {
	case held.Class > held.Best && held.Class > facet.Stated && x.Wider(held.Unlisted.Value, split.Universe):
		// "plastic" leaves open which
	case held.Class > held.Best && held.Class > facet.Stated && c.Other:
		s.state(w, verdictResidual, held.Unlisted)
	case held.Class > held.Best && held.Class > facet.Stated && !slices.Contains(c.Values, held.Unlisted.Value):
		s.state(w, verdictAgainst, held.Unlisted)
	case held.Own > facet.Stated && (held.Own >= held.Best*0.98 || x.Overlap([]int32{held.Rival.Value}, c.Values) && !x.Wider(held.Rival.Value, c.Values)):
		s.state(w, verdictAgrees, held.By)
	case held.Best > facet.Stated && held.Own < held.Best*0.98 && x.Wider(held.Rival.Value, c.Values):
		// "wood" leaves open whether it is tropical
	case held.Best > facet.Stated && held.Own < held.Best*0.98 && held.Own > facet.Stated && !w.isFact(held.Rival):
		s.state(w, verdictAgrees, held.By) // brass of a golden colour is brass
	case held.Best > facet.Stated && held.Own < held.Best*0.98:
		s.state(w, verdictAgainst, held.Rival)
		if held.Own > facet.Stated && split.Class == facet.Material && s.stated != "" && w.isFact(held.By) && held.By.Mention != held.Rival.Mention {
			s.both = w.says(held.By)
		}
	case held.Own > 0:
		s.state(w, verdictAgrees, held.By) // said in passing, but said
	case w.denies(h, c):
		s.verdict, s.stated = verdictAgainst, w.Say("denied", "what", s.own)
		s.value, s.fact, s.named = s.stated, true, true
	case w.complete(c) || w.measured(split):
		s.verdict = verdictNamed
	case w.implied(h, split, c):
		s.verdict, s.byName = verdictNamed, true
	}
	if s.verdict == verdictAgainst && asks(split) && w.means(s.said, c.Values) {
		s.leaveOpen()
		s.verdict = verdictNamed // acrylic is a fibre too
	}
	return s
}

// measured reports whether a share is stated that may be what a facet asks for: 35 % of fat is said, whatever the percentage is of.
func (w *comparison) measured(f *facet.Split) bool {
	return slices.ContainsFunc(w.Measures, func(q facet.Quantity) bool {
		return slices.ContainsFunc(f.Universe, func(v int32) bool {
			return w.Facets.Values[v].Answer.Comparable(q)
		})
	})
}

// denies reports whether the description says that goods are of none of a choice's values.
func (w *comparison) denies(h int32, c facet.Choice) bool {
	if c.Other || len(c.Values) == 0 || !slices.ContainsFunc(w.Description.Mentions, func(m text.Mention) bool { return m.Negated }) {
		return false
	}
	denied := append(w.Facets.Denied(w.Description), w.Facets.DeniedOf(h, w.Description)...)
	return !slices.ContainsFunc(c.Values, func(v int32) bool { return !w.Facets.Overlap([]int32{v}, denied) })
}

// state notes what a description states of a facet, and what follows.
func (s *standing) state(w *comparison, v verdict, by facet.Statement) {
	if v == verdictAgainst && w.inName(by) {
		return
	}
	s.verdict, s.stated, s.said = v, w.says(by), w.said(by)
	s.value, _, _ = strings.Cut(s.stated, " (")
	s.fact = w.isFact(by) && (s.ofUse || w.Description.Mentions[by.Mention].Role != text.RolePurpose)
	s.named = w.Vocabulary.Value(w.Facets.Values[by.Value].ID) != nil
}

// inName reports whether a material is only part of a name of goods, as the glass of "stoneware shot glass": another material is stated
// outside of any.
func (w *comparison) inName(s facet.Statement) bool {
	x, mentions := w.Facets, w.Description.Mentions
	named := func(s facet.Statement) bool { return len(w.Index.NamedBy(w.Description, mentions[s.Mention].Text)) > 0 }
	return x.Values[s.Value].Facet == facet.Material && s.Mention < len(mentions) && named(s) &&
		slices.ContainsFunc(w.Readings.Central, func(o facet.Statement) bool {
			return x.Values[o.Value].Facet == facet.Material && o.Weight > facet.Stated && !x.Overlap([]int32{o.Value}, []int32{s.Value}) && !named(o)
		})
}

// classUse is the facet of what goods are for, whose words often are the goods themselves: a table.
const classUse = "use"

// classPart is the facet of whether goods are complete.
const classPart = "part"

// classPower is the facet of what drives goods.
const classPower = "power"

// classState is the facet of how food is: frozen, dried.
const classState = "state"

// complete reports whether a choice is of goods that are no parts: that goes without saying unless parts are named.
func (w *comparison) complete(c facet.Choice) bool {
	complete, ok := w.Facets.Number["complete"]
	return ok && slices.Contains(c.Values, complete)
}

// implied reports whether a facet nothing is stated of goes without saying: a name asked for in full, a ball valve, says what kind goods are.
func (w *comparison) implied(h int32, split *facet.Split, c facet.Choice) bool {
	x := w.Facets
	if split.Class != "" && split.Name != facetKind {
		return false
	}
	for sub := x.FirstSub[h]; sub < x.FirstSub[h+1]; sub++ {
		if (w.Ranking.Search.Exactly(sub) || split.Name == facetKind && w.wholly(sub)) && slices.ContainsFunc(x.Choices[sub], c.Same) {
			return split.Name == facetKind || !w.shared(h, c)
		}
	}
	return false
}

// shared reports whether much the same name is that of a sibling's goods too, of which the facet says something else: a bulldozer may
// go on tracks or on wheels.
func (w *comparison) shared(h int32, c facet.Choice) bool {
	for i := range min(len(w.Candidates), rivalsSeen) {
		other := &w.Candidates[i]
		if w.Tree.HeadingOf[other.Sub] != h || other.Features == nil || other.Features[rank.FeatTermWhole] < rivalNamed {
			continue
		}
		if own, ok := w.Facets.Choice(other.Sub, c.Facet); ok && !own.Same(c) {
			return true
		}
	}
	return false
}

// wholly reports whether some name of a subheading was asked for in full.
func (w *comparison) wholly(sub int32) bool {
	for i := range w.Candidates {
		if c := &w.Candidates[i]; c.Sub == sub {
			return c.Features != nil && c.Features[rank.FeatTermWhole] >= rank.Describes
		}
	}
	return false
}

// measure holds a numeric facet against the first quantity of its dimension.
func (w *comparison) measure(s *standing, split *facet.Split, c facet.Choice) {
	x := w.Facets
	for _, q := range w.Measures {
		comparable, inside := false, false
		for _, v := range split.Universe {
			l := x.Values[v].Limit
			comparable = comparable || l.Comparable(q)
			inside = inside || l.Contains(q) && slices.Contains(c.Values, v)
		}
		if !comparable {
			continue
		}
		if s.verdict = verdictNamed; w.side(q) {
			return // which side it is of, 5.0 x 1219 mm does not say
		}
		s.verdict, s.stated, s.said, s.value, s.fact, s.named = verdictAgainst, w.quantity(q), w.quantity(q), w.quantity(q), true, true
		if inside {
			s.verdict = verdictAgrees
		}
		return
	}
}

// side reports whether a measure is one of several sides and it is not stated which.
func (w *comparison) side(q facet.Quantity) bool {
	m := w.Description.Mentions
	before := q.Mention > 1 && m[q.Mention-1].Text == "x" && m[q.Mention-2].Number
	return q.Measure == "" && (before || q.Mention+2 < len(m) && m[q.Mention+1].Text == "x" && m[q.Mention+2].Number)
}

// quantity writes a measure as the description states it.
func (w *comparison) quantity(q facet.Quantity) string {
	m := w.Description.Mentions
	if m[q.Mention].Percent {
		return m[q.Mention].Text + " %"
	}
	words := strings.Fields(q.Written)
	for i, word := range words {
		words[i] = w.spelled(word)
	}
	return strings.Join(words, " ")
}

// maxValuesNamed bounds the values a choice is named by.
const maxValuesNamed = 3

// ValueNames names what a subheading stands for in a facet.
func (w *comparison) ValueNames(h int32, c facet.Choice) string {
	vocabulary, facet := w.Vocabulary, w.Facets.Facets[h][c.Facet].Name
	var names []string
	for _, v := range c.Values {
		if w.covered(v, c.Values) {
			continue
		}
		name, ok := vocabulary.ValueName(w.Tree.Headings[h], facet, w.Facets.Values[v].ID)
		if text, _, _ := strings.Cut(name.In(w.Language), ", "); ok && len(names) < maxValuesNamed && !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	if c.Other && len(names) > 0 && len(names) < maxValuesNamed {
		names = append(names, w.Say("other"))
	}
	return w.Either(names)
}

// maxExcepted bounds the values by which a rest is told.
const maxExcepted = 3

// required puts what a subheading stands for in a facet into words anyone would use: own by names of the vocabulary and measures, rest where it
// takes what its siblings leave. Of values known only by words that signal them, the terms of the subheading tell more.
func (w *comparison) required(h int32, c facet.Choice) (own, rest string, residual bool) {
	x, vocabulary, name := w.Facets, w.Vocabulary, w.Facets.Facets[h][c.Facet].Name
	named := func(v int32) bool { return vocabulary.Named(x.Values[v].ID) }
	residual = c.Other && !slices.ContainsFunc(c.Values, func(v int32) bool { return w.signalled(h, name, v) })
	if len(c.Values) == 1 && strings.HasPrefix(x.Values[c.Values[0]].ID, tariff.ValueOther+"-") && !named(c.Values[0]) {
		residual = true
	}
	switch {
	case len(c.Values) > 0 && !c.Other && !slices.ContainsFunc(c.Values, func(v int32) bool { return !named(v) }):
		return w.ValueNames(h, c), "", false
	case !residual:
		return "", w.Say("as_titled"), false
	}
	var others []string
	for _, v := range x.Facets[h][c.Facet].Universe {
		switch {
		case slices.Contains(c.Values, v) || w.covered(v, x.Facets[h][c.Facet].Universe) || isOther(x, v):
		case len(others) == maxExcepted:
			return "", w.Say("rest"), true
		default:
			value, ok := vocabulary.ValueName(w.Tree.Headings[h], name, x.Values[v].ID)
			if !ok {
				return "", w.Say("rest"), true
			}
			called, _, _ := strings.Cut(value.In(w.Language), ", ")
			others = append(others, called)
		}
	}
	if len(others) == 0 {
		return "", w.Say("rest"), true
	}
	return "", w.Say("rest_of", "values", w.Either(others)), true
}

// signalled reports whether a heading lists words for a value that no vocabulary names.
func (w *comparison) signalled(h int32, name string, v int32) bool {
	id := w.Facets.Values[v].ID
	return !w.Vocabulary.Named(id) && slices.ContainsFunc(w.Tree.Headings[h].Values, func(r tariff.Recognition) bool { return r.Facet == name && r.Value == id })
}

// covered reports whether a wider value of the list takes value in.
func (w *comparison) covered(value int32, list []int32) bool {
	for _, wider := range w.Facets.Values[value].Implied {
		if wider != value && slices.Contains(list, wider) {
			return true
		}
	}
	return false
}

// contrast returns the first facet in which the titles of two subheadings, of whatever headings, differ: what
// the second stands for, and what is stated where that decides.
func (w *comparison) contrast(first, second int32) standing {
	x := w.Facets
	stated := w.Readings.Central
	for c, class := range facet.Classes {
		if class == classUse || class == classPart || class == classState && !(w.food(first) && w.food(second)) || class == classPower && !(w.machine(first) && w.machine(second)) {
			continue // what goods are for is said of the goods, not of a rival's terms; states are those of food, and only machines are driven
		}
		a, b := x.ProfileOf(first, facet.Class(c)), x.ProfileOf(second, facet.Class(c))
		if len(a) == 0 || len(b) == 0 || x.Overlap(a, b) {
			continue
		}
		if class == facet.Material && (!w.of(second, b[0]) || w.machine(first)) {
			continue // a machine of plastic is one; feather dusters in a list of brooms make no heading of feathers
		}
		name, _ := w.Vocabulary.FacetName(class)
		s := standing{facet: name.In(w.Language), own: w.Vocabulary.Value(x.Values[b[0]].ID).Name.In(w.Language)}
		mine, by := x.Strongest(a, stated)
		theirs, _ := x.Strongest(b, stated)
		switch {
		case mine > facet.Stated && mine > theirs:
			s.state(w, verdictAgainst, by)
			return s
		case mine <= facet.Stated && theirs <= facet.Stated && !w.Readings.States(class):
			return s
		}
	}
	return standing{}
}

// machine reports whether a subheading is one of machines, apparatus or vehicles, from chapter 84 on.
func (w *comparison) machine(sub int32) bool { return w.Tree.Subs[sub].Code >= code.FirstMade }

// of reports whether all goods of a subheading are of a material: by its chapter, or by what it stands for.
func (w *comparison) of(sub, value int32) bool {
	x := w.Facets
	if own, ok := x.Number[w.chapterValue(sub)]; ok && x.Overlap([]int32{own}, []int32{value}) {
		return true
	}
	return slices.ContainsFunc(x.Choices[sub], func(c facet.Choice) bool { return x.Overlap(c.Values, []int32{value}) })
}

// lastFood is the last chapter of food and drink.
const lastFood = "24"

func (w *comparison) food(sub int32) bool { return w.Tree.Subs[sub].Code[:2] <= lastFood }
