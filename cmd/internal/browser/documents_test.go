package browser

import (
	"path/filepath"
	"strings"
	"testing"
)

// invoice is a document that the tests of the extraction read too.
func invoice(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../../extract/testdata/layouts/02_commercial_invoice_en.pdf")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnInvoiceIsExtractedAndItsValuesPointAtThePage(t *testing.T) {
	t.Parallel()
	inEveryView(t, "20", func(b *tab, a account) {
		b.signIn(a)
		b.follow(`main a[href="/app/extract"]`)
		b.fill(`#f-document_type`, "commercial invoice")
		b.fill(`#f-document_description`, "invoice number, invoice date, currency, total amount")
		b.click(`button[value=describe]`)
		b.until(`document.querySelector("#f-json_response").value.includes("properties")`)
		b.inspect("extract")
		b.files(`#f-file_path`, invoice(b.T))
		b.click(`form#extract .form-foot .primary`)
		b.near("an extraction")
		b.until(`location.pathname.startsWith("/app/extractions/")`)
		b.see(`[data-leaf]`)
		if boxes := value[int](b, `document.querySelectorAll(".paper rect").length`); boxes == 0 {
			b.Error("no value points at the page")
		}
		b.inspect("extracted")
	})
}

func TestAQuoteShowsItsSum(t *testing.T) {
	t.Parallel()
	inEveryView(t, "20", func(b *tab, a account) {
		b.signIn(a)
		b.follow(`main a[href="/app/quote"]`)
		b.inspect("quote")
		for field, text := range map[string]string{"product_description": "Men's cotton T-shirts, knitted", "hscode_8digits": "6109.10.03", "country": "China", "customs_value": "100000"} {
			b.fill(`[name="`+field+`.0"]`, text)
		}
		b.follow(`form#quote .form-foot .primary`)
		b.near("a quote")
		b.until(`location.pathname.startsWith("/app/quotes/")`)
		b.see(`.sum-lines`)
		b.inspect("quoted")
	})
}

func TestCodesAreLookedUp(t *testing.T) {
	t.Parallel()
	inEveryView(t, "1", func(b *tab, a account) {
		b.signIn(a)
		b.follow(`main a[href="/app/lookup"]`)
		b.fill(`#f-q`, "camisetas")
		b.load(submit(`#f-q`))
		b.see(`.hit`)
		b.inspect("lookup")
		b.follow(`.hit`)
		b.near("a code")
		b.inspect("code")
	})
}

// mostClicksToSheet is how far the printed quote of a product may be from the sign-in.
const mostClicksToSheet = 6

func TestAProductGoesFromWordsToAPrintedQuoteWithoutRetyping(t *testing.T) {
	t.Parallel()
	inEveryView(t, "20", func(b *tab, a account) {
		b.signIn(a)
		b.follow(`main a[href="/app/classify"]`)
		b.fill(`[name=product_description]`, "men's knitted T-shirt, 100 % cotton, for adults")
		b.click(`form#classify .primary`)
		b.until(`location.pathname.startsWith("/app/records/")`)
		code := b.see(`.decision h2 .code`)
		b.follow(`.decision a[href^="/app/quote?record="]`)
		if line := value[string](b, `document.querySelector("[name='hscode_8digits.0']").value`); !strings.HasPrefix(strings.ReplaceAll(code, ".", ""), line) || len(line) != 8 {
			b.Errorf("the record says %s, the quote %s", code, line)
		}
		b.fill(`[name="country.0"]`, "China")
		b.fill(`[name="customs_value.0"]`, "1.234,56")
		b.follow(`form#quote .form-foot .primary`)
		b.until(`location.pathname.startsWith("/app/quotes/")`)
		b.see(`.entry .sum`)
		b.clicks++ // on the sheet, which opens beside
		if got := value[string](b, `fetch(document.querySelector("a[href$='/report']").href).then(r => r.text().then(t => r.status + " " + t.includes("1,234.56")))`); got != "200 true" {
			b.Errorf("the sheet is %s", got)
		}
		if b.clicks > mostClicksToSheet {
			b.Errorf("%d clicks to the sheet, more than %d", b.clicks, mostClicksToSheet)
		}
		b.inspect("quote-of-record")
	})
}
