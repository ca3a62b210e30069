package report_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tariffdesk/quote"
	"tariffdesk/report"
	"tariffdesk/tariff"
)

var update = flag.Bool("update", false, "rewrite golden files")

// sheetOf is the sheet of a quote of one day.
func sheetOf(t *testing.T, body string) report.Sheet {
	t.Helper()
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	request, err := quote.Decode([]byte(body))
	if err != nil {
		t.Fatalf("%+v", err)
	}
	request.IncludeRRNA = true
	engine := quote.New(schedule, rules)
	checked, err := engine.Check(request)
	if err != nil {
		t.Fatalf("%+v", err)
	}
	items, err := engine.Quote(context.Background(), checked)
	if err != nil {
		t.Fatal(err)
	}
	return report.Sheet{ID: "0190", Made: time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC), Client: "Comercial Nube", Preparer: "Agencia Faro", Request: request, Items: items}
}

func soda(t *testing.T, language quote.Language, description string) report.Document {
	t.Helper()
	return report.Quote(sheetOf(t, fmt.Sprintf(`{"direction":"import","language":%q,"date":"2026-06-15","products":[
		{"product_description":%q,"hscode_8digits":"22021001","country":"US","customs_value":100000}]}`, language, description)))
}

// threeLines cost millions, so that their figures are wide.
const threeLines = `{"direction":"import","language":%q,"date":"2026-06-15","products":[
	{"product_description":"Pantalones de mezclilla de algodón para hombre","hscode_8digits":"62034291","country":"CN","customs_value":1250000.55,"currency":"USD","exchange_rate":17.8512,"quantity":120000,"quantity_unit":"PZA"},
	{"product_description":"Computadora portátil de 14 pulgadas","hscode_8digits":"84713001","country":"VN","customs_value":43000,"currency":"USD","exchange_rate":17.8512,"quantity":50,"quantity_unit":"PZA"},
	{"product_description":"Llantas para bicicleta","hscode_8digits":"40115001","country":"JP","customs_value":8000,"currency":"USD","exchange_rate":17.8512,"quantity":2000,"quantity_unit":"PZA"}]}`

func TestThePageStaysAsItIs(t *testing.T) {
	t.Parallel()
	for language, path := range map[quote.Language]string{quote.LanguageEnglish: "testdata/soda_english.html", quote.LanguageSpanish: "testdata/soda_spanish.html"} {
		var b bytes.Buffer
		if err := soda(t, language, "Cola <b>& soda</b>").HTML(&b); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s differs; -update rewrites it", path)
		}
		if strings.Contains(b.String(), "<b>&") || strings.Contains(b.String(), "<script") {
			t.Error("what callers write is not escaped")
		}
	}
}

func TestThePDFHoldsAnyText(t *testing.T) {
	t.Parallel()
	for _, description := range []string{"Cola", "Señal ≤ 5 → 中文 Ω", strings.Repeat("palabra ", 1200), strings.Repeat("x", 9000)} {
		var b bytes.Buffer
		if err := soda(t, quote.LanguageSpanish, description).PDF(&b, report.PaperA4); err != nil || !bytes.HasPrefix(b.Bytes(), []byte("%PDF-")) {
			t.Errorf("%.30q: %v", description, err)
		}
	}
}

func TestAQuoteOfThreeLinesIsTwoPagesWithOneTotalAndNoCutFigure(t *testing.T) {
	t.Parallel()
	for _, language := range []quote.Language{quote.LanguageSpanish, quote.LanguageEnglish} {
		d := report.Quote(sheetOf(t, fmt.Sprintf(threeLines, language)))
		for _, paper := range []report.Paper{report.PaperA4, report.PaperLetter} {
			t.Run(string(language)+" "+string(paper), func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(t.TempDir(), "quote.pdf")
				var b bytes.Buffer
				if err := d.PDF(&b, paper); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
				if pages := regexp.MustCompile(`Pages:\s+2\n`); !pages.MatchString(run(t, "pdfinfo", file)) {
					t.Errorf("not two pages: %s", run(t, "pdfinfo", file))
				}
				text := strings.Join(strings.Fields(run(t, "pdftotext", "-layout", file, "-")), " ")
				if n := strings.Count(text, "12,991,323.98"); n != 1 {
					t.Errorf("the total stands %d times", n)
				}
				for _, section := range d.Sections {
					for _, row := range section.Rows {
						for _, column := range section.Figures {
							if !strings.Contains(text, row[column]) {
								t.Errorf("%s: the figure %q is cut", section.Title, row[column])
							}
						}
					}
				}
				insidePage(t, run(t, "pdftotext", "-bbox", file, "-"))
			})
		}
	}
}

// insidePage fails where a word of a bbox listing leaves its page.
func insidePage(t *testing.T, boxes string) {
	t.Helper()
	var width float64
	for line := range strings.Lines(boxes) {
		line = strings.TrimSpace(line)
		if _, err := fmt.Sscanf(line, `<page width="%f"`, &width); err == nil {
			continue
		}
		var left, top, right float64
		if _, err := fmt.Sscanf(line, `<word xMin="%f" yMin="%f" xMax="%f"`, &left, &top, &right); err == nil && (left < 0 || right > width) {
			t.Errorf("beyond the page of %.0f points: %s", width, line)
		}
	}
	if width == 0 {
		t.Error("no page was listed")
	}
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(out)
}

// By hand: the three values are 22,314,009.82, 767,601.60 and 142,809.60 MXN. IGI 35 % of the first; DTA 8 per mil of
// each; IVA 16 % of value, IGI and DTA. What is owed once, 350 + 56, stands in the total alone, 12,991,323.98.
func TestWhatIsOwedOnceStandsOnce(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := report.Quote(sheetOf(t, fmt.Sprintf(threeLines, quote.LanguageSpanish))).HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if n := strings.Count(page, "PRV 350.00"); n != 1 {
		t.Errorf("PRV stands %d times", n)
	}
	for _, want := range []string{"6203.42.91", "22,314,009.82", "767,601.60", "142,809.60", "35 %", "8 al millar", "120,000 PZA", "1 USD = 17.8512 MXN",
		"Comercial Nube", "Agencia Faro", "2026-07-15", "Total del pedimento", "firma"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(page, "open<") || strings.Contains(page, ">exempt<") || strings.Contains(page, "0.16") {
		t.Error("English or raw fractions in a Spanish sheet")
	}
}

func TestAnIncompleteQuoteSaysSoBesideItsTotal(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := report.Quote(sheetOf(t, `{"direction":"import","language":"English","date":"2026-06-15","products":[
		{"product_description":"laptop","hscode_8digits":"84713001","country":"CN"}]}`)).HTML(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "The total is not complete") {
		t.Error("the gap is not told")
	}
}
