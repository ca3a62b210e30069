package extract_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract"
	"tariffdesk/extract/builtin"
)

// TestAnAmountThatCompletesTheTotalIsAnotherCharge takes amounts below captions that nobody knows for other charges where they make the
// total with the lines to the cent, and nothing where they do not.
func TestAnAmountThatCompletesTheTotalIsAnotherCharge(t *testing.T) {
	t.Parallel()
	s, known := builtin.Schema("commercial_invoice")
	if !known {
		t.Fatal("no such schema")
	}
	for name, c := range map[string]struct {
		between []string
		total   string
		want    float64
	}{
		"one":         {[]string{"|Insurance|60.00", "|Porterage|120.50"}, "1,807.00", 120.5},
		"two":         {[]string{"|Porterage|120.50", "|Wharf levy|9.50"}, "1,756.50", 130},
		"a wrong sum": {[]string{"|Porterage|120.50"}, "1,757.00", 0},
		"none":        {nil, "1,626.50", 0},
	} {
		page := slices.Concat([]string{"ACME Tools Ltd|COMMERCIAL INVOICE", "12 Mill Lane|Invoice No: A-4471", "Leeds LS1 4AB|Date: 03 May 2025", "",
			"Description|Quantity|Amount", "Hammer|12|1,240.00", "Chisel set|7|86.50", "Vice|12|300.00", "|Value of goods|1,626.50"}, c.between, []string{"|Total USD|" + c.total})
		result, err := newEngine(t).Extract(t.Context(), extract.Request{File: textPDF(page), Schema: s, Grounding: true})
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Charges float64 `json:"other_charges"`
		}
		if err := json.Unmarshal(result.Data, &got); err != nil {
			t.Fatal(err)
		}
		if got.Charges != c.want {
			t.Errorf("%s: %v, want %v of %s", name, got.Charges, c.want, result.Data)
		}
		doubted := slices.ContainsFunc(result.Warnings, func(w extract.Warning) bool { return w.Pointer == "/other_charges" && w.Code == extract.WarningCheck })
		if c.want > 0 && (!doubted || !strings.Contains(result.Fields["/other_charges"].Text, "120.50")) {
			t.Errorf("%s: %+v, doubted %v", name, result.Fields["/other_charges"], doubted)
		}
	}
}
