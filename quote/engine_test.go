package quote

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tariffdesk/fail"
	"tariffdesk/tariff"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestWholeAnswersStayAsTheyAre(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for name, request := range map[string]Request{
		"import_soda_english": {Direction: DirectionImport, Language: LanguageEnglish, Date: "2026-06-15", IncludeRRNA: true, Products: []Product{{
			Description: "Cola soft drink in cans", HSCode: "22021001", Country: "EE. UU."}}},
		"import_phone_spanish": {Direction: DirectionImport, Language: LanguageSpanish, Date: "2026-06-15", IncludeRRNA: true, Products: []Product{{
			Description: "Teléfono inteligente nuevo con batería de iones de litio", HSCode: "85171301", Country: "China continental"}}},
		"export_tequila_spanish": {Direction: DirectionExport, Date: "2026-06-15", IncludeRRNA: true, Products: []Product{{
			Description: "Tequila 100 % agave en botellas de 750 ml, 38° GL", HSCode: "2208.90.03", Country: "Alemania"}}},
	} {
		text, err := json.MarshalIndent(mustQuote(t, e, request), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name+".json")
		if *update {
			if err := os.WriteFile(path, append(text, '\n'), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != string(text)+"\n" {
			t.Errorf("%s differs; -update rewrites it", path)
		}
	}
}

func TestDayOfAQuoteIsTheDayInMexico(t *testing.T) {
	t.Parallel()
	for hour, want := range map[int]tariff.Date{3: "2026-06-30", 7: "2026-07-01"} {
		e := setup(t, WithNow(func() time.Time { return time.Date(2026, 7, 1, hour, 0, 0, 0, time.UTC) }))
		if got := e.today(); got != want {
			t.Errorf("%d h UTC is %s, want %s", hour, got, want)
		}
	}
}

func TestCountriesAreKnownByEveryUsualName(t *testing.T) {
	t.Parallel()
	rules := setup(t).rules
	for name, want := range map[string]string{
		"EE. UU.": "US", "EE.UU.": "US", "EEUU": "US", "E.U.A.": "US", "Estados Unidos de América": "US", "USA": "US", "us": "US", "United States": "US", "the United States of America": "US",
		"China continental": "CN", "República Popular China": "CN", "CHN": "CN", "Reino Unido": "GB", "UK": "GB", "Gran Bretaña": "GB", "GB": "GB",
		"Corea del Sur": "KR", "South Korea": "KR", "Korea, Republic of": "KR", "Países Bajos": "NL", "Holanda": "NL", "The Netherlands": "NL",
		"Alemania": "DE", "germany": "DE", "DE": "DE", "Japón": "JP", "JAPAN": "JP", "Turquía": "TR", "Türkiye": "TR", "Viet Nam": "VN", "Vietnam": "VN",
		"República Checa": "CZ", "Czechia": "CZ", "Brasil": "BR", "Perú": "PE", "Canadá": "CA", "España": "ES", "Suiza": "CH", "Taiwán": "TW", "Costa de Marfil": "CI", "Hong Kong": "HK",
		"Emiratos Árabes Unidos": "AE", "Sudáfrica": "ZA", "Nueva Zelanda": "NZ", "Arabia Saudita": "SA", "Rusia": "RU", "LA": "LA", "Guatemala": "GT", "Corea": "KR",
	} {
		found, known := rules.countries.find(name)
		if !known || found.iso2 != want {
			t.Errorf("%q is %v, want %s", name, found, want)
		}
	}
	for _, name := range []string{"Atlantis", "XX", "Unión Europea", "", "1", "de"} {
		if found, known := rules.countries.find(name); known && name != "de" {
			t.Errorf("%q is taken for %s", name, found.iso2)
		}
	}
}

func TestDescriptionsSayWhatTheyMean(t *testing.T) {
	t.Parallel()
	rules := setup(t).rules
	for _, c := range []struct {
		text string
		fact Fact
		want answer
	}{
		{"Used clothing in bales", FactUsed, answerYes}, {"Ropa usada", FactUsed, answerYes},
		{"Pump used for irrigation", FactUsed, answerUnknown}, {"Tela usada para tapicería", FactUsed, answerUnknown},
		{"New Zealand lamb", FactUsed, answerUnknown}, {"Máquina nueva", FactUsed, answerNo}, {"New and used clothing", FactUsed, answerYes},
		{"Refresco sin azúcar", FactAddedSugar, answerNo}, {"sugar-free soda", FactAddedSugar, answerNo}, {"bebida con azúcares añadidos", FactAddedSugar, answerYes},
		{"Diet cola", FactSweetener, answerYes}, {"agua purificada", FactAddedSugar, answerNo},
		{"Baterías de iones de litio", "lithium", answerYes}, {"Lithium grease", "lithium", answerNo}, {"alkaline battery", "lithium", answerNo},
		{"Case for smartphone", "smartphone", answerNo}, {"Charger cable for electric toothbrush", FactElectric, answerUnknown},
		{"Alimento para perros", "pet_food", answerYes}, {"Vacuna para ganado bovino", FactVeterinary, answerYes},
		{"Leche de almendra", "milk_drink", answerNo}, {"Milk chocolate", "milk_drink", answerUnknown}, {"Humidifier", "vape", answerNo},
		{"Caffeine-free, lithium-free cell", "lithium", answerNo}, {"Pila libre de litio", "lithium", answerNo}, {"Cell free from lithium", "lithium", answerNo},
	} {
		if got := rules.facts.read(c.text, "2026-06-15").answers[c.fact]; got != c.want {
			t.Errorf("%q: %s is %d, want %d", c.text, c.fact, got, c.want)
		}
	}
}

func TestNumbersAreReadFromLabels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		fact       Fact
	}{
		{"Whisky 40% vol", "40", FactAlcoholDegrees}, {"Vino tinto 13,5 % Alc. Vol.", "13.5", FactAlcoholDegrees}, {"Tequila 38° GL", "38", FactAlcoholDegrees},
		{"Rum 80 proof", "40", FactAlcoholDegrees}, {"ABV: 5.2%", "5.2", FactAlcoholDegrees}, {"100% cotton", "", FactAlcoholDegrees},
		{"Galletas 480 kcal por 100 g", "480", FactKcal}, {"540 kcal/100g", "540", FactKcal}, {"Gasolina 87 octanos", "87", FactOctane},
		{"garrafón de 20 litros", "20", FactContainerLitres}, {"botella 600 ml", "0.6", FactContainerLitres}, {"categoría toxicológica 4", "4", FactToxicity},
	} {
		got, told := describedNumbers(fold(c.text))[c.fact]
		if told != (c.want != "") || told && got.String() != c.want {
			t.Errorf("%q: %s is %s %v, want %s", c.text, c.fact, got, told, c.want)
		}
	}
}

