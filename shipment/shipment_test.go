package shipment_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/shipment"
)

func fields(text string) iter.Seq[string] { return strings.FieldsSeq(text) }

var rules = func() *quote.Rules {
	r, err := quote.LoadRules()
	if err != nil {
		panic(err)
	}
	return r
}()

// paper reads a paper of a type from its data; each leaf that is named in boxes has a place.
func paper(t *testing.T, id string, kind shipment.PaperType, data string) shipment.Paper {
	t.Helper()
	fields := map[string]shipment.Field{}
	var leaves map[string]any
	if err := json.Unmarshal([]byte(data), &leaves); err != nil {
		t.Fatal(err)
	}
	for name, value := range leaves {
		if rows, ok := value.([]any); ok {
			for i, row := range rows {
				for member, v := range row.(map[string]any) {
					fields[fmt.Sprintf("/%s/%d/%s", name, i, member)] = shipment.Field{Page: 1, Text: fmt.Sprint(v), Confidence: 0.9}
				}
			}
			continue
		}
		fields["/"+name] = shipment.Field{Page: 1, Text: fmt.Sprint(value), Confidence: 0.9}
	}
	p, err := shipment.NewPaper(id, 1, shipment.Reading{Type: kind, Pages: []int{1}, Data: json.RawMessage(data), Fields: fields})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const invoice = `{"invoice_number":"INV-4711","invoice_date":"2026-05-04","seller_name":"Shenzhen Hailong Hardware Co., Ltd.",
	"buyer_name":"Ferretera del Bajío, S.A. de C.V.","incoterm":"FOB Shenzhen","currency":"USD","country_of_origin":"China",
	"line_items":[
		{"item_code":"B-100","description":"Hex bolts, steel, M8 x 40","quantity":1000,"unit":"PCS","unit_price":0.12,"amount":120.00},
		{"item_code":"W-200","description":"Flat washers, steel, M8","quantity":2000,"unit":"PCS","unit_price":0.03,"amount":60.00},
		{"item_code":"D-300","description":"Cordless drill 18 V","quantity":10,"unit":"PCS","unit_price":45.50,"amount":455.00}],
	"subtotal":635.00,"freight":80.00,"total_amount":715.00,"total_gross_weight_kg":4032,"total_packages":12}`

const packing = `{"packing_list_number":"PL-9","document_date":"2026-05-06","invoice_number":"INV-4711","invoice_date":"2026-05-04","shipper_name":"SHENZHEN HAILONG HARDWARE CO LTD",
	"consignee_name":"FERRETERA DEL BAJIO SA DE CV","line_items":[
		{"description":"Cordless drill 18 V","item_code":"D-300","quantity":10,"unit":"pieces","packages":2,"net_weight_kg":18,"gross_weight_kg":21},
		{"description":"Hex bolts steel M8x40","item_code":"B-100","quantity":600,"unit":"pieces","packages":3,"net_weight_kg":9,"gross_weight_kg":10},
		{"description":"Hex bolts steel M8x40","item_code":"B-100","quantity":400,"unit":"pieces","packages":2,"net_weight_kg":6,"gross_weight_kg":7},
		{"description":"Flat washers steel M8","item_code":"W-200","quantity":2000,"unit":"pieces","packages":5,"net_weight_kg":8,"gross_weight_kg":9}],
	"total_packages":12,"total_net_weight_kg":41,"total_gross_weight_kg":4320}`

func entry(t *testing.T, papers ...shipment.Paper) *shipment.Shipment {
	t.Helper()
	s := &shipment.Shipment{Facts: shipment.Facts{}.WithDefaults(), Papers: papers}
	s.AskPapers()
	if !s.Gather(rules) {
		t.Fatal("too many lines")
	}
	s.Inspect(rules)
	return s
}

func check(t *testing.T, s *shipment.Shipment, id string) shipment.Check {
	t.Helper()
	for _, c := range s.Checks {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no check %s among %v", id, ids(s))
	return shipment.Check{}
}

func ids(s *shipment.Shipment) (list []string) {
	for _, c := range s.Checks {
		list = append(list, c.ID+"="+string(c.Status))
	}
	return list
}

func TestAWholePacketIsComparedAndItsDifferenceNamed(t *testing.T) {
	t.Parallel()
	s := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice), paper(t, "p2", shipment.TypePackingList, packing))
	want := map[string]shipment.Status{
		"sum:p1": shipment.StatusOK, "amount:agree": shipment.StatusOK, "quantity:agree": shipment.StatusOK, "packages": shipment.StatusOK,
		"gross_weight": shipment.StatusDiffers, "gross_net:p2": shipment.StatusOK, "currency": shipment.StatusOK, "party:seller": shipment.StatusOK,
		"party:buyer": shipment.StatusOK, "reference:number:p2": shipment.StatusOK, "reference:date:p2": shipment.StatusOK,
	}
	for id, status := range want {
		if c := check(t, s, id); c.Status != status {
			t.Errorf("%s: %s, want %s: %s", id, c.Status, status, c.Text.English)
		}
	}
	gross := check(t, s, "gross_weight")
	if gross.Difference != "288" || !strings.Contains(gross.Text.English, "4,032 kg") || !strings.Contains(gross.Text.Spanish, "4,320 kg") {
		t.Errorf("gross weight: difference %s, %q, %q", gross.Difference, gross.Text.English, gross.Text.Spanish)
	}
	for _, v := range gross.Values {
		if v.Source == nil || v.Source.Page != 1 {
			t.Errorf("%s of %s has no box", v.Name.English, v.Paper)
		}
	}
	if s.Checks[0].Status != shipment.StatusDiffers || s.Checks[len(s.Checks)-1].Status != shipment.StatusOK {
		t.Errorf("the worst do not stand first: %v", ids(s))
	}
}

