package layouts

import (
	"bytes"
	"strings"
	"testing"
)

func TestThePapersOfAPacketAreOfOneDeal(t *testing.T) {
	t.Parallel()
	p := testPlan(t)
	alike := 0
	for n := range 12 {
		papers := p.packet(n)
		if len(papers) < 2 {
			t.Fatalf("packet %d has %d papers", n, len(papers))
		}
		var seller string
		for _, d := range papers {
			content, pages, err := d.draw()
			if err != nil || pages == 0 || !bytes.HasPrefix(content, []byte("%PDF")) {
				t.Fatalf("packet %d, %s: %d pages, %v", n, d.id, pages, err)
			}
			if e := d.entry(pages, len(content)); e.Packet != papers[0].packet || e.Truth != "drawn" {
				t.Errorf("%s is of packet %q", d.id, e.Packet)
			}
			if name := d.deal.party("seller").facts["name"].text; seller == "" {
				seller = name
			} else if name != seller {
				t.Errorf("%s is sold by %q, the others by %q", d.id, name, seller)
			}
		}
		again, _, err := p.packet(n)[0].draw()
		first, _, err2 := p.packet(n)[0].draw()
		if err == nil && err2 == nil && bytes.Equal(again, first) {
			alike++
		}
	}
	if alike != 12 {
		t.Errorf("%d of 12 packets are drawn alike twice", alike)
	}
}

func TestLongDocumentsHaveSeveralPages(t *testing.T) {
	t.Parallel()
	p := testPlan(t)
	several, numbered := 0, 0
	for n := range 40 {
		content, pages, err := p.long(n).draw()
		if err != nil {
			t.Fatal(err)
		}
		if pages > 1 {
			several++
		}
		if text := textOf(t, content); strings.Contains(text, allPages) {
			t.Errorf("document %d prints %s for the number of its pages", n, allPages)
		} else if strings.Contains(text, "/"+string(rune('0'+pages%10))) {
			numbered++
		}
	}
	if several < 36 || numbered == 0 {
		t.Errorf("%d of 40 have several pages, %d print how many", several, numbered)
	}
}
