// Package papers owns the parting of a file into its documents: where each begins, what kind of paper it is, what number it has,
// and which repeats another.
//
// It refuses to read values for a schema, and it decodes no barcode: the text printed beside one counts.
package papers

import (
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
)

// Paper is one document of a file.
type Paper struct {
	Pages      []int   // by their place among the pages that were read
	Type       string  // one of Types
	Confidence float64 // of the type, 0 to 1
	Reference  string  // its own number as printed; "" where none is found
	Title      string  // letters and digits of its strongest title; "" where it has none
	Copy       bool    // it is marked as a copy or repeats an earlier paper
	CopyOf     int     // the place of the paper that it repeats, from 1; 0 where none is in the file
	Doubtful   []int   // those of its pages that may begin another paper; its first page where that may go on from the paper before
}

// The types that the package names; Other is of what is none of the known ones.
const (
	typeCommercialInvoice   = "commercial_invoice"
	typePackingList         = "packing_list"
	typeBillOfLading        = "bill_of_lading"
	typeAirWaybill          = "air_waybill"
	typeCertificateOfOrigin = "certificate_of_origin"
	typePedimento           = "pedimento"
	typeCfdi                = "cfdi"
	typePurchaseOrder       = "purchase_order"
	typeReceipt             = "receipt"
	typeDeliveryNote        = "delivery_note"
	Other                   = "other"
)

// Types lists the types of papers.
func Types() []string {
	return []string{typeCommercialInvoice, typePackingList, typeBillOfLading, typeAirWaybill, typeCertificateOfOrigin, typePedimento, typeCfdi, typePurchaseOrder, typeReceipt, typeDeliveryNote, Other}
}

// Finder finds the papers of a file. It is safe for concurrent use.
type Finder struct {
	words *words
	model Model
}

// NewFinder returns a finder with the words of a dictionary and fitted coefficients.
func NewFinder(d *term.Dictionary, m Model) *Finder { return &Finder{newWords(d), m} }

// Find parts the pages of a file into papers, in their order. Pages that only separate papers belong to none; where no page has
// print, all are one paper.
func (f *Finder) Find(pages []*page.Page) []Paper {
	if len(pages) == 0 {
		return nil
	}
	sights := make([]*Sight, len(pages))
	for i, p := range pages {
		sights[i] = f.Look(p)
	}
	return f.model.Find(sights)
}

// Find parts the pages of a file that were looked at.
func (m Model) Find(sights []*Sight) []Paper {
	var all []Paper
	groups, doubtful := m.groups(sights)
	for _, group := range groups {
		p := m.name(sights, group)
		for _, i := range group {
			if doubtful[i] {
				p.Doubtful = append(p.Doubtful, i)
			}
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		one := Paper{Type: Other}
		for i := range sights {
			one.Pages = append(one.Pages, i)
		}
		return []Paper{one}
	}
	findCopies(sights, all)
	return all
}

// groups are the pages of each paper, and the pages of which it is hardly known whether they begin one. A blank page lies within a
// paper or behind the last; between two it belongs to none.
func (m Model) groups(sights []*Sight) (all [][]int, doubtful map[int]bool) {
	doubtful = map[int]bool{}
	var idle []int // pages without print since the last that has some
	parted := false
	for i, s := range sights {
		if s.Separator {
			parted, idle = true, nil
			continue
		}
		if s.Blank {
			idle = append(idle, i)
			continue
		}
		last, begins := len(all)-1, true
		if last >= 0 && !parted {
			begins, doubtful[i] = m.begins(sights, all, i, len(idle) > 0)
		}
		if begins {
			all = append(all, []int{i})
		} else {
			all[last] = append(append(all[last], idle...), i)
		}
		parted, idle = false, nil
	}
	if n := len(all) - 1; n >= 0 && !parted {
		all[n] = append(all[n], idle...)
	}
	return all, doubtful
}

// How sure a page begins a paper, or goes on with one, before it is not said to be doubtful: logarithms of the odds.
const (
	sureBeginning = 1
	sureToGoOn    = 2.6
)

// begins reports whether a page begins a paper of its own behind the last of all papers so far, and whether that is doubtful.
func (m Model) begins(sights []*Sight, all [][]int, at int, gap bool) (begins, doubtful bool) {
	paper := all[len(all)-1]
	firsts := make([]*Sight, len(all))
	for i, one := range all {
		firsts[i] = sights[one[0]]
	}
	before := make([]*Sight, 0, len(paper))
	for _, i := range paper {
		if !sights[i].Blank {
			before = append(before, sights[i])
		}
	}
	odds := m.Beginning(Compare(firsts, before, sights[at], gap))
	if restarts(before, sights[at]) {
		return true, false
	}
	return odds >= 0, odds < sureBeginning && odds > -sureToGoOn
}

// leastKnown is the strength from which a title names its kind, where it stands in large print.
const leastKnown = 0.6

// restarts reports whether a page is another paper, whatever its head has in common with the one before: nothing goes on from one to
// the other, and it has the title of another known kind in large print, or the same title with a sum below another letterhead, with lines that begin at 1 again or with
// a total of its own. Two invoices with one number are told apart by it: read as one, the goods of the second would be lost without a word.
func restarts(before []*Sight, s *Sight) bool {
	first, last := before[0], before[len(before)-1]
	if last.forward || s.back || s.page > 1 || last.of > last.page || last.last > 0 && s.first == last.last+1 {
		return false
	}
	kind, strength := s.strongest()
	was, wasStrength := first.strongest()
	if kind != was {
		return kind != Other && was != Other && strength >= leastKnown && wasStrength >= leastKnown && s.headlines[s.named[kind]]
	}
	if strength < ownHead || wasStrength < ownHead {
		return false
	}
	anew := last.last > 1 && s.first == 1
	return anew || last.ends && s.ends && first.anotherIssuer(s) || len(last.totals) > 0 && len(s.totals) > 0 && share(last.totals, s.totals) == 0
}

// name tells the type and the number of a paper.
func (m Model) name(sights []*Sight, pages []int) Paper {
	p := Paper{Pages: pages}
	p.Type, p.Confidence = m.typeOf(sights[pages[0]], sights, pages)
	for _, i := range pages {
		if p.Reference = sights[i].numberOf(p.Type); p.Reference != "" {
			break
		}
	}
	strongest, _ := sights[pages[0]].strongest()
	p.Title = sights[pages[0]].named[strongest]
	p.Copy = sights[pages[0]].marked
	return p
}