func TestLinesAreMatchedAcrossInvoiceAndPackingList(t *testing.T) {
	t.Parallel()
	s := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice), paper(t, "p2", shipment.TypePackingList, packing))
	want := [][]int{{1, 2}, {3}, {0}} // the bolts stand in two rows, and the order is another
	for i, rows := range want {
		var got []int
		for _, at := range s.Lines[i].Packed {
			got = append(got, at.Row)
		}
		if !slices.Equal(got, rows) {
			t.Errorf("line %d is packed in rows %v, want %v", i+1, got, rows)
		}
	}
	if l := s.Lines[0]; l.NetKg.String() != "15" || l.GrossKg.String() != "17" || l.Origin != "CN" || l.Currency != "USD" {
		t.Errorf("line 1: net %s, gross %s, origin %s, currency %s", l.NetKg, l.GrossKg, l.Origin, l.Currency)
	}
}

// Goods that are alike in all but one thing, each with the match that is right.
func TestOneAssignmentByDescriptionPartOrderAndQuantity(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		invoiced, packed string
		want             []int // of the packed rows by line, -1 for none
	}{
		"quantity tells": {
			`[{"description":"LED lamp 9 W","quantity":100},{"description":"LED lamp 9 W","quantity":250}]`,
			`[{"description":"LED lamp 9 W","quantity":250},{"description":"LED lamp 9 W","quantity":100}]`, []int{1, 0},
		},
		"order on the paper tells": {
			`[{"description":"LED lamp 9 W","quantity":100},{"description":"LED lamp 9 W","quantity":100}]`,
			`[{"description":"LED lamp 9 W","quantity":100},{"description":"LED lamp 9 W","quantity":100}]`, []int{0, 1},
		},
		"part number before words": {
			`[{"item_code":"A-1","description":"Cover plate blue","quantity":5},{"item_code":"A-2","description":"Cover plate red","quantity":5}]`,
			`[{"item_code":"A2","description":"Cover plate","quantity":5},{"item_code":"A1","description":"Cover plate","quantity":5}]`, []int{1, 0},
		},
		"different part numbers are different goods": {
			`[{"item_code":"A-1","description":"Cover plate","quantity":5}]`, `[{"item_code":"B-7","description":"Cover plate large","quantity":9}]`, []int{-1},
		},
		"other goods are left": {
			`[{"description":"Cotton T-shirts","quantity":5}]`, `[{"description":"Wooden pallets","quantity":5}]`, []int{-1},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := entry(t, paper(t, "p1", shipment.TypeInvoice, `{"invoice_number":"1","line_items":`+test.invoiced+`}`),
				paper(t, "p2", shipment.TypePackingList, `{"packing_list_number":"2","line_items":`+test.packed+`}`))
			for i, want := range test.want {
				got := -1
				if packed := s.Lines[i].Packed; len(packed) > 0 {
					got = packed[0].Row
				}
				if got != want {
					t.Errorf("line %d is packed in row %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

func replaced(text string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(text)
}

// Each row plants one difference into papers that agree.
func TestEveryPlantedDifferenceIsFound(t *testing.T) {
	t.Parallel()
	agree := replaced(packing, "4320", "4032")
	bill := `{"bill_of_lading_number":"BL1","shipper_name":"Shenzhen Hailong Hardware Co., Ltd.","consignee_name":"Ferretera del Bajío SA de CV","freight_terms":"FREIGHT COLLECT","total_packages":12,"total_gross_weight_kg":4032}`
	certificate := `{"certificate_number":"C1","treaty":"T","exporter_name":"Shenzhen Hailong Hardware Co., Ltd.","invoice_number":"INV-4711","country_of_origin":"CN"}`
	papers := func(inv, pl, bl, cert string) *shipment.Shipment {
		return entry(t, paper(t, "p1", shipment.TypeInvoice, inv), paper(t, "p2", shipment.TypePackingList, pl),
			paper(t, "p3", shipment.TypeBillOfLading, bl), paper(t, "p4", shipment.TypeCertificate, cert))
	}
	for _, c := range papers(invoice, agree, bill, certificate).Checks {
		if c.Status == shipment.StatusDiffers {
			t.Errorf("false alarm %s: %s", c.ID, c.Text.English)
		}
	}
	if c := check(t, papers(invoice, agree, replaced(bill, "COLLECT", "PREPAID"), certificate), "incoterm:p3"); c.Status != shipment.StatusOK {
		t.Errorf("freight that the invoice charges was prepaid: %s", c.Text.English)
	}
	if c := check(t, papers(invoice, replaced(agree, `"document_date":"2026-05-06",`, "", "2026-05-04", "2026-05-09"), bill, certificate), "reference:date:p2"); c.Status != shipment.StatusUnknown {
		t.Errorf("the one date of a paper is taken for that of the invoice: %s", c.Text.English)
	}
	warehouse := replaced(bill, "Ferretera del Bajío SA de CV", "Almacenes del Puerto SA")
	for _, c := range papers(invoice, replaced(agree, "FERRETERA DEL BAJIO SA DE CV", "Almacenes del Puerto SA"), warehouse, certificate).Checks {
		if c.Status == shipment.StatusDiffers {
			t.Errorf("a consignee of two papers is no other buyer: %s", c.Text.English)
		}
	}
	tests := map[string]struct {
		got  *shipment.Shipment
		id   string
		says string
	}{
		"sum":        {papers(replaced(invoice, `"subtotal":635.00`, `"subtotal":653.00`, "715.00", "733.00"), agree, bill, certificate), "sum:p1", "635"},
		"amount":     {papers(replaced(invoice, `"amount":455.00`, `"amount":545.00`, `"subtotal":635.00`, `"subtotal":725.00`, "715.00", "805.00"), agree, bill, certificate), "amount:l3", "545"},
		"quantity":   {papers(invoice, replaced(agree, `"quantity":2000`, `"quantity":1980`), bill, certificate), "quantity:l2", "1,980"},
		"unit":       {papers(invoice, replaced(agree, `"quantity":2000,"unit":"pieces"`, `"quantity":2000,"unit":"pairs"`), bill, certificate), "quantity:l2", "2,000 pairs"},
		"packages":   {papers(invoice, agree, replaced(bill, `"total_packages":12`, `"total_packages":13`), certificate), "packages", "13"},
		"gross":      {papers(invoice, agree, replaced(bill, "4032", "4302"), certificate), "gross_weight", "4,302"},
		"net":        {papers(replaced(invoice, `"total_packages":12`, `"total_packages":12,"total_net_weight_kg":14`), agree, bill, certificate), "net_weight", "14 kg"},
		"gross, net": {papers(invoice, replaced(agree, `"total_net_weight_kg":41`, `"total_net_weight_kg":4041`), bill, certificate), "gross_net:p2", "4,041"},
		"currency":   {papers(invoice+"", agree, bill, certificate), "", ""},
		"seller":     {papers(invoice, agree, replaced(bill, "Shenzhen Hailong Hardware", "Guangzhou Mingda Electric"), certificate), "party:seller", "Mingda"},
		"buyer":      {papers(invoice, agree, replaced(bill, "Ferretera del Bajío", "Comercializadora Azteca"), certificate), "party:buyer", "Azteca"},
		"origin":     {papers(invoice, agree, bill, replaced(certificate, `"CN"`, `"Vietnam"`)), "origin", "VN"},
		"number":     {papers(invoice, replaced(agree, "INV-4711", "INV-4117"), bill, certificate), "reference:number:p2", "INV-4117"},
		"date":       {papers(invoice, replaced(agree, "2026-05-04", "2026-04-05"), bill, certificate), "reference:date:p2", "2026-04-05"},
		"incoterm":   {papers(replaced(invoice, `"freight":80.00,"total_amount":715.00`, `"total_amount":635.00`), agree, replaced(bill, "COLLECT", "PREPAID"), certificate), "incoterm:p3", "PREPAID"},
	}
	delete(tests, "currency")
	for name, test := range tests {
		c := check(t, test.got, test.id)
		if c.Status != shipment.StatusDiffers || !strings.Contains(c.Text.English, test.says) || !strings.Contains(c.Text.Spanish, test.says) {
			t.Errorf("%s: %s is %s: %q", name, test.id, c.Status, c.Text.English)
		}
		for _, other := range test.got.Checks {
			if other.Status == shipment.StatusDiffers && other.ID != test.id && !strings.HasPrefix(other.ID, "origin:") {
				t.Errorf("%s: a second difference %s: %s", name, other.ID, other.Text.English)
			}
		}
	}
}

func TestAClaimWithoutItsPaperIsNamed(t *testing.T) {
	t.Parallel()
	claimed := func(change func(*shipment.Facts), papers ...shipment.Paper) shipment.Check {
		s := &shipment.Shipment{Facts: shipment.Facts{}.WithDefaults(), Papers: append(papers, paper(t, "p1", shipment.TypeInvoice, invoice))}
		change(&s.Facts)
		s.Gather(rules)
		s.Inspect(rules)
		return check(t, s, "missing:certificate")
	}
	agreement := func(f *shipment.Facts) { f.Agreement = "TIPAT" }
	if c := claimed(agreement); c.Status != shipment.StatusDiffers {
		t.Errorf("claimed without a paper: %s", c.Status)
	}
	if c := claimed(func(f *shipment.Facts) { f.HasCertificate = true }); c.Status != shipment.StatusUnknown || c.Text.English != "The certificate of origin is stated, not on file." {
		t.Errorf("stated alone: %s %q", c.Status, c.Text.English)
	}
	if c := claimed(agreement, paper(t, "p9", shipment.TypeCertificate, `{"certificate_number":"C1","exporter_name":"x","treaty":"TIPAT"}`)); c.Status != shipment.StatusOK {
		t.Errorf("on file: %s", c.Status)
	}
}

func TestWeightsOfTheWholeAreSharedOutAndMarked(t *testing.T) {
	t.Parallel()
	s := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice), paper(t, "p2", shipment.TypePackingList, `{"packing_list_number":"2","total_net_weight_kg":100,"total_gross_weight_kg":110}`))
	for member, want := range map[string]string{"net_weight_kg": "100", "gross_weight_kg": "110"} {
		sum := decimal.Zero
		for i, l := range s.Lines {
			n := l.NetKg
			if member == "gross_weight_kg" {
				n = l.GrossKg
			}
			if n == nil || !slices.Contains(l.Prorated, member) {
				t.Fatalf("line %d has no shared %s", i+1, member)
			}
			sum, _ = sum.Add(n.Decimal)
		}
		if sum.Trim(0).String() != want {
			t.Errorf("the shares of %s add up to %s, want %s", member, sum, want)
		}
	}
	if got := s.Lines[2].NetKg.Trim(0).String(); got != "0.332" { // 10 of 3,010 pieces
		t.Errorf("the drill's share is %s", got)
	}
}

func TestACopyIsLeftOutAndAnotherPaperIsNot(t *testing.T) {
	t.Parallel()
	s := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice), paper(t, "p2", shipment.TypeInvoice, invoice),
		paper(t, "p3", shipment.TypeInvoice, replaced(invoice, "INV-4711", "INV-4712")))
	if s.Papers[1].CopyOf != "p1" || s.Papers[2].CopyOf != "" || len(s.Lines) != 6 {
		t.Errorf("copies %q, %q; %d lines", s.Papers[1].CopyOf, s.Papers[2].CopyOf, len(s.Lines))
	}
}

func TestWhatThePapersLeaveOpenIsAsked(t *testing.T) {
	t.Parallel()
	inv := func(id string, pairs ...string) shipment.Paper {
		return paper(t, id, shipment.TypeInvoice, replaced(invoice, pairs...))
	}
	tests := map[string]struct {
		papers  []shipment.Paper
		id      string
		answer  string
		counted []string // invoices that count after the answer
	}{
		"two currencies": {[]shipment.Paper{inv("p1"), inv("p2", "INV-4711", "B-2", "USD", "EUR")}, "currency", "EUR", []string{"p2"}},
		"two totals":     {[]shipment.Paper{inv("p1"), inv("p2", "715.00", "751.00")}, "invoice_conflict:inv4711", "p2", []string{"p2"}},
		"two buyers":     {[]shipment.Paper{inv("p1"), inv("p2", "INV-4711", "B-2", "Ferretera del Bajío", "Grupo Pacífico Norte")}, "shipments", "p1", []string{"p1"}},
	}
	for name, test := range tests {
		s := &shipment.Shipment{Facts: shipment.Facts{}.WithDefaults(), Papers: test.papers}
		s.Needs = s.AskPapers()
		if len(s.Needs) != 1 || s.Needs[0].ID != test.id {
			t.Errorf("%s: asked %v", name, s.Needs)
			continue
		}
		if err := s.Answer(test.id, "nonsense"); err == nil {
			t.Errorf("%s: a choice that is not offered was taken", name)
		}
		if err := s.Answer(test.id, test.answer); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if again := s.AskPapers(); len(again) != 0 {
			t.Errorf("%s: asked again %v", name, again)
		}
		var counted []string
		for _, p := range s.Papers {
			if p.Counts() {
				counted = append(counted, p.ID)
			}
		}
		if !slices.Equal(counted, test.counted) {
			t.Errorf("%s: %v count, want %v", name, counted, test.counted)
		}
	}
	s := &shipment.Shipment{Papers: []shipment.Paper{paper(t, "p1", shipment.TypePackingList, packing)}}
	if needs := s.AskPapers(); len(needs) != 1 || needs[0].Kind != shipment.NeedInvoice {
		t.Errorf("without an invoice: %v", needs)
	}
}

func TestAZeroValueAMissingOriginAndADoubtfulCodeAreAsked(t *testing.T) {
	t.Parallel()
	s := entry(t, paper(t, "p1", shipment.TypeInvoice, replaced(invoice, `"amount":60.00`, `"amount":0`, `,"country_of_origin":"China"`, "")))
	needs := s.AskValues()
	var kinds []string
	for _, n := range needs {
		kinds = append(kinds, n.ID)
	}
	if want := []string{"origin:l1", "value:l2", "origin:l2", "origin:l3"}; !slices.Equal(kinds, want) {
		t.Errorf("asked %v, want %v", kinds, want)
	}
	s.Lines[0].Proposal = &shipment.Proposal{Code: "73181599", Confidence: 0.69, Candidates: []shipment.Candidate{{Code: "73181599", Name: "bolts"}}}
	s.Lines[1].Proposal = &shipment.Proposal{Code: "73182299", Confidence: 0.70}
	codes := s.AskCodes()
	if len(codes) != 2 || codes[0].Line != "l1" || len(codes[0].Choices) != 1 || codes[1].Line != "l3" {
		t.Errorf("codes asked: %v", codes)
	}
}

// An origin that is no country is asked about with what is printed; a column that gives the unit gives no origin.
func TestAnOriginThatNamesNoCountryIsAskedAboutAsPrinted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ unit, printed, iso string }{
		{"PCS", "China", "CN"},
		{"PCS", "Österreich", "AT"},
		{"PCS", "GR", "GR"},
		{"PCS", "KG", "KG"},
		{"", "Greece", "GR"},
		{"PCS", "see below", ""},
		{"KG", "KG", ""},
		{"KG", "kg", ""},
		{"", "KG", ""},
	} {
		s := entry(t, paper(t, "p1", shipment.TypeInvoice, replaced(invoice, `,"country_of_origin":"China"`, "", `"unit":"PCS"`, `"unit":"`+c.unit+`","country_of_origin":"`+c.printed+`"`)))
		for i := range s.Lines {
			if s.Lines[i].Origin != c.iso {
				t.Errorf("%q beside the unit %q: the origin is %q, want %q", c.printed, c.unit, s.Lines[i].Origin, c.iso)
			}
		}
		needs := slices.DeleteFunc(s.AskValues(), func(n shipment.Need) bool { return n.Kind != shipment.NeedOrigin })
		if c.iso != "" && len(needs) != 0 || c.iso == "" && (len(needs) == 0 || !strings.Contains(needs[0].Text.English, strconv.Quote(c.printed)) || !strings.Contains(needs[0].Text.Spanish, strconv.Quote(c.printed))) {
			t.Errorf("%q beside the unit %q: asked %+v", c.printed, c.unit, needs)
		}
	}
}

