package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/quote"
	"tariffdesk/report"
)

func amount(text string) *quote.Number { return &quote.Number{Decimal: decimal.MustParse(text)} }

// TestACheckoutShowsTheTotalsOfItsBuyer prints the totals in pesos and in the currency of the buyer, with the decimals of
// each: 17,500.00 MXN are 1,000.00 USD at 17.50, and 153,509 JPY at 0.114.
func TestACheckoutShowsTheTotalsOfItsBuyer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language       quote.Language
		currency, rate string
		goods, landed  string
		shown          []string
	}{
		{quote.LanguageEnglish, "USD", "17.5", "1000.00", "1234.56", []string{"Totals in the currency of the buyer (USD)", "1 USD = 17.50 MXN", "1,000.00", "1,234.56"}},
		{quote.LanguageSpanish, "JPY", "0.114", "153509", "180000", []string{"Totales en la moneda del comprador (JPY)", "1 JPY = 0.114 MXN", "153,509", "180,000"}},
	} {
		q := quote.ParcelQuote{
			Totals: quote.ParcelTotals{Goods: amount("17500.00"), Duties: amount("0.00"), Landed: amount("21604.80")},
			Buyer:  &quote.BuyerTotals{Currency: c.currency, Rate: *amount(c.rate), ParcelTotals: quote.ParcelTotals{Goods: amount(c.goods), Landed: amount(c.landed)}},
		}
		d := report.Parcel("c1", "q1", time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC), c.language, q)
		var page, pdf bytes.Buffer
		if err := d.HTML(&page); err != nil {
			t.Fatal(err)
		}
		if err := d.PDF(&pdf, report.PaperA4); err != nil {
			t.Fatal(err)
		}
		for _, text := range append(c.shown, "(MXN)", "17,500.00", "21,604.80") {
			if !strings.Contains(page.String(), text) {
				t.Errorf("%s: the page lacks %q", c.language, text)
			}
		}
		if c.currency == "JPY" && strings.Contains(page.String(), "153,509.") {
			t.Error("yen have no decimals")
		}
		if printed := textOf(t, pdf.Bytes()); !strings.Contains(printed, c.shown[1]) || !strings.Contains(printed, c.shown[3]) {
			t.Errorf("%s: the PDF lacks them: %s", c.language, printed)
		}
		q.Buyer = nil
		page.Reset()
		if err := report.Parcel("c1", "q1", time.Now(), c.language, q).HTML(&page); err != nil || strings.Contains(page.String(), c.currency) {
			t.Errorf("a checkout without such a currency shows it: %v", err)
		}
	}
}

// textOf is the text of a PDF, its spaces folded.
func textOf(t *testing.T, pdf []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(run(t, "pdftotext", "-layout", file, "-")), " ")
}
