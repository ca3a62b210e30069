package papers

import "slices"

// The traits of a page behind the pages of a paper.
const (
	TraitAlways                       = "always"
	traitSaysFirstPage                = "says first page"
	traitSaysNextPage                 = "says next page"
	traitSaysLaterPage                = "says later page"
	traitSaysNoPageBehindANumberedOne = "says no page behind a numbered one"
	traitPageBeforeWasTheLast         = "page before was the last"
	traitPageBeforeWasNotTheLast      = "page before was not the last"
	traitTitle                        = "title"
	traitTitleOfAnotherKind           = "title of another kind"
	traitTitleAsOnTheFirstPage        = "title as on the first page"
	traitNoTitleBehindATitledOne      = "no title behind a titled one"
	traitAnotherNumber                = "another number"
	traitSameNumber                   = "same number"
	traitNoNumberBehindANumberedOne   = "no number behind a numbered one"
	traitNumberBehindNone             = "number behind none"
	traitAnotherDate                  = "another date"
	traitSameDate                     = "same date"
	traitHeadAlike                    = "head alike"
	traitHeadUnlike                   = "head unlike"
	traitFiguresInCommon              = "figures in common"
	traitFiguresApart                 = "figures apart"
	traitTableHeaderAsBefore          = "table header as before"
	traitAnotherTableHeader           = "another table header"
	traitLinesGoOn                    = "lines go on"
	traitLinesBeginAnew               = "lines begin anew"
	traitSumCarried                   = "sum carried"
	traitSumCarriedBack               = "sum carried back"
	traitPaperBeforeEnded             = "paper before ended"
	traitEndsAgain                    = "ends again"
	traitAnotherSize                  = "another size"
	traitAnotherSource                = "another source"
	traitAnotherHeightOfPrint         = "another height of print"
	traitGapOfABlankPage              = "gap of a blank page"
	traitFewWords                     = "few words"
	traitRepeatsAPage                 = "repeats a page"
	traitMarkedAsACopy                = "marked as a copy"
	traitNoMarks                      = "no marks"
	traitNothingAtItsHead             = "nothing at its head"
	traitResetOfPages                 = "reset of pages"
	traitAnotherCompany               = "another company at its head"
	traitNoCompany                    = "no company at its head"
	traitTableAtItsHead               = "a table at its head"
	traitAnotherOfItsTitle            = "another number of its title"
	traitFootAlike                    = "foot alike"
	traitFootUnlike                   = "foot unlike"
	traitWordsInCommon                = "words in common"
	traitWordsApart                   = "hardly a word in common"
	traitHeadline                     = "large print of its own at its head"
	traitHeadlineAsBefore             = "large print at its head as before"
	traitNoHeadline                   = "no large print behind a page with some"
	traitPageBeforeFilled             = "page before is filled"
	traitPageBeforeShort              = "page before ends early"
	traitRunsOn                       = "a table runs on from a filled page"
	traitTitleBehindAnEnd             = "title behind a page that ends early"
	traitHeadlineBehindAnEnd          = "large print behind a page that ends early"
	traitNewNumberOfItsTitle          = "new number of its title"
	traitRepeatsAFirstPage            = "repeats the first page of a paper"
	traitAnotherMargin                = "another margin"
	traitSameNumberOfItsTitle         = "same number of its title"
	traitCaptions                     = "captions at its head"
	traitHeadlineBeside               = "large print of its own beside some as before"
	traitHeadlineAsBeforeBehindAnEnd  = "large print as before behind a page that ends early"
	traitPageBeforeVeryShort          = "page before ends in its first half"
	traitSeries                       = "the same words at its head with other figures"
	traitSameHead                     = "the same words at its head with the same figures"
	traitSeriesBehindAnEnd            = "other figures at its head behind a page that ends early"
	traitSameTop                      = "begins with the print that the paper begins with"
	traitSameTopBehindAnEnd           = "begins so behind a page that ends early"
)

