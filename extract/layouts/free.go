package layouts

import (
	"fmt"
	"strings"
	"time"
)

// Documents of no trade: captions and headings that no dictionary knows. Their schemas name the properties
// as the paper does.

// freeCaption invents a caption of one to three words.
func (s freeForm) freeCaption(d dice) string {
	words := []string{}
	for i := range d.between("words", 1, 3) {
		sub := d.of(fmt.Sprint("word ", i))
		switch sub.n("of", 3) {
		case 0:
			words = append(words, coin(sub, "coined"))
		case 1:
			words = append(words, s.say(sub, "noun"))
		default:
			all := s.lib.captions[pick(sub, "field", s.captioned())][s.lang]
			words = append(words, strings.Trim(pick(sub, "caption", all), ".:#"))
		}
	}
	c := strings.Join(words, " ")
	if d.chance("upper", 25) {
		c = strings.ToUpper(c)
	}
	return c
}

// captioned are the fields whose captions free documents borrow.
func (s freeForm) captioned() []string {
	var all []string
	for _, key := range s.lib.order {
		f := s.lib.fields[key]
		if f.sort == "text" && s.lib.captions[key] != nil && !strings.HasPrefix(key, "@") {
			all = append(all, key)
		}
	}
	return all
}

// freeValue invents a value: a word, a phrase, a number, a date or a code.
func (s freeForm) freeValue(d dice, sort string) fact {
	switch sort {
	case "number":
		return s.plain(decimal{int64(d.between("number", 1, 9_000_000)), d.n("places", 3)}, pick(d, "unit", []string{"", "", "%", "mm", "kg"}))
	case "date":
		day := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, d.n("day", 5000))
		return fact{value: day.Format(time.DateOnly), text: printDate(day, s.dates, s.lang)}
	case "id":
		return text(d.fill("code", pick(d, "form", []string{"@@-####", "######", "##/@@@", "@####@"})))
	}
	words := []string{coin(d, "first")}
	for i := range d.n("more", 4) {
		words = append(words, pick(d.of(fmt.Sprint(i)), "word", []string{coin(d, fmt.Sprint("w", i)), s.say(d.of(fmt.Sprint("q", i)), "quality"), s.say(d.of(fmt.Sprint("n", i)), "noun")}))
	}
	return text(strings.Join(words, " "))
}

func (s freeForm) freeSort(d dice) string {
	return pick(d, "sort", []string{"text", "text", "number", "number", "date", "id"})
}

// parts are how many sections or tables a document has.
func (g *design) parts(name string) int {
	if g.long {
		return g.between("many "+name, 5, 14)
	}
	return g.between(name, 1, 3)
}

// form draws sections of captions and values.
func (s freeForm) form() {
	s.heading(nil)
	taken := map[string]bool{}
	for i := range s.parts("sections") {
		d := s.of(fmt.Sprint("section ", i))
		if s.bound {
			s.room(150)
		}
		if d.chance("heading", 60) {
			s.set("B", 1.1)
			s.paragraph(s.freeCaption(d.of("heading")), "L")
			s.skip(2)
		}
		var all []pair
		for j := range d.between("fields", 3, 9) {
			field := d.of(fmt.Sprint("field ", j))
			key := "free." + s.freeCaption(field)
			if caption := strings.TrimPrefix(key, "free."); !taken[caption] && len(caption) < 45 {
				taken[caption] = true
				sort := s.freeSort(field)
				f := s.freeValue(s.deal.dice.of(key), sort)
				f.key = key
				all = append(all, pair{caption, []fact{f}})
			}
		}
		s.pairs(fmt.Sprint("free ", i), all)
		s.skip(s.size1)
	}
	s.set("", 0.8)
	for i := range s.n("sentences", 3) {
		s.paragraph(s.say(s.of(fmt.Sprint("words ", i)), "legal"), "L")
	}
	if s.chance("with a table", 35) {
		s.freeTable(0)
	}
}

// tables draws one to three tables with headings above them and words between.
func (s freeForm) tables() {
	s.heading(nil)
	for i := range s.parts("tables") {
		s.set("", 0.9)
		for j := range s.n(fmt.Sprint("words before ", i), 3) {
			s.paragraph(s.say(s.of(fmt.Sprint("words ", i, j)), "legal"), "L")
		}
		s.skip(s.size1)
		s.freeTable(i)
		s.skip(s.size1)
	}
}

// freeTable draws a table of invented columns; the first is a name of the row.
func (s freeForm) freeTable(i int) {
	d := s.of(fmt.Sprint("free table ", i))
	values := s.deal.dice.of(fmt.Sprint("free table ", i))
	name := s.freeCaption(d.of("name"))
	s.room(90)
	s.set("B", 1)
	s.paragraph(name, "L")
	t := &table1{summed: s.summed, d: d, list: "free." + name, style: d.n("rules", 7), type1: d.size("type", 0.8, 1), repeated: d.chance("repeat", 70)}
	sorts, taken := []string{}, map[string]bool{}
	for j := range d.between("columns", 2, 6) {
		c := d.of(fmt.Sprint("column ", j))
		header, sort := s.freeCaption(c), s.freeSort(c)
		if j == 0 {
			sort = "text"
		}
		if taken[header] || len(header) > 40 {
			continue
		}
		taken[header] = true
		sorts = append(sorts, sort)
		align := "L"
		if sort == "number" {
			align = pick(d, "numbers", []string{"R", "C", "R"})
		}
		t.cols = append(t.cols, column{key: "free." + header, header: header, align: align})
	}
	if len(t.cols) < 2 {
		return
	}
	for j := range t.cols {
		t.cols[j].w = s.w * d.size("share", 0.8, 1) / float64(len(t.cols))
	}
	t.head()
	for k := range values.between("rows", 2, 14) {
		r := record{}
		l := line{facts: map[string]fact{}}
		for j, c := range t.cols {
			if values.chance(fmt.Sprint("empty ", k, j), 4) && j > 0 {
				continue
			}
			f := s.freeValue(values.of(fmt.Sprint("cell ", k, " ", j)), sorts[j])
			l.facts[c.key], r[c.key] = f, f
		}
		t.freeRow(k, l)
		t.records = append(t.records, r)
	}
	t.close()
	for _, r := range t.records {
		s.row(t.list, r)
	}
}

// freeRow draws a row whose every cell may wrap.
func (t *table1) freeRow(i int, l line) {
	t.set("", t.type1)
	tall := 1
	cells := make([][]string, len(t.cols))
	for j, c := range t.cols {
		cells[j] = t.wrap(l.facts[c.key].text, c.w-4)
		tall = max(tall, len(cells[j]))
	}
	h := float64(tall)*t.leading() + t.d.size("air", 0, 6)
	t.turn(h)
	t.frame(i, h)
	x := t.x
	for j, c := range t.cols {
		t.cellText(cells[j], x, c.w, c.align)
		x += c.w
	}
	t.y += h
}