func TestAChangeIsKeptInTheTrailAndQuotesItsLineAgainAlone(t *testing.T) {
	t.Parallel()
	s := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice))
	for i := range s.Lines {
		s.Lines[i].Proposal = &shipment.Proposal{Code: "73181599", Confidence: 0.9}
	}
	if got := s.ToQuote(); len(got) != 3 {
		t.Fatalf("to quote at first: %v", got)
	}
	s.Priced = &shipment.Priced{Keys: s.QuoteKeys()}
	if got := s.ToQuote(); len(got) != 0 {
		t.Fatalf("nothing changed, but %v are to be quoted", got)
	}
	code, origin := "73181504", "Vietnam"
	s.Lines[1].Apply(shipment.Change{Code: &code, Origin: &origin}, rules, "ana", time.Unix(0, 0))
	if got := s.ToQuote(); !slices.Equal(got, []string{"l2"}) {
		t.Errorf("line 2 changed, but %v are to be quoted", got)
	}
	l := s.Lines[1]
	if l.Code() != code || l.Origin != "VN" || len(l.Trail) != 1 || l.Trail[0].Before["origin"] != "CN" || l.Trail[0].By != "ana" {
		t.Errorf("line 2 is %s from %s, trail %+v", l.Code(), l.Origin, l.Trail)
	}
	freight := &shipment.Number{Decimal: decimal.MustNew(90, 0)}
	s.Facts.Freight = freight
	if got := s.ToQuote(); len(got) != 3 {
		t.Errorf("a fact of the shipment changed, but %v are to be quoted", got)
	}
}

