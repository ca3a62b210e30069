//go:build reference

package tariff

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// These tests compare the embedded knowledge with official publications, whose texts may not stand here:
//
//	TARIFF_REFERENCE=FOLDER go test -tags reference ./tariff
//
// What they found is kept as digests by TestCodesAndDutiesAreThoseThatWereCompared.

// reference is the folder of the publications.
func reference(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("TARIFF_REFERENCE")
	if folder == "" {
		t.Fatal("TARIFF_REFERENCE names no folder of publications")
	}
	return folder
}

// TestNoTitleIsTheOfficialWording compares with the published schedules.
func TestNoTitleIsTheOfficialWording(t *testing.T) {
	t.Parallel()
	official := officialWordings(t)
	trees := embeddedTrees(t)
	for _, country := range ScheduleCountries() {
		for _, subheading := range trees.Subheadings(country) {
			everyNode(trees.Of(country, subheading).Children, func(n *Node) {
				for _, title := range []string{n.Title.English, n.Title.Spanish} {
					if n.Code != "" && official[country+n.Code] == plainWording(title) {
						t.Errorf("%s %s: %q is the official wording", country, n.Code, title)
					}
				}
			})
		}
	}
}

var notLetters = regexp.MustCompile(`[^\p{L}\p{N}]+`)

func plainWording(s string) string {
	return strings.TrimSpace(notLetters.ReplaceAllString(strings.ToLower(s), " "))
}

// officialWordings reads the schedules as published, by code.
func officialWordings(t *testing.T) map[string]string {
	t.Helper()
	folder := reference(t)
	out := map[string]string{}
	for file, columns := range map[string][2]int{"mex_nico_2026-04.csv": {0, 3}, "usa_hts_2026_rev4.csv": {0, 2}, "col_arancel_2026-06_es.csv": {0, 2}, "arg_ncm_2025_pt.csv": {0, 2}} {
		f, err := os.Open(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(f).ReadAll()
		_ = f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			out[strings.ToUpper(file[:3])+DigitsOf(row[columns[0]])] = plainWording(row[columns[1]])
		}
	}
	return out
}

// official reads the reference nomenclature.
func official(t *testing.T) map[string][2]string {
	t.Helper()
	name := filepath.Join(reference(t), "hs2022_en_es.csv")
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[strings.TrimPrefix(name, "\ufeff")] = i
	}
	out := map[string][2]string{}
	for _, r := range rows[1:] {
		out[r[column["code"]]] = [2]string{r[column["description_en"]], r[column["description_es"]]}
	}
	return out
}

func TestCodeListEqualsTheReference(t *testing.T) {
	t.Parallel()
	want := official(t)
	k := embeddedKnowledge(t)
	for code := range want {
		if k.Entry(code) == nil {
			t.Errorf("%s is missing", code)
		}
	}
	everyEntry(k, func(e *Entry) {
		if _, ok := want[e.Code]; !ok {
			t.Errorf("%s does not exist in HS 2022", e.Code)
		}
	})
}

func TestTitlesAreOurOwn(t *testing.T) {
	t.Parallel()
	want := official(t)
	everyEntry(embeddedKnowledge(t), func(e *Entry) {
		if tooNear(e.Title.English, want[e.Code][0]) || tooNear(e.Title.Spanish, want[e.Code][1]) {
			t.Errorf("%s: the title follows the official wording: %q, %q", e.Code, e.Title.English, e.Title.Spanish)
		}
	})
}

var wordsOnly = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// tooNear compares the words of two titles: equal, or nearly all shared where there are six and more.
func tooNear(own, other string) bool {
	a, b := strings.Fields(wordsOnly.ReplaceAllString(strings.ToLower(own), " ")), strings.Fields(wordsOnly.ReplaceAllString(strings.ToLower(other), " "))
	if len(a) < 4 {
		return false
	}
	if strings.Join(a, " ") == strings.Join(b, " ") {
		return true
	}
	in, all, shared := map[string]bool{}, map[string]bool{}, 0
	for _, w := range b {
		in[w], all[w] = true, true
	}
	counted := map[string]bool{}
	for _, w := range a {
		if in[w] && !counted[w] {
			shared++
		}
		counted[w], all[w] = true, true
	}
	return len(a) >= 6 && len(b) > 0 && float64(shared)/float64(len(all)) >= 0.9
}

// TestMexicanScheduleAgreesWithTheExtract compares every line with the extract the schedule was
// taken from.
func TestMexicanScheduleAgreesWithTheExtract(t *testing.T) {
	t.Parallel()
	file, err := os.Open(filepath.Join(reference(t), "mex_rates_by_line_2026-04.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	s := loaded(t, "MEX")
	for _, row := range rows[1:] {
		line, found := s.Line(row[0])
		if !found {
			t.Errorf("%s is missing", row[0])
			continue
		}
		if want := extractRate(t, row); !line.Import.Equal(want) {
			t.Errorf("%s: %s, want %s", row[0], line.Import, want)
		}
	}
}

func extractRate(t *testing.T, row []string) Rate {
	t.Helper()
	switch row[2] {
	case "exento":
		return Rate{Kind: RateFree}
	case "especifico":
		rate, err := parseParts("", row[4]+" USD/Pza")
		if err != nil {
			t.Fatal(err)
		}
		return rate
	}
	fraction, err := parseAmount(row[3])
	if err != nil {
		t.Fatal(err)
	}
	rate := Rate{Kind: RateAdValorem, AdValorem: fraction}
	if row[2] == "mixto" {
		specific, err := parseAmount(row[4])
		if err != nil {
			t.Fatal(err)
		}
		rate = Rate{Kind: RateMixed, AdValorem: fraction, Specific: specific, Currency: "USD", PerUnit: "kg of sugar"}
	}
	return rate
}

func everyNode(nodes []*Node, f func(*Node)) {
	for _, n := range nodes {
		f(n)
		everyNode(n.Children, f)
	}
}
