package quantity

import (
	"slices"
	"strings"

	"tariffdesk/tariff"
)

// Bounds of what is read of one text.
const (
	maxQuantities = 40
	maxDigits     = 15 // of a number with its points and commas
)

// Read reads the quantities of folded text in their order.
func (r *Reader) Read(folded string) []Quantity {
	s := scan{r: r, text: folded}
	for at := 0; at < len(folded) && len(s.found) < maxQuantities; {
		if at > 0 && inWord(folded, at) {
			at++
			continue
		}
		if q, ok := s.quantity(at); ok {
			s.add(q)
			at = max(q.End, q.number)
			continue
		}
		at = max(wordEnd(folded, at), at+1)
	}
	s.share()
	s.deny()
	s.bind()
	return s.found
}

// scan is one reading.
type scan struct {
	r     *Reader
	text  string
	found []Quantity
	links []byte // how each is joined to the one before: 'x', '/', '-', or 0
}

// add takes a quantity in, as the upper end of the one before where the two are a range: "10 kg a 20 kg".
func (s *scan) add(q Quantity) {
	link := byte(0)
	if n := len(s.found); n > 0 {
		last := &s.found[n-1]
		gap := strings.TrimSpace(s.text[last.End:q.Start])
		switch {
		case s.joined(gap, last) && last.Class == q.Class && q.Class != "" && last.High < q.Low && last.Exact() && q.Exact():
			last.High, last.End, last.number = q.High, q.End, q.number
			s.open(last)
			return
		case gap == "x" || gap == "/" || gap == "-" || gap == "by" || gap == "por":
			link = gap[0]
		}
	}
	s.open(&q)
	s.found, s.links = append(s.found, q), append(s.links, link)
}

// joined reports whether words between two numbers make them the ends of a range.
func (s *scan) joined(gap string, first *Quantity) bool {
	if s.r.joins[gap] {
		return true
	}
	before := strings.Fields(wordsBefore(s.text, first.Start))
	return s.r.pairs[gap] && len(before) > 0 && s.r.between[before[len(before)-1]]
}

// quantity reads one at an offset where a word may start.
func (s *scan) quantity(at int) (q Quantity, ok bool) {
	r, text := s.r, s.text
	if !digit(text, at) {
		return s.worded(at)
	}
	q = Quantity{Start: at}
	value, end, ok := mixed(text, at)
	if !ok {
		return q, false
	}
	q.Low, q.High = value, value
	q.Decimal = strings.ContainsAny(text[at:end], ".,")
	q.number = end
	if high, to, ok := s.upper(&q, end); ok && high > value {
		q.High, q.number = high, to
	}
	q.End = q.number
	if currency := r.currencyBefore(text[:at]); currency != "" {
		s.money(&q, currency, q.End)
		return q, true
	}
	s.unit(&q)
	return q, true
}

// upper reads the upper end of a range without a unit between: "10-20 kW", "entre 5 y 10 kg".
func (s *scan) upper(q *Quantity, at int) (value float64, end int, ok bool) {
	gap, rest := at, at
	for rest < len(s.text) && rest < at+10 && !digit(s.text, rest) {
		rest++
	}
	if rest == len(s.text) || !digit(s.text, rest) || !s.joined(strings.TrimSpace(s.text[gap:rest]), q) {
		return 0, 0, false
	}
	return mixed(s.text, rest)
}

// worded reads a number written as a word before a unit, "medio litro", "half a dozen", or a size behind its word, "rodada 26".
func (s *scan) worded(at int) (q Quantity, ok bool) {
	r, text := s.r, s.text
	end := wordEnd(text, at)
	word := text[at:end]
	if z, known := r.sizes[word]; known {
		return s.sized(end, z)
	}
	value, known := r.numbers[word]
	if !known {
		if mm, to, ok := thread(text, at, end); ok {
			return Quantity{Low: mm / 1000, High: mm / 1000, Class: ClassDiameter, Start: at, End: to, number: to}, true
		}
		return q, false
	}
	next := skipSpace(text, end)
	if to := wordEnd(text, next); r.links[text[next:to]] {
		next = skipSpace(text, to)
	}
	u, to, ok := r.unitAt(text, next)
	if !ok || to-next < 2 || r.noInch[text[next:to]] {
		return q, false
	}
	return Quantity{Low: value * u.Factor, High: value * u.Factor, Class: u.Class, Start: at, End: to, number: end}, true
}

