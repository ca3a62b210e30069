package term

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tariffdesk/extract/internal/value"
)

// Bag is a text as the set of common words it means.
type Bag struct {
	Words []string // sorted, each once
	Key   string   // the words joined
}

// Has reports whether the bag holds all words.
func (b Bag) Has(words ...string) bool {
	for _, w := range words {
		if !slices.Contains(b.Words, w) {
			return false
		}
	}
	return true
}

// Without is the bag less some words.
func (b Bag) Without(words ...string) Bag {
	var kept []string
	for _, w := range b.Words {
		if !slices.Contains(words, w) {
			kept = append(kept, w)
		}
	}
	return newBag(kept)
}

// Join is the bag of both.
func (b Bag) Join(o Bag) Bag { return newBag(append(slices.Clone(b.Words), o.Words...)) }

func newBag(words []string) Bag {
	sorted := slices.Clone(words)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	return Bag{slices.Clip(sorted), strings.Join(sorted, " ")}
}

// Bag reads a label, a property's name or a description.
func (d *Dictionary) Bag(text string) Bag {
	if d.read == nil {
		return d.bagOf(text)
	}
	return remembered(d.read.bags, text, d.bagOf)
}

func (d *Dictionary) bagOf(text string) Bag { return newBag(d.Words(text)) }

// tokens are the tokens of a text; whoever changes them clones them.
func (d *Dictionary) tokens(text string) []string {
	if d.read == nil {
		return tokens(text)
	}
	return remembered(d.read.tokens, text, tokens)
}

// Tokens are the printed words of a text, folded, less those without meaning and units.
func (d *Dictionary) Tokens(text string) []string {
	all := d.tokens(text)
	return slices.DeleteFunc(slices.Clone(all[:min(len(all), maxWords)]), func(t string) bool {
		words, ok := d.phrases[t]
		return ok && len(words) == 0 || d.units[t]
	})
}

// maxWords bounds a text that is read as a label.
const maxWords = 60

// Words reads a text as common words in their order. Units count only where nothing else is there.
func (d *Dictionary) Words(text string) []string {
	t := d.tokens(text)
	t = t[:min(len(t), maxWords)]
	var words, units []string
	for i := 0; i < len(t); {
		n, found := d.match(t[i:])
		switch phrase := strings.Join(t[i:i+n], " "); {
		case n == 1 && i > 0 && (rate(t[i]) || i+1 < len(t) && t[i+1] == "%" && rate(t[i]+"%")):
		case d.units[phrase]:
			units = append(units, phrase)
		case n == 1 && found == nil && !d.known(t[i]):
			if head, ok := strings.CutSuffix(t[i], "no"); ok && d.known(head) { // SEALNO, as OCR and forms run them together
				words = append(words, d.Words(head+" no")...)
				break
			}
			words = append(words, singular(t[i]))
		default:
			words = append(words, found...)
		}
		i += n
	}
	if len(words) == 0 || len(words) == 1 && words[0] == "total" {
		return append(words, unitWords(units)...) // total kg is a weight
	}
	return words
}

// rate reports whether a token is a bare percentage, as in IVA 16%.
func rate(t string) bool {
	digits := strings.TrimRight(t, "%")
	return digits != t && strings.Trim(digits, "0123456789.") == ""
}

// Unit reports whether a word is a unit or currency.
func (d *Dictionary) Unit(word string) bool { return d.units[strings.Join(d.tokens(word), " ")] }

// unitWords returns the words of a label that holds nothing but a unit.
func unitWords(units []string) []string {
	for _, u := range units {
		switch u {
		case "kg", "kgs", "lb", "lbs", "kilos", "kilogramos":
			return []string{"weight"}
		case "cbm", "m3":
			return []string{"volume"}
		case "usd", "eur", "mxn", "$", "us$", "rm", "gbp", "dolares", "pesos":
			return []string{"amount"}
		case "%":
			return []string{"percent"}
		}
	}
	return nil
}

func (d *Dictionary) known(token string) bool { _, ok := d.phrases[token]; return ok }

// match finds the longest phrase at the beginning of tokens and its common words.
func (d *Dictionary) match(t []string) (int, []string) {
	for n := min(len(t), d.longest); n > 1; n-- {
		if words, ok := d.phrases[strings.Join(t[:n], " ")]; ok {
			return n, words
		}
	}
	for _, form := range []string{t[0], singular(t[0]), umlauts.Replace(t[0])} {
		if words, ok := d.phrases[form]; ok {
			return 1, words
		}
	}
	return 1, nil
}

// umlauts undoes how German is written without them: Verkaeufer.
var umlauts = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// WithoutUmlauts is a folded name with its written-out umlauts as folding leaves printed ones: bezuege as Bezüge is folded.
func WithoutUmlauts(name string) string { return umlauts.Replace(name) }

