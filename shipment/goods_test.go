package shipment

import (
	"encoding/json"
	"testing"
	"time"

	"tariffdesk/quote"
)

// Whatever a quote asks about goods, a line takes the answer, and the quote of the line is by it.
func TestEveryFactThatAQuoteAsksForHasAMemberThatTakesIt(t *testing.T) {
	t.Parallel()
	d := rulesOf(t)
	for _, fact := range quote.Facts() {
		if fact == quote.FactCertificate {
			continue // of the operation, has_certificate_of_origin
		}
		s := Shipment{Lines: []Line{{ID: "l1", Description: "goods", Origin: "CN"}}}
		l := &s.Lines[0]
		before := s.QuoteKey(l)
		value, other := json.RawMessage("true"), json.RawMessage("null")
		if new(quote.GoodsFacts).Set(fact, value) != "" {
			value = json.RawMessage("5")
		}
		c := Change{Facts: map[string]json.RawMessage{string(fact): value}}
		if problems := c.Problems(d); problems != nil {
			t.Errorf("%s: %v", fact, problems)
			continue
		}
		l.Apply(c, d, "ana", time.Now())
		flags, numbers := s.GoodsFactsOf(l)
		if len(flags)+len(numbers) != 1 || s.QuoteKey(l) == before {
			t.Errorf("%s is not quoted by: %v %v", fact, flags, numbers)
		}
		text, err := json.Marshal(l)
		var again Line
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		if err != nil || again.Facts == nil || again.Facts.Len() != 1 {
			t.Errorf("%s is not kept: %v, %s", fact, err, text)
		}
		l.Apply(Change{Facts: map[string]json.RawMessage{string(fact): other}}, d, "ana", time.Now())
		if s.QuoteKey(l) != before || l.Facts != nil {
			t.Errorf("%s is not taken back", fact)
		}
	}
}

func TestWoodPackagingIsStatedOnceForAllLines(t *testing.T) {
	t.Parallel()
	wood := true
	s := Shipment{Lines: []Line{{ID: "l1"}, {ID: "l2", Facts: &quote.GoodsFacts{Flags: map[quote.Fact]bool{quote.FactWoodPackaging: false}}}}}
	before := s.QuoteKey(&s.Lines[0])
	s.Facts.WoodPackaging = &wood
	for i, want := range []bool{true, false} { // a line knows better
		if flags, _ := s.GoodsFactsOf(&s.Lines[i]); flags[quote.FactWoodPackaging] != want {
			t.Errorf("line %d: %v", i+1, flags)
		}
	}
	if s.QuoteKey(&s.Lines[0]) == before {
		t.Error("a line is not quoted again")
	}
}

func TestACertificateCoversTheLinesThatItLists(t *testing.T) {
	t.Parallel()
	item := func(part, description string) Item {
		return Item{Part: Text{Value: part}, Description: Text{Value: description}}
	}
	lines := []Line{{ID: "l1", Position: 1, Description: "Steel hexagon bolts M8"}, {ID: "l2", Position: 2, Part: "W-9", Description: "Washers"}, {ID: "l3", Position: 3, Description: "Leather handbags"}}
	for name, c := range map[string]struct {
		rows []Item
		want []Status // of each line; agreed lines are counted together
	}{
		"no rows":          {nil, []Status{StatusOK, StatusOK, StatusOK}},
		"two of three":     {[]Item{item("", "hexagon bolts, steel, M8"), item("W-9", "arandelas")}, []Status{StatusOK, StatusOK, StatusDiffers}},
		"another language": {[]Item{item("", "tornillos de acero"), item("", "bolsas de piel")}, []Status{StatusUnknown, StatusUnknown, StatusUnknown}},
	} {
		s := Shipment{Lines: lines, Papers: []Paper{{ID: "p1", Type: TypeInvoice}, {ID: "p2", Type: TypeCertificate, Items: c.rows}}}
		s.Inspect(rulesOf(t))
		got := map[string]Status{}
		for _, check := range s.Checks {
			if check.Kind == CheckCertificate && check.Line != "" {
				got[check.Line] = check.Status
			}
		}
		for i, want := range c.want {
			status, named := got[lines[i].ID]
			if !named {
				status = StatusOK
			}
			if status != want {
				t.Errorf("%s: line %d is %s, want %s", name, i+1, status, want)
			}
		}
	}
}

func rulesOf(t *testing.T) Dictionary {
	t.Helper()
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	return rules
}
