// Package paper owns what a text says beside goods and how it lists them: titles, letterheads and labels of trade papers,
// and lists of goods that each have a quantity, an item number or a price of their own.
//
// It refuses to know goods: whether the words of an item name any is for its caller.
package paper

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
)

// Bounds of what is read.
const (
	maxLines = 2_000 // of a text
	maxItems = 400   // of a list
	maxName  = 400   // bytes of an item
)

// Reader reads papers by the vocabulary. It does not change.
type Reader struct {
	titles, labels, amounts, parties, forms, items, quantities []string // longest first, folded
	beside, address, columns, counts, measures, money          map[string]bool
	sets, contains                                             map[string]bool
	holding
	asides
}

// New reads the lists of a vocabulary. What is wrong with them the book tells.
func New(b *vocabulary.Book) *Reader {
	return &Reader{
		titles: folded(b.Phrases("titles of papers")), labels: folded(b.Phrases("labels of papers")), amounts: folded(b.Phrases("labels of amounts")),
		parties: folded(b.Phrases("labels of parties")),
		forms:   folded(b.Phrases("company forms")), items: folded(b.Phrases("labels of items")), quantities: folded(b.Phrases("labels of quantities")),
		beside: foldedSet(b.Set("beside titles")), address: foldedSet(b.Set("words of addresses")), columns: foldedSet(b.Set("columns of papers")),
		counts: foldedSet(b.Set("counts of a list")), measures: foldedSet(b.Set("measures of a list")), money: foldedSet(b.Set("money of a list")),
		sets: b.Set("sets"), contains: b.Set("lists of components"),
		holding: newHolding(b), asides: newAsides(b),
	}
}

