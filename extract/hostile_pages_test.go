package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
)

// lined is a page of n lines; two spaces in a line part its segments.
func lined(n int, line func(i int) string) *page.Page {
	const letter, high, apart = 5, 12, 40
	var words []page.Word
	for i := range n {
		x, y := 20.0, float64(high*i)
		for _, segment := range strings.Split(line(i), "  ") {
			for _, text := range strings.Fields(segment) {
				wide := letter * float64(len(text))
				words = append(words, page.Word{Text: text, Box: page.Box{X0: x, Y0: y, X1: x + wide, Y1: y + high - 3}, Confidence: 1})
				x += wide + 3
			}
			x += apart
		}
	}
	return page.New(1, 800, max(792, high*float64(n)), page.SourceText, words)
}

// hostile are lines that have made the choice of values slow.
var hostile = map[string]func(i int) string{
	"captions in a row": func(int) string { return strings.Repeat("name: ", 60) },
	"words of captions": func(int) string { return strings.Repeat("name ", 100) },
	"one caption":       func(i int) string { return fmt.Sprintf("Invoice number:  A%d  Seller:  Acme %d GmbH", i, i) },
	"companies":         func(i int) string { return strings.Repeat(fmt.Sprintf("Acme %d GmbH: ", i), 20) },
	"amounts":           func(i int) string { return fmt.Sprintf("Subtotal %d  %d.50  %d,%03d.00", i, i, i%900+1, i%1000) },
	"taxes and totals": func(i int) string {
		return fmt.Sprintf("%s  %d.50", []string{"Subtotal", "VAT", "Cash", "Change", "Total"}[i%5], i)
	},
	"dates": func(i int) string {
		return fmt.Sprintf("2026-%02d-%02d  %02d.%02d.2025", i%12+1, i%28+1, i%28+1, i%12+1)
	},
}

var hostileSchema = []byte(`{"properties":{"seller_name":{"type":"string"},"buyer_name":{"type":"string"},"buyer_address":{"type":"string"},"invoice_number":{"type":"string"},
	"invoice_date":{"type":"string"},"subtotal":{"type":"number"},"tax":{"type":"number"},"total_amount":{"type":"number"}}}`)

// filledFrom fills a schema from pages as Extract does, less its checks.
func filledFrom(t testing.TB, e *Engine, pages []*page.Page, raw json.RawMessage) *result.Builder {
	t.Helper()
	s, err := schema.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	d := e.parts.Sheet(pages, "")

	f := e.parts.Builder(d, s)
	f.Find()
	return f
}

// TestWhatAHostilePageOffersIsBounded counts instead of timing: the choice looks at each option beside each other.
func TestWhatAHostilePageOffersIsBounded(t *testing.T) {
	t.Parallel()
	e, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for name, line := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := filledFrom(t, e, []*page.Page{lined(200, line)}, hostileSchema)
			for _, w := range f.Wants {
				if n := len(f.Options(w)); n > candidate.MostOptions {
					t.Errorf("%d options for %s", n, w.Pointer)
				}
			}
			for _, firm := range f.Doc.Companies() {
				if n := max(len(firm.Pieces), len(firm.Whole)); n > candidate.MostPieces {
					t.Errorf("%d pieces of a line", n)
				}
			}
		})
	}
}

// TestPairsOfAmountsAreBounded holds that a page of nothing but sums is not paired without end.
func TestPairsOfAmountsAreBounded(t *testing.T) {
	t.Parallel()
	e, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	d := sheet.New(grid.NewTabled(e.parts.Dict, []*page.Page{lined(1000, hostile["taxes and totals"])}, "", e.parts.Tables))
	totals := sheet.TotalsIn(d.Sums(0))
	if n := len(totals.Paid) + len(totals.Added); n == 0 || n > 2*sheet.MaxTallyItems*sheet.MaxTallyItems {
		t.Errorf("%d pairs", n)
	}
}

// BenchmarkHostilePages is a page of 200 lines of each kind; each is to stay below a second.
func BenchmarkHostilePages(b *testing.B) {
	e, err := New(Config{})
	if err != nil {
		b.Fatal(err)
	}
	for name, line := range hostile {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				filledFrom(b, e, []*page.Page{lined(200, line)}, hostileSchema)
			}
		})
	}
}