// sized reads the number behind a word that gives it its unit.
func (s *scan) sized(end int, z size) (q Quantity, ok bool) {
	from := skipSpace(s.text, end)
	if !digit(s.text, from) || from == end {
		return q, false
	}
	value, to, ok := mixed(s.text, from)
	if !ok || wordEnd(s.text, to) > to && to < len(s.text) && letter(s.text[to]) {
		return q, false
	}
	q = Quantity{Low: value, High: value, Start: from, number: to, End: to}
	if s.unit(&q); q.Class == "" {
		q.Class, q.Low, q.High = z.class, value*z.factor, value*z.factor
	}
	return q, true
}

// unit gives a number its class, and its ends the base unit.
func (s *scan) unit(q *Quantity) {
	r, text := s.r, s.text
	at := skipSpace(text, q.number)
	if z, end, ok := r.wheel(text, q, at); ok {
		q.Low, q.High, q.Class, q.End = z, z, ClassDiameter, end
		return
	}
	if end := wordEnd(text, at); end > at && r.currencies[text[at:end]] != "" {
		s.money(q, r.currencies[text[at:end]], end)
		return
	}
	if strings.HasPrefix(text[at:], "$") {
		return // of the number behind it
	}
	if strings.HasPrefix(text[at:], "%") {
		q.Class, q.End = ClassPercent, at+1
		return
	}
	if at < len(text) && text[at] == '-' && at+1 < len(text) && letter(text[at+1]) {
		at++
	}
	if rest, degrees := strings.CutPrefix(text[at:], "deg "); degrees {
		if after := skipSpace(text, len(text)-len(rest)); after < len(text) {
			if u, end, ok := r.unitAt(text, after); ok && u.Class != classLength {
				q.Class, q.Low, q.High, q.End = u.Class, q.Low*u.Factor, q.High*u.Factor, end
				return
			}
		}
	}
	u, end, ok := r.unitAt(text, at)
	if !ok || at > q.number && text[at-1] != '-' && !r.unitHere(text[at:end], text[end:]) {
		return
	}
	q.Class, q.Low, q.High, q.End = u.Class, q.Low*u.Factor, q.High*u.Factor, end
}

// money reads what an amount is for each of.
func (s *scan) money(q *Quantity, currency string, end int) {
	if currency != "USD" {
		q.Class, q.End = "money/"+strings.ToLower(currency), end
		return
	}
	per, to := s.r.per(s.text, end)
	q.Class, q.End = tariff.ValueClass(per), to
}

// currencyBefore returns the currency that text ends with.
func (r *Reader) currencyBefore(text string) string {
	text = strings.TrimRight(text, " ")
	longest := ""
	for word := range r.currencies {
		if before, ok := strings.CutSuffix(text, word); ok && len(word) > len(longest) && (!letter(word[0]) || !inWord(text, len(before))) {
			longest = word
		}
	}
	return r.currencies[longest]
}

// per reads "/kg", "per pair", "por pieza", "each" behind an amount.
func (r *Reader) per(text string, at int) (unit string, end int) {
	from := skipSpace(text, at)
	slash := from < len(text) && text[from] == '/'
	for i := range 4 {
		for from < len(text) && strings.IndexByte(" /.,;)", text[from]) >= 0 {
			from++
		}
		to := wordEnd(text, from)
		if unit := r.pers[text[from:to]]; unit != "" && (i > 0 || slash || unit == tariff.UnitEach) {
			return unit, to
		}
		if from = to; from == len(text) {
			break
		}
	}
	return "", at
}

