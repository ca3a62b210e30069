package report_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"github.com/xuri/excelize/v2"

	"tariffdesk/fail"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/shipment/entry"
	"tariffdesk/shipment/report"
	"tariffdesk/tariff"
)

func num(text string) *quote.Number { return &quote.Number{Decimal: decimal.MustParse(text)} }

var at = time.Date(2026, 6, 15, 12, 30, 0, 0, time.UTC)

// priced is a shipment of two lines under a certificate of the T-MEC: leather handbags of the United States at 600.00 USD,
// decided by Ana, and portable computers of Viet Nam at 400.00, with freight of 100.00. One seller's name begins like a formula.
func priced(t testing.TB, language quote.Language, lines int) *shipment.Shipment {
	t.Helper()
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	decision := shipment.Decision{At: at, By: "Ana", Code: "4202210100", Before: map[string]string{"code": "4202220100"}, After: map[string]string{"code": "4202210100"}}
	sh := &shipment.Shipment{
		ID: "0190", State: shipment.StateReady,
		Facts: shipment.Facts{Reference: "IMP 4711/26", Date: "2026-06-15", Incoterm: "FOB", ExchangeRate: num("17.50"), Freight: num("100"), Insurance: num("0")}.WithDefaults(),
		Files: []shipment.File{{Name: "packet.pdf", Pages: 3}},
		Papers: []shipment.Paper{
			{ID: "invoice", File: 1, Pages: []int{1, 2}, Type: shipment.TypeInvoice, Number: shipment.Text{Value: "A-1"}, Seller: shipment.Text{Value: "=HYPERLINK(\"http://x\")"}},
			{ID: "certificate", File: 1, Pages: []int{3}, Type: shipment.TypeCertificate, Agreement: shipment.Text{Value: "T-MEC"}},
		},
		Lines: []shipment.Line{
			{ID: "a", Position: 1, Invoice: "invoice", Description: "+Bolsa de cuero, niño", Origin: "US", Value: num("600"), Currency: "USD", Quantity: num("10"), Unit: "pcs",
				Proposal: &shipment.Proposal{Code: "4202220100", Confidence: 0.61, By: shipment.ByEngine}, Decision: &decision, Trail: []shipment.Decision{decision}, PrintedCode: "420221"},
			{ID: "b", Position: 2, Invoice: "invoice", Description: "Portable computer", Origin: "VN", Value: num("400"), Currency: "USD", Quantity: num("4"), Unit: "pcs",
				Proposal: &shipment.Proposal{Code: "84713001", Confidence: 0.93, By: shipment.ByPrecedent}},
		},
		Checks: []shipment.Check{{ID: "1", Status: shipment.StatusDiffers, Difference: "288 kg",
			Values: []shipment.Compared{{Paper: "invoice", Name: shipment.Words{English: "gross weight", Spanish: "peso bruto"}, Value: "4032", Unit: "kg", Source: &shipment.Source{Page: 2}}},
			Text:   shipment.Words{English: "The gross weights differ.", Spanish: "Los pesos brutos difieren."}}},
		History: []shipment.Event{{At: at, By: "Luis", Action: "facts", Note: "incoterm"}, {At: at, By: shipment.ByService, Action: "reading"}},
	}
	for n := len(sh.Lines); n < lines; n++ {
		l := sh.Lines[1]
		l.ID, l.Position = fmt.Sprintf("l%d", n), n+1
		sh.Lines = append(sh.Lines, l)
	}
	engine := quote.New(schedule, rules)
	p, err := entry.Pricer{Engine: func() *quote.Engine { return engine }, Now: time.Now}.Price(context.Background(), sh, language)
	if err != nil {
		t.Fatalf("%v %q", err, fail.As(err).Details)
	}
	sh.Priced = &p
	return sh
}

func written(t testing.TB, sh *shipment.Shipment, format string, spanish bool) []byte {
	t.Helper()
	_, name, content, err := report.Writer{}.Report(sh, format, spanish)
	if err != nil {
		t.Fatal(err)
	}
	if name != "operation-IMP471126."+format {
		t.Errorf("named %s", name)
	}
	return content
}

