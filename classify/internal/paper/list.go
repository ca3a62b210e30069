package paper

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/classify/internal/text"
)

// marks tell an item of a list from a heading or a total.
type marks uint8

const (
	marked   marks = 1 << iota // a letter, a bullet or a place in the list, which any list has
	numbered                   // an item number
	counted                    // a quantity before the name
	behind                     // a quantity behind it
	priced
)

// item is one of a list.
type item struct {
	name string
	has  marks
}

// leastGoods are the items of a list.
const leastGoods = 2

// list returns the goods of a text that lists several, each once: each line, or each part of the only line, has a mark of its own,
// and nothing before the first names what they would be parts of.
// beside are the lines that are none of the list's.
func (r *Reader) list(lines []string, paper bool) (goods, beside []string) {
	var items []item
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		one := r.item(line)
		switch {
		case len(items) == 0 && one.has&^marked == 0 && !paper:
			if len(lines) > 1 {
				return nil, nil // what stands first names the goods that the list is of
			}
		case one.has&^marked != 0 || paper && one.has != 0:
			items = append(items, one)
			continue
		}
		beside = append(beside, line)
	}
	if len(items) < leastGoods {
		items, beside = r.inline(lines), nil
	}
	if len(items) < leastGoods {
		return nil, nil
	}
	for _, one := range items[:min(len(items), maxItems)] { // each is read for goods by the caller
		if one.name != "" && !slices.ContainsFunc(goods, func(known string) bool { return strings.EqualFold(known, one.name) }) {
			goods = append(goods, one.name)
		}
	}
	return goods, beside
}

// inline reads the parts of a single line. All of them have a mark of the same kind, or the line is of one product.
func (r *Reader) inline(lines []string) []item {
	at := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" })
	if at < 0 || slices.ContainsFunc(lines[at+1:], func(line string) bool { return strings.TrimSpace(line) != "" }) {
		return nil
	}
	for _, part := range []func(string) []string{byLetters, bySemicolons, byCommas} {
		parts := part(lines[at])
		if len(parts) < leastGoods || r.opensSet(parts[0]) && !r.opensSet(parts[1]) {
			continue
		}
		items, common := make([]item, 0, len(parts)), ^marks(0)
		for _, p := range parts {
			one := r.item(p)
			items = append(items, one)
			common &= one.has
		}
		if common != 0 && common != marked || common == marked && len(parts[0]) > 1 && lettered(parts[0]) {
			return items
		}
	}
	return nil
}

// opensSet reports whether words speak of a set, or begin a list of what goods contain.
func (r *Reader) opensSet(words string) bool {
	for word := range strings.FieldsFuncSeq(text.Fold(words), apart) {
		if r.sets[word] || r.contains[word] {
			return true
		}
	}
	return false
}

// lettered reports whether words begin with a letter or a number in a list: "a) ", "1. ".
func lettered(words string) bool {
	_, ok := withoutPlace(strings.TrimSpace(words))
	return ok
}

// byLetters splits "a) blankets b) towels".
func byLetters(line string) (parts []string) {
	next := byte('a')
	from := 0
	for i := 0; i+2 < len(line); i++ {
		if (i == 0 || line[i-1] == ' ') && (line[i]|0x20) == next && line[i+1] == ')' && line[i+2] == ' ' {
			if i > 0 {
				parts = append(parts, line[from:i])
			}
			from, next = i, next+1
		}
	}
	if next == 'a' || strings.TrimSpace(line[:max(strings.Index(strings.ToLower(line), "a)"), 0)]) != "" {
		return nil
	}
	return append(parts, line[from:])
}

func bySemicolons(line string) []string { return filled(strings.Split(line, ";")) }

// byCommas splits at commas before a space, and at "and" and "y".
func byCommas(line string) []string {
	for _, and := range []string{", and ", " and ", ", y ", " y ", " e "} {
		line = strings.ReplaceAll(line, and, ", ")
	}
	return filled(strings.Split(line, ", "))
}