// folded folds phrases and puts the longest first.
func folded(phrases []string) []string {
	out := make([]string, len(phrases))
	for i, p := range phrases {
		out[i] = text.Fold(p)
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

func foldedSet(words map[string]bool) map[string]bool {
	out := make(map[string]bool, len(words))
	for w := range words {
		out[text.Fold(w)] = true
	}
	return out
}

// Text is a text with the goods that it names.
type Text struct {
	Rest  string   // without what belongs to the paper; as it was where nothing does
	Goods []string // several goods in their order, without their numbers in the list; empty where it is of one
	Paper bool     // something belonged to a paper
}

// Read reads a text.
func (r *Reader) Read(words string) Text {
	lines := strings.SplitN(words, "\n", maxLines+1)
	kept, paper := r.withoutPaper(lines)
	t := Text{Rest: words, Paper: paper}
	if paper {
		t.Rest = strings.TrimSpace(strings.Join(kept, "\n"))
	}
	goods, beside := r.list(kept, paper)
	if t.Goods = goods; len(goods) == 1 { // the rows repeat one product: what else is said is of it
		t.Rest, t.Goods = strings.Join(append(goods, beside...), "\n"), nil
	}
	return t
}

// kind tells lines of a paper apart.
type kind uint8

const (
	kindOther   kind = iota
	kindTitle        // of a paper, and nothing else
	kindLabel        // with what follows it
	kindAmount       // a label with numbers alone
	kindParty        // a party and its name
	kindCompany      // the name of a company
	kindColumns      // the head of a table
	kindAddress      // only beside other lines of a paper
)

// leastLabels are the lines with labels that make a paper of a text without a title.
const leastLabels = 2

// withoutPaper leaves out the lines that belong to a paper, and reports whether there were any.
func (r *Reader) withoutPaper(lines []string) (kept []string, paper bool) {
	kinds := make([]kind, len(lines))
	labels, sure := 0, false
	for i, line := range lines {
		kinds[i] = r.kindOf(line)
		switch kinds[i] {
		case kindTitle, kindParty, kindColumns:
			sure = true
		case kindAmount:
			labels++
			sure = sure || len(lines) == 1
		case kindLabel:
			labels++
		case kindCompany:
			labels++
			sure = sure || len(lines) == 1
		case kindAddress, kindOther:
		}
	}
	if !sure && labels < leastLabels {
		return lines, false
	}
	for i, line := range lines {
		if kinds[i] == kindOther || kinds[i] == kindLabel && len(lines) == 1 {
			kept = append(kept, line)
		}
	}
	return kept, len(kept) < len(lines)
}

// kindOf says what a line is by its words alone.
func (r *Reader) kindOf(line string) kind {
	plain := strings.TrimSpace(text.Fold(line))
	if plain == "" || len(plain) > maxName {
		return kindOther
	}
	for _, title := range r.titles {
		if rest, ok := after(plain, title); ok {
			if r.saysNothing(rest) {
				return kindTitle
			}
			break
		}
	}
	if r.isColumns(plain) {
		return kindColumns
	}
	for _, label := range r.parties {
		if rest, ok := after(plain, label); ok && strings.HasPrefix(rest, ":") {
			return kindParty
		}
	}
	for _, label := range r.amounts {
		if rest, ok := after(plain, label); ok && r.saysNothing(rest) {
			return kindAmount
		}
	}
	for _, label := range r.labels {
		rest, ok := after(plain, label)
		switch {
		case !ok:
		case strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "#") || strings.HasPrefix(rest, "no.") || strings.HasPrefix(rest, ".:"):
			return kindLabel
		case r.isTelephone(rest):
			return kindLabel
		}
	}
	if r.isCompany(line, plain) {
		return kindCompany
	}
	if r.isAddress(plain) {
		return kindAddress
	}
	return kindOther
}

// leastTelephone is the number of digits of a telephone.
const leastTelephone = 7

// isTelephone reports whether what follows a label is a long number alone: "+44 20 1234567".
func (r *Reader) isTelephone(rest string) bool {
	digits := 0
	for _, c := range rest {
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	return digits >= leastTelephone && strings.Trim(rest, "0123456789 +-().") == ""
}

// after cuts a phrase off the start of a line where it ends there.
func after(line, phrase string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(line, phrase)
	if !ok || rest != "" && text.IsWordRune(rune(rest[0])) && text.IsWordRune(rune(phrase[len(phrase)-1])) {
		return line, false
	}
	return strings.TrimSpace(rest), true
}

// saysNothing reports whether words are numbers, dates, money and small words alone.
func (r *Reader) saysNothing(words string) bool {
	for word := range strings.FieldsFuncSeq(words, apart) {
		if !r.beside[word] && !r.money[word] && !strings.ContainsAny(word, "0123456789") && len(word) > 1 {
			return false
		}
	}
	return true
}

func apart(c rune) bool { return strings.ContainsRune(" \t\r,;:.()[]|/*\"'–—-=_", c) }

// leastColumns are the headers that make a line the head of a table.
const leastColumns = 3

func (r *Reader) isColumns(plain string) bool {
	n := 0
	for word := range strings.FieldsFuncSeq(plain, func(c rune) bool { return strings.ContainsRune(" \t\r,;:()[]|/*-_", c) }) {
		if !r.columns[word] {
			return false
		}
		n++
	}
	return n >= leastColumns
}

// isCompany reports whether a line is the name of a company: it ends as one does, and every word of it is a name.
func (r *Reader) isCompany(line, plain string) bool {
	plain = strings.TrimRight(plain, " ,;")
	for _, form := range r.forms {
		name, ok := strings.CutSuffix(plain, form)
		if !ok || name == "" || text.IsWordRune(rune(name[len(name)-1])) {
			continue
		}
		words := strings.Fields(line)
		return len(words) > 1 && len(words) <= 9 && !slices.ContainsFunc(words, func(w string) bool {
			return len(w) > 3 && strings.ToLower(w[:1]) == w[:1]
		})
	}
	return false
}

// isAddress reports whether a line is of an address: it has a number and a word of addresses.
func (r *Reader) isAddress(plain string) bool {
	if strings.Contains(plain, "@") || strings.HasPrefix(plain, "www.") || strings.HasPrefix(plain, "http") {
		return true
	}
	if !strings.ContainsAny(plain, "0123456789") {
		return false
	}
	for word := range strings.FieldsFuncSeq(plain, func(c rune) bool { return c == ' ' || c == ',' }) {
		if r.address[word] {
			return true
		}
	}
	return false
}
