// Package packets draws packets of trade papers for tests: 2 to 12 papers in three languages, as text or as scans, with
// differences planted and told.
//
// It is for tests and measuring alone: all names, numbers and goods are made up. What is drawn is decided by the number of the
// packet. Its words are its own, so that a reader is not measured on what it was written for.
package packets

import (
	"errors"
	"fmt"
)

// Difference is a planted contradiction between papers, by the kind of check that finds it.
type Difference string

// The differences that are planted.
const (
	Sum       Difference = "sum"
	Amount    Difference = "amount"
	Quantity  Difference = "quantity"
	Unit      Difference = "unit" // counted in what measures something else; a check of quantities finds it
	Packages  Difference = "packages"
	Gross     Difference = "gross_weight"
	Net       Difference = "net_weight" // above the gross weight of the same paper
	Party     Difference = "party"
	Origin    Difference = "origin"
	Reference Difference = "reference"
	Freight   Difference = "incoterm" // terms of the transport document
)

// Differences lists all of them.
func Differences() []Difference {
	return []Difference{Sum, Amount, Quantity, Unit, Packages, Gross, Net, Party, Origin, Reference, Freight}
}

// Line is a line of goods as its invoice states it.
type Line struct {
	Part        string
	Description string
	Quantity    int
	Unit        string // as printed
	PriceCents  int
	Origin      string // two letters
	Code        string
	DutyPercent int // general duty of Mexico
	Net, Gross  int // tenths of a kilogram
	Packages    int
}

// AmountCents is quantity × price.
func (l Line) AmountCents() int { return l.Quantity * l.PriceCents }

// WrongAmountCents is how much too high a planted amount is.
const WrongAmountCents = 5000

// Paper is a paper of a packet.
type Paper struct {
	Type   string // as shipments call it
	Pages  []int  // of the file, from 1
	CopyOf int    // place of the paper that it repeats, from 1; 0 for none
}

// Packet is a packet with what is true of it.
type Packet struct {
	Number   int
	PDF      []byte
	Papers   []Paper // in the order of the file
	Lines    []Line
	Planted  []Difference
	Scan     bool
	Lang     string // en, es or de
	Invoice  string // number of the first one
	Currency string
	Incoterm string
	// WrongAmount is the place of the line whose amount is printed WrongAmountCents too high, -1 for none.
	WrongAmount int
	// What the invoices charge beside the goods.
	FreightCents, InsuranceCents int
}

// Count is how many packets there are.
const Count = 60

// Unread reports whether a packet of seed 0 is kept aside: of these figures alone are taken, and none is looked at.
func Unread(number int) bool { return number%3 == 2 }

// Sealed reports whether none of the packets of a seed is looked at.
func Sealed(seed uint64) bool { return seed >= thirdSeed }

// New draws packet number, from 0, of seed 0.
func New(number int) (Packet, error) { return Draw(number, 0) }

// Draw draws packet number, from 0, of a seed. Other seeds than 0 have captions, titles, makers, countries and designs of their own, so
// that they measured what a reader makes of papers that it was not written for; since 28 November 2026 they count as looked at. Seeds
// from 1000 on have a third pool of words, goods, firms and designs, written without a look at the reader's words; none of their packets
// is looked at.
func Draw(number int, seed uint64) (Packet, error) {
	d := plan(number, seed)
	if err := d.draw(); err != nil {
		return Packet{}, fmt.Errorf("packet %d: %w", number, err)
	}
	return d.Packet, nil
}

// Find draws the packets with text that are not kept aside, in their order, up to the first that fits.
func Find(fits func(Packet) bool) (Packet, error) {
	for number := range Count {
		if Unread(number) || plan(number, 0).Scan {
			continue // a scan takes seconds to draw
		}
		if p, err := New(number); err != nil || fits(p) {
			return p, err
		}
	}
	return Packet{}, errors.New("no packet with text fits")
}
