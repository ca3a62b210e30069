package report

import (
	"testing"

	"tariffdesk/tariff"
)

func TestEveryCountryHasAName(t *testing.T) {
	t.Parallel()
	for _, code := range tariff.Countries() {
		if english()[code] == "" || spanish()[code] == "" {
			t.Errorf("%s: %q %q", code, english()[code], spanish()[code])
		}
	}
}
