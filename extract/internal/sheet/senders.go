package sheet

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/value"
)

// How the line of the sender above the window of a letter stands.
const (
	senderPieces = 3   // name, street and place at least
	senderGap    = 3.0 // heights of a line between its segments
	WindowGap    = 5.0 // heights down to the name in the window
)

// sender is a line that holds the name, the street and the place of who sends a letter.
type sender struct {
	Box  page.Box
	Name string // as letters and digits
}

// findSenders are the lines of the first page that hold a whole address each.
func (d *Sheet) findSenders() []sender {
	all := []sender{}
	p := d.Pages[0]
	for _, r := range p.Rows {
		if r.Box.Y0 > AddresseePart*p.Height {
			break
		}
		for _, run := range runs(r, senderGap*p.LineHeight) {
			pieces := splitSender(run)
			if len(pieces) < senderPieces {
				pieces = splitCommas(run)
			}
			placed := func(piece []page.Word) bool {
				a, ok := party.Town(piece, d.Dict.Group("street"))
				return ok && a.Postal.Text != ""
			}
			if len(pieces) >= senderPieces && party.Names(pieces[0], d.Dict) && slices.ContainsFunc(pieces[1:], placed) {
				all = append(all, sender{page.Bounds(run), value.Alnum(page.Join(pieces[0]))})
			}
		}
	}
	return all
}

// runs are the words of a row up to its wide gaps.
func runs(r page.Row, gap float64) [][]page.Word {
	var all [][]page.Word
	last := page.Box{}
	for i, s := range r.Segments {
		if i == 0 || s.Box.X0-last.X1 > gap {
			all = append(all, nil)
		}
		all[len(all)-1], last = append(all[len(all)-1], s.Words...), s.Box
	}
	return all
}

// splitCommas cuts a line behind its commas.
func splitCommas(words []page.Word) [][]page.Word {
	var pieces [][]page.Word
	from := 0
	for i, w := range words {
		if strings.HasSuffix(w.Text, ",") || i == len(words)-1 {
			pieces, from = append(pieces, words[from:i+1]), i+1
		}
	}
	return pieces
}