// unitAt reads the longest unit at an offset: "fl oz", "pies cubicos", "g / m2".
func (r *Reader) unitAt(text string, at int) (unit tariff.Unit, end int, ok bool) {
	key := make([]byte, 0, r.longest)
	for i := at; i < len(text) && len(key) <= r.longest; i++ {
		switch c := text[i]; {
		case c == ' ' && (len(key) == 0 || key[len(key)-1] == ' ' || key[len(key)-1] == '/' || i+1 < len(text) && text[i+1] == '/'):
			continue
		case c == '.' && !letterOrDigit(text, i+1):
			continue
		case c == ',' || c == ';' || c == '(' || c == '\n':
			return unit, end, ok
		default:
			key = append(key, c)
		}
		if i+1 < len(text) && inWord(text, i+1) && letterOrDigit(text, i) && !times(text, i+1) {
			continue
		}
		if u, known := r.measures.Unit(string(key)); known {
			unit, end, ok = u, i+1, true
		}
	}
	return unit, end, ok
}

// unitHere tells a short unit from a word: in "5 in 1" and "12 in box", "in" is no inch.
func (r *Reader) unitHere(written, rest string) bool {
	next := strings.TrimLeft(rest, " ")
	switch written {
	case "in":
		return next == "" || !r.noInch[next[:wordEnd(next, 0)]] && !digit(next, 0)
	case "a":
		return next == "" || strings.ContainsRune(",;.)", rune(next[0]))
	}
	return true
}

// wheel reads the French sizes of bicycle wheels, which name the outer diameter in millimetres: 700C, 700 x 25C.
func (r *Reader) wheel(text string, q *Quantity, at int) (metres float64, end int, ok bool) {
	if !q.Exact() {
		return 0, 0, false
	}
	nominal := text[q.Start:q.number]
	end = wordEnd(text, at)
	if at == q.number && r.wheels[text[q.Start:end]] {
		return q.Low / 1000, end, true
	}
	if at == len(text) || text[at] != 'x' {
		return 0, 0, false
	}
	from := skipSpace(text, at+1)
	if !digit(text, from) {
		return 0, 0, false
	}
	_, to, ok := mixed(text, from)
	end = wordEnd(text, to)
	return q.Low / 1000, end, ok && r.wheels[nominal+text[to:end]]
}

// thread reads a metric thread: M10, M8 x 1.25. Its number is a diameter in millimetres.
func thread(text string, at, end int) (mm float64, to int, ok bool) {
	if text[at] != 'm' || end-at < 2 || at > 0 && text[at-1] == '/' {
		return 0, 0, false
	}
	mm, to, ok = number(text, at+1)
	return mm, to, ok && to-at <= 5 && mm < 100 && (!letterOrDigit(text, to) || times(text, to))
}

// open opens the ends of a quantity where words beside it say so: "over 10 kg", "hasta 14 pulgadas", "10 kg or more".
func (s *scan) open(q *Quantity) {
	if !q.Exact() {
		return
	}
	if before := wordsBefore(s.text, q.Start); before != "" {
		if sense := s.r.said(before); sense != senseIs {
			q.limit(sense)
			return
		}
	}
	behind := strings.TrimLeft(s.text[q.End:], " ")
	for _, o := range s.r.behind {
		rest, ok := strings.CutPrefix(behind, o.phrase)
		if ends := rest == "" || strings.IndexByte(",;.)", rest[0]) >= 0; ok && (ends || strings.Contains(o.phrase, " ") && !letterOrDigit(rest, 0)) {
			q.limit(o.sense)
			return
		}
	}
}

// reach is how many words may stand between a phrase and the number it qualifies.
const reach = 2

// said returns the meaning of the phrase nearest to the end of words. Of two that end together, the longer counts.
func (r *Reader) said(words string) sense {
	for range reach + 1 {
		best := opening{}
		for _, o := range r.before {
			if before, ok := strings.CutSuffix(words, o.phrase); ok && len(o.phrase) > len(best.phrase) && (before == "" || !letterOrDigit(before, len(before)-1)) {
				best = o
			}
		}
		if best.phrase != "" {
			return best.sense
		}
		i := strings.LastIndexByte(words, ' ')
		if i < 0 {
			break
		}
		words = strings.TrimRight(words[:i], " ")
	}
	return senseIs
}

