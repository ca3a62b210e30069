package papers

import (
	"math"
	"strconv"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// heads notes the words and the figures at the head of a page, as far as its table.
func (s *Sight) heads(p *page.Page) {
	s.said, s.counted = map[string]bool{}, map[string]bool{}
	if len(p.Rows) > 1 {
		first := p.Rows[0]
		s.top = value.Alnum(first.Text()) + value.Alnum(p.Rows[1].Text())
		if p.Source == page.SourceText { // a running head is smaller than a letterhead
			s.top += strconv.Itoa(int(math.Round(first.Box.Height())))
		}
	}
	for _, r := range p.Rows {
		if len(r.Segments) >= tableCells+1 || r.Box.Y0 > ownPart*p.Height {
			break
		}
		for _, w := range r.Segments {
			for _, t := range term.Split(w.Text()) {
				switch n := digits(t); {
				case n >= 3:
					s.counted[t] = true
				case n == 0 && len(t) > 2:
					s.said[t] = true
				}
			}
		}
	}
}

// ownPart is the share of a page in which it says what is its own: parties, number and date.
const ownPart = 0.45