func TestTariffInfoHasTheShapeOfTheContract(t *testing.T) {
	t.Parallel()
	var others []*tariff.Schedule
	for _, country := range []string{"USA", "COL", "ARG"} {
		s, err := tariff.LoadSchedule(country)
		if err != nil {
			t.Fatal(err)
		}
		others = append(others, s)
	}
	e := setup(t, WithSchedules(others...))
	info, err := e.TariffInfo("8517.13.01", "MEX", LanguageEnglish)
	if err != nil {
		t.Fatal(err)
	}
	if info.Unit != "Pza" || info.SourceVintage != "2026-04-24" || len(info.ImportDuty) != 1 || len(info.ExportDuty) != 1 ||
		len(info.Taxes) == 0 || len(info.Regulations) == 0 {
		t.Errorf("%+v", info)
	}
	usa, err := e.TariffInfo("0101.21.00.10", "USA", LanguageEnglish)
	if err != nil || usa.ImportDuty[0].RateType != RateTypeExempt || usa.ImportDuty[0].Name != "import_duty" {
		t.Errorf("%+v %v", usa, err)
	}
	colombia, err := e.TariffInfo("01012100", "COL", LanguageSpanish)
	if err != nil || len(colombia.ImportDuty) != 0 {
		t.Errorf("an unknown duty is shown: %+v %v", colombia, err)
	}
	watch, err := e.TariffInfo("91011140", "USA", LanguageEnglish)
	if err != nil || watch.ImportDuty[0].Rate != nil || !strings.Contains(watch.ImportDuty[0].Formula, "¢") {
		t.Errorf("%+v %v", watch, err)
	}
	for code, country := range map[string]string{"00000000": "MEX", "8517": "MEX", "01012100": "FRA"} {
		if _, err := e.TariffInfo(code, country, LanguageEnglish); err == nil || fail.CodeOf(err) == fail.CodeInternal {
			t.Errorf("%s %s: %v", code, country, err)
		}
	}
}

func TestTableUnfoldsACodeToItsLines(t *testing.T) {
	t.Parallel()
	e := setup(t)
	tables, err := e.Table("8517.13", LanguageSpanish)
	if err != nil {
		t.Fatal(err)
	}
	if len(tables) != 1 || tables[0].Line != "85171301" || tables[0].Heading != "8517" || len(tables[0].Agreements) == 0 || len(tables[0].Suffixes) == 0 {
		t.Errorf("%+v", tables)
	}
	for _, code := range []string{"", "8", "77", "85171202"} {
		if _, err := e.Table(code, LanguageSpanish); !errors.Is(err, fail.New(fail.CodeNotFound, "")) {
			t.Errorf("%q: %v", code, err)
		}
	}
}

