package extract

import (
	"slices"
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/feature"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
)

// oneWord is an option of one word.
func oneWord(text string) *candidate.Option {
	return &candidate.Option{Match: candidate.Match{Value: reading.Value{Text: text, Words: []page.Word{{Text: text}}}}}
}

// traitsOf are the names of the traits that hold.
func traitsOf(traits []candidate.Trait) []string {
	var names []string
	for _, t := range traits {
		if t.Value != 0 {
			names = append(names, t.Name)
		}
	}
	return names
}

// TestADayIsWeighedAgainstTheOtherDays against those that it may be and those that others were given.
func TestADayIsWeighedAgainstTheOtherDays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		own     string
		options []string
		invoice string // the day that was found for the invoice; "" for none
		want    []string
	}{
		"the last, after the invoice": {"2026-02-28", []string{"2026-01-31", "2026-02-28"}, "2026-01-31", []string{"due is the last day", "due after issue"}},
		"the first, before it":        {"2026-01-02", []string{"2026-01-02", "2026-02-28"}, "2026-01-31", []string{"due is the first day", "due before issue"}},
		"between, on its day":         {"31.01.2026", []string{"2026-01-02", "31.01.2026", "2026-02-28"}, "2026-01-31", []string{"due is a day between", "due the day of issue"}},
		"alone":                       {"2026-02-28", []string{"2026-02-28", "no day"}, "", nil},
		"beside no day":               {"2026-02-28", []string{"2026-02-28"}, "at once", nil},
		"no day itself":               {"at once", []string{"at once", "2026-02-28"}, "2026-01-31", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fillingOf(t, sheetOf(t, "30:Nordholz Trading Ltd"), `"invoice_date":`+text+`,"due_date":`+text)
			delete(f.Found, "/invoice_date")
			if c.invoice != "" {
				f.Found["/invoice_date"] = &oneWord(c.invoice).Match
			}
			f.Found["/due_date"] = &oneWord("2020-01-01").Match // its own is no other
			var all []*candidate.Option
			for _, o := range c.options {
				all = append(all, oneWord(o))
			}
			if got := traitsOf(feature.DateTraits(f.Chosen, wanted(f, t, "due_date"), all[slices.Index(c.options, c.own)], all)); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestAnAmountIsWeighedAgainstTheAmountsOfOthers one by one and by twos.
func TestAnAmountIsWeighedAgainstTheAmountsOfOthers(t *testing.T) {
	t.Parallel()
	const adds, sum = "adds up with two others", "whole adds up with two others"
	for name, c := range map[string]struct {
		own, subtotal, tax string
		want               []string
	}{
		"the sum of both":    {"120", "100", "20", []string{"whole more than net", "whole more than tax", adds, sum}},
		"their difference":   {"80", "100", "20", []string{"whole less than net", "whole more than tax", adds, sum}},
		"as much as one":     {"100", "100", "20", []string{"whole as much as net", "whole more than tax"}},
		"nothing adds up":    {"100", "100", "0", []string{"whole as much as net", "whole more than tax"}},
		"one is no amount":   {"100", "net", "20", []string{"whole more than tax"}},
		"parts of a cent":    {"1.005", "1", "0.005", nil},
		"no amount itself":   {"net", "100", "20", nil},
		"more than it holds": {"99999999999999999999", "100", "20", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fillingOf(t, sheetOf(t, "30:Nordholz Trading Ltd"), `"subtotal":`+number+`,"tax_amount":`+number+`,"total_amount":`+number)
			f.Found["/subtotal"], f.Found["/tax_amount"] = &oneWord(c.subtotal).Match, &oneWord(c.tax).Match
			if got := traitsOf(feature.SumTraits(f.Chosen, wanted(f, t, "total_amount"), oneWord(c.own))); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
