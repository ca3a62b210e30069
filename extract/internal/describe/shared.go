package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// sharing are the spans of words that fields share, and those of each: "net" and "gross" before "weight", "name" and "address" behind
// "buyer". Some words stand behind both: "blanket period start and end dates".
type sharing struct{ shared, own, behind []int }

// sharings puts spans that share words together: what is shared stands before its fields, or behind them.
func (r *reader) sharings(from, to int) []sharing {
	var all []sharing
	for i := from; i < to; {
		var g sharing
		take := func(t Tag, into *[]int) {
			for ; i < to && r.spans[i].tag == t; i++ {
				*into = append(*into, i)
			}
		}
		take(tagOwn, &g.own)
		take(tagShared, &g.shared)
		next := i
		for next < to && r.spans[next].tag == tagOwn {
			next++
		}
		if len(g.own) == 0 || next == to || next > i && r.theirs(r.spans[i].from) {
			take(tagOwn, &g.own)
		}
		if i < to && len(g.shared) > 0 && len(g.own) > 1 && r.spans[i].tag == tagShared && r.spans[i].from == r.spans[i-1].to && r.all[r.spans[i].from].before == 0 {
			g.behind = []int{i}
			i++
		}
		all = append(all, g)
	}
	return all
}

// sharing adds fields that share words with their neighbours.
func (r *reader) sharing(from, to int) {
	for _, g := range r.sharings(from, to) {
		if len(g.shared) == 0 || len(g.own) == 0 {
			for _, i := range append(g.shared, g.own...) {
				r.field(phrase{words: r.text(r.spans[i])}, i)
			}
			continue
		}
		for _, shared := range g.shared {
			r.nameOf(g, shared)
			for _, own := range g.own {
				r.partOf(g, shared, own)
			}
			if owner := r.party(r.text(r.spans[shared])); r.list == nil && r.is("party", owner...) {
				r.owner = owner
			}
		}
	}
}

// nameOf adds the name that every party has where "with" asks for more of it, "buyer and supplier with their addresses", and the party
// itself where more of it is added: "driver and their licence".
func (r *reader) nameOf(g sharing, shared int) {
	o, last, first := r.spans[shared], r.spans[g.shared[len(g.shared)-1]], r.spans[g.own[0]]
	owner, asked := r.party(r.text(o)), r.text(first)[0]
	if o.from > first.from || !r.is("party", owner...) || r.all[first.from].depth != r.all[o.from].depth || folds(asked, r.tongue.says("name")) || r.is("named", asked) {
		return
	}
	between := wordsOf(r.all[last.to:max(last.to, first.from)])
	if len(g.shared) == 1 && len(between) > 1 && joins(value.Fold(between[0])) && r.theirs(first.from) {
		r.add(phrase{words: owner}, nil)
	} else if r.starts("with", between) > 0 {
		r.add(phrase{words: r.owned(owner, []string{r.tongue.says("name")})}, nil)
	}
}

// partOf adds one of the fields that share words.
func (r *reader) partOf(g sharing, shared, at int) {
	o, s := r.spans[shared], r.spans[at]
	of, own := r.text(o), r.text(s)
	if r.theirs(s.from) {
		own = r.singly(own)
	}
	p := phrase{words: r.composed(of, own, shared < at, len(g.own) > 1, r.all[s.from].depth > r.all[o.from].depth), one: true}
	if len(g.behind) > 0 {
		p.words = slices.Concat(of, own, r.singly(r.text(r.spans[g.behind[0]])))
	}
	if shared < at && len(own) == 1 && len(g.behind) == 0 && (r.is("edge", own[0]) || r.is("begins", own[0])) {
		if p.kind = typeString; r.is("bound", own[0]) || r.typeOf(of) == typeDate || slices.ContainsFunc(of, func(w string) bool { return r.is("period", w) }) {
			p.kind = typeDate
		}
	}
	r.hinted(&p, at)
	p.told = r.told(p.words, max(o.to, r.spans[g.own[len(g.own)-1]].to))
	r.add(p, nil)
}

// party is an owner without what stands before it: "of the".
func (l *lexicon) party(words []string) []string {
	if len(words) > 1 && l.is("of", words[0]) {
		words = words[1:]
	}
	return l.withoutArticle(words)
}

// composed joins the words that fields share with those of one. before says that what is shared stands first, several that other fields
// share it too, bracket that the field stands in brackets behind it.
func (l *lexicon) composed(shared, own []string, before, several, bracket bool) []string {
	owner := l.party(shared)
	of := len(owner) < len(shared)
	t := l.typed(shared)
	switch {
	case before && len(shared) == 1 && slices.Contains(folded(own), value.Fold(shared[0])):
		return own // bank details (bank name)
	case l.is("party", owner...) && (of || before),
		of && len(shared) > 1 && l.article(shared[1]) && l.tongue.name == "en" && l.is("attribute", own...):
		return l.owned(owner, own)
	case before && bracket && l.tongue.headFirst && t != typeNumber && t != typeDate && !l.is("edge", own...):
		return l.owned(shared, own) // vehículo (marca, modelo)
	case before && l.qualifies(own) && !slices.ContainsFunc(shared, func(w string) bool { return l.is("of", w) }):
		return slices.Concat(own, l.singly(shared)) // meter readings (previous, current)
	}
	shared = slices.Clone(shared)
	at := len(shared) - 1
	if before && (l.tongue.headFirst || at > 0 && l.is("of", shared[1])) {
		at = 0
	}
	if several && (before || !of && !l.tongue.joined) {
		shared[at] = l.one(shared[at])
	}
	if before {
		return slices.Concat(shared, own)
	}
	return slices.Concat(own, shared)
}

// qualifies reports whether a word only tells one of several apart, before its noun: "previous".
func (l *lexicon) qualifies(words []string) bool {
	w := value.Fold(strings.Join(words, " "))
	return !l.tongue.headFirst && l.words.pairs[w] != nil && l.typed(words) == "" && !l.is("edge", w)
}
