package reading

import (
	"strings"
	"testing"
)

// TestALegalFormIsFoundAtTheEndOfATextOfAnyLength and nowhere else.
func TestALegalFormIsFoundAtTheEndOfATextOfAnyLength(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ñame of a firm ", 50)
	for text, want := range map[string]bool{
		"Acme GmbH":                         true,
		long + "GmbH":                       true,
		long + "S. P. R. de R. L. de C. V.": true,
		long + "GmbH" + strings.Repeat(" – ", 100): true,
		"GmbH " + long:                  false,
		long + "XGMBH":                  false,
		"":                              false,
		strings.Repeat("x", 200) + "AG": false,
	} {
		if got := CompanyForm.MatchString(text); got != want || got != CompanyForm.Regexp.MatchString(text) {
			t.Errorf("%.40q… %v, want %v", text, got, want)
		}
	}
}
