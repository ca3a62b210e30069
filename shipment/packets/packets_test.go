package packets_test

import (
	"testing"

	"tariffdesk/shipment/packets"
)

func TestEveryPacketIsDrawnWithItsTruth(t *testing.T) {
	t.Parallel()
	planted := map[packets.Difference]int{}
	unread, scans, languages := 0, 0, map[string]int{}
	for n := range packets.Count {
		p, err := packets.New(n)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.PDF) == 0 || len(p.Lines) < 2 || len(p.Papers) < 3 {
			t.Errorf("packet %d: %d bytes, %d lines, %d papers", n, len(p.PDF), len(p.Lines), len(p.Papers))
		}
		for _, d := range p.Planted {
			planted[d]++
		}
		languages[p.Lang]++
		if p.Scan {
			scans++
		}
		if packets.Unread(n) {
			unread++
		}
	}
	if unread != 20 || scans != 12 || len(languages) != 3 {
		t.Errorf("%d unread, %d scans, languages %v", unread, scans, languages)
	}
	for _, d := range packets.Differences() {
		if planted[d] == 0 {
			t.Errorf("no packet plants %s", d)
		}
	}
}
