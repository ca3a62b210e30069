package extract

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
	windowGap    = 5.0 // heights down to the name in the window
)

// sender is a line that holds the name, the street and the place of who sends a letter.
type sender struct {
	box  page.Box
	name string // as letters and digits
}

// senders are the lines of the first page that hold a whole address each.
func (d *document) senders() []sender {
	if d.sent != nil {
		return d.sent
	}
	d.sent = []sender{}
	p := d.Pages[0]
	for _, r := range p.Rows {
		if r.Box.Y0 > addresseePart*p.Height {
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
				d.sent = append(d.sent, sender{page.Bounds(run), value.Alnum(page.Join(pieces[0]))})
			}
		}
	}
	return d.sent
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

// posted says how an option for a name stands to the line of a sender: whether it is the sender's, or the name below it in the window.
func (d *document) posted(o *option) []trait {
	if o.page > 0 || len(o.Words) == 0 {
		return nil
	}
	p, box := d.Pages[0], page.Bounds(o.Words)
	for _, s := range d.senders() {
		left := box.X0 - s.box.X0
		switch plain := value.Alnum(o.Text); {
		case plain == s.name:
			return []trait{{"the sender's name", 1}}
		case box.Y0 > s.box.MidY() && box.Y0-s.box.Y1 < windowGap*p.LineHeight && max(left, -left) < windowGap*p.LineHeight:
			return []trait{{"below the line of a sender", 1}}
		}
	}
	return nil
}
