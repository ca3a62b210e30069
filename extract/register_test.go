package extract

import (
	"strings"
	"testing"

	"tariffdesk/extract/internal/sheet"
)

// TestTheNumberOfTheRegisterIsNoneOfTheAddress, though it stands between name and street.
func TestTheNumberOfTheRegisterIsNoneOfTheAddress(t *testing.T) {
	t.Parallel()
	d := sheetOf(t, "30:Pasar Murni Sdn Bhd", "30:JM0325955-V", "30:12 Jalan Kenanga", "30:43000 Kajang", "30:Tel 03-8734 1120")
	f := fillingOf(t, d, `"seller_address":`+text)
	optionOf(f, t, "seller_address", "12 Jalan Kenanga 43000 Kajang")
	for _, o := range f.Options(wanted(f, t, "seller_address")) {
		if strings.Contains(o.Text, "0325955") {
			t.Errorf("%q by %v", o.Text, o.Ways)
		}
	}
}

// TestALegalFormAloneIsNoName, wherever the rest of the name stands.
func TestALegalFormAloneIsNoName(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Pasar Murni", "90:Sdn Bhd", "30:12 Jalan Kenanga", "30:43000 Kajang"), `"seller_name":`+text)
	for _, o := range f.Options(wanted(f, t, "seller_name")) {
		if o.Text == "Sdn Bhd" {
			t.Errorf("%q by %v", o.Text, o.Ways)
		}
	}
}

func TestARegisterNumberStandsAloneOnItsLine(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"(482910-K)": true, "1202152-P": true, "JM0325955-V": true, "Co. No. (458592-1)": true, "(202301014256)": true,
		"47301": false, "81750 JOHOR BAHRU": false, "12-14": false, "NO 7": false, "03-8734 1120": false, "(310) 555-0100": false,
	} {
		if got := sheet.Registered.MatchString(line); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
