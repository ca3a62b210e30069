package quote

import (
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/fail"
	"tariffdesk/quote/table"
	"tariffdesk/tariff"
)

// changed is an engine whose carried files are changed.
func changed(t *testing.T, file string, change func(string) string) *Engine {
	t.Helper()
	all := files{}
	entries, err := ruleFiles.ReadDir("data")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if all[entry.Name()], err = ruleFiles.ReadFile("data/" + entry.Name()); err != nil {
			t.Fatal(err)
		}
	}
	all[file] = []byte(change(string(all[file])))
	rules, err := readRules(all)
	if err != nil {
		t.Fatal(err)
	}
	return New(setup(t).schedule, rules)
}

// of is the restriction of a key.
func (i Item) of(key string) (Restriction, bool) {
	at := slices.IndexFunc(i.Restrictions, func(r Restriction) bool { return r.Key == key })
	if at < 0 {
		return Restriction{}, false
	}
	return i.Restrictions[at], true
}

func laptops(date tariff.Date, quantity int64) Request {
	return Request{Direction: DirectionImport, Language: LanguageEnglish, Date: date, IncludeRRNA: true, Products: []Product{{
		Description: "Laptop computer", HSCode: "84713001", Country: "CN", CustomsValue: number(decimal.MustNew(175_000, 0)),
		Quantity: number(decimal.MustNew(quantity, 0)), USDRate: number(decimal.MustParse("17.5")),
	}}}
}

const endedPermit = "permit_x\t847130\t\t\t\tyes\timport\tpermit\tC1\tSE\t\t\tPermit\tPermiso\tx\tx\t2026-01-01\t"

func TestAMeasureThatEndedWithoutASuccessorMayApplyStill(t *testing.T) {
	t.Parallel()
	e := changed(t, "regulations.tsv", func(s string) string { return s + endedPermit + "2026-05-31\tx\tverified\n" })
	before, after := mustQuote(t, e, laptops("2026-05-31", 1))[0], mustQuote(t, e, laptops("2026-06-01", 1))[0]
	if r, found := before.of("C1"); !found || r.Applies != AppliesYes || !before.Amounts.Complete {
		t.Errorf("in its period: %+v", r)
	}
	if r, found := after.of("C1"); !found || r.Applies != AppliesMay || after.Amounts.Complete || !strings.Contains(r.Reason, "2026-05-31") {
		t.Errorf("a day later: %+v, complete %v", r, after.Amounts.Complete)
	}
	e = changed(t, "regulations.tsv", func(s string) string {
		return s + endedPermit + "2026-05-31\tx\tverified\n" + strings.Replace(endedPermit, "2026-01-01", "2026-06-01", 1) + "2026-06-30\tx\tverified\n"
	})
	if r, _ := mustQuote(t, e, laptops("2026-06-01", 1))[0].of("C1"); r.Applies != AppliesYes {
		t.Errorf("with a successor: %+v", r)
	}
}

// 10 laptops for 10,000 USD are 1,000 USD each.
func TestEstimatedPricesAndOfficesAreEvaluatedOnceImported(t *testing.T) {
	t.Parallel()
	schedule := setup(t).schedule
	prices := "prefixes,price,currency,per,legal_ref,effective_from,effective_to,source,certainty\n847130,1000.01,USD,Pza,Anexo 2,2026-01-01,,x,verified\n"
	offices := "prefixes,except,direction,offices,legal_ref,effective_from,effective_to,source,certainty\n8471,,import,Nuevo Laredo|Manzanillo,RGCE Anexo 21,2026-01-01,,x,verified\n"
	var overlays []Overlay
	for name, content := range map[string]string{"estimated-prices": prices, "annex-21": offices} {
		rows, err := table.CSVRows([]byte(content))
		if err != nil {
			t.Fatal(err)
		}
		in, err := NewTableImport(TableFile{Table: name, Rows: rows, Vintage: "2026-07-01", Today: "2026-07-01"}, nil, schedule)
		if err != nil {
			t.Fatal(err)
		}
		overlays = append(overlays, in.Overlay)
	}
	rules, err := LoadRules(overlays...)
	if err != nil {
		t.Fatal(err)
	}
	e := New(schedule, rules)
	for quantity, want := range map[int64]Applies{10: AppliesYes, 9: AppliesNo} {
		item := mustQuote(t, e, laptops("2026-06-15", quantity))[0]
		if r, found := item.of(keyEstimatedPrice); !found || r.Applies != want {
			t.Errorf("%d pieces: %+v, want %s", quantity, r, want)
		}
		if r, _ := item.of(keyOffices); !strings.Contains(r.Name, "Manzanillo") {
			t.Errorf("offices: %+v", r)
		}
	}
	request := laptops("2026-06-15", 10)
	request.Products[0].Quantity = nil
	if r, _ := mustQuote(t, e, request)[0].of(keyEstimatedPrice); r.Applies != AppliesMay || r.DecidingFact == "" {
		t.Errorf("without quantity: %+v", r)
	}
	plain := mustQuote(t, setup(t), laptops("2026-06-15", 10))[0]
	for _, part := range []string{"estimated-prices", "annex-21"} {
		if !slices.ContainsFunc(plain.NotEvaluated, func(s string) bool { return strings.Contains(s, part) }) {
			t.Errorf("an empty table %s is not said: %q", part, plain.NotEvaluated)
		}
	}
}

