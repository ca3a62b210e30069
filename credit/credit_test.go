package credit_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"tariffdesk/credit"
)

func TestAmountsAreWrittenInTheirShortestForm(t *testing.T) {
	t.Parallel()
	for amount, want := range map[credit.Amount]string{0: "0", 100: "1", 25: "0.25", 1250: "12.5", 5: "0.05", -1250: "-12.5", -5: "-0.05", 100000: "1000"} {
		if got := amount.String(); got != want {
			t.Errorf("%d hundredths: got %s, want %s", amount, got, want)
		}
		back, err := credit.Parse(want)
		if err != nil || back != amount {
			t.Errorf("%s reads as %d, %v", want, back, err)
		}
	}
}

func TestWhatIsNoAmountIsRefused(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "-", ".5", "1.", "1.005", "1e3", "NaN", "0x10", "1,5", "+1", "--1", "1.-5", "1000000001", "99999999999999999999"} {
		if a, err := credit.Parse(s); err == nil {
			t.Errorf("%q was read as %s", s, a)
		}
	}
}

func TestThePriceListIsTheContracts(t *testing.T) {
	t.Parallel()
	if got := fmt.Sprint(credit.ProductClassification.Cost(3), credit.ProductQuote.Cost(1), credit.ProductQuote.Cost(2), credit.ProductQuote.Cost(20),
		credit.ProductExtraction.Cost(7), credit.ProductDigitize.Cost(1), credit.ProductMarketplaceQuote.Cost(1)); got != "3 0.25 0.5 5 7 1 1" {
		t.Error(got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("12.5")
	f.Add("-0.01")
	f.Fuzz(func(t *testing.T, s string) {
		a, err := credit.Parse(s)
		if err != nil {
			return
		}
		b, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var back credit.Amount
		if err := json.Unmarshal(b, &back); err != nil || back != a {
			t.Fatalf("%q: %s came back as %s, %v", s, a, back, err)
		}
	})
}

func ExampleAmount_String() {
	fmt.Println(credit.ProductQuote.Cost(10))
	// Output: 2.5
}
