package extract

import (
	"testing"
)

// TestCaptionsInSmallPrintBelowTheirValues are read with what stands above them, and those above with what stands below.
func TestCaptionsInSmallPrintBelowTheirValues(t *testing.T) {
	t.Parallel()
	properties := `"batch_number":{"type":"string"},"manufacture_date":{"type":"string","format":"date"},"retest_date":{"type":"string","format":"date"},` +
		`"country_of_origin":{"type":"string"},"customer":{"type":"string"}`
	want := map[string]string{"batch_number": "CM26H0914B", "manufacture_date": "2026-08-31", "retest_date": "2029-08-30", "country_of_origin": "Norway", "customer": "Batidos Tropicales, S.A."}
	for name, lines := range map[string][]string{
		"below": {"30/16:Certificate of Analysis", "",
			"30/11:CM26H0914B|240/11:2026-08-31|420/11:2029-08-30", "30/7:Batch number|240/7:Date of manufacture|420/7:Retest date", "",
			"30/11:Batidos Tropicales, S.A.|240/11:PO-66120|420/11:Norway", "30/7:Customer|240/7:Customer order|420/7:Country of origin", ""},
		"above": {"30/16:Certificate of Analysis", "",
			"30/7:Batch number|240/7:Date of manufacture|420/7:Retest date", "30/11:CM26H0914B|240/11:2026-08-31|420/11:2029-08-30", "",
			"30/7:Customer|240/7:Customer order|420/7:Country of origin", "30/11:Batidos Tropicales, S.A.|240/11:PO-66120|420/11:Norway", ""},
	} {
		got := givenBy(t, sheetOf(t, lines...), properties)
		for property, value := range want {
			if got[property] != value {
				t.Errorf("%s: %s is %v, want %s", name, property, got[property], value)
			}
		}
	}
}

// TestPercentIsAskedForByTheDescription gives a discount that is printed as one.
func TestPercentIsAskedForByTheDescription(t *testing.T) {
	t.Parallel()
	d := laid(t, "text", "40 Ref. | 110 Concepto | 320 Cant. | 380 Precio | 450 Dto. | 520 Importe",
		"40 QMA-018 | 110 Queso curado | 320 6 | 380 39,50 | 450 10 % | 520 213,30",
		"40 JIB-402 | 110 Jamón de cebo | 320 2 | 380 148,00 | 450 5 % | 520 281,20",
		"40 ACE-500 | 110 Aceite de oliva | 320 24 | 380 6,90 | 450 — | 520 165,60")
	for i, r := range rowsOf(t, d, `{"referencia":{"type":"string"},"cantidad":{"type":"number"},"precio":{"type":"number"},"descuento":{"type":"number","description":"Porcentaje"},"importe":{"type":"number"}}`) {
		if want := []any{10.0, 5.0, nil}[i]; r["descuento"] != want {
			t.Errorf("discount of line %d is %v, want %v", i+1, r["descuento"], want)
		}
	}
}
