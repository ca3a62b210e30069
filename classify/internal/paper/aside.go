package paper

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/vocabulary"
)

// Bounds of a text from which what says nothing of goods is taken: words, bytes.
const (
	maxAside      = 24
	maxAsideBytes = 300
)

// asides is the vocabulary of what stands beside the name of goods and says nothing of them.
type asides struct {
	openings, remarks [][]string // phrases by their words, longest first
	uses              [][]string
	loads             map[string]bool
	articles, origins map[string]bool
	colours, colour   map[string]bool // their names, and the word colour
	countries         map[string]bool
	turns             map[string]bool // what goods serve follows
	opens, remarked   map[string]bool // first words of openings and remarks, and currencies: most texts have none
	used              map[string]bool // first words of uses
	sides, price      *regexp.Regexp
	weight            *regexp.Regexp
}

func newAsides(b *vocabulary.Book) (a asides) {
	a.openings, a.remarks = wordsOf(b.Phrases("openings of requests")), wordsOf(b.Phrases("remarks beside goods"))
	a.loads, a.articles, a.origins = foldedSet(b.Set("loads")), b.Set("articles"), b.Set("ties of origin")
	a.colours, a.colour, a.countries = b.Set("colours"), b.Set("words for colour"), b.Set("countries")
	a.turns = b.Set("ties of names")
	a.uses = wordsOf(b.Phrases("uses beside goods"))
	a.opens, a.remarked, a.used = firstWords(a.openings), firstWords(a.remarks), firstWords(a.uses)
	for _, currency := range folded(b.Phrases("currencies of prices")) {
		a.remarked[strings.Trim(currency, "$")] = true
	}
	alternatives := func(words []string) string {
		for i := range words {
			words[i] = regexp.QuoteMeta(words[i])
		}
		return strings.Join(words, "|")
	}
	a.weight = weightIn(alternatives(b.Phrases("units of weights")))
	a.sides, a.price = sidesIn(alternatives(b.Phrases("units of sides"))), priceIn(alternatives(b.Phrases("currencies of prices")))
	return a
}

func firstWords(phrases [][]string) map[string]bool {
	first := map[string]bool{}
	for _, p := range phrases {
		first[p[0]] = true
	}
	return first
}

// wordsOf takes phrases apart, the longest first.
func wordsOf(phrases []string) (out [][]string) {
	for _, p := range folded(phrases) {
		out = append(out, strings.Fields(p))
	}
	slices.SortStableFunc(out, func(a, b []string) int { return len(b) - len(a) })
	return out
}

// WithoutOpening returns a text without what only opens it: "HS code for ball valves", "I want to import ball valves from China" and "one 40ft container of ball
// valves" are ball valves. load tells of the last: "contenedor de plástico" may be no load.
func (r *Reader) WithoutOpening(words string) (rest string, load bool) {
	if len(words) > maxAsideBytes {
		return words, false
	}
	fields := strings.Fields(words)
	if len(fields) < 2 || len(fields) > maxAside {
		return words, false
	}
	left, opened := fields, false
	for range 3 {
		n, loads := r.opening(left)
		if n == 0 || n >= len(left) {
			break
		}
		left, opened, load = left[n:], true, load || loads
	}
	if !opened {
		return words, false
	}
	if n := len(left); n > 2 && r.origins[plainWord(left[n-2])] && r.countries[plainWord(left[n-1])] {
		left = left[:n-2]
	}
	return strings.Trim(strings.Join(left, " "), " :?¿"), load
}

// opening returns how many words open a text: a phrase, or a load of goods with its number and size.
func (r *Reader) opening(fields []string) (n int, load bool) {
	opens := r.opens[strings.Trim(plainWord(fields[0]), "¿?")]
	for _, phrase := range r.openings {
		if !opens {
			break
		}
		if begins(fields, phrase) {
			return len(phrase), false
		}
	}
	for i := range min(len(fields)-1, 4) {
		word := plainWord(fields[i])
		if tie := plainWord(fields[i+1]); r.loads[word] && (tie == "of" || tie == "de") {
			return i + 2, true
		}
		if !r.articles[word] && !strings.ContainsAny(word, "0123456789") && word != "x" {
			break
		}
	}
	return 0, false
}

// begins reports whether a text begins with the words of a phrase.
func begins(fields, phrase []string) bool {
	if len(fields) < len(phrase) {
		return false
	}
	for i, word := range phrase {
		if strings.Trim(plainWord(fields[i]), "¿?:") != word {
			return false
		}
	}
	return true
}

// itemNumber is the number of an item of a list.
var itemNumber = regexp.MustCompile(`^\s*(?:\(?\d{1,3}[.)]|\(?[a-h]\)|[-*•#])\s+`)

// sidesIn matches sizes on two or three sides in units: "30 x 20 x 10 cm".
func sidesIn(units string) *regexp.Regexp {
	const number, by = `\d+(?:[.,]\d+)?`, `\s*[x×*]\s*`
	unit := `\s*(?:(?:` + units + `)\b|")`
	return regexp.MustCompile(`(?i)\b` + number + `(?:` + unit + `)?` + by + number + `(?:(?:` + unit + `)?` + by + number + `)?` + unit)
}

// weightIn matches weights in units: "2.5 kg", and neither "4G" nor "4 G".
func weightIn(units string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s,(])\d+(?:[.,]\d+)?\s*(?:g|(?i:` + units + `))\b`)
}

// priceIn matches prices in currencies: "USD 12.50", "12.50 usd", "$3".
func priceIn(currencies string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:\b(?:` + currencies + `)|[$€£])\s*\d[\d.,]*|\b\d[\d.,]*\s*(?:` + currencies + `)\b`)
}

