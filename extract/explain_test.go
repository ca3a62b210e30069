package extract_test

import (
	"math"
	"strings"
	"testing"

	"tariffdesk/extract"
	"tariffdesk/fail"
)

// TestAValueIsExplainedByItsCandidates with the features that speak for each, as the choice weighs them.
func TestAValueIsExplainedByItsCandidates(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	content := placed(t, "200 PACKING LIST", "40 Gross weight: 600.00 kg / 1,322.77 lb", "40 Reference: A-17", "", "40 Item no | 110 Qty | 160 Gross wt (lb) | 240 Gross wt (kg)",
		"40 AX-100 | 110 12 | 160 220.462 | 240 100.000", "40 AX-200 | 110 24 | 160 440.925 | 240 200.000", "40 AX-300 | 110 2 | 160 22.046 | 240 10.000")
	r := extract.Request{File: content, Schema: leavesOf(number("gross_weight_lb", ""), `"items":{"type":"array","items":{"type":"object","properties":{"item_no":{"type":"string"},"gross_weight_kg":{"type":"number"}}}}`)}
	got, err := e.Explain(t.Context(), r, "/gross_weight_lb")
	if err != nil || len(got.Candidates) < 2 {
		t.Fatalf("%+v %v", got, err)
	}
	first := got.Candidates[0]
	if first.Value != "1322.77" || first.Page != 1 || first.RuledOut || !strings.Contains(first.Caption, "Gross weight") || len(first.Ways) == 0 || len(first.Features) == 0 || first.Box[2] <= first.Box[0] {
		t.Errorf("%+v", first)
	}
	for _, c := range got.Candidates {
		if c.Value == "600" && !c.RuledOut {
			t.Errorf("kilograms are not ruled out: %+v", c)
		}
		for i, f := range c.Features {
			if math.Abs(f.By-f.Value*f.Weight) > 1e-9 || f.Name == "" || i > 0 && math.Abs(f.By) > math.Abs(c.Features[i-1].By) {
				t.Errorf("%+v", f)
			}
		}
	}
	got, err = e.Explain(t.Context(), r, "/items/2/gross_weight_kg")
	if err != nil || len(got.Candidates) == 0 || !got.Candidates[0].Taken || got.Candidates[0].Value == "100.000" || !strings.Contains(got.Candidates[0].Caption, "kg") {
		t.Errorf("%+v %v", got.Candidates, err)
	}
	for _, pointer := range []string{"", "/", "gross_weight_lb", "/net_weight", "/items", "/items/0", "/items/x/item_no", "/items/0/size"} {
		if _, err := e.Explain(t.Context(), r, pointer); fail.CodeOf(err) != fail.CodeSvcDocsValidation || !strings.Contains(strings.Join(fail.As(err).Details, " "), "/gross_weight_lb, /items/0/gross_weight_kg") {
			t.Errorf("%q: %v %v", pointer, err, fail.As(err))
		}
	}
}
