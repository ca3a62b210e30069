package quote

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/govalues/decimal"
)

func TestAmountsAreRoundedHalfUpToCentavos(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0.00", "0.004": "0.00", "0.005": "0.01", "0.015": "0.02", "0.025": "0.03", "1.2349": "1.23", "1.235": "1.24",
		"99999999999.995": "100000000000.00", "7": "7.00",
	} {
		got, ok := centavos(decimal.MustParse(text))
		if !ok || got.String() != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

func TestAProductOrSumWithAMissingPartIsMissing(t *testing.T) {
	t.Parallel()
	one := decimal.One
	if times(&one, nil) != nil || sum(&one, nil) != nil {
		t.Error("a missing part is taken for a number")
	}
	if got := times(&one, &one); got == nil || got.String() != "1.00" {
		t.Errorf("1 × 1 = %v", got)
	}
}

func TestQuantitiesConvertBetweenUnitsOfOneMeasure(t *testing.T) {
	t.Parallel()
	rules := setup(t).rules
	for _, c := range []struct{ quantity, from, to, want string }{
		{"2.5", "t", "Kg", "2500.0"}, {"750", "ml", "L", "0.750"}, {"3", "docenas", "Pza", "36"}, {"4", "", "Kg", "4"}, {"5", "kilos", "Kg", "5"},
		{"6", "m2", "M²", "6"}, {"7", "Pza", "Kg", ""}, {"8", "parsec", "Kg", ""}, {"9", "Kg", "", ""},
	} {
		got, ok := rules.convert(decimal.MustParse(c.quantity), c.from, c.to)
		if ok != (c.want != "") || ok && got.Cmp(decimal.MustParse(c.want)) != 0 {
			t.Errorf("%s %s in %s: %s %v, want %s", c.quantity, c.from, c.to, got, ok, c.want)
		}
	}
}

// TestEveryMessageTheCodeSpeaksExists keeps a missing text from becoming an empty field.
func TestEveryMessageTheCodeSpeaksExists(t *testing.T) {
	t.Parallel()
	rules := setup(t).rules
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	spoken := regexp.MustCompile(`say\("([a-zA-Z_]+)"( ?\+)?`)
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range spoken.FindAllStringSubmatch(string(text), -1) {
			if m[2] != "" || m[1] == "key" { // completed by a value
				continue
			}
			found++
			if _, known := rules.messages[m[1]]; !known {
				t.Errorf("%s: message %q does not exist", file, m[1])
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d messages found", found)
	}
	for _, key := range []string{
		"describe_IGI", "describe_IGE", "describe_import_duty", "describe_export_duty", "prohibited_import", "prohibited_export",
		"reason_prohibited_import", "reason_prohibited_export", "reason_cc_may_apply", "reason_cc_no", "scope_annex_all", "scope_annex_only",
		"scope_annex_except", "ambiguity_all", "ambiguity_only", "ambiguity_except", "note_line_secondary", "note_line_unconfirmed",
		"ask_value", "ask_exchange_rate", "not_held_usa", "not_held_col", "not_held_arg",
	} {
		if text := rules.messages[key]; text.English == "" || text.Spanish == "" {
			t.Errorf("message %q does not exist in both languages", key)
		}
	}
}
