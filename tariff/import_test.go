package tariff

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tariffdesk/fail"
)

const usitcCSVSample = "\ufeff\"HTS Number\",\"Indent\",\"Description\",\"Unit of Quantity\",\"General Rate of Duty\",\"Special Rate of Duty\"\n" +
	"\"0101\",\"0\",\"Animals\",\"\",\"\",\"\"\n" +
	"\"0101.21.00\",\"2\",\"a\",\"\",\"Free\",\"\"\n" +
	"\"0101.21.00.10\",\"3\",\"b\",\"[\"\"No.\"\"]\",\"\",\"\"\n" +
	"\"0101.21.00.20\",\"3\",\"c\",\"[\"\"doz.\"\",\"\"kg\"\"]\",\"\",\"\"\n" +
	"\"0101.90.30.00\",\"2\",\"d\",\"[\"\"No.\"\"]\",\"4.5¢/ liter\",\"\"\n" +
	"\"0102.21.00\",\"2\",\"e\",\"\",\"1¢ each + 2.8%\",\"\"\n" +
	"\"9903.01.01\",\"2\",\"f\",\"\",\"The duty provided in the applicable subheading + 25%\",\"\"\n"

const usitcJSONSample = `[{"htsno":"0101.21.00","indent":"2","description":"a","units":[],"general":"Free","footnotes":null},
{"htsno":"0101.21.00.10","units":["No."],"general":""},{"htsno":"0101.21.00.20","units":["doz.","kg"],"general":""},
{"htsno":"0101.90.30.00","units":["No."],"general":"4.5¢/liter"},{"htsno":"0102.21.00","units":null,"general":"1¢ each + 2.8%"}]`

func TestUSITCReadsBothFormsAlike(t *testing.T) {
	t.Parallel()
	var encoded [][]byte
	for name, text := range map[string]string{"hts.csv": usitcCSVSample, "hts.json": usitcJSONSample} {
		s, err := ParsePublication("USA", name, []byte(text), "2026-01-01")
		if err != nil {
			t.Fatal(err)
		}
		encoded = append(encoded, s.Encode())
		for code, want := range map[string]string{"01012100": "free", "01019030": "0.045 USD/liter", "01022100": "2.8% + 0.01 USD/each"} {
			if line, _ := s.Line(code); line.Import.String() != want {
				t.Errorf("%s %s: %s, want %s", name, code, line.Import, want)
			}
		}
	}
	if !bytes.Equal(encoded[0], encoded[1]) {
		t.Errorf("CSV and JSON differ:\n%s\n%s", encoded[0], encoded[1])
	}
}