func TestQuoteEndsWhenItsCallerDoes(t *testing.T) {
	t.Parallel()
	e := setup(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	checked, err := e.Check(Request{Direction: DirectionImport, Products: []Product{{Description: "x", HSCode: "84713001", Country: "CN"}}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Quote(ctx, checked)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestFaultyRulesAreReportedTogether(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	entries, err := ruleFiles.ReadDir("data")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := ruleFiles.ReadFile("data/" + entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = &fstest.MapFile{Data: text}
	}
	add := func(name, row string) { files[name].Data = append(files[name].Data, []byte(row+"\n")...) }
	add("amounts.tsv", "iva\t0.15\tx\t2025-01-01\t\tx\tverified")                                                              // a second value on one day
	add("amounts.tsv", "new\tfive\tx\t2025-13-01\t\t\tsure")                                                                   // number, date, source, certainty
	add("agreements.tsv", "X\ta\tb\t\tZZ\t\tx\tTL\tfree\ta\tb\t\t\t2025-01-01\t2024-01-01\tx\tverified")                       // country, effect, period
	add("standards.tsv", "NOM-X\tNM\tSE\ta\tb\tnonsense")                                                                      // fact
	add("annex_2_4_1.tsv", "84713001\tNOM-NONE\t\t2025-01-01\t\tx\tverified")                                                  // standard
	add("preferences.tsv", "Nobody\t\t8471\t\tfree\t\t\t\t\tx\t2025-01-01\t2025-01-01\t\tx\tverified")                         // agreement
	add("isan.tsv", "1\t2\t\t2025-01-01\t\tx\tverified")                                                                       // rate
	add("compensatory.tsv", "y\ty\t84715\t\tused\t\tmaybe\t\tQQ\t\t\t1\tUSD\tkg\t\t\ta\tb\tx\t2025-01-01\t\t\tx\tverified\tz") // cells
	_, err = ReadRules(files)
	if err == nil {
		t.Fatal("faulty rules load")
	}
	for _, part := range []string{"iva has two values", `"five" is no number`, "2025-13-01", "column source is empty", `certainty "sure"`,
		`"ZZ" is no ISO code`, `"free" is none of`, "ends 2024-01-01 before", `fact "nonsense"`, `standard "NOM-NONE"`, `agreement "Nobody"`,
		"a bracket needs", "cells for"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not reported", part)
		}
	}
}

func ExampleEngine_Quote() {
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := LoadRules()
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := New(schedule, rules)
	request, err := engine.Read([]byte(`{"direction":"import","language":"English","date":"2026-06-15","products":[
		{"product_description":"Cotton T-shirts","hscode_8digits":"6109.10.03","country":"China","customs_value":50000}]}`), "MEX", false)
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := engine.Quote(context.Background(), request)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, charge := range append(items[0].Tariffs, items[0].Taxes...) {
		fmt.Println(charge.Name, charge.Rate, charge.Amount)
	}
	// Output:
	// IGI 0.35 17500.00
	// DTA 0.008 461.61
	// IVA 0.16 10873.86
	// PRV 350 350.00
	// IVA/PRV 0.16 56.00
}

func BenchmarkQuote20WithRRNA(b *testing.B) {
	e := setup(b)
	request := Request{Direction: DirectionImport, Language: LanguageEnglish, Date: "2026-06-15", IncludeRRNA: true}
	codes := []string{"84713001", "22021001", "61091003", "38089199", "85171301", "30042099", "18063201", "73041902", "22042104", "95030004"}
	for i := range 20 {
		request.Products = append(request.Products, Product{
			Description: "New electric household appliance with lithium battery, Bluetooth, packed for retail sale, 40% vol, 20 litres",
			HSCode:      codes[i%len(codes)], Country: "United States", CustomsValue: number(maxQuantity), Currency: "MXN",
		})
	}
	b.ReportAllocs()
	for b.Loop() {
		mustQuote(b, e, request)
	}
}

// BenchmarkQuote20HostileDescriptions repeats words that many rules look for, up to the limit.
func BenchmarkQuote20HostileDescriptions(b *testing.B) {
	e := setup(b)
	request := Request{Direction: DirectionImport, Language: LanguageEnglish, Date: "2026-06-15", IncludeRRNA: true}
	for range MaxProducts {
		request.Products = append(request.Products, Product{
			Description: strings.Repeat("azúcar used 40 % l ", maxDescription/20), HSCode: "22021001", Country: "United States",
		})
	}
	for b.Loop() {
		mustQuote(b, e, request)
	}
}

func BenchmarkTableRendering(b *testing.B) {
	e := setup(b)
	lines := slices.Collect(e.schedule.Lines())
	i := 0
	for b.Loop() {
		tables, err := e.Table(lines[i%len(lines)].Code, LanguageEnglish)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := json.Marshal(tables); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkLoadRules(b *testing.B) {
	for b.Loop() {
		if _, err := LoadRules(); err != nil {
			b.Fatal(err)
		}
	}
}