// By hand: 600.00 + 60.00 and 400.00 + 40.00 USD are 11,550.00 and 7,700.00 MXN. The first line is free under the T-MEC, the
// second exempt; DTA of the second alone 461.61; IVA 16 % of 11,550.00 = 1,848.00 and of 8,161.61 = 1,305.86.
func TestTheWorkbookIsInTheOrderOfAPedimento(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		spanish bool
		sheet   string
		headers string
	}{
		{true, "Partidas", "Partida|Fracción|NICO|Descripción|UMC|Cantidad UMC|UMT|Cantidad UMT|Precio pagado|Moneda|Valor en dólares|Valor en aduana MXN|País de origen o destino|Vendedor|Método de valoración|Identificadores|Permisos y regulaciones"},
		{false, "Lines", "Item|Tariff line|NICO|Description|Unit invoiced (UMC)|Quantity UMC|Unit of the tariff (UMT)|Quantity UMT|Price paid|Currency|Customs value USD|Customs value MXN|Origin or destination|Seller|Valuation method|Identifiers|Permits and regulations"},
	} {
		language := quote.LanguageEnglish
		if c.spanish {
			language = quote.LanguageSpanish
		}
		f, err := excelize.OpenReader(bytes.NewReader(written(t, priced(t, language, 0), "xlsx", c.spanish)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if n := len(f.GetSheetList()); n != 4 {
			t.Errorf("%d sheets", n)
		}
		rows, err := f.GetRows(c.sheet, excelize.Options{RawCellValue: true})
		if err != nil || len(rows) != 3 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		if got := strings.Join(rows[0][:17], "|"); got != c.headers {
			t.Errorf("headers %s", got)
		}
		if got, want := strings.Join(rows[1][:15], "|"), "1|42022101|00|+Bolsa de cuero, niño|pcs|10|Pza|10|600|USD|660|11550|US|=HYPERLINK(\"http://x\")|1"; got != want {
			t.Errorf("first line %s, want %s", got, want)
		}
		if got, want := strings.Join(rows[2][:13], "|"), "2|84713001||Portable computer|pcs|4|Pza|4|400|USD|440|7700|VN"; got != want {
			t.Errorf("second line %s, want %s", got, want)
		}
		for cell, want := range map[string]string{"W2": "0", "Y2": "0", "AB2": "1848", "W3": "0", "Y3": "461.61", "AB3": "1305.86"} {
			if got, err := f.GetCellValue(c.sheet, cell, excelize.Options{RawCellValue: true}); got != want || err != nil {
				t.Errorf("%s is %q, want %q (%v)", cell, got, want, err)
			}
		}
		if shown, err := f.GetCellValue(c.sheet, "L2"); shown != "11,550.00" || err != nil {
			t.Errorf("the customs value is shown as %q, %v", shown, err)
		}
		if rows[1][15] == "" || rows[2][15] != "" || !strings.HasPrefix(rows[1][15], "TL") {
			t.Errorf("identifiers %q and %q", rows[1][15], rows[2][15])
		}
		for _, cell := range []string{"D2", "N2"} { // text, not a formula
			if formula, err := f.GetCellFormula(c.sheet, cell); formula != "" || err != nil {
				t.Errorf("%s is the formula %q, %v", cell, formula, err)
			}
		}
	}
}

func TestTheDossierHoldsWhatAClientKeeps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language quote.Language
		texts    []string
		never    []string
	}{
		{quote.LanguageEnglish, []string{"Operation dossier", "IMP 4711/26", "commercial invoice A-1", "packet.pdf", "The gross weights differ.", "gross weight: 4032 kg (commercial invoice A-1, p. 2)", "288 kg",
			"4202.21.01-00", "19,250.00", "3,153.86", "4,021.47", "Ana", "2026-06-15 12:30 UTC", "code: 4202220100 → 4202210100", "4202220100 (engine, 61 %)", "84713001 (precedent, 93 %)", "Luis", "on file"}, []string{"Expediente", "difieren"}},
		{quote.LanguageSpanish, []string{"Expediente de la operación", "factura comercial A-1", "Los pesos brutos difieren.", "19,250.00", "4,021.47", "4202220100 (motor, 61 %)", "en el expediente", "fracción: 4202220100 → 4202210100", "8 al millar", "datos cambiados: incoterm"}, []string{"dossier", "differs", "engine", "per mil"}},
	} {
		sh := priced(t, c.language, 0)
		spanish := c.language == quote.LanguageSpanish
		page := string(written(t, sh, "html", spanish))
		for _, want := range c.texts {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page lacks %q", c.language, want)
			}
		}
		for _, never := range c.never {
			if strings.Contains(page, never) {
				t.Errorf("%s: the page says %q", c.language, never)
			}
		}
		if strings.Contains(page, "credit") || strings.Contains(page, "<script") {
			t.Errorf("%s: the page tells what the service charged, or holds a script", c.language)
		}
		file := filepath.Join(t.TempDir(), "dossier.pdf")
		if err := os.WriteFile(file, written(t, sh, "pdf", spanish), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "pdftotext", "-layout", file, "-").Output()
		if text := strings.Join(strings.Fields(string(out)), " "); err != nil || !strings.Contains(text, "4,021.47") || !strings.Contains(text, "19,250.00") {
			t.Errorf("%s: the PDF lacks the totals: %v", c.language, err)
		}
	}
}

