package tariff

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func loaded(t testing.TB, country string) *Schedule {
	t.Helper()
	s, err := LoadSchedule(country)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEmbeddedSchedulesLoadAndAreWrittenAsTheyAreEncoded(t *testing.T) {
	t.Parallel()
	want := map[string]int{"MEX": 8142, "USA": 11414, "COL": 7673, "ARG": 10504}
	for _, country := range ScheduleCountries() {
		s := loaded(t, country)
		if s.Len() != want[country] {
			t.Errorf("%s has %d lines, want %d", country, s.Len(), want[country])
		}
		text, err := embedded.ReadFile("data/schedules/" + strings.ToLower(country) + ".tsv")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text, s.Encode()) {
			t.Errorf("%s.tsv is not in the form Encode writes", country)
		}
	}
}

func TestMexicanRatesAreThoseOfTheTariff(t *testing.T) {
	t.Parallel()
	s := loaded(t, "MEX")
	for code, want := range map[string][3]string{ // unit, import, export
		"8471.30.01": {"Pza", "free", "free"},
		"61091003":   {"Pza", "35%", "free"},
		"17029001":   {"Kg", "210.44%", "free"},
		"22021001":   {"L", "20% + 0.36 USD/kg of sugar", "free"},
		"40122001":   {"Pza", "2 USD/Pza", "free"},
		"27149099":   {"Kg", "free", "25%"},
		"10059004":   {"Kg", "20%", "50%"},
		"03028901":   {"Kg", "15%", "prohibited"},
		"85434001":   {"Pza", "prohibited", "prohibited"},
		"24041201":   {"Kg", "prohibited", "prohibited"},
		"12119002":   {"", "prohibited", "prohibited"},
	} {
		line, found := s.Line(code)
		if got := [3]string{line.Unit, line.Import.String(), line.Export.String()}; !found || got != want {
			t.Errorf("%s: %v %v, want %v", code, found, got, want)
		}
	}
	kinds := map[RateKind]int{}
	suffixes := 0
	for line := range s.Lines() {
		kinds[line.Import.Kind]++
		suffixes += len(line.Suffixes())
	}
	want := map[RateKind]int{RateFree: 3480, RateAdValorem: 4612, RateMixed: 41, RateSpecific: 1, RateProhibited: 8}
	for kind, n := range want {
		if kinds[kind] != n {
			t.Errorf("%d lines are %s, want %d", kinds[kind], kind, n)
		}
	}
	if suffixes != 11507 {
		t.Errorf("%d NICO, want 11507", suffixes)
	}
}

func TestUncertainLinesSayHowUncertainTheyAre(t *testing.T) {
	t.Parallel()
	s := loaded(t, "MEX")
	for code, want := range map[string]Certainty{
		"84713001": CertaintyVerified, "48010001": CertaintySecondary, "12119002": CertaintySecondary,
		"10059004": CertaintyUnconfirmed, "85434001": CertaintyUnconfirmed,
	} {
		if line, _ := s.Line(code); line.Certainty != want {
			t.Errorf("%s is %s, want %s", code, line.Certainty, want)
		}
	}
	if sugar, _ := s.Line("17019999"); sugar.From != "2025-11-11" {
		t.Errorf("sugar holds from %s", sugar.From)
	}
}

func TestUnknownDutyIsNeverANeighbours(t *testing.T) {
	t.Parallel()
	for line := range loaded(t, "COL").Lines() {
		if line.Import.Kind != RateUnknown {
			t.Fatalf("Colombia %s has the rate %s", line.Code, line.Import)
		}
	}
	unknown := 0
	for line := range loaded(t, "ARG").Lines() {
		if line.Import.Kind == RateUnknown {
			unknown++
		}
	}
	if unknown != 705 {
		t.Errorf("%d Argentine lines without a rate, want 705", unknown)
	}
}

func TestNearLinesShareTheLongestPrefix(t *testing.T) {
	t.Parallel()
	s := loaded(t, "MEX")
	for code, prefix := range map[string]string{"85171202": "85171", "22029002": "22029", "84713099": "847130", "99999999": ""} {
		near := s.Near(code, 6)
		if len(near) == 0 || len(near) > 6 {
			t.Fatalf("%s: %d near lines", code, len(near))
		}
		for _, line := range near {
			if !strings.HasPrefix(line.Code, prefix) {
				t.Errorf("%s is not near %s", line.Code, code)
			}
		}
	}
}

func TestLinesOfAPrefixAreAllOfThemAndNoOthers(t *testing.T) {
	t.Parallel()
	s := loaded(t, "USA")
	for _, prefix := range []string{"01", "0101", "010121", "8517", "97", "77"} {
		want := 0
		for line := range s.Lines() {
			if strings.HasPrefix(line.Code, prefix) {
				want++
			}
		}
		if got := len(s.LinesOf(prefix)); got != want {
			t.Errorf("%s: %d lines, want %d", prefix, got, want)
		}
	}
}

