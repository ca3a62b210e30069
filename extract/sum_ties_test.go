package extract

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/sheet"
)

// saidOf are the traits of an option of a property that begin with one of some words.
func saidOf(f *result.Builder, t *testing.T, name, text string, words ...string) []string {
	t.Helper()
	_, evidence := optionOf(f, t, name, text)
	var all []string
	for trait, value := range evidence {
		if value != 0 && slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(trait, w) }) {
			all = append(all, trait)
		}
	}
	slices.Sort(all)
	return all
}

// TestAmountsMakeOneAnother whatever their lines call them: captions are misread more often than digits.
func TestAmountsMakeOneAnother(t *testing.T) {
	t.Parallel()
	d := slipOf(t, "Fasal|10.00", "Tea|13.58", "Tofal Sa1es|23.58", "6%|1.42", "T0ta1|25.00", "Gash|50.00", "Ghange|25.00")
	for cents, want := range map[int64][]sheet.Tie{
		2358: {sheet.TieNet},
		142:  {sheet.TieTax},
		2500: {sheet.TieGross, sheet.TieAgain, sheet.TiePaid},
		5000: nil,
	} {
		if got := d.Ties(0).Of[cents]; !slices.Equal(got, want) {
			t.Errorf("%d: %q, want %q", cents, got, want)
		}
	}
}

// TestASumOfATableOfTaxesIsNoGrandTotal: it stands below what was paid, and its line has another amount.
func TestASumOfATableOfTaxesIsNoGrandTotal(t *testing.T) {
	t.Parallel()
	d := slipOf(t, "Rice|23.58", "Total|25.00", "Cash|25.00", "Total 23.58|1.42")
	f := fillingOf(t, d, `"total_amount":`+number)
	want := []string{"whole behind another amount", "whole below what was paid", "whole is tax of a sum"}
	if got := saidOf(f, t, "total_amount", "1.42", "whole b", "whole is t"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := saidOf(f, t, "total_amount", "25", "whole b"); len(got) > 0 {
		t.Errorf("the total: %q", got)
	}
}

func TestTillsNameTheirSumsInManyLanguages(t *testing.T) {
	t.Parallel()
	d := slipOf(t, "Milk|1.00")
	for caption, want := range map[string]sheet.SumRole{
		"Zu zahlen": sheet.SumTotal, "Gegeben bar": sheet.SumTender, "Rückgeld": sheet.SumChange, "Troco": sheet.SumChange, "Sous-total": sheet.SumSubtotal, "Wisselgeld": sheet.SumChange,
		"Totale complessivo": sheet.SumTotal, "Due": sheet.SumTotal, "Change due": sheet.SumChange, "Take-out total": sheet.SumTotal, "Anzahl Artikel": sheet.SumOther, "Total qty": sheet.SumOther,
	} {
		if got := d.SumRoleOf(caption); got != want {
			t.Errorf("%s: %q, want %q", caption, got, want)
		}
	}
}
