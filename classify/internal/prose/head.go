package prose

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// maxAdjectives bounds the words that are quoted before a name of goods in a title.
const maxAdjectives = 2

// namedInTitle quotes the noun phrase around the nearest name of the first candidate's goods, "" where the title does not hold it.
func (w *quoter) namedInTitle() string {
	name, ok := w.nearest(w.Candidates[0].Sub)
	if !ok {
		return ""
	}
	from, to, said := w.whereSaid(name.Text)
	if !said || w.turned(name.Text, from, to) && to-from > len(plainWords(name.Text))+1 {
		return ""
	}
	single := to-from == 1 // a name of several words says enough
	for start := from; single && from > 0 && start-from < maxAdjectives && w.qualifies(from-1) && w.original[from-1].segment == w.original[from].segment; {
		from--
	}
	if name := w.between(from, to); strings.ContainsFunc(name, unicode.IsLetter) {
		return name
	}
	return ""
}

// nounInTitle quotes the first word of the title that names of the first candidate's goods end with and its titles hold, with what qualifies
// it; "" where there is none.
func (w *quoter) nounInTitle() string {
	for at := range w.roles() {
		if !w.leadingNoun(w.original[at].plain) || w.titleRoles[at] != parse.Goods {
			continue
		}
		from := at
		for from > 0 && at-from < maxAdjectives && w.qualifies(from-1) && w.original[from-1].segment == w.original[at].segment {
			from--
		}
		return w.between(from, at+1)
	}
	return ""
}

// leadingNoun reports whether names of the first candidate's goods end with a word that its titles hold too.
func (w *quoter) leadingNoun(word string) bool {
	sub := w.Candidates[0].Sub
	return len(word) >= leastStem && w.titled(sub, word) && !w.titledAsServed(sub, word) && lookup.HeadsAny(w.Index, word, w.Description.Language, sub)
}

// titledAsServed reports whether a word stands in the title of a subheading only behind one that ties it to the goods: parts "of computers".
func (w *quoter) titledAsServed(sub int32, word string) bool {
	for _, entry := range []*tariff.Entry{w.Tree.Subs[sub], w.Tree.Subs[sub].Parent} {
		for _, title := range []string{entry.Title.English, entry.Title.Spanish} {
			for own := range strings.FieldsFuncSeq(text.Fold(title), text.BetweenWords) {
				if text.Ties(w.Reader, own) {
					break
				}
				if sameWord(own, word) || len(word) > leastStem && strings.HasPrefix(own, word[:len(word)-1]) {
					return false
				}
			}
		}
	}
	return true
}

// turned reports whether words of the title are not those of a name in their order.
func (w *quoter) turned(name string, from, to int) bool {
	for word := range strings.FieldsFuncSeq(text.Fold(name), text.BetweenWords) {
		at := slices.IndexFunc(w.original[from:to], func(s spelling) bool { return sameWord(s.plain, word) })
		if at < 0 {
			return !w.Reader.Stopword(word, text.English) && !w.Reader.Stopword(word, text.Spanish)
		}
		from += at + 1
	}
	return from != to
}

// qualifies reports whether a word of the title says more of the goods that the next word names: it is no mark, number, connective or
// unknown word.
func (w *quoter) qualifies(at int) bool {
	role := w.roles()[at]
	return role == parse.Goods && w.Description.Language == text.English && !w.unknown(w.original[at].plain) && !text.HasDigit(w.original[at].plain)
}

// unknown reports whether a word is in no index: a mark, mostly.
func (w *quoter) unknown(word string) bool { return slices.Contains(w.Query.Unknown, word) }

// itemType returns what an attribute calls the goods by a name of the first candidate's heading, "" where none does.
func (w *quoter) itemType() string {
	mentions, sub := w.Description.Mentions, w.Candidates[0].Sub
	for from := 0; from < len(mentions); {
		if mentions[from].Role != text.RoleItemType {
			from++
			continue
		}
		to := from + 1
		for to < len(mentions) && mentions[to].Role == text.RoleItemType && !mentions[to].Break && to-from <= maxAdjectives {
			to++
		}
		if name, ok := w.nearest(sub); ok && (holdsWord(name.Text, mentions[to-1].Text) || holdsWord(name.Text, mentions[from].Text)) {
			return w.written(mentions[from:to])
		}
		from = to
	}
	return ""
}

