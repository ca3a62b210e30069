package evaluate

import (
	"bytes"
	"context"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/shipment/packets"
)

// TestPacketsAreReadAtLeastThisWell is a floor under a few packets with text; `make packets` measures all of them.
func TestPacketsAreReadAtLeastThisWell(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	f, err := Shipments(context.Background(), ShipmentOptions{Part: PartRead, Packets: []int{7, 19, 42, 54}, Details: true}, &out)
	if err != nil {
		t.Fatal(err)
	}
	least := func(name string, s Share, percent int) {
		if 100*s.Right < percent*s.Of {
			t.Errorf("%s: %s, want %d %%\n%s", name, s, percent, &out)
		}
	}
	least("papers", f.Typed, 60)
	least("lines", f.LinesText, 80)
	least("entries", f.Entries, 100)
	var planted Share
	for _, s := range f.Planted {
		planted.Right, planted.Of = planted.Right+s.Right, planted.Of+s.Of
	}
	least("differences", planted, 75)
	if f.Torn.Right > 0 || f.FalseAlarms > 1 {
		t.Errorf("%d papers torn, %d false alarms\n%s", f.Torn.Right, f.FalseAlarms, &out)
	}
}

func TestNobodyLooksIntoTheUnreadPackets(t *testing.T) {
	t.Parallel()
	for _, part := range []Part{PartAll, PartMeasured} {
		if _, err := Shipments(context.Background(), ShipmentOptions{Part: part, Details: true}, nil); err == nil {
			t.Errorf("details are told of part %q", part)
		}
	}
	if _, err := Shipments(context.Background(), ShipmentOptions{Part: PartRead, Seed: 1000, Details: true}, nil); err == nil {
		t.Error("details are told of the third pool")
	}
	for n := range packets.Count {
		if packets.Unread(n) != (n%3 == 2) {
			t.Errorf("packet %d changed its half", n)
		}
	}
}

// TestAnEntryComputedByHand: 1,000.00 and 220.00 of increments at 17.50 are 21,350.00 MXN; duty 25 % 5,337.50; DTA 461.61; IVA 16 %
// of 27,149.11 is 4,343.86; prevalidation 406.00.
func TestAnEntryComputedByHand(t *testing.T) {
	t.Parallel()
	if got := byHand([]handLine{{decimal.MustParse("1000"), 25}}, 20000, 2000).String(); got != "10548.97" {
		t.Errorf("by hand %s", got)
	}
}
