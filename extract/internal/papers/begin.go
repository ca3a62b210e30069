package papers

import "slices"

// Compare lists the traits of a page behind the pages of a paper, none of which is blank; firsts are the first pages of all papers
// so far.
func Compare(firsts, before []*Sight, s *Sight, gap bool) []float64 {
	first, last := before[0], before[len(before)-1]
	c := comparison{values: make([]float64, len(BeginTraits))}
	c.set(TraitAlways, 1)
	c.paging(last, s, len(before))
	c.titles(before, s)
	c.numbers(before, s)
	_, strength := s.strongest()
	c.likeness(first, last, s, strength >= ownHead || len(s.numbers) > 0)
	c.table(last, s)
	c.is("sum carried", last.forward)
	c.is("sum carried back", s.back)
	ended := slices.ContainsFunc(before, func(b *Sight) bool { return b.ends })
	c.is("paper before ended", last.ends)
	c.is("ends again", ended && s.ends)
	c.is("another size", apart(last.width, s.width) > 0.02 || apart(last.height, s.height) > 0.02)
	c.is("another source", last.source != s.source)
	c.is("another height of print", apart(last.line, s.line) > 0.3)
	c.is("gap of a blank page", gap)
	c.is("few words", s.count < 40)
	c.is("repeats a page", slices.ContainsFunc(before, s.repeated))
	c.is("marked as a copy", s.marked && !first.marked)
	c.is("no marks", len(s.marks) == 0 && len(s.numbers) == 0)
	c.is("another company at its head", s.company != "" && !slices.ContainsFunc(before, func(b *Sight) bool { return b.company == s.company }))
	c.is("no company at its head", s.company == "" && first.company != "")
	c.is("a table at its head", s.tabled)
	c.place(before, s, strength)
	c.is("repeats the first page of a paper", slices.ContainsFunc(firsts, s.repeated))
	c.is("nothing at its head", strength < 0.2 && len(s.numbers) == 0 && len(s.dates) == 0)
	return c.values
}

// Shares of a page that print takes.
const (
	filledPage    = 0.8
	shortPage     = 0.65
	veryShortPage = 0.45
	apartMargin   = 0.012
	ownCaptions   = 3
)

// place compares where print stands on the pages, and what is printed large.
func (c *comparison) place(before []*Sight, s *Sight, title float64) {
	first, last := before[0], before[len(before)-1]
	common, own := false, false
	for t := range s.headlines {
		as := slices.ContainsFunc(before, func(b *Sight) bool { return b.headlines[t] })
		common, own = common || as, own || !as
	}
	c.is("large print of its own beside some as before", common && own)
	c.is("large print as before behind a page that ends early", common && last.bottom < shortPage)
	c.is("page before ends in its first half", last.bottom < veryShortPage)
	c.series(first, last, s)
	c.is("large print of its own at its head", len(s.headlines) > 0 && !common)
	c.is("large print at its head as before", common)
	c.is("no large print behind a page with some", len(s.headlines) == 0 && len(first.headlines) > 0)
	c.is("page before is filled", last.bottom > filledPage)
	c.is("page before ends early", last.bottom < shortPage)
	c.is("a table runs on from a filled page", last.bottom > filledPage && (s.tabled || len(last.columns) >= 3 && share(last.columns, s.columns) > 0.8))
	if last.bottom < shortPage {
		c.set("title behind a page that ends early", title)
		c.is("large print behind a page that ends early", len(s.headlines) > 0)
	}
	c.is("another margin", max(last.left-s.left, s.left-last.left) > apartMargin)
	c.is("captions at its head", s.captions >= ownCaptions)
}

// Limits for two heads to belong to papers of one kind.
const (
	sameSaid     = 0.6 // share of the words that both have
	leastFigures = 1   // figures that each must have
)

// series tells one of several papers of a kind by its head: the words are those of the paper before, the figures are not.
func (c *comparison) series(first, last, s *Sight) {
	c.is("begins with the print that the paper begins with", s.top != "" && s.top == first.top)
	c.is("begins so behind a page that ends early", s.top != "" && s.top == first.top && last.bottom < shortPage)
	if len(s.said) < 3 || len(first.said) < 3 || len(s.counted) < leastFigures || len(first.counted) < leastFigures {
		return
	}
	if share(first.said, s.said) < sameSaid {
		return
	}
	figures := share(first.counted, s.counted)
	c.set("the same words at its head with the same figures", figures)
	c.set("the same words at its head with other figures", 1-figures)
	if last.bottom < shortPage {
		c.set("other figures at its head behind a page that ends early", 1-figures)
	}
}

// comparison gathers the traits.
type comparison struct{ values []float64 }

func (c *comparison) set(trait string, v float64) {
	c.values[slices.Index(BeginTraits, trait)] = v // a name that is none of them stops every test
}

