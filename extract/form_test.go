package extract

import (
	"testing"

	"tariffdesk/extract/internal/sheet"
)

func TestAnAccountNumberIsJudgedByItsCheckDigits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"de89370400440532013000": true, "gb29nwbk60161331926819": true, "fr1420041010050500013m02606": true, "be68539007547034": true,
		"de89370400440532013001": false, "de893704004405": false, "fr76": false, "": false, "99993704004405320130001": false, "de8937040044053201300é": false,
	} {
		if got := sheet.IsIBAN(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
