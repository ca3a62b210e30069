package shipment

import (
	"cmp"
	"slices"
)

// row is a row of goods of a paper, prepared for comparison.
type row struct {
	paper *Paper
	item  *Item
	part  string
	order string
	words map[string]bool
	place float64 // its place on the paper, 0 to 1
	doc   string  // number of the invoice that it belongs to, folded
}

// rowsOf lists the rows of papers. An invoice's rows belong to its own number, those of a packing list to the
// invoice that it quotes.
func rowsOf(papers []*Paper) (rows []row) {
	for _, p := range papers {
		doc := p.Number.Value
		if !p.Type.Invoice() {
			doc = ""
			if len(p.Invoices) > 0 {
				doc = p.Invoices[0].Value
			}
		}
		for i := range p.Items {
			item := &p.Items[i]
			rows = append(rows, row{
				paper: p, item: item, part: key(item.Part.Value), order: key(item.Order.Value),
				words: words(item.Description.Value), place: float64(i) / float64(len(p.Items)), doc: key(doc),
			})
		}
	}
	return rows
}

// The weights of what two rows agree in. A part number says most; the place decides between rows that are
// alike in all else.
const (
	pointsPart     = 4
	pointsWords    = 3
	pointsQuantity = 1.5
	pointsOrder    = 1
	pointsDoc      = 1
	pointsPlace    = 0.5

	leastAlike = 0.5 // of the words, where no part number agrees
)

// score says how well two rows fit; false where they are not the same goods.
func score(a, b row) (float64, bool) {
	points, like := 0.0, alike(a.words, b.words)
	samePart := a.part != "" && a.part == b.part
	otherPart := a.part != "" && b.part != "" && !samePart
	sameQuantity := equal(a.item.Quantity.Value, b.item.Quantity.Value)
	switch {
	case samePart:
		points += pointsPart
	case otherPart: // numbers of two catalogues may name one article, if all else agrees
		if like < 0.9 || !sameQuantity {
			return 0, false
		}
	case like < leastAlike:
		return 0, false
	}
	points += pointsWords*like + pointsPlace*(1-abs(a.place-b.place))
	if sameQuantity {
		points += pointsQuantity
	}
	if a.order != "" && a.order == b.order {
		points += pointsOrder
	}
	if a.doc != "" && a.doc == b.doc {
		points += pointsDoc
	}
	return points, true
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

// maxRivals bounds how many rows that share a word are compared with one row: a word on every row says nothing.
const maxRivals = 400

// match assigns rows of packing lists to rows of invoices: each packed row to one invoiced row at most. First
// each invoiced row takes its best packed row, the surest pair first. A packed row that is left goes to an
// invoiced row of the same goods of which more was invoiced than is packed so far: goods in several cartons.
func match(invoiced, packed []row) [][]int {
	type pair struct {
		i, p   int
		points float64
	}
	byWord := map[string][]int{}
	for p, r := range packed {
		for word := range r.words {
			byWord["w"+word] = append(byWord["w"+word], p)
		}
		if r.part != "" {
			byWord["p"+r.part] = append(byWord["p"+r.part], p)
		}
	}
	var pairs []pair
	for i, r := range invoiced {
		rivals := map[int]bool{}
		add := func(of []int) {
			for _, p := range of {
				if len(rivals) < maxRivals {
					rivals[p] = true
				}
			}
		}
		if r.part != "" {
			add(byWord["p"+r.part])
		}
		for _, word := range rarest(r.words, byWord) {
			add(byWord["w"+word])
		}
		for p := range rivals {
			if points, same := score(r, packed[p]); same {
				pairs = append(pairs, pair{i, p, points})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(a.i, b.i), cmp.Compare(a.p, b.p))
	})
	matched, taken := make([][]int, len(invoiced)), make([]bool, len(packed))
	for _, one := range pairs {
		if matched[one.i] == nil && !taken[one.p] {
			matched[one.i], taken[one.p] = []int{one.p}, true
		}
	}
	for _, one := range pairs {
		if !taken[one.p] && lacks(invoiced[one.i], matched[one.i], packed) {
			matched[one.i], taken[one.p] = append(matched[one.i], one.p), true
		}
	}
	for i := range matched {
		slices.Sort(matched[i])
	}
	return matched
}

// rarest are the words of a row, those that the fewest packed rows have first.
func rarest(set map[string]bool, index map[string][]int) []string {
	list := make([]string, 0, len(set))
	for word := range set {
		list = append(list, word)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(index["w"+a]), len(index["w"+b])), cmp.Compare(a, b))
	})
	return list
}

// lacks reports whether less was packed of a row than was invoiced.
func lacks(r row, taken []int, packed []row) bool {
	var sum *Number
	for _, p := range taken {
		sum = plus(sum, packed[p].item.Quantity.Value)
	}
	return r.item.Quantity.Value != nil && sum != nil && sum.Cmp(r.item.Quantity.Value.Decimal) < 0
}
