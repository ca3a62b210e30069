package extract

import (
	"fmt"
	"strings"
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
)

// slipOf is a receipt of lines "caption|amount", as OCR reads it.
func slipOf(t *testing.T, lines ...string) *sheet.Sheet {
	t.Helper()
	p := printing{source: page.SourceOCR, confidence: 0.9, letter: 6, space: 4}
	for i, line := range lines {
		caption, amount, _ := strings.Cut(line, "|")
		p.put(10, float64(20*i), 10, caption)
		p.put(300, float64(20*i), 10, amount)
	}
	return p.document(t)
}

func TestATotalIsProvenByWhatTheAmountsHaveInCommon(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string // value, and whether its mark was mended
		least float64
	}{
		"tender less change":          {[]string{"Milk|4.00", "Total|8.00", "Cash|10.00", "Change|5.00", "Amount payable|5.00"}, "5 false", sheet.ProvenTotal},
		"subtotal and tax":            {[]string{"SUB-TOTAL|16.98", "TOTAL TAX|1.02", "TOTAL|48.00", "CASH|18.00", "CHANGE|0.00"}, "18 false", sheet.ProvenTotal},
		"sum of the lines":            {[]string{"Bread|2.50", "Salt|1.25", "TOTAL|3.75"}, "3.75 false", sheet.ProvenTotal},
		"in Spanish":                  {[]string{"Subtotal|100.00", "IVA 16%|16.00", "Total a pagar|116.00", "Efectivo|200.00", "Cambio|84.00"}, "116 false", sheet.ProvenTotal},
		"a lost mark, said elsewhere": {[]string{"Total|900", "Rounded total|9.00"}, "9 false", sheet.LeastTotal},
		"a lost mark alone":           {[]string{"Subtotal|700", "GST|0.42", "Total|742", "Cash|7.42", "Change|0.00"}, "7.42 true", sheet.ProvenTotal},
		"a comma by OCR":              {[]string{"Pan|48,50", "Sal|1,50", "Total|50,00"}, "50 false", sheet.ProvenTotal},
		"after rounding":              {[]string{"Rice|8.06", "Total sales|16.21", "Rounding|-0.01", "Net total|16.20", "Cash|20.00", "Change|3.80"}, "16.2 false", sheet.ProvenTotal},
		"savings are no total":        {[]string{"Total|11.80", "Total savings|90.00"}, "11.8 false", sheet.LeastTotal},
		"the lines give the subtotal": {[]string{"Belt|10.00", "Seal|5.00", "Goods total|15.00", "Freight|2.00", "Invoice total|17.00"}, "17 false", sheet.LeastTotal},
		"items are no total":          {[]string{"Total items|8.00", "Total|104.00"}, "104 false", sheet.LeastTotal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, score := slipOf(t, c.lines...).Tally()
			if got := fmt.Sprint(s.Text, " ", s.Mended); got != c.want || score < c.least {
				t.Errorf("%s with %v, want %s with %v", got, score, c.want, c.least)
			}
		})
	}
}

func TestWithoutAmountsThereIsNoTotal(t *testing.T) {
	t.Parallel()
	if s, score := slipOf(t, "Thank you|", "Tel.|03-4021 0276", "Invoice No.|18028/103").Tally(); score >= sheet.LeastTotal {
		t.Errorf("%+v with %v", s, score)
	}
}

// TestPlacesAndDatesAfterFromAndToAreNoParties, where companies and addresses are.
func TestPlacesAndDatesAfterFromAndToAreNoParties(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines         []string
		seller, buyer string
	}{
		"companies":     {[]string{"From: Lindner Tools GmbH|", "To: Iru Mills S.L.|"}, "Lindner Tools GmbH", "Iru Mills S.L."},
		"with address":  {[]string{"De: Viveros Santa Rita|", "Calle 5 No. 12|", "Para: Mercado Central|", "Av. Colon 455|"}, "Viveros Santa Rita", "Mercado Central"},
		"ports":         {[]string{"From: Shanghai|", "To: Manzanillo|"}, "", ""},
		"a period":      {[]string{"From: 01/01/2026|", "To: 31/12/2026|"}, "", ""},
		"of a sentence": {[]string{"To open pull here S.A.|"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := slipOf(t, c.lines...)
			for role, want := range map[string]string{"seller": c.seller, "buyer": c.buyer} {
				got := ""
				if blocks := candidate.NewFinder(d).PartyBlocks(role); len(blocks) > 0 {
					got = page.Join(blocks[0].Lines[0])
				}
				if got != want {
					t.Errorf("%s: %q, want %q", role, got, want)
				}
			}
		})
	}
}