// Known reports whether a phrase of the dictionary begins the text's tokens.
func (d *Dictionary) Known(text string) bool {
	t := d.tokens(text)
	if len(t) == 0 {
		return false
	}
	_, words := d.match(t)
	return len(words) > 0
}

// plural is an ending that a form leaves open: good(s), B(s)/L.
var plural = regexp.MustCompile(`\((?:e?s)\)`)

// tokens folds a text and splits it at everything but letters and digits; abbreviations keep
// together: p.o. becomes po, b/l stays.
func tokens(text string) []string {
	folded := value.Fold(splitCamel(text))
	if strings.Contains(folded, "(") {
		folded = plural.ReplaceAllString(folded, "")
	}
	var out []string
	for _, f := range strings.FieldsFunc(folded, func(c rune) bool {
		return unicode.IsSpace(c) || strings.ContainsRune("_:;,()[]{}*\"“”|=<>!?¿¡", c)
	}) {
		f = strings.Trim(f, "-–—/\\'`´’")
		if head, rest, ok := strings.Cut(strings.ReplaceAll(f, "’", "'"), "'"); ok && (head == "d" || head == "l") {
			f = rest // d'échéance, l'acheteur
		} else if rest == "s" && ok {
			f = head // carrier's
		}
		if parts := strings.Split(strings.TrimRight(f, "."), "."); len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return len(p) < 2 || strings.ContainsAny(p, "0123456789/-&") }) {
			out = append(out, parts...) // NO.OF: words run together, no abbreviation
			continue
		}
		f = abbreviation(f)
		switch {
		case f == "":
		case len(f) <= 4 && strings.Contains(f, "/"):
			out = append(out, f) // b/l, c/u, p/o
		default:
			out = append(out, strings.FieldsFunc(f, func(c rune) bool { return strings.ContainsRune("/-–&+\\", c) })...)
		}
	}
	return splitHash(out)
}

// abbreviation drops the points of an abbreviation and those at the end of a word.
func abbreviation(f string) string {
	f = strings.TrimRight(f, ".")
	if strings.Contains(f, ".") {
		return strings.ReplaceAll(f, ".", "")
	}
	return f
}

func splitHash(all []string) []string {
	var out []string
	for _, t := range all {
		if rest, ok := strings.CutSuffix(t, "#"); ok && rest != "" {
			out = append(out, rest, "#")
		} else if rest, ok := strings.CutPrefix(t, "#"); ok && rest != "" {
			out = append(out, "#", rest)
		} else {
			out = append(out, t)
		}
	}
	return out
}

// splitCamel writes invoiceNumber as invoice Number.
func splitCamel(s string) string {
	var b strings.Builder
	last := rune(0)
	name := []rune(s)
	for i, c := range name {
		begins := i+2 < len(name) && unicode.IsUpper(last) && unicode.IsLower(name[i+1]) && unicode.IsLower(name[i+2]) // HTSCode
		if unicode.IsUpper(c) && (unicode.IsLower(last) && (i < 2 || unicode.IsLetter(name[i-2])) || begins) {         // kWh is one word
			b.WriteByte(' ')
		}
		b.WriteRune(c)
		last = c
	}
	return b.String()
}

// singular drops a plural ending.
func singular(w string) string {
	if len(w) > 4 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}

// weigh gives each word its weight: rare words say more.
func (d *Dictionary) weigh() {
	n, all := map[string]int{}, 0
	for _, name := range d.names {
		seen := map[string]bool{}
		for _, b := range d.concepts[name].Bags {
			for _, w := range b.Words {
				seen[w] = true
			}
		}
		for w := range seen {
			n[w]++
		}
		all++
	}
	for w, count := range n {
		d.idf[w] = math.Log(1 + float64(all)/float64(count))
	}
}

func (d *Dictionary) weight(w string) float64 {
	if v, ok := d.idf[w]; ok {
		return v
	}
	return 3
}

// Likeness is the shared weight of two bags over their joint weight, 1 for equal bags.
func (d *Dictionary) Likeness(a, b Bag) float64 {
	if a.Key == "" || b.Key == "" {
		return 0
	}
	if a.Key == b.Key {
		return 1
	}
	if !slices.ContainsFunc(a.Words, func(w string) bool { return slices.Contains(b.Words, w) }) {
		return 0
	}
	var shared, joint float64
	for _, w := range a.Words {
		if slices.Contains(b.Words, w) {
			shared += d.weight(w)
		}
		joint += d.weight(w)
	}
	for _, w := range b.Words {
		if !slices.Contains(a.Words, w) {
			joint += d.weight(w)
		}
	}
	return shared / joint
}
