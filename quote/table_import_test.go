package quote

import (
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"
)

// dutiesFile is a table of compensatory duties with its rows.
func dutiesFile(rows ...string) []byte {
	return []byte(strings.Join(append([]string{strings.Join(TableColumns("duties"), ",")}, rows...), "\n") + "\n")
}

const jackRow = `jack_a,jack,84254202,,,,yes,,CN,Zhejiang Example Jacks Co. Ltd.,0.4,,,,,,Bottle jacks,Gatos tipo botella,DOF test,2024-10-01,,,DOF test,verified`

func TestAnImportedTableOfDutiesDecidesByExporter(t *testing.T) {
	t.Parallel()
	e := setup(t)
	other := strings.Replace(strings.Replace(jackRow, "Zhejiang Example Jacks Co. Ltd.,0.4", ",0.5", 1), "jack_a", "jack_b", 1)
	in, err := NewTableImport(Overlay{Table: "duties", Content: dutiesFile(jackRow, other), Vintage: "2026-06-01"}, nil, e.schedule, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Changes.Added) != 2 || len(in.Changes.Removed) == 0 || in.Changes.Empty() || in.Changes.String() == "" {
		t.Errorf("%+v", in.Changes)
	}
	rules, err := LoadRules(in.Overlay)
	if err != nil {
		t.Fatal(err)
	}
	imported := New(e.schedule, rules)
	for exporter, want := range map[string]string{"ZHEJIANG EXAMPLE JACKS": "40000.00", "Someone Else": "50000.00"} {
		item := mustQuote(t, imported, Request{Direction: DirectionImport, Date: "2026-06-15", Products: []Product{{
			Description: "Gato de botella", HSCode: "84254202", Country: "CN", CustomsValue: number(hundredThousand()), Exporter: exporter,
		}}})[0]
		if len(item.Tariffs) != 2 || shown(item.Tariffs[1].Amount) != want || !item.Amounts.Complete {
			t.Errorf("%s: %+v", exporter, item.Tariffs)
		}
		if !slices.ContainsFunc(item.NotEvaluated, func(s string) bool { return strings.Contains(s, "2026-06-01") }) {
			t.Errorf("the day of the table is not told: %q", item.NotEvaluated)
		}
	}
}

func TestFaultyTablesAreRefusedByRow(t *testing.T) {
	t.Parallel()
	e := setup(t)
	whole := dutiesFile(jackRow)
	for name, c := range map[string]struct {
		table   string
		content []byte
		want    string
	}{
		"overlapping dates": {"duties", dutiesFile(jackRow, strings.Replace(jackRow, "jack_a", "jack_b", 1)), ":3: "},
		"an unknown line":   {"duties", dutiesFile(strings.Replace(jackRow, "84254202", "84254277", 1)), ":2: column prefixes: 84254277"},
		"1,000 percent":     {"duties", dutiesFile(strings.Replace(jackRow, ",0.4,", ",10,", 1)), ":2: column ad_valorem: 10 is above the limit"},
		"half a row":        {"duties", whole[:len(whole)-20], "half a row"},
		"an open quote":     {"duties", append(slices.Clone(whole), []byte("\"jack")...), "middle of a row"},
		"a missing column":  {"duties", []byte("id,product\na,b\n"), "is missing"},
		"an unknown column": {"duties", []byte("id,colour\na,b\n"), "not known"},
		"no rows":           {"duties", dutiesFile(), "no rows"},
		"an unknown table":  {"amounts", whole, "cannot be imported"},
		"a bad date":        {"duties", dutiesFile(strings.Replace(jackRow, "2024-10-01", "2024-13-01", 1)), ":2: column effective_from"},
		"half of the rows":  {"duties", whole, "more than 5 %"},
	} {
		force := name != "half of the rows"
		_, err := NewTableImport(Overlay{Table: c.table, Content: c.content, Vintage: "2026-06-01"}, nil, e.schedule, force)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	current := []Overlay{{Table: "duties", Content: mustCanonical(t, whole), Vintage: "2026-07-01"}}
	if _, err := NewTableImport(Overlay{Table: "duties", Content: whole, Vintage: "2026-06-01"}, current, e.schedule, false); err == nil {
		t.Error("an older table is accepted")
	}
}

func mustCanonical(t *testing.T, text []byte) []byte {
	t.Helper()
	content, err := canonical(text, TableColumns("duties"))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestAWholeAnnexDecidesAgainstWhatItDoesNotName(t *testing.T) {
	t.Parallel()
	e := setup(t)
	content := []byte(strings.Join(TableColumns("lines"), ";") + "\n" +
		"padron_15;73041902;;;sector_registered;yes;;All.;Todo.;2024-10-01;;DOF test;verified\n")
	in, err := NewTableImport(Overlay{Table: "lines", Content: content, Vintage: "2026-06-01", Complete: true}, nil, e.schedule, true)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := LoadRules(in.Overlay)
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]Applies{"73041902": AppliesYes, "73181504": AppliesNo} {
		items := mustQuote(t, New(e.schedule, rules), Request{Direction: DirectionImport, Date: "2026-06-15",
			Products: []Product{{Description: "acero", HSCode: code, Country: "US"}}})
		if !slices.ContainsFunc(items[0].Restrictions, func(r Restriction) bool { return r.Key == "PADRON-15" && r.Applies == want }) {
			t.Errorf("%s: %+v", code, items[0].Restrictions)
		}
	}
}

// FuzzTableImport reads what people may call a table.
func FuzzTableImport(f *testing.F) {
	f.Add(dutiesFile(jackRow))
	f.Add([]byte("a;b\n\"c"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if content, err := canonical(text, TableColumns("duties")); err == nil && len(content) == 0 {
			t.Error("nothing is a table")
		}
	})
}

func hundredThousand() decimal.Decimal { return decimal.MustNew(100_000, 0) }