func TestSuffixesCarryTheirUnit(t *testing.T) {
	t.Parallel()
	s, err := ParseSchedule([]byte(header + "01012100\tNo.\tfree\t\t10;20=kg\n"))
	if err != nil {
		t.Fatal(err)
	}
	line, _ := s.Line("0101.21.00")
	want := []Suffix{{"0101210010", "No."}, {"0101210020", "kg"}}
	if !slices.Equal(line.Suffixes(), want) {
		t.Errorf("%v, want %v", line.Suffixes(), want)
	}
}

const header = "# country: USA\n# vintage: 2025-01-01\n# covered_from: 2025-01-01\n# certainty: verified\n# source: test\n"

func TestFaultyScheduleFilesAreRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no header":         "01012100\tNo.\tfree\n",
		"short code":        header + "010121\tNo.\tfree\n",
		"letters":           header + "0101210A\tNo.\tfree\n",
		"out of order":      header + "02012100\t\tfree\n01012100\t\tfree\n",
		"twice":             header + "01012100\t\tfree\n01012100\t\tfree\n",
		"bad rate":          header + "01012100\t\tcheap\n",
		"bad suffix":        header + "01012100\t\tfree\t\t1\n",
		"bad date":          header + "01012100\t\tfree\t\t\t2026-02-30\n",
		"unknown certainty": header + "01012100\t\tfree\t\t\t\tsure\n",
		"ten columns":       header + "01012100\t\tfree\t\t\t\t\ts\t\tmore\n",
		"no lines":          header,
		"unknown comment":   header + "# colour: red\n01012100\t\tfree\n",
	} {
		if _, err := ParseSchedule([]byte(text)); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestRatesReadWhatTheyWrite(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"free", "prohibited", "unknown", "provision", "35%", "210.44%", "0.5%", "2 USD/Pza",
		"20% + 0.36 USD/kg of sugar", "0.063 USD/liter", "text: 75¢ each + 6% on the case",
	} {
		rate, err := ParseRate(text)
		if err != nil || rate.String() != text {
			t.Errorf("%q becomes %q, %v", text, rate, err)
		}
	}
	for _, text := range []string{"-5%", "1e3%", "NaN%", "%", "5", "5 USD", "5/kg", "5%+2", "Infinity%", "99999999999999999999%", "5% + x USD/kg"} {
		if _, err := ParseRate(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestTitlesAreGivenToTheirLines(t *testing.T) {
	t.Parallel()
	s, err := ParseSchedule([]byte(header + "01012100\tNo.\tfree\n"))
	if err != nil {
		t.Fatal(err)
	}
	s.entitle("# comment\n010121\n  01012100 | Breeding horses | Caballos reproductores | said: breeding\n  99999999 | Gone | Ida\n")
	if line, _ := s.Line("01012100"); line.Title != (Text{"Breeding horses", "Caballos reproductores"}) {
		t.Errorf("%+v", line.Title)
	}
}

// TestCodesAndDutiesAreThoseThatWereCompared holds digests of what was compared with the official publications (see
// reference_test.go). A change that is meant is compared again, then its digest is written here.
func TestCodesAndDutiesAreThoseThatWereCompared(t *testing.T) {
	t.Parallel()
	codes, duties := sha256.New(), sha256.New()
	everyEntry(embeddedKnowledge(t), func(e *Entry) { fmt.Fprintln(codes, e.Code) })
	for line := range loaded(t, "MEX").Lines() {
		fmt.Fprintln(duties, line.Code, line.Import)
	}
	if got := hex.EncodeToString(codes.Sum(nil)); got != "05c7f0cc6fef97402e8140d190358c87f9f3eba617b7372a86e4cc3b2912b98b" {
		t.Errorf("the codes of HS 2022: %s", got)
	}
	if got := hex.EncodeToString(duties.Sum(nil)); got != "d5d4d232995d0de8ec8d98b4a5cf8646508d54f32eb44ba245d669e1259cd268" {
		t.Errorf("the import duties of Mexico: %s", got)
	}
}

func BenchmarkLoadEverySchedule(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, country := range ScheduleCountries() {
			loaded(b, country)
		}
	}
}

func BenchmarkLine(b *testing.B) {
	s := loaded(b, "MEX")
	for b.Loop() {
		if _, found := s.Line("85171301"); !found {
			b.Fatal("missing")
		}
	}
}

func ExampleSchedule_Line() {
	schedule, err := LoadSchedule("MEX")
	if err != nil {
		fmt.Println(err)
		return
	}
	line, _ := schedule.Line("2202.10.01")
	fmt.Println(line.Unit, line.Import, line.Export)
	for _, near := range schedule.Near("85171202", 2) {
		fmt.Println(near.Code)
	}
	// Output:
	// L 20% + 0.36 USD/kg of sugar free
	// 85171101
	// 85171301
}