// BeginTraits are all of them. The place of a trait is that of its coefficient.
var BeginTraits = []string{
	TraitAlways, traitSaysFirstPage, traitSaysNextPage, traitSaysLaterPage,
	traitSaysNoPageBehindANumberedOne, traitPageBeforeWasTheLast, traitPageBeforeWasNotTheLast, traitTitle,
	traitTitleOfAnotherKind, traitTitleAsOnTheFirstPage, traitNoTitleBehindATitledOne, traitAnotherNumber,
	traitSameNumber, traitNoNumberBehindANumberedOne, traitNumberBehindNone, traitAnotherDate,
	traitSameDate, traitHeadAlike, traitHeadUnlike, traitFiguresInCommon,
	traitFiguresApart, traitTableHeaderAsBefore, traitAnotherTableHeader, traitLinesGoOn,
	traitLinesBeginAnew, traitSumCarried, traitSumCarriedBack, traitPaperBeforeEnded,
	traitEndsAgain, traitAnotherSize, traitAnotherSource, traitAnotherHeightOfPrint,
	traitGapOfABlankPage, traitFewWords, traitRepeatsAPage, traitMarkedAsACopy,
	traitNoMarks, traitNothingAtItsHead, traitResetOfPages, traitAnotherCompany, traitNoCompany, traitTableAtItsHead,
	traitAnotherOfItsTitle, traitFootAlike, traitFootUnlike, traitWordsInCommon, traitWordsApart,
	traitHeadline, traitHeadlineAsBefore, traitNoHeadline, traitPageBeforeFilled, traitPageBeforeShort, traitRunsOn, traitTitleBehindAnEnd, traitHeadlineBehindAnEnd,
	traitNewNumberOfItsTitle, traitRepeatsAFirstPage, traitAnotherMargin, traitCaptions, traitSameNumberOfItsTitle,
	traitHeadlineBeside, traitHeadlineAsBeforeBehindAnEnd, traitPageBeforeVeryShort, traitSeries, traitSameHead, traitSeriesBehindAnEnd, traitSameTop, traitSameTopBehindAnEnd,
}

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
	c.is(traitSumCarried, last.forward)
	c.is(traitSumCarriedBack, s.back)
	ended := slices.ContainsFunc(before, func(b *Sight) bool { return b.ends })
	c.is(traitPaperBeforeEnded, last.ends)
	c.is(traitEndsAgain, ended && s.ends)
	c.is(traitAnotherSize, apart(last.width, s.width) > 0.02 || apart(last.height, s.height) > 0.02)
	c.is(traitAnotherSource, last.source != s.source)
	c.is(traitAnotherHeightOfPrint, apart(last.line, s.line) > 0.3)
	c.is(traitGapOfABlankPage, gap)
	c.is(traitFewWords, s.count < 40)
	c.is(traitRepeatsAPage, slices.ContainsFunc(before, s.repeated))
	c.is(traitMarkedAsACopy, s.marked && !first.marked)
	c.is(traitNoMarks, len(s.marks) == 0 && len(s.numbers) == 0)
	c.is(traitAnotherCompany, s.company != "" && !slices.ContainsFunc(before, func(b *Sight) bool { return b.company == s.company }))
	c.is(traitNoCompany, s.company == "" && first.company != "")
	c.is(traitTableAtItsHead, s.tabled)
	c.place(before, s, strength)
	c.is(traitRepeatsAFirstPage, slices.ContainsFunc(firsts, s.repeated))
	c.is(traitNothingAtItsHead, strength < 0.2 && len(s.numbers) == 0 && len(s.dates) == 0)
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
	c.is(traitHeadlineBeside, common && own)
	c.is(traitHeadlineAsBeforeBehindAnEnd, common && last.bottom < shortPage)
	c.is(traitPageBeforeVeryShort, last.bottom < veryShortPage)
	c.series(first, last, s)
	c.is(traitHeadline, len(s.headlines) > 0 && !common)
	c.is(traitHeadlineAsBefore, common)
	c.is(traitNoHeadline, len(s.headlines) == 0 && len(first.headlines) > 0)
	c.is(traitPageBeforeFilled, last.bottom > filledPage)
	c.is(traitPageBeforeShort, last.bottom < shortPage)
	c.is(traitRunsOn, last.bottom > filledPage && (s.tabled || len(last.columns) >= 3 && share(last.columns, s.columns) > 0.8))
	if last.bottom < shortPage {
		c.set(traitTitleBehindAnEnd, title)
		c.is(traitHeadlineBehindAnEnd, len(s.headlines) > 0)
	}
	c.is(traitAnotherMargin, max(last.left-s.left, s.left-last.left) > apartMargin)
	c.is(traitCaptions, s.captions >= ownCaptions)
}

// Limits for two heads to belong to papers of one kind.
const (
	sameSaid     = 0.6 // share of the words that both have
	leastFigures = 1   // figures that each must have
)

// series tells one of several papers of a kind by its head: the words are those of the paper before, the figures are not.
func (c *comparison) series(first, last, s *Sight) {
	c.is(traitSameTop, s.top != "" && s.top == first.top)
	c.is(traitSameTopBehindAnEnd, s.top != "" && s.top == first.top && last.bottom < shortPage)
	if len(s.said) < 3 || len(first.said) < 3 || len(s.counted) < leastFigures || len(first.counted) < leastFigures {
		return
	}
	if share(first.said, s.said) < sameSaid {
		return
	}
	figures := share(first.counted, s.counted)
	c.set(traitSameHead, figures)
	c.set(traitSeries, 1-figures)
	if last.bottom < shortPage {
		c.set(traitSeriesBehindAnEnd, 1-figures)
	}
}