func TestGatheringAgainKeepsDecisions(t *testing.T) {
	t.Parallel()
	s := entry(t, paper(t, "p1", shipment.TypeInvoice, invoice))
	code := "73181504"
	s.Lines[1].Apply(shipment.Change{Code: &code}, rules, "ana", time.Unix(0, 0))
	s.Gather(rules)
	if len(s.Lines) != 3 || s.Lines[1].ID != "l2" || s.Lines[1].Code() != code {
		t.Errorf("%d lines; line 2 is %s with %s", len(s.Lines), s.Lines[1].ID, s.Lines[1].Code())
	}
}

func TestFactsAreRefusedByName(t *testing.T) {
	t.Parallel()
	half := 1.5
	bad := shipment.Facts{
		Direction: "sideways", CountryCode: "USA", Reference: strings.Repeat("x", 201), Date: "2026-02-30", Currency: "DOLLARS", Incoterm: "FOO",
		ExchangeRate: &shipment.Number{}, Freight: &shipment.Number{Decimal: decimal.MustNew(-1, 0)}, ConfirmBelow: &half,
	}
	got := bad.Problems()
	for _, member := range []string{"direction", "country_code", "reference", "date", "currency", "incoterm", "exchange_rate", "freight", "confirm_below"} {
		if !slices.ContainsFunc(got, func(p string) bool { return strings.HasPrefix(p, member+": ") }) {
			t.Errorf("%s is not named in %v", member, got)
		}
	}
	if problems := (shipment.Facts{}).WithDefaults().Problems(); len(problems) != 0 {
		t.Errorf("the defaults are refused: %v", problems)
	}
}