// roleReach is how far the word of a text may be from the one that was parsed from it.
const roleReach = 6

// roles returns the role of each word of the title, in the order of the spelling.
func (w *quoter) roles() []parse.Role {
	if w.titleRoles == nil {
		w.spelling("")
		w.titleRoles = make([]parse.Role, 0, w.fields)
		at := 0
		for _, s := range w.original[:w.fields] {
			if len(w.titleRoles) > len(w.Description.Parsed) {
				break
			}
			ahead := w.Description.Parsed[at:min(at+roleReach, len(w.Description.Parsed))]
			next := slices.IndexFunc(ahead, func(p parse.Word) bool {
				return p.Text == s.plain || p.Of == s.plain || strings.HasPrefix(s.plain, p.Text)
			})
			switch {
			case len(ahead) == 0:
				return w.titleRoles
			case next < 0:
				w.titleRoles = append(w.titleRoles, parse.Goods)
			default:
				w.titleRoles = append(w.titleRoles, ahead[next].Role)
				at += next + 1
			}
		}
	}
	return w.titleRoles
}

// withoutMarks leaves out what stands around the name of goods and says nothing of them: marks and unknown words before it, numbers of the
// maker, counts, packing and promotion on either side.
func (w *quoter) withoutMarks(words []string) []string {
	from, to, at := 0, len(words), 0
	roles := w.roles()
	silent := make([]bool, len(words))
	for i, word := range words {
		parts, says := 0, 0
		for part := range strings.FieldsFuncSeq(text.Fold(word), text.BetweenWords) {
			next := slices.IndexFunc(w.original[min(at, len(roles)):len(roles)], func(s spelling) bool { return s.plain == part })
			role := parse.Goods
			if next >= 0 {
				role, at = roles[at+next], at+next+1
			}
			parts++
			if !role.Silent() && role != parse.Packing {
				says++
			}
		}
		silent[i] = parts > 0 && says == 0
	}
	for from < to && !mentioned(w, words[from]) && slices.ContainsFunc(words[from:], func(word string) bool { return mentioned(w, word) }) { // "HS code for"
		from++
	}
	measured := func(i int) bool {
		return i+1 < to && text.HasDigit(words[i]) && !text.HasDigit(words[i+1]) && (len(words[i+1]) == 1 || w.Reader.IsMeasure(text.Fold(words[i+1])))
	}
	for from < to && (silent[from] || w.isMark(words[from]) || w.isNumber(words[from])) && !measured(from) {
		from++
	}
	for from > 0 && from < to && (w.connects(words[from]) || silent[from]) { // a pack "of"
		from++
	}
	numbered := false // what a number stands behind is a mark
	for to > from+1 && (silent[to-1] || len(words[to-1]) == 1 || w.isNumber(words[to-1]) || numbered && (w.unknown(text.Fold(words[to-1])) || w.connects(words[to-1]))) && !measured(to-2) {
		numbered = numbered || w.isNumber(words[to-1])
		to--
	}
	for to > from && w.connects(words[to-1]) { // what it led to was left out
		to--
	}
	if from == to {
		return words
	}
	return words[from:to]
}

// mentioned reports whether the description was read from a word.
func mentioned(w *quoter, word string) bool {
	for part := range strings.FieldsFuncSeq(text.Fold(word), text.BetweenWords) {
		if slices.ContainsFunc(w.Renderings, func(r text.Rendering) bool { return holdsWord(r.From, part) }) || w.Reader.IsMeasure(part) || w.Reader.IsArticle(part) || slices.ContainsFunc(w.Description.Mentions, func(m text.Mention) bool {
			return m.Of == part || len(m.Text) > 1 && (strings.HasPrefix(part, m.Text) || strings.HasPrefix(m.Text, part))
		}) {
			return true
		}
	}
	return false
}