func TestASeasonalLineIsRefusedOnEveryDayOutside(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, c := range []struct {
		line        string
		date        tariff.Date
		inside      bool
		takesInPart string
	}{
		{"10079001", "2026-12-15", false, "1007.90.02"}, {"10079001", "2026-12-16", true, ""}, {"10079001", "2027-05-15", true, ""},
		{"10079002", "2026-12-15", true, ""}, {"10079002", "2026-12-16", false, "1007.90.01"}, {"10079002", "2026-05-16", true, ""},
		{"12019001", "2027-01-01", true, ""}, {"12019002", "2026-12-31", true, ""}, {"12019002", "2027-01-01", false, "1201.90.01"},
		{"12076003", "2026-12-31", true, ""}, {"12076003", "2026-09-30", false, "1207.60.99"},
	} {
		for _, direction := range []Direction{DirectionImport, DirectionExport} {
			_, err := e.Check(Request{Direction: direction, Date: c.date, Products: []Product{{Description: "grano", HSCode: c.line, Country: "US"}}})
			if c.inside != (err == nil) || err != nil && !strings.Contains(strings.Join(fail.As(err).Details, " "), c.takesInPart) {
				t.Errorf("%s on %s: %v", c.line, c.date, err)
			}
		}
	}
}

// Every substance of the decree is found by each of its names and numbers, in a formulation too.
func TestEverySubstanceIsFoundByEachOfItsNames(t *testing.T) {
	t.Parallel()
	e := setup(t)
	var faults []error
	text, err := ruleFiles.ReadFile("data/substances.tsv")
	if err != nil {
		t.Fatal(err)
	}
	substances := 0
	readTable(files{"substances.tsv": text}, "substances.tsv", &faults, func(row row) {
		substances++
		for _, name := range slices.Concat(row.list("words"), row.list("cas"), []string{row.text("name_en"), row.text("name_es")}) {
			for _, description := range []string{name, "Formulación para uso agrícola con " + strings.ToUpper(name) + " al 5 %, en tambores"} {
				read := e.rules.facts.read(description, "2026-06-15")
				if read.answers["prohibited_pesticide"] != answerYes || read.names["prohibited_pesticide"][0].English != row.text("name_en") {
					t.Errorf("%q: %v", description, read.names)
				}
			}
			if read := e.rules.facts.read(name, "2025-09-04"); read.answers["prohibited_pesticide"] == answerYes {
				t.Errorf("%q is prohibited before the decree", name)
			}
		}
	})
	if substances != 35 || len(faults) > 0 {
		t.Errorf("%d substances, %v", substances, faults)
	}
}

func TestRatesOutsideTheirBandAreDoubtedWhereverTheyStand(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for code, c := range map[string]struct {
		rate    string
		doubted bool
	}{"USD": {"17.5", false}, "EUR": {"0.05", true}, "JPY": {"17.5", true}, "KWD": {"57", false}, "XCD": {"6.5", false}, "VES": {"900", false}} {
		q := mustParcel(t, e, Parcel{
			Destination: "MEX", Provenance: "US", Currency: code, ExchangeRate: number(decimal.MustParse(c.rate)), USDRate: number(decimal.MustParse("17.5")), Date: "2026-06-15",
			Language: LanguageEnglish, Items: []ParcelItem{{Description: "bowl", HSCode: "39241001", Country: "US", Quantity: *number(decimal.One), UnitValue: *number(decimal.Ten)}},
		})
		if got := slices.ContainsFunc(q.Reasons, func(s string) bool { return strings.Contains(s, "outside the band") }); got != c.doubted {
			t.Errorf("%s %s: %q", c.rate, code, q.Reasons)
		}
	}
}