// comparison gathers the traits.
type comparison struct{ values []float64 }

func (c *comparison) set(trait string, v float64) {
	if i := slices.Index(BeginTraits, trait); i >= 0 {
		c.values[i] = v
	}
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
		c.set(traitSaysFirstPage, 1)
	case s.page > 1 && (last.page == s.page-1 || last.page == 0 && s.page == pages+1) && (last.of == s.of || last.of == 0 || s.of == 0):
		c.set(traitSaysNextPage, 1)
	case s.page > 1:
		c.set(traitSaysLaterPage, 1)
	case last.page > 0:
		c.set(traitSaysNoPageBehindANumberedOne, 1)
	}
	c.is(traitPageBeforeWasTheLast, last.page > 0 && last.of > 0 && last.page == last.of)
	c.is(traitPageBeforeWasNotTheLast, last.of > last.page)
	c.is(traitResetOfPages, s.page > 0 && last.page >= s.page)
}

// titles compares the titles.
func (c *comparison) titles(before []*Sight, s *Sight) {
	kind, strength := s.strongest()
	was, titled := before[0].strongest()
	c.set(traitTitle, strength)
	if strength > 0.4 && titled > 0.4 {
		switch last := before[len(before)-1]; {
		case kind != was, kind == Other && last.bottom < shortPage && s.headlines[s.named[kind]] && !slices.ContainsFunc(before, func(b *Sight) bool { return b.headlines[s.named[kind]] }):
			c.set(traitTitleOfAnotherKind, strength) // of a letter and a test report only the kind is the same
		default:
			c.set(traitTitleAsOnTheFirstPage, strength)
		}
	}
	c.is(traitNoTitleBehindATitledOne, strength < 0.2 && titled > 0.6)
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
		c.is(traitNewNumberOfItsTitle, now != "" && !slices.Contains(known[kind], now))
		c.is(traitSameNumberOfItsTitle, now != "" && slices.Contains(known[kind], now))
		c.is(traitAnotherOfItsTitle, before[0].titles[kind] >= ownHead && was != "" && now != "" && was != now)
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
	c.is(traitSameNumber, same > 0)
	c.is(traitAnotherNumber, other > 0 && same == 0)
	c.is(traitNoNumberBehindANumberedOne, len(s.numbers) == 0 && len(known) > 0)
	c.is(traitNumberBehindNone, len(s.numbers) > 0 && len(known) == 0)
}

// ownHead is the strength of a title from which a page has a head of its own.
const ownHead = 0.5

// likeness compares the heads, the dates and the figures.
func (c *comparison) likeness(first, last, s *Sight, headed bool) {
	if headed && len(first.dates) > 0 && len(s.dates) > 0 {
		same := slices.ContainsFunc(s.dates, func(d string) bool { return slices.Contains(first.dates, d) || slices.Contains(last.dates, d) })
		c.is(traitSameDate, same)
		c.is(traitAnotherDate, !same)
	}
	like := max(share(first.head, s.head), share(last.head, s.head))
	if len(s.head) >= 3 {
		c.set(traitHeadAlike, like)
		c.is(traitHeadUnlike, like < 0.25)
	}
	if len(s.foot) >= 3 && len(last.foot) >= 3 {
		alike := max(share(first.foot, s.foot), share(last.foot, s.foot))
		c.is(traitFootAlike, alike > 0.7)
		c.is(traitFootUnlike, alike < 0.2)
	}
	if len(s.long) >= 8 && len(last.long) >= 8 {
		common := max(share(first.long, s.long), share(last.long, s.long))
		c.set(traitWordsInCommon, common)
		c.is(traitWordsApart, common < 0.08)
	}
	if len(s.figures) >= 3 && len(first.figures) >= 3 {
		common := max(share(first.figures, s.figures), share(last.figures, s.figures))
		c.set(traitFiguresInCommon, common)
		c.is(traitFiguresApart, common == 0)
	}
}

// table compares the tables.
func (c *comparison) table(last, s *Sight) {
	if len(last.columns) >= 3 && len(s.columns) >= 3 {
		if share(last.columns, s.columns) > 0.8 {
			c.set(traitTableHeaderAsBefore, 1)
		} else {
			c.set(traitAnotherTableHeader, 1)
		}
	}
	c.is(traitLinesGoOn, last.last > 0 && s.first == last.last+1)
	c.is(traitLinesBeginAnew, last.last > 1 && s.first == 1)
}

// apart is the difference of two lengths as a share of the larger.
func apart(a, b float64) float64 {
	if a == b {
		return 0
	}
	return max(a-b, b-a) / max(a, b)
}