// isNumber reports whether a word at the edge of a name of goods is an article's, a part's or an order's number, or no word at all: 3002590560,
// RC2-6242-000, PART#229, ---.
func (w *quoter) isNumber(word string) bool {
	digits, read := 0, false
	for _, r := range word {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	parts := strings.FieldsFunc(text.Fold(word), text.BetweenWords)
	for _, part := range parts {
		read = read || slices.ContainsFunc(w.Description.Mentions, func(m text.Mention) bool { return m.Text == part && !w.unknown(part) || m.Of == part })
	}
	letters := strings.ContainsFunc(word, unicode.IsLetter)
	least := leastDigits
	if !letters {
		least = leastAlone
	}
	return len(parts) == 0 || digits >= least && !(letters && read) || digits > 0 && strings.Contains(word, "#")
}

// How many digits a number of an article has at least: beside letters, and alone, where fewer may be an alloy or a bearing.
const (
	leastDigits = 4
	leastAlone  = 6
)

// isMark reports whether a word before the name of goods is none of a language: in a listing a mark, elsewhere a lone letter.
func (w *quoter) isMark(word string) bool {
	parts := strings.FieldsFunc(text.Fold(word), text.BetweenWords)
	return len(parts) == 0 || !slices.ContainsFunc(parts, func(part string) bool {
		return !(w.Description.Listing && w.unknown(part)) && (len(part) > 1 || w.Reader.IsArticle(part) || text.HasDigit(part))
	})
}

// clauseRoles are the roles of what says more of goods than their name.
var clauseRoles = []parse.Role{parse.Purpose, parse.With, parse.Clause, parse.Shape}

// tieReach is how far before a word of a role the connective may stand that gives it.
const tieReach = 4

// firstClause is where words begin that say what goods are for, what they carry or how they are shaped; 0 where none do.
func (w *quoter) firstClause(words []string) int {
	at, roles := 0, w.roles()
	for i, word := range words {
		for part := range strings.FieldsFuncSeq(text.Fold(word), text.BetweenWords) {
			next := slices.IndexFunc(w.original[min(at, len(roles)):len(roles)], func(s spelling) bool { return s.plain == part })
			if next < 0 {
				continue
			}
			at += next + 1
			if slices.Contains(clauseRoles, roles[at-1]) {
				for back := i - 1; back > max(i-tieReach, 0); back-- {
					if w.connects(words[back]) {
						return back
					}
				}
				return i
			}
		}
	}
	return 0
}

// connects reports whether a word only ties others together.
func (w *quoter) connects(word string) bool {
	at := slices.IndexFunc(w.original[:len(w.roles())], func(s spelling) bool { return s.plain == text.Fold(word) })
	return at >= 0 && w.titleRoles[at] == parse.Tie
}

// plainWords folds words, with what a hyphen joins as one.
func plainWords(words string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(text.Fold(words), "-", ""), text.BetweenWords)
}

// inGoods reports whether the name of the goods, as quoted, holds words of the description.
func (w *quoter) inGoods(words string) bool {
	if words == "" {
		return false
	}
	goods := plainWords(w.goods())
	for _, word := range plainWords(words) {
		if !slices.ContainsFunc(goods, func(own string) bool { return sameWord(own, word) }) {
			return false
		}
	}
	return true
}

// NamesGoods reports whether words are the name of the goods, or its end: the noun that the goods are named by is one of them.
func (w *quoter) NamesGoods(words string) bool {
	head := w.head()
	return w.inGoods(words) && slices.ContainsFunc(plainWords(words), func(word string) bool { return sameWord(word, head) })
}

// head is the noun that the quoted name of the goods is about: before the first connective the last word of English and the first of
// Spanish. It is "" where no word is known.
func (w *quoter) head() (head string) {
	words := plainWords(w.goods())
	for i := range w.Description.Mentions {
		m := &w.Description.Mentions[i]
		if !m.Head {
			continue
		}
		at := slices.IndexFunc(words, func(word string) bool { return sameWord(word, m.Text) || m.Of != "" && word == m.Of })
		if at >= 0 && (at+1 == len(words) || text.HasDigit(words[at+1]) || !w.unknown(words[at+1])) {
			return m.Text
		}
		return ""
	}
	for _, word := range words {
		if head != "" && w.connects(word) {
			break
		}
		if text.HasDigit(word) || w.Reader.IsMeasure(word) || w.Reader.Stopword(word, w.Description.Language) {
			continue
		}
		if w.unknown(word) {
			if head != "" {
				return "" // the noun may be the unknown word
			}
			continue
		}
		if head = word; w.Description.Language == text.Spanish {
			break
		}
	}
	return head
}
