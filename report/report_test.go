package report_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"tariffdesk/quote"
	"tariffdesk/report"
	"tariffdesk/tariff"
)

var update = flag.Bool("update", false, "rewrite golden files")

// quoted is a document of a quote with everything in it.
func quoted(t *testing.T, language quote.Language, description string) report.Document {
	t.Helper()
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	value := quote.Number{}
	if err := value.UnmarshalJSON([]byte("100000")); err != nil {
		t.Fatal(err)
	}
	request := quote.Request{Direction: quote.DirectionImport, Language: language, Date: "2026-06-15", IncludeRRNA: true, Products: []quote.Product{
		{Description: description, HSCode: "22021001", Country: "US", CustomsValue: &value},
	}}
	engine := quote.New(schedule, rules)
	checked, err := engine.Check(request)
	if err != nil {
		t.Fatal(err)
	}
	items, err := engine.Quote(context.Background(), checked)
	if err != nil {
		t.Fatal(err)
	}
	return report.Quote("0190", time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC), request, items)
}

func TestThePageStaysAsItIs(t *testing.T) {
	t.Parallel()
	for language, path := range map[quote.Language]string{quote.LanguageEnglish: "testdata/soda_english.html", quote.LanguageSpanish: "testdata/soda_spanish.html"} {
		var b bytes.Buffer
		if err := quoted(t, language, "Cola <b>& soda</b>").HTML(&b); err != nil {
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
		if err := quoted(t, quote.LanguageSpanish, description).PDF(&b); err != nil || !bytes.HasPrefix(b.Bytes(), []byte("%PDF-")) {
			t.Errorf("%.30q: %v", description, err)
		}
	}
}