// WithoutRemarks returns a text without what a request or an invoice says beside the goods: the number of the item, prices, "for export", "(sample)".
func (r *Reader) WithoutRemarks(words string) string {
	if len(words) > maxAsideBytes || len(strings.Fields(words)) > maxAside {
		return words
	}
	rest := itemNumber.ReplaceAllString(words, "")
	if strings.ContainsAny(rest, "0123456789") {
		rest = r.price.ReplaceAllString(rest, " ")
	}
	fields, cut := parts(rest), rest != words
	var kept []string
	for i := 0; i < len(fields); {
		if n := phraseOf(r.remarked, r.remarks, fields[i:]); n > 0 && (i > 0 || n < len(fields)) {
			i, cut = i+n, true
			continue
		}
		kept = append(kept, fields[i])
		i++
	}
	if !cut || len(kept) == 0 {
		return words
	}
	return whole(kept)
}

// WithoutAsides returns a text without what else stands beside the name of goods and says nothing of them: articles, weights, sizes on two or three sides, a colour
// behind the goods, and uses that any goods have. The last weight goes where weighed says so: names have weights too. removed lists the words that went, folded.
func (r *Reader) WithoutAsides(words string, weighed bool) (rest string, removed []string) {
	if len(words) > maxAsideBytes || len(strings.Fields(words)) > maxAside {
		return words, nil
	}
	if strings.ContainsAny(words, "xX×*") {
		words = r.sides.ReplaceAllString(words, " ")
	}
	if weights := r.weight.FindAllStringIndex(words, -1); weighed && len(weights) > 0 {
		last := weights[len(weights)-1]
		words = words[:last[0]] + " " + words[last[1]:]
	}
	fields := parts(words)
	var kept []string
	for i := 0; i < len(fields); i++ {
		word := plainWord(fields[i])
		use := phraseOf(r.used, r.uses, fields[i:])
		switch {
		case use > 0 && use < len(fields):
			for _, field := range fields[i : i+use] {
				removed = append(removed, plainWord(field))
			}
			i += use - 1
		case len(kept) == 0 && r.articles[word] && i+1 < len(fields):
			removed = append(removed, word)
		case len(kept) > 0 && r.coloured(word) && (i+1 == len(fields) || plainWord(fields[i+1]) == ""): // "azul", "black/white" behind the goods; "white board" is a name
			removed = append(removed, strings.Split(word, "/")...)
		case len(kept) > 0 && r.colour[word] && i+1 < len(fields) && r.coloured(plainWord(fields[i+1])):
			removed = append(removed, word, plainWord(fields[i+1]))
			i++
		case word != "" || len(kept) > 0:
			kept = append(kept, fields[i])
		}
	}
	return whole(kept), removed
}

// WithoutColour returns a text without the colour that it begins with.
func (r *Reader) WithoutColour(words string) (rest, colour string) {
	fields := strings.Fields(words)
	if len(words) > maxAsideBytes || len(fields) < 2 || !r.coloured(plainWord(fields[0])) {
		return words, ""
	}
	return strings.Join(fields[1:], " "), plainWord(fields[0])
}

// parts cuts a text at spaces, commas and brackets.
func parts(words string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " , ").Replace(words))
}

// whole puts such parts together again.
func whole(parts []string) string {
	rest := strings.NewReplacer("( )", "", " ,", ",", "( ", "(", " )", ")").Replace(strings.Join(parts, " "))
	return strings.Trim(strings.Join(strings.Fields(rest), " "), " ,.;:-")
}

// coloured reports whether a word is of colours alone: "black/white".
func (r *Reader) coloured(word string) bool {
	for part := range strings.SplitSeq(word, "/") {
		if !r.colours[part] {
			return false
		}
	}
	return word != ""
}

// phraseOf returns how many words the phrase takes that a text begins with. first are the first words of phrases.
func phraseOf(first map[string]bool, phrases [][]string, fields []string) int {
	if !first[plainWord(fields[0])] {
		return 0
	}
	for _, phrase := range phrases {
		if begins(fields, phrase) {
			return len(phrase)
		}
	}
	return 0
}

// Ties reports whether a word ties something else to goods: of, with, for.
func (r *Reader) Ties(word string) bool {
	word = plainWord(word)
	return r.fills[word] || r.holds[word] || r.serves[word]
}

// Remarks reports whether a folded word may begin a remark.
func (r *Reader) Remarks(word string) bool { return r.remarked[word] }

// Stands reports whether a folded word is an article, a colour, or may begin a use that any goods have.
func (r *Reader) Stands(word string) bool {
	return r.articles[word] || r.used[word] || r.colours[word] || r.colour[word]
}

// Priced reports whether a text may hold the number of an item or a sign of money.
func (r *Reader) Priced(words string) bool {
	return strings.ContainsAny(words, "$€£") || strings.ContainsAny(words[:min(len(words), 5)], ").-*#") || strings.HasPrefix(words, "•")
}

// Sized reports whether a text may hold a weight, or a size on two or three sides: "30 x 20".
func (r *Reader) Sized(words string) bool {
	if len(words) > maxAsideBytes {
		return false
	}
	if strings.ContainsAny(words, "0123456789") && r.weight.MatchString(words) {
		return true
	}
	by := false // a sign between two sides has been met, and nothing else since
	for _, c := range words {
		switch {
		case strings.ContainsRune("xX*×", c):
			by = true
		case by && c >= '0' && c <= '9':
			return true
		case c != ' ':
			by = false
		}
	}
	return false
}
