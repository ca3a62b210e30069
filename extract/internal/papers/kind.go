package papers

import (
	"math"

	"tariffdesk/extract/internal/page"
)

// A page narrower than this, or so much taller than wide, is of a till, points.
const (
	narrowWidth = 330
	tallShape   = 1.5 // of a sheet of paper at most
	tillShape   = 1.9
)

// KindOf lists the traits that speak for a type: first is the first page of a paper, marks are those of all its pages.
func KindOf(first *Sight, marks map[string]int, kind string) []float64 {
	v := make([]float64, len(KindTraits))
	best, strength := first.strongest()
	own := first.titles[kind]
	v[0] = own
	if best != kind {
		v[1] = max(0, strength-own)
	}
	all := 0
	for _, n := range marks {
		all += n
	}
	v[2] = math.Log1p(float64(marks[kind]))
	if all > 0 {
		v[3] = float64(marks[kind]) / float64(all)
	}
	for _, n := range first.numbers {
		if n.kind == kind {
			v[4] = 1
		}
	}
	if kind == typeReceipt {
		v[5] = first.till()
	}
	if own > 0 && own < 0.4 {
		v[6] = 1
	}
	if kind == Other {
		v[7] = max(0, 1-strength-0.15*float64(most(marks))-0.3*float64(min(len(first.numbers), 2)))
	}
	is := func(at int, yes bool) {
		if yes {
			v[at] = 1
		}
	}
	switch kind {
	case typeCommercialInvoice, typeCfdi, typePurchaseOrder:
		is(8, first.priced)
		is(9, first.table && !first.priced)
		is(11, !first.table)
	case typePackingList, typeBillOfLading, typeAirWaybill:
		is(10, first.weighed)
		is(11, !first.table)
	}
	return v
}

// till is how much a page has the shape of a till's paper, 0 to 1.
func (s *Sight) till() float64 {
	if s.source == page.SourceText && s.width < narrowWidth { // how large a picture was is not known
		return 1
	}
	return min(1, max(0, (s.height/max(1, s.width)-tallShape)/(tillShape-tallShape)))
}

// most is the largest number of marks of a type.
func most(marks map[string]int) int {
	n := 0
	for kind, m := range marks {
		if kind != Other {
			n = max(n, m)
		}
	}
	return n
}

// typeOf is the likeliest type of a paper and its probability.
func (m Model) typeOf(first *Sight, sights []*Sight, pages []int) (kind string, probability float64) {
	marks := MarksOf(sights, pages)
	sum, most := 0.0, 0.0
	for _, t := range Types() {
		e := math.Exp(m.Prior[t] + dot(m.Kind, KindOf(first, marks, t)))
		sum += e
		if e > most {
			kind, most = t, e
		}
	}
	if unsure := kind == Other && most/sum < mostUnsure; (unsure || kind == typeCommercialInvoice) && isCfdi(sights, pages) {
		return typeCfdi, max(most/sum, leastCertified)
	}
	return kind, most / sum
}

// How sure a paper with a certified folio is a CFDI, and how sure it may be none of the types that are told apart.
const (
	leastCertified = 0.9
	mostUnsure     = 0.6
)

// isCfdi reports whether a paper prints what makes an invoice a CFDI by law: the UUID of its folio, and its certification.
func isCfdi(sights []*Sight, pages []int) bool {
	folio, certified := false, false
	for _, i := range pages {
		folio, certified = folio || sights[i].folio, certified || sights[i].certified
	}
	return folio && certified
}

// MarksOf counts the marks of the pages of a paper.
func MarksOf(sights []*Sight, pages []int) map[string]int {
	all := map[string]int{}
	for _, i := range pages {
		for kind, n := range sights[i].marks {
			all[kind] += n
		}
	}
	return all
}