// TestALongShipmentIsWritten writes 2,000 lines: the workbook holds all, the dossier says that it does not.
func TestALongShipmentIsWritten(t *testing.T) {
	t.Parallel()
	sh := priced(t, quote.LanguageSpanish, shipment.MaxLines)
	f, err := excelize.OpenReader(bytes.NewReader(written(t, sh, "xlsx", true)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("Partidas")
	if err != nil || len(rows) != 1+shipment.MaxLines {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	// All but the first line are of one kind: 1,999 × 4 pieces at 400.00.
	if rows, err = f.GetRows("Agrupadas", excelize.Options{RawCellValue: true}); err != nil || len(rows) != 3 || rows[2][5] != "7996" || rows[2][8] != "799600" || !strings.HasPrefix(rows[2][len(rows[2])-1], "2, 3, 4") {
		t.Errorf("grouped %.200q, %v", rows, err)
	}
	if page := string(written(t, sh, "html", true)); !strings.Contains(page, "la hoja de cálculo contiene las 2000") {
		t.Error("the dossier does not say what it leaves out")
	}
	if pdf := written(t, sh, "pdf", true); !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Error("no PDF")
	}
}

func TestWhatCannotBeWrittenIsRefused(t *testing.T) {
	t.Parallel()
	if _, _, _, err := (report.Writer{}).Report(&shipment.Shipment{ID: "1"}, "pdf", true); fail.CodeOf(err) != fail.CodeConflict {
		t.Errorf("without a quotation: %v", err)
	}
	if _, _, _, err := (report.Writer{}).Report(priced(t, quote.LanguageEnglish, 0), "docx", true); fail.CodeOf(err) != fail.CodeBadRequest {
		t.Errorf("an unknown format: %v", err)
	}
}

// TestTheWorkbookOpensInAnOffice prints the workbook by LibreOffice, where it is installed: the figures of the lines are
// there, and what begins like a formula stands as it was written.
func TestTheWorkbookOpensInAnOffice(t *testing.T) {
	t.Parallel()
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice is not installed; the other tests read the workbook back")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "operation.xlsx")
	if err := os.WriteFile(file, written(t, priced(t, quote.LanguageSpanish, 0), "xlsx", true), 0o600); err != nil {
		t.Fatal(err)
	}
	convert := exec.CommandContext(t.Context(), office, "-env:UserInstallation=file://"+folder+"/profile", "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76", "--outdir", folder, file)
	if out, err := convert.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(folder, "operation.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"42022101", "+Bolsa de cuero, niño", `=HYPERLINK(""http://x"")`, "461.61"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the first sheet lacks %s: %s", want, text)
		}
	}
}
