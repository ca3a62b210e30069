package sheet

import (
	"sync"

	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/page"
)

// Sheet is a document's print, marked up: its labels, tables, captions, headings and sums. It does not change once it is made;
// what is derived is derived when it is first asked for.
type Sheet struct {
	*grid.Tabled
	Captions      func() []Caption // all captions outside tables, known or not
	AddressBlocks func() []addressBlock
	Senders       func() []sender
	Domains       func() []string
	DateOrder     func() dateOrder
	isOrder       func() bool
	Sums          func(page int) []Sum
	Ties          func(page int) tied
	HeadingsOf    func(page int) []Heading
	GroupsOf      func(page int) groups
}

// New returns the sheet of a document whose tables are known.
func New(t *grid.Tabled) *Sheet {
	d := &Sheet{Tabled: t}
	d.Captions = sync.OnceValue(d.findCaptions)
	d.AddressBlocks = sync.OnceValue(d.findAddressBlocks)
	d.Senders = sync.OnceValue(d.findSenders)
	d.Domains = sync.OnceValue(d.findDomains)
	d.DateOrder = sync.OnceValue(d.findDateOrder)
	d.isOrder = sync.OnceValue(d.readIsOrder)
	d.Sums = page.PerPage(d.readSums)
	d.Ties = page.PerPage(d.readTies)
	d.HeadingsOf = page.PerPage(d.readHeadingsOf)
	d.GroupsOf = page.PerPage(d.readGroupsOf)
	return d
}
