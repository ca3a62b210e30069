package browser

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// invoice is a document that the tests of the extraction read too.
func invoice(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../../extract/testdata/layouts/05_commercial_invoice_en.pdf")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnInvoiceIsExtractedCorrectedAndItsLinesGoOn(t *testing.T) {
	t.Parallel()
	inEveryView(t, "40", func(b *tab, a account) {
		b.signIn(a)
		b.follow(`main a[href="/app/extract"]`)
		b.inspect("extract")
		b.files(`#f-file_path`, invoice(b.T))
		b.click(`form#extract .form-foot .primary`)
		b.near("an extraction")
		b.until(`location.pathname.startsWith("/app/extractions/")`)
		b.see(`[data-leaf]`)
		if boxes := value[int](b, `document.querySelectorAll(".paper rect").length`); boxes == 0 {
			b.Error("no value points at the page")
		}
		title := map[language]string{english: "Invoice number", spanish: "Número de factura"}[b.language]
		if first := b.see(`.values .name`); first != title {
			b.Errorf("the first value is called %q, not %q as its schema has it", first, title)
		}
		b.inspect("extracted")
		b.uncut("extracted")
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.sheets [data-zoom="200"]').click()`))
		b.until(`document.querySelector(".paper svg").getBoundingClientRect().width > 1.5 * document.querySelector(".paper").clientWidth`)
		b.follow(`.values .edit`)
		b.inspect("extraction-edit")
		b.fill(`.correct [name=value]`, "中文-771 & sons")
		b.follow(`.correct .primary`)
		b.seeText(`.values .value`, "中文-771 & sons")
		b.open("/app/corrections")
		b.seeText(`td`, "中文-771 & sons")
		b.inspect("corrections")
		b.uncut("corrections")
		b.follow(`td form .danger`)
		b.see(`.empty`)
		b.open("/app/extractions")
		b.inspect("extractions-listed")
		b.follow(`table.jobs a`)
		b.follow(`main a[href^="/app/quote?extraction="]`)
		if lines := value[int](b, `document.querySelectorAll("#products [name^='product_description.']").length`); lines < 2 {
			b.Errorf("the quote has %d lines of the invoice", lines)
		}
		b.inspect("quote-of-lines")
	})
}

func TestASchemaIsDescribedSavedChosenAndRemoved(t *testing.T) {
	t.Parallel()
	b := newTab(t, view{spanish, wide, true})
	b.signIn(shared.owner(t, "10"))
	b.open("/app/extract")
	b.click(`#own summary`)
	b.fill(`#f-document_description`, "número de factura, fecha, moneda, total")
	b.click(`button[value=describe]`)
	b.until(`document.querySelector("#f-json_response").value.includes("properties") && document.querySelector("#f-schema").value === ""`)
	b.fill(`#f-schema_name`, "mis_facturas")
	b.follow(`button[value=save]`)
	b.seeText(`#f-schema option`, "mis_facturas")
	b.inspect("extract-own")
	b.uncut("extract-own")
	b.follow(`form[action="/app/extract/schemas/mis_facturas/remove"] button`)
	if b.has(`form[action$="/mis_facturas/remove"]`) {
		b.Error("the schema is still there")
	}
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
