package extract

import (
	"slices"
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/page"
)

// bill is the head of a bill of lading that consigns to the order of a bank.
var bill = []string{"30:Shipper (Name and Full Address)|300:BILL OF LADING", "30:TORSTA TEXTILES LTD.", "30:Plot 7, Mirpur", "30:", "30:Consignee (Name and Full Address)",
	"30:(Non-Negotiable unless consigned to order)", "30:TO THE ORDER OF:", "30:VELQUEL BANK PLC.,", "30:Harbour Road 9", "30:", "30:Notify Party (Name and Full Address)", "30:MARPAN HANDEL GMBH", "30:Kanalweg 3"}

// TestTheNameBelowAHeadingIsOffered holds that the name is found behind a remark in brackets and what consigns to its order.
func TestTheNameBelowAHeadingIsOffered(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, bill...), `"shipper_name":`+text+`,"consignee_name":`+text+`,"notify_party_name":`+text)
	for name, want := range map[string]string{"shipper_name": "TORSTA TEXTILES LTD.", "consignee_name": "VELQUEL BANK PLC.", "notify_party_name": "MARPAN HANDEL GMBH"} {
		if !slices.ContainsFunc(f.Options(wanted(f, t, name)), func(o *candidate.Option) bool {
			return o.Text == want && slices.Contains(o.Traits, candidate.Trait{Name: "first name below a heading of its own", Value: 1})
		}) {
			t.Errorf("%s: %s is no option below its heading", name, want)
		}
	}
}

// TestAHeadingEndsAtAWideGap holds that it heads the lines that follow it, and nothing further down.
func TestAHeadingEndsAtAWideGap(t *testing.T) {
	t.Parallel()
	d := sheetOf(t, "30:Buyer:", "30:Torsta Handel GmbH", "30:Kanalweg 3", "30:", "30:", "30:", "30:", "30:", "30:Velquel Werft GmbH")
	under := map[string]string{}
	for _, r := range d.Pages[0].Rows {
		under[page.Join(r.Words())] = d.RoleAt(0, r.Box)
	}
	if under["Kanalweg 3"] != "buyer" || under["Velquel Werft GmbH"] != "" {
		t.Errorf("%v", under)
	}
}

// TestTheLineOfASenderTellsWhoseNameIsWhose holds that it is read with marks and with commas, and that the name in the window is not the sender's.
func TestTheLineOfASenderTellsWhoseNameIsWhose(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{"marks": "Torsta GmbH • Kanalweg 3 • 20095 Hamburg", "commas": "Torsta GmbH, Kanalweg 3, 20095 Hamburg"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fillingOf(t, sheetOf(t, "300:Torsta GmbH", "30:"+line, "30:Herr", "30:Velin Quelrin", "30:Hafenallee 3", "30:12345 Neustadt"), `"buyer_name":`+text)
			for text, want := range map[string]string{"Torsta GmbH": "the sender's name", "Velin Quelrin": "below the line of a sender"} {
				o, _ := optionOf(f, t, "buyer_name", text)
				if got := feature.Posted(f.Doc, o); !slices.Contains(got, candidate.Trait{Name: want, Value: 1}) {
					t.Errorf("%s: %v", text, got)
				}
			}
		})
	}
}

// TestTheNameThatIsLeftAboveAnAddressIsTold holds that the name of the other party is passed over.
func TestTheNameThatIsLeftAboveAnAddressIsTold(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Torsta GmbH", "30:Kanalweg 3", "30:20095 Hamburg", "30:", "30:Velin Quelrin", "30:Hafenallee 3", "30:12345 Neustadt"),
		`"seller_name":`+text+`,"buyer_name":`+text)
	buyer, all := wanted(f, t, "buyer_name"), f.Options(wanted(f, t, "buyer_name"))
	o, _ := optionOf(f, t, "buyer_name", "Velin Quelrin")
	want := candidate.Trait{Name: "first above an address that is left, of another", Value: 1}
	f.Found = map[string]*candidate.Match{}
	if got := f.Remaining(buyer, o, all); slices.Contains(got, want) {
		t.Error("another stands above it")
	}
	seller, _ := optionOf(f, t, "seller_name", "Torsta GmbH")
	f.Found[wanted(f, t, "seller_name").Pointer] = &seller.Match
	if got := f.Remaining(buyer, o, all); !slices.Contains(got, want) {
		t.Errorf("%v", got)
	}
}
