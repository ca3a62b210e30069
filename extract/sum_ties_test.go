package extract

import (
	"slices"
	"strings"
	"testing"
)

// saidOf are the traits of an option of a property that begin with one of some words.
func (f *filling) saidOf(t *testing.T, name, text string, words ...string) []string {
	t.Helper()
	_, evidence := f.optionOf(t, name, text)
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
	for cents, want := range map[int64][]tie{
		2358: {tieNet},
		142:  {tieTax},
		2500: {tieGross, tieAgain, tiePaid},
		5000: nil,
	} {
		if got := d.ties(0).of[cents]; !slices.Equal(got, want) {
			t.Errorf("%d: %q, want %q", cents, got, want)
		}
	}
}

// TestASumOfATableOfTaxesIsNoGrandTotal: it stands below what was paid, and its line has another amount.
func TestASumOfATableOfTaxesIsNoGrandTotal(t *testing.T) {
	t.Parallel()
	d := slipOf(t, "Rice|23.58", "Total|25.00", "Cash|25.00", "Total 23.58|1.42")
	f := fillingOf(t, d, `"total_amount":`+number)
	want := []string{"total_amount behind another amount", "total_amount below what was paid", "total_amount is tax of a sum"}
	if got := f.saidOf(t, "total_amount", "1.42", "total_amount b", "total_amount is t"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := f.saidOf(t, "total_amount", "25", "total_amount b"); len(got) > 0 {
		t.Errorf("the total: %q", got)
	}
}

func TestTillsNameTheirSumsInManyLanguages(t *testing.T) {
	t.Parallel()
	d := slipOf(t, "Milk|1.00")
	for caption, want := range map[string]sumRole{
		"Zu zahlen": sumTotal, "Gegeben bar": sumTender, "Rückgeld": sumChange, "Troco": sumChange, "Sous-total": sumSubtotal, "Wisselgeld": sumChange,
		"Totale complessivo": sumTotal, "Due": sumTotal, "Change due": sumChange, "Take-out total": sumTotal, "Anzahl Artikel": sumOther, "Total qty": sumOther,
	} {
		if got := d.sumRoleOf(caption); got != want {
			t.Errorf("%s: %q, want %q", caption, got, want)
		}
	}
}
