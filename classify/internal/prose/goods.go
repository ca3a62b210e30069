package prose

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tariffdesk/classify/internal/text"
)

// Bounds of how goods are quoted.
const (
	maxGoodsWords = 12 // words of a description that name the goods
	maxReadAs     = 2  // codes and short forms explained
	leastName     = 4  // bytes of a name that is told: shorter ones are codes of a trade
	nameSlack     = 2  // words that may stand between those of a name
)

// goods is how the description itself names the goods: the words before its first break, as written, without what leads up to them
// ("the product is").
func (w *quoter) goods() string {
	first, _, _ := strings.Cut(strings.TrimSpace(w.Text), "\n")
	words := w.afterSubject(strings.Fields(first))
	first = strings.Join(words, " ")
	for _, mark := range []string{". ", "; ", ", ", " - ", " | ", ": "} {
		before, _, found := strings.Cut(first, mark)
		if strings.Count(before, "(") != strings.Count(before, ")") {
			continue // "(C.I. coupling)"
		}
		if w.namedBehind(before, first) {
			continue // "a chrome-plated, pistol grip hose nozzle"
		}
		if listed := mark == ", " && w.Description.Says(w.Words.sets); found && strings.Contains(before, " ") && !listed {
			first = before
		}
	}
	words = strings.Fields(first)
	if len(words) > maxGoodsWords {
		words = words[:maxGoodsWords:maxGoodsWords]
		if at := w.clauseIn(words); at > 1 {
			words = words[:at]
		} else {
			words = append(words, "…")
		}
	} else if at := w.clauseIn(words); at > 1 && w.Description.Prose {
		words = words[:at]
	}
	return strings.Trim(strings.Join(words, " "), ".,;:|- ")
}

// namedBehind reports whether the nearest name of the first candidate's goods stands behind a part of a text, and no word of it inside.
func (w *quoter) namedBehind(before, whole string) bool {
	hit := w.Ranking.Search.BestHit(w.Candidates[0].Sub)
	if hit == nil {
		return false
	}
	inside, behind := false, false
	before, rest := text.Fold(before), text.Fold(strings.TrimPrefix(whole, before))
	for word := range strings.FieldsFuncSeq(text.Fold(w.Index.Name(hit.Term).Text), text.BetweenWords) {
		if len(word) >= leastName {
			inside, behind = inside || strings.Contains(before, word), behind || strings.Contains(rest, word)
		}
	}
	return behind && !inside
}

// afterSubject drops a subject with its verb from the beginning: "the product is".
func (w *quoter) afterSubject(words []string) []string {
	for i, word := range words {
		switch plain := strings.Trim(text.Fold(word), ".,;:"); {
		case w.Words.copulas[plain] && i > 0 && i+1 < len(words):
			return words[i+1:]
		case !w.Words.subjects[plain]:
			return words
		}
	}
	return words
}

// clauseIn is where the first clause begins that says more of goods than their name, 0 where none does.
func (w *quoter) clauseIn(words []string) int {
	return max(slices.IndexFunc(words, func(word string) bool { return w.Words.clauses[text.Fold(word)] }), 0)
}

// readAs quotes the goods, with what codes and short forms in them were read as.
func (w *quoter) readAs(goods string) string {
	quoted, told := w.Quote(goods), 0
	for _, r := range w.Renderings {
		if told < maxReadAs && strings.Contains(goods, r.From) {
			quoted, told = w.Say("read_as", "goods", quoted, "from", w.Quote(r.From), "as", w.Quote(r.As)), told+1
		}
	}
	mentions := w.Description.Mentions
	for i := 0; i < len(mentions) && told < maxReadAs; i++ {
		of := mentions[i].Of
		from, said := w.spelling(of)
		if of == "" || !said || !strings.Contains(goods, from) {
			continue
		}
		var as []string
		for ; i < len(mentions) && mentions[i].Of == of; i++ {
			as = append(as, w.Index.Spelled(mentions[i].Text))
		}
		i--
		quoted, told = w.Say("read_as", "goods", quoted, "from", w.Quote(from), "as", w.Quote(strings.Join(as, " "))), told+1
	}
	return quoted
}

// nearestName adds the nearest name of goods in the language of the answer, where it differs from the stated name.
func (w *quoter) nearestName(sub int32, said string) string {
	if name := w.nameOf(sub); name != "" && text.Fold(name) != text.Fold(said) {
		return w.Say("known_as", "name", w.Quote(name))
	}
	return ""
}

// nameOf is the name of a subheading's goods that the description holds, in the answer's language; empty where none is.
func (w *quoter) nameOf(sub int32) string {
	hit := w.Ranking.Search.BestHit(sub)
	if hit == nil {
		return ""
	}
	name := w.Index.Name(hit.Term)
	if name.Lang != w.Tongue() || name.Title || len(name.Text) < leastName || !w.saidOf(name.Text) {
		return ""
	}
	return name.Text
}

// saidOf reports whether the description says every word of a name, close to each other: words picked from all over it make a neighbour,
// and no reason.
func (w *quoter) saidOf(name string) bool {
	var words []string
	for word := range strings.FieldsFuncSeq(text.Fold(name), text.BetweenWords) {
		if utf8.RuneCountInString(word) > 2 && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	w.spelling("")
	for i := range w.fields {
		near := w.original[i:min(i+len(words)+nameSlack, w.fields)]
		if !slices.ContainsFunc(words, func(word string) bool {
			return !slices.ContainsFunc(near, func(s spelling) bool { return s.plain == word && s.segment == near[0].segment })
		}) {
			return len(words) > 0
		}
	}
	return false
}