func filled(parts []string) (out []string) {
	for _, p := range parts {
		if strings.TrimSpace(p) != "" {
			out = append(out, p)
		}
	}
	return out
}

// withoutPlace cuts the place in a list off a line: "1. ", "2) ", "b) ", "- ".
func withoutPlace(line string) (rest string, ok bool) {
	for _, bullet := range []string{"- ", "* ", "• ", "· ", "– "} {
		if rest, ok = strings.CutPrefix(line, bullet); ok {
			return strings.TrimSpace(rest), true
		}
	}
	i := 0
	for i < len(line) && i < 4 && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	if i == 0 && len(line) > 0 && unicode.IsLetter(rune(line[0])) {
		i = 1
	}
	if i > 0 && i+1 < len(line) && (line[i] == ')' || line[i] == '.' && line[0] <= '9') && line[i+1] == ' ' {
		return strings.TrimSpace(line[i+1:]), true
	}
	return line, false
}

// item reads one line or part of a list.
func (r *Reader) item(words string) (one item) {
	words = withoutCells(strings.TrimSpace(words))
	if len(words) > maxName {
		return item{}
	}
	if rest, ok := withoutPlace(words); ok {
		one.has |= marked
		words = rest
	}
	if rest, ok := r.withoutNumber(words); ok {
		one.has |= numbered
		words = rest
	}
	fields := strings.Fields(words)
	if n := r.leads(fields); n > 0 {
		one.has |= counted
		fields = fields[n:]
		if one.has&numbered == 0 { // "2 units: diesel generator", "10 PN 4711 pump"
			if rest, ok := r.withoutNumber(strings.Join(fields, " ")); ok {
				fields = strings.Fields(rest)
			}
		}
	}
	fields, tail := r.trails(fields)
	if one.has |= tail; tail&behind != 0 && one.has&counted == 0 && len(fields) > 1 && isCount(fields[0]) {
		fields = fields[1:] // the number of a row
	}
	one.name = strings.Trim(strings.Join(fields, " "), " ,;:.-–|")
	return one
}

// leastCells are the cells of a row of a table.
const leastCells = 3

// withoutCells puts spaces between the cells of a row that is written with bars, commas or semicolons and ends in an amount:
// "| 1 | hex bolt | 3 | 2.50 |", "1,hex bolt,3,2.50". Commas and semicolons before a space are those of a sentence.
func withoutCells(row string) string {
	for _, mark := range []string{"|", ";", ","} {
		plain := strings.Trim(row, " "+mark)
		cells := strings.Split(plain, mark)
		if len(cells) < leastCells || mark != "|" && strings.Contains(plain, mark+" ") {
			continue
		}
		if last := strings.TrimSpace(cells[len(cells)-1]); isAmount(last) || isPrice(text.Fold(last)) {
			return strings.Join(strings.Fields(strings.Join(cells, " ")), " ")
		}
	}
	return row
}

// maxLabel bounds the words of a label of items.
const maxLabel = 2

// withoutNumber cuts an item number off: "SKU A123", "Item 1:", "Line 10 -", "P/N 77-10932".
func (r *Reader) withoutNumber(words string) (rest string, ok bool) {
	fields := strings.Fields(words)
	for n := min(maxLabel, len(fields)-2); n > 0; n-- {
		label := strings.TrimRight(text.Fold(strings.Join(fields[:n], " ")), ":#")
		if !slices.Contains(r.items, label) || !strings.ContainsAny(fields[n], "0123456789") {
			continue
		}
		if rest = strings.Trim(strings.Join(fields[n+1:], " "), " :-–|,;."); rest != "" {
			return rest, true
		}
	}
	return words, false
}