func (c *comparison) is(trait string, yes bool) {
	if yes {
		c.set(trait, 1)
	}
}

// paging compares what the pages say of their place.
func (c *comparison) paging(last, s *Sight, pages int) {
	switch {
	case s.page == 1:
		c.set("says first page", 1)
	case s.page > 1 && (last.page == s.page-1 || last.page == 0 && s.page == pages+1) && (last.of == s.of || last.of == 0 || s.of == 0):
		c.set("says next page", 1)
	case s.page > 1:
		c.set("says later page", 1)
	case last.page > 0:
		c.set("says no page behind a numbered one", 1)
	}
	c.is("page before was the last", last.page > 0 && last.of > 0 && last.page == last.of)
	c.is("page before was not the last", last.of > last.page)
	c.is("reset of pages", s.page > 0 && last.page >= s.page)
}

// titles compares the titles.
func (c *comparison) titles(before []*Sight, s *Sight) {
	kind, strength := s.strongest()
	was, titled := before[0].strongest()
	c.set("title", strength)
	if strength > 0.4 && titled > 0.4 {
		switch last := before[len(before)-1]; {
		case kind != was, kind == Other && last.bottom < shortPage && s.headlines[s.named[kind]] && !slices.ContainsFunc(before, func(b *Sight) bool { return b.headlines[s.named[kind]] }):
			c.set("title of another kind", strength) // of a letter and a test report only the kind is the same
		default:
			c.set("title as on the first page", strength)
		}
	}
	c.is("no title behind a titled one", strength < 0.2 && titled > 0.6)
}

// numbers compares the numbers of the papers by their captions.
func (c *comparison) numbers(before []*Sight, s *Sight) {
	known := map[string][]string{}
	for _, b := range before {
		for _, n := range b.numbers {
			known[n.kind] = append(known[n.kind], n.value)
		}
	}
	if kind, strength := s.strongest(); strength >= ownHead {
		was, now := before[0].numberOf(kind), s.numberOf(kind)
		c.is("new number of its title", now != "" && !slices.Contains(known[kind], now))
		c.is("same number of its title", now != "" && slices.Contains(known[kind], now))
		c.is("another number of its title", before[0].titles[kind] >= ownHead && was != "" && now != "" && was != now)
	}
	same, other := 0, 0
	for _, n := range s.numbers {
		if values, ok := known[n.kind]; ok {
			if slices.Contains(values, n.value) {
				same++
			} else {
				other++
			}
		}
	}
	c.is("same number", same > 0)
	c.is("another number", other > 0 && same == 0)
	c.is("no number behind a numbered one", len(s.numbers) == 0 && len(known) > 0)
	c.is("number behind none", len(s.numbers) > 0 && len(known) == 0)
}

// ownHead is the strength of a title from which a page has a head of its own.
const ownHead = 0.5

// likeness compares the heads, the dates and the figures.
func (c *comparison) likeness(first, last, s *Sight, headed bool) {
	if headed && len(first.dates) > 0 && len(s.dates) > 0 {
		same := slices.ContainsFunc(s.dates, func(d string) bool { return slices.Contains(first.dates, d) || slices.Contains(last.dates, d) })
		c.is("same date", same)
		c.is("another date", !same)
	}
	like := max(share(first.head, s.head), share(last.head, s.head))
	if len(s.head) >= 3 {
		c.set("head alike", like)
		c.is("head unlike", like < 0.25)
	}
	if len(s.foot) >= 3 && len(last.foot) >= 3 {
		alike := max(share(first.foot, s.foot), share(last.foot, s.foot))
		c.is("foot alike", alike > 0.7)
		c.is("foot unlike", alike < 0.2)
	}
	if len(s.long) >= 8 && len(last.long) >= 8 {
		common := max(share(first.long, s.long), share(last.long, s.long))
		c.set("words in common", common)
		c.is("hardly a word in common", common < 0.08)
	}
	if len(s.figures) >= 3 && len(first.figures) >= 3 {
		common := max(share(first.figures, s.figures), share(last.figures, s.figures))
		c.set("figures in common", common)
		c.is("figures apart", common == 0)
	}
}

// table compares the tables.
func (c *comparison) table(last, s *Sight) {
	if len(last.columns) >= 3 && len(s.columns) >= 3 {
		if share(last.columns, s.columns) > 0.8 {
			c.set("table header as before", 1)
		} else {
			c.set("another table header", 1)
		}
	}
	c.is("lines go on", last.last > 0 && s.first == last.last+1)
	c.is("lines begin anew", last.last > 1 && s.first == 1)
}

// apart is the difference of two lengths as a share of the larger.
func apart(a, b float64) float64 {
	if a == b {
		return 0
	}
	return max(a-b, b-a) / max(a, b)
}
