package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// hinted gives a field the type that is said beside it.
func (r *reader) hinted(p *phrase, at int) {
	s := r.spans[at]
	before, behind := r.around(at)
	bracket := s.to < behind && r.all[s.to].before&(seesOpen|seesColon) != 0
	switch {
	case bracket && r.inBrackets(p, s.to, behind), p.kind != "":
	case r.whether(s, before), r.all[s.to-1].after&seesQuestion != 0 && r.asksForYes(s):
		p.kind = typeBoolean
	case r.list == nil && plural(r.head(p.words)) && r.listedBefore(s.from, before):
		p.kind = typeArray
	case r.amountsAround(at), r.measuredBehind(s):
		p.kind = typeNumber
	case !bracket:
		end := s.to
		for end < behind && r.all[end].before == 0 && !joins(r.all[end].fold) {
			end++
		}
		q := phrase{words: slices.Concat(p.words, wordsOf(r.all[s.to:end]))}
		if r.suffixes(&q); end > s.to || len(q.words) == len(p.words) {
			p.kind = q.kind
		}
	}
}

// inBrackets gives a field the type that stands in brackets or behind a colon: "hazardous (yes/no)", "hazardous: boolean".
func (r *reader) inBrackets(p *phrase, from, to int) bool {
	end := from + 1
	for end < to && r.all[end].before&(seesClose|seesComma|seesSemi|seesSentence) == 0 {
		end++
	}
	said := folded(wordsOf(r.all[from:end]))
	if t := r.words.said(strings.Join(said, " ")); t != "" {
		p.kind = t
	} else if len(said) > 2 && r.is("ornot", said[len(said)-2:]...) {
		p.kind = typeBoolean
	}
	return p.kind != ""
}

// whether reports whether the words before a field ask for yes or no: "whether it is", "is the".
func (r *reader) whether(s span, before int) bool {
	for i := s.from - 1; i >= before && r.all[i+1].before&^seesAsked == 0; i-- {
		if r.starting(i) && (r.is("whether", r.all[i].word) || r.is("copula", r.all[i].word)) {
			return true
		}
	}
	return false
}

// asksForYes reports whether a noun with a question mark behind it asks for yes or no: the sentence is no question itself, and the noun
// no amount and no day.
func (r *reader) asksForYes(s span) bool {
	first := s.from
	for first > 0 && r.all[first-1].sent == r.all[s.from].sent {
		first--
	}
	words := wordsOf(r.all[first:s.to])
	if r.starts("asks", words) > 0 || r.starts("modal", words) > 0 || r.is("copula", words[0]) {
		return false
	}
	t := r.typed(r.text(s))
	return t != typeNumber && t != typeDate && t != typeInteger
}

// mostLeading is how many words stand between "list of" and its noun at most.
const mostLeading = 4

// listedBefore reports whether words before a noun say that it is a list: "a list of attachments".
func (r *reader) listedBefore(from, before int) bool {
	for k := max(before, from-mostLeading); k < from; k++ {
		if n := r.starts("listof", wordsOf(r.all[k:from])); n > 0 && k+n >= from-1 {
			return true
		}
	}
	return false
}

// amountsAround reports whether a field stands in brackets behind a plural among names of amounts: "incrementables (freight, other)".
func (r *reader) amountsAround(at int) bool {
	from := r.all[r.spans[at].from].from
	if from < 0 || r.list != nil || !plural(r.all[from].fold) {
		return false
	}
	amounts, others := 0, 0
	for _, s := range r.spans {
		switch t := r.text(s); {
		case r.all[s.from].from != from:
		case r.typeOf(t) == typeNumber:
			amounts++
		case r.typed(t) != "":
			return false
		default:
			others++
		}
	}
	return amounts+others > 1 && amounts >= others
}

// measuredBehind reports whether a unit stands behind the brackets that hold a field: "elements (C, Mn, Si) in %".
func (r *reader) measuredBehind(s span) bool {
	depth, k := r.all[s.from].depth, s.to
	for depth > 0 && k < len(r.all) && r.all[k].depth >= depth {
		k++
	}
	return depth > 0 && k+1 < len(r.all) && r.all[k].before == seesClose && r.is("in", r.all[k].word) && (r.unit([]string{r.all[k+1].word}) || r.is("percent", r.all[k+1].word))
}

// one is a word in the singular.
func (l *lexicon) one(word string) string {
	if f := value.Fold(word); plural(f) && l.words.types[f] == "" {
		return l.words.singular(f)
	}
	return word
}

// singly is a noun, with what qualifies it, in the singular.
func (l *lexicon) singly(words []string) []string {
	words = slices.Clone(words)
	at := headOf(folded(words), l.tongue)
	words[at] = l.one(words[at])
	return words
}