func TestUSITCRatesKeepTheirArithmetic(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Free": "free", "6.5%": "6.5%", "$1.44/1000": "1.44 USD/1000", "0.56¢/kg": "0.0056 USD/kg",
		"4.3¢/kg on drained weight + 8.5%":                 "8.5% + 0.043 USD/kg on drained weight",
		"36¢ each + 5.3% on the battery":                   "text: 36¢ each + 5.3% on the battery",
		"0.7¢/kg on copper content + 0.7¢/kg on lead":      "text: 0.7¢/kg on copper content + 0.7¢/kg on lead",
		"See additional U.S. note 4":                       "provision",
		"The rate applicable to each article in the set":   "provision",
		"Free, for such periods as the Secretary may fix ": "provision",
	} {
		if got := usitcRate(text).String(); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

const nicoSample = "llave_10,fraccion_8,nico,descripcion_completa,unidad_medida,arancel_importacion,nota_importacion,arancel_exportacion,nota_exportacion\n" +
	"0101210100,01012101,00,x,Cbza,10.0,,0.0,Ex.\n" +
	"0101299901,01012999,01,x,Pza,0.0,Ex.,0.0,Ex.\n" +
	"0101299999,01012999,99,x,Pza,0.0,Ex.,0.0,Ex.\n" +
	"0402109900,04021099,00,x,Kg,0.0,AMX (10%+0.36 Dls por Kg de azúcar),0.0,Ex.\n" +
	"4012200100,40122001,00,x,Pza,0.0,AE (2 Dls EUA por Pza),0.0,Ex.\n" +
	"0302890100,03028901,00,x,Kg,15.0,,0.0,Prohibida\n"

// sheet is a workbook's rows as the spreadsheet package would hand them over.
type sheet struct{ rows [][]string }

func (s *sheet) Next() ([]string, bool, error) {
	if len(s.rows) == 0 {
		return nil, false, nil
	}
	row := s.rows[0]
	s.rows = s.rows[1:]
	return row, true, nil
}

func TestNICOReadsTextAndSheetAlike(t *testing.T) {
	t.Parallel()
	fromText, err := ParsePublication("MEX", "nico.csv", []byte(nicoSample), "2026-04-24")
	if err != nil {
		t.Fatal(err)
	}
	rows := &sheet{rows: [][]string{
		{"Tabla de correlación"}, {},
		{"Fracción arancelaria", "NICO", "Descripción", "Unidad de medida", "Impuesto de Importación", "Impuesto de Exportación"},
		{"0101.21.01", "00", "x", "Cbza", "10", "Ex."},
		{"1012999", "1", "x", "Pza", "Ex.", "Ex."},
		{"01012999", "99", "x", "Pza", "Ex.", "Ex."},
		{"04021099", "00", "x", "Kg", "AMX (10%+0.36 Dls por Kg de azúcar)", "Ex."},
		{"40122001", "00", "x", "Pza", "AE (2 Dls EUA por Pza)", "Ex."},
		{"03028901", "00", "x", "Kg", "15", "Prohibida"},
	}}
	fromSheet, err := ParseNICO(rows, "2026-04-24")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(fromText.Encode(), fromSheet.Encode()) {
		t.Errorf("text and sheet differ:\n%s\n%s", fromText.Encode(), fromSheet.Encode())
	}
	line, _ := fromText.Line("04021099")
	if line.Import.String() != "10% + 0.36 USD/kg of sugar" {
		t.Errorf("mixed duty read as %s", line.Import)
	}
}

func TestNICOThatContradictsItselfIsRefused(t *testing.T) {
	t.Parallel()
	text := strings.Replace(nicoSample, "0101299999,01012999,99,x,Pza,0.0,Ex.", "0101299999,01012999,99,x,Pza,20.0,", 1)
	if _, err := ParsePublication("MEX", "nico.csv", []byte(text), "2026-04-24"); fail.CodeOf(err) != fail.CodeValidation {
		t.Errorf("two rates for one line give %v", err)
	}
}

func TestPlainReadsTheDocumentedHeader(t *testing.T) {
	t.Parallel()
	for _, comma := range []string{",", ";", "\t"} {
		text := strings.ReplaceAll("code,unit,import,export\n0101.21.00,kg,5%,free\n01012910,,,\n", ",", comma)
		s, err := ParsePublication("COL", "col.csv", []byte(text), "2026-01-01")
		if err != nil {
			t.Fatal(err)
		}
		first, _ := s.Line("01012100")
		second, _ := s.Line("01012910")
		if first.Import.String() != "5%" || second.Import.Kind != RateUnknown {
			t.Errorf("%q: %s, %s", comma, first.Import, second.Import)
		}
	}
}

func TestPublicationsThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ country, file, text string }{
		"unknown country": {"FRA", "x.csv", "code,unit,import,export\n01012100,,,\n"},
		"empty":           {"USA", "x.csv", ""},
		"no header":       {"MEX", "x.csv", "a,b\n1,2\n"},
		"html":            {"USA", "x.json", "<html></html>"},
		"broken json":     {"USA", "x.json", "[{"},
		"workbook":        {"MEX", "x.xlsx", "PK"},
		"not plain":       {"COL", "x.csv", "a,b\n"},
		"bad code":        {"COL", "x.csv", "code,unit,import,export\n0101,,,\n"},
		"negative":        {"COL", "x.csv", "code,unit,import,export\n01012100,,-5%,\n"},
	} {
		_, err := ParsePublication(c.country, c.file, []byte(c.text), "2026-01-01")
		if code := fail.CodeOf(err); err == nil || code == fail.CodeInternal {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// table writes a plain publication of n lines.
func plainLines(n int) []byte {
	var b strings.Builder
	b.WriteString("code,unit,import,export\n")
	for i := range n {
		fmt.Fprintf(&b, "%08d,kg,5%%,free\n", 1012100+i)
	}
	return []byte(b.String())
}

func parsed(t *testing.T, n int, vintage Date) *Schedule {
	t.Helper()
	s, err := ParsePlain("COL", plainLines(n), vintage)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestImportRefusesToLoseMoreThanFivePercent(t *testing.T) {
	t.Parallel()
	current := parsed(t, 100, "2026-01-01")
	for lines, refused := range map[int]bool{100: false, 95: false, 94: true, 1: true, 120: false} {
		_, err := NewImport(current, parsed(t, lines, "2026-02-01"), false)
		if (err != nil) != refused {
			t.Errorf("%d of 100 lines: %v", lines, err)
		}
		if _, err := NewImport(current, parsed(t, lines, "2026-02-01"), true); err != nil {
			t.Errorf("%d of 100 lines, forced: %v", lines, err)
		}
	}
	if _, err := NewImport(current, parsed(t, 100, "2025-12-31"), false); err == nil {
		t.Error("an older vintage is accepted")
	}
	if _, err := NewImport(loaded(t, "ARG"), parsed(t, 100, "2026-02-01"), true); err == nil {
		t.Error("another country is accepted")
	}
}

func TestImportSaysWhatChangesAndItsBytesLoadAgain(t *testing.T) {
	t.Parallel()
	current := parsed(t, 100, "2026-01-01")
	text := strings.Replace(string(plainLines(101)), "01012100,kg,5%", "01012100,kg,7.5%", 1)
	text = strings.Replace(text, "01012103,kg,5%,free\n", "", 1)
	published, err := ParsePlain("COL", []byte(text), "2026-03-01")
	if err != nil {
		t.Fatal(err)
	}
	result, err := NewImport(current, published, false)
	if err != nil {
		t.Fatal(err)
	}
	c := result.Changes
	if !slices.Equal(c.Added, []string{"01012200"}) || !slices.Equal(c.Removed, []string{"01012103"}) ||
		len(c.Changed) != 1 || c.Changed[0].Code != "01012100" {
		t.Errorf("changes %s: %+v", c, c)
	}
	again, err := OpenSchedule(result.Schedule.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if again.Vintage != "2026-03-01" || !Compare(result.Schedule, again).Empty() {
		t.Errorf("version %s reads back with %s", again.Vintage, Compare(result.Schedule, again))
	}
	if kept, _ := again.Line("01012101"); kept.From != "2026-01-01" {
		t.Errorf("a rate that did not change begins %s", kept.From)
	}
	if changed, _ := again.Line("01012100"); changed.From != "2026-03-01" {
		t.Errorf("a rate that changed begins %s", changed.From)
	}
}

func TestImportKeepsProhibitedLinesThatTablesOmit(t *testing.T) {
	t.Parallel()
	current := loaded(t, "MEX")
	var open []Line
	for line := range current.Lines() {
		if line.Import.Kind != RateProhibited {
			open = append(open, line)
		}
	}
	published := current.with(open)
	published.Vintage = "2026-12-01"
	result, err := NewImport(current, published, false)
	if err != nil {
		t.Fatal(err)
	}
	if line, found := result.Schedule.Line("85434001"); !found || line.Import.Kind != RateProhibited {
		t.Error("a prohibited line is lost")
	}
	if !result.Changes.Empty() {
		t.Errorf("changes %s", result.Changes)
	}
}

func TestMexicanDutiesAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ cell, note, want string }{
		{"10", "", "10%"}, {"10.0", "", "10%"}, {"15 %", "", "15%"}, {"Ex.", "", "free"}, {"EX", "", "free"}, {"Exenta", "", "free"},
		{"Prohibida", "", "prohibited"}, {"", "", "unknown"}, {"0.0", "Ex.", "free"},
		{"0", "AMX (20%+0.36 Dls por Kg de azúcar)", "20% + 0.36 USD/kg of sugar"},
		{"AMX (20 % + 0.36 USD por kg de azucar)", "", "20% + 0.36 USD/kg of sugar"},
		{"0", "AE (2 Dls EUA por Pza)", "2 USD/Pza"},
	} {
		rate, err := nicoRate(c.cell, c.note)
		if err != nil || rate.String() != c.want {
			t.Errorf("%q %q becomes %s, %v, want %s", c.cell, c.note, rate, err, c.want)
		}
	}
	for _, cell := range []string{"AMX", "5+3", "-5", "diez"} {
		if rate, err := nicoRate(cell, ""); err == nil {
			t.Errorf("%q is read as %s", cell, rate)
		}
	}
}

// TestAScheduleThatIsPublishedAgainChangesNothing writes each schedule in the form of the guide and imports it.
func TestAScheduleThatIsPublishedAgainChangesNothing(t *testing.T) {
	t.Parallel()
	for _, country := range ScheduleCountries() {
		current := loaded(t, country)
		var out bytes.Buffer
		table := csv.NewWriter(&out)
		rows := [][]string{{"code", "unit", "import", "export", "suffixes", "from", "certainty", "source"}}
		for line := range current.Lines() {
			rows = append(rows, []string{line.Code, line.Unit, line.Import.String(), line.Export.String(), line.suffixes, string(line.From), string(line.Certainty), line.Source})
		}
		if err := table.WriteAll(rows); err != nil || len(rows) < 5_000 {
			t.Fatal(len(rows), err)
		}
		published, err := ParsePublication(country, "table.csv", out.Bytes(), current.Vintage)
		if err != nil {
			t.Fatal(err)
		}
		result, err := NewImport(current, published, false)
		if err != nil {
			t.Fatal(err)
		}
		if !result.Changes.Empty() {
			t.Errorf("%s: %s", country, result.Changes)
		}
	}
}

func FuzzParseSchedule(f *testing.F) {
	f.Add([]byte(header + "01012100\tNo.\t20% + 0.36 USD/kg of sugar\tfree\t10;20=kg\t2025-01-01\tsecondary\tx\n"))
	f.Add([]byte("# country: \xff\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := ParseSchedule(text)
		if err != nil {
			return
		}
		again, err := ParseSchedule(s.Encode())
		if err != nil {
			t.Fatalf("what was read is not written readably: %v", err)
		}
		if !bytes.Equal(again.Encode(), s.Encode()) {
			t.Fatal("writing is not stable")
		}
	})
}

func FuzzParsePublication(f *testing.F) {
	f.Add("USA", usitcCSVSample)
	f.Add("USA", usitcJSONSample)
	f.Add("MEX", nicoSample)
	f.Add("COL", "code;unit;import;export;suffixes\n01012100;kg;5%;free;\n")
	f.Fuzz(func(t *testing.T, country, text string) {
		s, err := ParsePublication(country, "file", []byte(text), "2026-01-01")
		if err != nil {
			if fail.CodeOf(err) == fail.CodeInternal {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		if _, err := ParseSchedule(s.Encode()); err != nil {
			t.Fatalf("a publication gives an unreadable version: %v", err)
		}
	})
}

func FuzzParseRate(f *testing.F) {
	f.Add("20% + 0.36 USD/kg of sugar")
	f.Add("text: 75¢ each")
	f.Fuzz(func(t *testing.T, text string) {
		rate, err := ParseRate(text)
		if err != nil {
			return
		}
		again, err := ParseRate(rate.String())
		if err != nil || !again.Equal(rate) {
			t.Fatalf("%q: %q, %v", text, rate, err)
		}
	})
}

func TestFamiliesOfTheMinistryAreReadByTheirHeader(t *testing.T) {
	t.Parallel()
	current := loaded(t, "MEX")
	lines := [][]string{
		{"SECRETARÍA DE ECONOMÍA"}, {"Fracciones arancelarias de la TIGIE"}, {},
		{"FRACCIÓN\nARANCELARIA", "DESCRIPCIÓN", "UNIDAD DE\nMEDIDA", "IMPUESTO DE\nIMPORTACIÓN", "IMPUESTO DE\nEXPORTACIÓN"},
	}
	nicos := [][]string{{"Números de identificación comercial"}, {"Fracción arancelaria", "NICO", "Descripción"}}
	for line := range current.Lines() {
		code := line.Code[:4] + "." + line.Code[4:6] + "." + line.Code[6:]
		duty := func(r Rate) string {
			switch r.Kind {
			case RateFree:
				return "Ex."
			case RateAdValorem:
				return strings.TrimSuffix(r.String(), "%")
			case RateMixed:
				return strings.Replace(r.String(), " USD/kg of sugar", " USD por kg de azúcar", 1)
			case RateSpecific:
				return strings.Replace(r.String(), " USD/Pza", " USD por Pza", 1)
			case RateProhibited:
				return "Prohibida"
			case RateCompound, RateProvision, RateUnknown: // the tariff of Mexico has none
			}
			return ""
		}
		if line.Code == "01012101" {
			line.Import, _ = ParseRate("45%")
		}
		lines = append(lines, []string{code, "wording", line.Unit, duty(line.Import), duty(line.Export)})
		for _, suffix := range line.Suffixes() {
			nicos = append(nicos, []string{code, suffix.Code[8:], "wording"})
		}
	}
	nicos = append(nicos, []string{"0101.21.01", "77", "new"})

	published, err := ParseNICO(&sheet{lines}, "2026-12-01")
	if err != nil {
		t.Fatal(err)
	}
	in, err := NewImport(current, published.Starting("2026-12-15"), false)
	if err != nil {
		t.Fatal(err)
	}
	if c := in.Changes; len(c.Added)+len(c.Removed) != 0 || len(c.Changed) != 1 || c.Changed[0].Code != "01012101" || c.Changed[0].After.From != "2026-12-15" {
		t.Errorf("lines: %s %+v", c, c.Changed)
	}
	again, err := ParseNICO(&sheet{nicos}, "2026-12-01")
	if err != nil {
		t.Fatal(err)
	}
	if in, err = NewImport(current, again, false); err != nil {
		t.Fatal(err)
	}
	if c := in.Changes; len(c.Added)+len(c.Removed) != 0 || len(c.Changed) != 1 || len(c.Changed[0].After.Suffixes()) != 2 {
		t.Errorf("NICO: %s %+v", c, c.Changed)
	}

	for name, c := range map[string]struct {
		rows [][]string
		want string
	}{
		"another ministry":      {[][]string{{"Registro sanitario", "Denominación", "Titular"}, {"0001E2026", "x", "y"}}, "no header"},
		"the table of quotas":   {[][]string{{"Fracción arancelaria", "Arancel-cupo", "Monto del cupo"}, {"0203.11.01", "0", "51,000"}}, "tariff quotas"},
		"a duty without a unit": {[][]string{{"Fracción", "NICO", "Impuesto de importación"}, {"01012101", "00", "10"}}, "without the other"},
	} {
		if _, err := ParseNICO(&sheet{c.rows}, "2026-12-01"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	stray, err := ParseNICO(&sheet{[][]string{{"Fracción", "NICO", "Descripción"}, {"0101.21.77", "00", "x"}}}, "2026-12-01")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewImport(current, stray, false); err == nil || !strings.Contains(err.Error(), "01012177") {
		t.Errorf("a NICO of no line: %v", err)
	}
}

func TestANewerTariffKeepsTheRatesOfEarlierDays(t *testing.T) {
	t.Parallel()
	current := parsed(t, 100, "2026-01-01")
	text := strings.Replace(string(plainLines(100)), "01012100,kg,5%", "01012100,kg,7.5%", 1)
	text = strings.Replace(text, "01012103,kg,5%,free\n", "", 1) // a line that ends
	published, err := ParsePlain("COL", []byte(text), "2026-03-01")
	if err != nil {
		t.Fatal(err)
	}
	in, err := NewImport(current, published.Starting("2026-03-15"), false)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, s *Schedule, want map[string]string) {
		t.Helper()
		for what, rate := range want {
			code, day, _ := strings.Cut(what, " ")
			line, _, found := s.On(code, Date(day))
			got := "none"
			if found && Date(day) >= line.From {
				got = line.Import.String()
			}
			if got != rate {
				t.Errorf("%s, %s: %s, want %s", name, what, got, rate)
			}
		}
	}
	stored, err := OpenSchedule(in.Schedule.Encode())
	if err != nil {
		t.Fatal(err)
	}
	check("the next version", stored, map[string]string{
		"01012100 2025-12-31": "none", "01012100 2026-01-01": "5%", "01012100 2026-03-14": "5%", "01012100 2026-03-15": "7.5%",
		"01012103 2026-03-14": "5%", "01012103 2026-03-15": "none", "01012101 2026-03-15": "5%", "99999999 2026-01-01": "none",
	})
	if stored.Has("01012103") || !stored.Had("01012103") || stored.FirstDay("01012100") != "2026-01-01" {
		t.Error("a line that ended is a line of today, or was never one")
	}
	// A third version keeps all that the second knew.
	third, err := ParsePlain("COL", []byte(strings.Replace(text, "7.5%", "9%", 1)), "2026-06-01")
	if err != nil {
		t.Fatal(err)
	}
	if in, err = NewImport(stored, third, false); err != nil {
		t.Fatal(err)
	}
	check("the third", in.Schedule, map[string]string{
		"01012100 2026-03-14": "5%", "01012100 2026-05-31": "7.5%", "01012100 2026-06-01": "9%", "01012103 2026-02-01": "5%",
	})
	// The third began on 2026-05-20 in truth; a day before what it followed is refused.
	mended, err := in.Schedule.Redated("2026-06-01", "2026-05-20")
	if err != nil {
		t.Fatal(err)
	}
	check("mended", mended, map[string]string{"01012100 2026-05-19": "7.5%", "01012100 2026-05-20": "9%", "01012100 2026-03-14": "5%"})
	if later, err := in.Schedule.Redated("2026-06-01", "2026-07-01"); err != nil {
		t.Error(err)
	} else {
		check("mended to a later day", later, map[string]string{"01012100 2026-06-30": "7.5%", "01012100 2026-07-01": "9%"})
	}
	for _, c := range [][2]Date{{"2026-06-01", "2026-03-15"}, {"2026-06-01", "2025-01-01"}, {"2026-06-02", "2026-05-20"}} {
		if _, err := in.Schedule.Redated(c[0], c[1]); err == nil {
			t.Errorf("%v is accepted", c)
		}
	}
}