// share gives numbers of a row the unit behind its last: "1.5 x 1220 x 2440 mm", "110/220 V".
func (s *scan) share() {
	for i := len(s.found) - 1; i > 0; i-- {
		q, before := &s.found[i], &s.found[i-1]
		if s.links[i] == 0 || s.links[i] == '-' || before.Class != "" || q.Class == "" || s.links[i] != '/' && q.Class != classLength {
			continue // 6 x 50 g are six packs
		}
		if factor, ok := s.factor(i); ok {
			before.Low, before.High, before.Class, before.unit = before.Low*factor, before.High*factor, q.Class, q.unit
			if before.unit == "" {
				before.unit = strings.TrimSpace(s.text[q.number:q.End])
			}
		}
	}
}

// factor returns the factor of the unit behind a number, which may stand at the end of its row.
func (s *scan) factor(i int) (float64, bool) {
	q := &s.found[i]
	if q.Class == ClassPercent {
		return 1, s.links[i] == '/'
	}
	for i+1 < len(s.found) && q.End == q.number && s.links[i+1] != 0 {
		i++
		q = &s.found[i]
	}
	u, _, ok := s.r.unitAt(s.text, skipSpace(s.text, q.number))
	return u.Factor, ok && u.Class == q.Class
}

// deny marks numbers that another takes the place of: "25 hp, not 20", "no 20 hp sino 25 hp". A number in question takes the
// unit of the other.
func (s *scan) deny() {
	for i := range s.found {
		q := &s.found[i]
		before := s.text[max(0, q.Start-24):q.Start]
		if at := strings.LastIndexAny(before, ",;(0123456789"); at >= 0 {
			before = before[at+1:]
		}
		if !s.r.denies(strings.TrimSpace(before)) {
			continue
		}
		for _, near := range []int{i - 1, i + 1} {
			if near < 0 || near >= len(s.found) {
				continue
			}
			o := &s.found[near]
			switch {
			case o.Denied || o.Class != q.Class && o.Class != "" && q.Class != "":
				continue
			case q.Class == "":
				s.borrow(q, near)
			case o.Class == "":
				s.borrow(o, i)
			}
			q.Denied = true
			break
		}
	}
}

// denies reports whether words end with one that another number takes the place of the next by.
func (r *Reader) denies(words string) bool {
	return slices.ContainsFunc(r.denials, func(phrase string) bool {
		before, ok := strings.CutSuffix(words, phrase)
		return ok && !letterOrDigit(before, len(before)-1)
	})
}

// borrow gives a bare number the unit of another.
func (s *scan) borrow(q *Quantity, from int) {
	if factor, ok := s.factor(from); ok {
		q.Low, q.High, q.Class = q.Low*factor, q.High*factor, s.found[from].Class
	}
}

// bind gives bare dimensions the measures that the kind of goods makes them: a sheet's smallest is its thickness.
func (s *scan) bind() {
	k, ok := s.kind()
	if !ok {
		return
	}
	for i := 0; i < len(s.found); i++ {
		if s.found[i].Class != classLength || !s.found[i].Exact() {
			continue
		}
		row := []*Quantity{&s.found[i]}
		for i+1 < len(s.found) && s.links[i+1] == 'x' && s.found[i+1].Class == classLength {
			i++
			row = append(row, &s.found[i])
		}
		k.bind(row)
		return
	}
}

// kind returns the kind of quantity that the first matching word names.
func (s *scan) kind() (k kind, ok bool) {
	if len(s.found) == 0 {
		return k, false
	}
	for at := 0; at < min(len(s.text), 400); {
		end := wordEnd(s.text, at)
		if k, ok = s.r.kinds[s.text[at:end]]; ok {
			return k, true
		}
		at = max(end, at+1)
	}
	return k, false
}
