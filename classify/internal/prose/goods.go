package prose

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/text"
)

// Bounds of how goods are quoted.
const (
	maxGoodsWords = 12 // words of a description that name the goods
	maxReadAs     = 2  // codes and short forms explained
	leastName     = 4  // bytes of a name that is told: shorter ones are codes of a trade
	nameSlack     = 2  // words that may stand between those of a name
)

// goods is how the description itself names the goods, as written: in a listing and in a long title the noun phrase around a known name of
// the first candidate's goods, then what an attribute calls the goods; otherwise the words before the first break, without what leads up to
// them ("the product is"), marks and numbers around them.
func (w *quoter) goods() string {
	if !w.phrased {
		w.phrase, w.phrased = w.namePhrase(), true
	}
	return w.phrase
}

func (w *quoter) namePhrase() string {
	first, _, _ := strings.Cut(strings.TrimSpace(w.Text), "\n")
	if w.Description.Listing {
		name, kind := w.namedInTitle(), w.itemType()
		if words := strings.Fields(name); kind != "" && (len(words) == 0 || !lookup.HeadsAny(w.Index, text.Fold(words[len(words)-1]), text.English, w.Candidates[0].Sub)) {
			name = kind
		}
		if name != "" {
			return name
		}
	}
	words := w.afterSubject(strings.Fields(first))
	first = strings.Join(words, " ")
	for _, mark := range []string{". ", "; ", ", ", " - ", " | ", ": "} {
		before, _, found := strings.Cut(first, mark)
		if strings.Count(before, "(") != strings.Count(before, ")") {
			continue // "(C.I. coupling)"
		}
		if mark == ", " && (strings.Contains(before, "%") || w.headBehind(before, first)) {
			continue // "a men's 100% cotton, jersey knit pullover"
		}
		if !w.Description.Listing && w.namedBehind(before, first) {
			if mark == ", " && w.isCode(before) {
				first = strings.TrimPrefix(first, before+mark)
			}
			continue // "a chrome-plated, pistol grip hose nozzle"
		}
		if listed := mark == ", " && w.Description.Says(w.Words.sets); found && strings.Contains(before, " ") && !listed {
			first = before
			if fields := strings.Fields(before); mark == ": " && text.IsLabel(w.Reader, text.Fold(fields[len(fields)-1])) {
				first = strings.Join(fields[:len(fields)-1], " ")
			}
		}
	}
	words = strings.Fields(first)
	if at := w.clauseIn(words); at > 1 && (len(words) > maxGoodsWords || w.Description.Prose) {
		words = words[:at]
	}
	if at := w.firstClause(words); at > 1 && len(words) > maxGoodsWords {
		words = words[:at]
	}
	words = w.withoutMarks(words)
	if !strings.ContainsFunc(strings.Join(words, ""), unicode.IsLetter) {
		words = w.withoutMarks(strings.Fields(w.Text))
	}
	if len(words) > maxGoodsWords {
		if name := cmp.Or(w.namedInTitle(), w.nounInTitle()); name != "" {
			return name
		}
		words = append(words[:maxGoodsWords:maxGoodsWords], "…")
	}
	return strings.Trim(strings.Join(words, " "), ".,;:|- ")
}

// headBehind reports whether the head noun of a sentence stands behind a part of it, and not inside.
func (w *quoter) headBehind(before, whole string) bool {
	if !w.Description.Prose {
		return false
	}
	at := slices.IndexFunc(w.Description.Mentions, func(m text.Mention) bool { return m.Head })
	if at < 0 {
		return false
	}
	has := func(part string) bool { return holdsWord(part, w.Description.Mentions[at].Text) }
	return !has(before) && has(strings.TrimPrefix(whole, before))
}

// isCode reports whether words hold a number of the maker: letters and digits in one.
func (w *quoter) isCode(words string) bool {
	return slices.ContainsFunc(strings.Fields(words), func(word string) bool { return text.HasDigit(word) && w.unknown(text.Fold(word)) })
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
		if told < maxReadAs && strings.Contains(goods, r.From) && text.Fold(r.From) != text.Fold(r.As) {
			quoted, told = w.Say("read_as", "goods", quoted, "from", w.Quote(r.From), "as", w.Quote(r.As)), told+1
		}
	}
	mentions := w.Description.Mentions
	for i := 0; i < len(mentions) && told < maxReadAs; i++ {
		of := mentions[i].Of
		from, said := w.spelling(of)
		if of == "" || !said || text.Fold(from) == mentions[i].Text || !strings.Contains(goods, from) {
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
	if name := w.nameOf(sub); name != "" && (len(plainWords(name)) != len(plainWords(said)) || !w.inGoods(name)) {
		return w.Say("known_as", "name", w.Quote(name))
	}
	return ""
}

// Named reports whether the description holds a name of the first candidate's goods.
func (w *quoter) Named() bool { return w.nameOf(w.Candidates[0].Sub) != "" }

// nameOf is the name of a subheading's goods that the description holds, in the answer's language; empty where none is.
func (w *quoter) nameOf(sub int32) string {
	if name, ok := w.nearest(sub); ok && name.Lang == w.Tongue() && !name.Title && len(name.Text) >= leastName && w.saidOf(name.Text) {
		return name.Text
	}
	return ""
}

// nearest is the name of a subheading's goods that is nearest to the description.
func (w *quoter) nearest(sub int32) (name lookup.Name, ok bool) {
	hit := w.Ranking.Search.BestHit(sub)
	if hit == nil {
		return name, false
	}
	return w.Index.Name(hit.Term), true
}

// saidOf reports whether the description says every word of a name, close to each other: words picked from all over it make a neighbour,
// and no reason.
func (w *quoter) saidOf(name string) bool {
	_, _, said := w.whereSaid(name)
	return said
}

// whereSaid returns the words of the title from the first to the last of those of a name, which stand close to each other, at best as the
// name has them.
func (w *quoter) whereSaid(name string) (from, to int, ok bool) {
	var words []string
	for word := range strings.FieldsFuncSeq(text.Fold(name), text.BetweenWords) {
		if !w.Reader.Stopword(word, text.English) && !w.Reader.Stopword(word, text.Spanish) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	title, inOrder := len(w.roles()), false
	for i := range title {
		near, end, ordered := w.original[i:min(i+len(words)+nameSlack, title)], i, true
		for _, word := range words {
			at := slices.IndexFunc(near, func(s spelling) bool { return sameWord(s.plain, word) && s.segment == near[0].segment })
			if at < 0 {
				end = -1
				break
			}
			ordered = ordered && i+at+1 > end
			end = max(end, i+at+1)
		}
		if end <= i || !slices.ContainsFunc(words, func(word string) bool { return sameWord(near[0].plain, word) }) {
			continue
		}
		if i < len(w.titleRoles) && !slices.ContainsFunc(w.titleRoles[i:end], func(r parse.Role) bool { return !slices.Contains(clauseRoles, r) }) {
			continue // the muffler of tubes for mufflers
		}
		if ordered && end-i == len(words) {
			return i, end, true
		}
		if !ok || ordered && !inOrder {
			from, to, ok, inOrder = i, end, true, ordered
		}
	}
	return from, to, ok
}

// sameWord reports whether two words are one, whatever their number.
func sameWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= leastStem-1 && strings.HasPrefix(b, a) && (b[len(a):] == "s" || b[len(a):] == "es")
}