// leads returns how many words are a quantity of goods at the start: "100 pcs", "5 kg of", "3", "qty 200", "12x".
func (r *Reader) leads(fields []string) int {
	at := 0
	if len(fields) > 1 && slices.Contains(r.quantities, strings.Trim(text.Fold(fields[0]), ":")) {
		at = 1
	}
	if at >= len(fields) || !isCount(fields[at]) {
		return 0
	}
	at++
	if at >= len(fields) {
		return 0
	}
	switch unit := plainWord(fields[at]); {
	case r.counts[unit]:
		at++
	case unit == "x" && at+1 < len(fields):
		return at + 1
	case r.measures[unit] || strings.HasSuffix(fields[at-1], "%"):
		return 0
	case at == 1 && !r.isPlural(fields[0], fields[at:]):
		return 0
	}
	if at < len(fields) && slices.Contains([]string{"of", "de", "x"}, plainWord(fields[at])) {
		at++
	}
	if at >= len(fields) {
		return 0
	}
	return at
}

// isPlural reports whether words go with a count: "3 chairs", "1 table", not "2 door refrigerator".
func (r *Reader) isPlural(count string, words []string) bool {
	if strings.TrimLeft(count, "0") == "1" {
		return true
	}
	for i, word := range words {
		word = plainWord(word)
		if i > 0 && slices.Contains([]string{"of", "de", "for", "para", "with", "con"}, word) {
			break
		}
		if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
			return true
		}
	}
	return false
}

// trails cuts quantities and prices off the end: "100 pcs", "x 2", "USD 12.00", "- 500 pcs", "500 1.20".
func (r *Reader) trails(fields []string) (rest []string, has marks) {
	numbers := 0
	for len(fields) > 1 {
		last := plainWord(fields[len(fields)-1])
		before := plainWord(fields[len(fields)-2])
		switch {
		case last == "" || last == "@" || last == "x" && numbers > 0:
			fields = fields[:len(fields)-1]
		case isPrice(last):
			fields, has = fields[:len(fields)-1], has|priced
		case r.money[last] && isAmount(before) && len(fields) > 2:
			fields, has = fields[:len(fields)-2], has|priced
		case r.money[last] && numbers > 0:
			fields, has = fields[:len(fields)-1], has|priced
		case r.counts[last] && len(last) > 1 && isCount(before):
			fields, has = fields[:len(fields)-2], has|behind
		case isAmount(last) && r.money[before]:
			fields, has = fields[:len(fields)-2], has|priced
		case isAmount(last) && (before == "x" || slices.Contains(r.quantities, before)):
			fields, has = fields[:len(fields)-2], has|behind
		case isAmount(last) && (isAmount(before) || numbers > 0):
			numbers++
			fields = fields[:len(fields)-1]
			if numbers > 1 {
				has |= behind
			}
		case slices.Contains([]string{"each", "cu", "c/u", "por"}, last) && len(fields) > 2:
			fields = fields[:len(fields)-1]
		default:
			return fields, has
		}
	}
	return fields, has
}

// plainWord is a word folded, without the marks around it.
func plainWord(word string) string { return strings.Trim(text.Fold(word), ",;:()[]-–|") }

// isCount reports whether a word is a number of goods.
func isCount(word string) bool {
	word = strings.Trim(word, "(),;:")
	return word != "" && len(word) <= 9 && strings.Trim(word, "0123456789.,") == "" && word[0] >= '0' && word[0] <= '9'
}

// isAmount reports whether a word is a number.
func isAmount(word string) bool {
	return word != "" && strings.Trim(word, "0123456789.,") == "" && strings.ContainsAny(word, "0123456789")
}

// isPrice reports whether a word is an amount with its sign: "$12.00", "€5".
func isPrice(word string) bool {
	for _, sign := range []string{"us$", "mx$", "$", "€", "£", "¥"} {
		if rest, ok := strings.CutPrefix(word, sign); ok && isAmount(rest) {
			return true
		}
		if rest, ok := strings.CutSuffix(word, sign); ok && isAmount(rest) {
			return true
		}
	}
	return false
}
