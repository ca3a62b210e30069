package browser

import (
	"path/filepath"
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