func TestALineBelowQuantityTimesPriceByAShareMayHaveADiscount(t *testing.T) {
	t.Parallel()
	for amount, want := range map[string]shipment.Status{"95": shipment.StatusUnknown, "87.5": shipment.StatusUnknown, "100": shipment.StatusOK, "93.21": shipment.StatusDiffers, "105": shipment.StatusDiffers} {
		s := &shipment.Shipment{Papers: []shipment.Paper{paper(t, "p1", shipment.TypeInvoice, `{"invoice_number":"A-1","line_items":[{"description":"Cups","quantity":10,"unit_price":10,"amount":`+amount+`}]}`)}}
		s.Gather(rules)
		s.Inspect(rules)
		for _, c := range s.Checks {
			if c.Kind == shipment.CheckAmount && c.Status != want {
				t.Errorf("10 × 10 against %s is %s, want %s", amount, c.Status, want)
			}
		}
	}
}

func TestDoubtsOfAPaperAreSaid(t *testing.T) {
	t.Parallel()
	p := paper(t, "p1", shipment.TypeInvoice, `{"invoice_number":"A-1","line_items":[{"description":"Cups","quantity":10,"unit_price":10,"amount":100}]}`)
	p.Doubts = []shipment.Words{{English: "page 2 may begin another document", Spanish: "la página 2 puede iniciar otro documento"}}
	s := &shipment.Shipment{Papers: []shipment.Paper{p}}
	s.Gather(rules)
	s.Inspect(rules)
	if !slices.ContainsFunc(s.Checks, func(c shipment.Check) bool {
		return c.Kind == shipment.CheckDoubt && c.Status == shipment.StatusUnknown && c.Text.English == "Commercial invoice A-1: page 2 may begin another document." && c.Text.Spanish == "Factura comercial A-1: la página 2 puede iniciar otro documento."
	}) {
		t.Errorf("checks %+v", s.Checks)
	}
}
