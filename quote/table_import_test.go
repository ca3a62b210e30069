package quote

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/quote/table"
	"tariffdesk/tariff"
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
	in, err := importTable(t, e, TableFile{Table: "duties", Force: true}, dutiesFile(jackRow, other))
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
		"an unknown table":  {"messages", whole, "cannot be imported"},
		"a column twice":    {"duties", []byte("id,id\na,b\n"), "stands twice"},
		"a bad date":        {"duties", dutiesFile(strings.Replace(jackRow, "2024-10-01", "2024-13-01", 1)), ":2: column effective_from"},
		"half of the rows":  {"duties", whole, "more than 5 %"},
	} {
		force := name != "half of the rows"
		_, err := importTable(t, e, TableFile{Table: c.table, Force: force}, c.content)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	current := Overlay{Table: "duties", Content: carriedText(t, "duties"), Vintage: "2026-07-01"}
	if _, err := importTable(t, e, TableFile{Table: "duties"}, carriedText(t, "duties"), current); err == nil || !strings.Contains(err.Error(), "is older than") {
		t.Errorf("an older table is accepted: %v", err)
	}
}

// importTable reads text as a file of 2026-06-01.
func importTable(t *testing.T, e *Engine, file TableFile, text []byte, current ...Overlay) (TableImport, error) {
	t.Helper()
	rows, err := table.CSVRows(text)
	if err != nil {
		t.Fatal(err)
	}
	file.Rows, file.Vintage, file.Today = rows, "2026-06-01", "2026-06-01"
	return NewTableImport(file, current, e.schedule)
}

func carriedText(t *testing.T, name string) []byte {
	t.Helper()
	shape, _ := shapeOf(name)
	text, err := ruleFiles.ReadFile("data/" + shape.File)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEveryShippedTablePassesItsOwnImporterAndWhatItExports(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, name := range Tables() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if in, err := importTable(t, e, TableFile{Table: name}, carriedText(t, name)); err != nil || !in.Changes.Empty() {
				t.Errorf("the shipped file: %v %s", err, in.Changes)
			}
			var exported bytes.Buffer
			if err := ExportTable(&exported, name, nil); err != nil {
				t.Fatal(err)
			}
			for _, merge := range []bool{false, true} {
				if merge && !bytes.Contains(bytes.TrimSpace(exported.Bytes()), []byte("\n")) {
					continue // a table without rows has none to merge
				}
				if in, err := importTable(t, e, TableFile{Table: name, Merge: merge}, exported.Bytes()); err != nil || !in.Changes.Empty() {
					t.Errorf("its export, merged %v: %v %s", merge, err, in.Changes)
				}
			}
		})
	}
}

func TestOneRowIsMergedByItsKey(t *testing.T) {
	t.Parallel()
	e := setup(t)
	header := strings.Join(TableColumns("preferences"), ",") + "\n"
	row := "TIPAT,JP,84713001,,free,0,,,,TIPAT Anexo 2-D,2026-05-01,2026-05-01,,TIPAT Anexo 2-D,verified\n"
	in, err := importTable(t, e, TableFile{Table: "preferences", Merge: true}, []byte(header+row))
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Changes.Added) != 1 || len(in.Changes.Removed) != 0 {
		t.Fatalf("%s", in.Changes)
	}
	rules, err := LoadRules(in.Overlay)
	if err != nil {
		t.Fatal(err)
	}
	item := mustQuote(t, New(e.schedule, rules), Request{Direction: DirectionImport, Date: "2026-06-15", Products: []Product{{
		Description: "Laptop", HSCode: "84713001", Country: "JP",
	}}})[0]
	at := slices.IndexFunc(item.TradeAgreements, func(a Agreement) bool { return strings.HasPrefix(a.Name, "TIPAT") })
	if at < 0 || item.TradeAgreements[at].Preference.Status != PreferenceFree || item.TradeAgreements[at].Preference.Certainty != tariff.CertaintyVerified {
		t.Errorf("%+v", item.TradeAgreements)
	}
	// The same key and first day: the row is replaced.
	again, err := importTable(t, e, TableFile{Table: "preferences", Merge: true}, []byte(header+strings.Replace(row, "free,0", "excluded,", 1)), in.Overlay)
	if err != nil || len(again.Changes.Added) != 1 || len(again.Changes.Removed) != 1 {
		t.Errorf("%v %s", err, again.Changes)
	}
}

func TestAMergeFromADayEndsTheRowBefore(t *testing.T) {
	t.Parallel()
	e := setup(t)
	header := strings.Join(TableColumns("amounts"), ",") + "\n"
	in, err := importTable(t, e, TableFile{Table: "amounts", Merge: true, From: "2027-01-01"}, []byte(header+"dta_minimum,480.00,LFD 49-I,,2027-12-31,RMF 2027 Anexo 4,verified\n"))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := LoadRules(in.Overlay)
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[tariff.Date]string{"2026-12-31": "461.61", "2027-01-01": "480.00"} {
		if a, held := rules.amountOn("dta_minimum", day); !held || a.value.String() != want {
			t.Errorf("%s: %v %s, want %s", day, held, a.value, want)
		}
	}
	// The duty on pencils changes in 2027: yesterday keeps its rate without a word in the file about it.
	header = strings.Join(TableColumns("duties"), ",") + "\n"
	pencil := "pencil_cn,pencil,96091001,,cc_pencil,,may_apply,,CN,,,0.05,USD,Pza,,,Pencils,Lápices,LCE,,,,DOF,verified\n"
	if in, err = importTable(t, e, TableFile{Table: "duties", Merge: true, From: "2027-02-01"}, []byte(header+pencil)); err != nil {
		t.Fatal(err)
	}
	if rules, err = LoadRules(in.Overlay); err != nil {
		t.Fatal(err)
	}
	for day, want := range map[tariff.Date]string{"2027-01-31": "0.0299", "2027-02-01": "0.05"} {
		if orders := rules.orders("96091001", "CN", day); len(orders) != 1 || len(orders[0]) != 1 || orders[0][0].amount.String() != want {
			t.Errorf("%s: %+v, want %s", day, orders, want)
		}
	}
	// A wrong first day is mended: the row that began on it is dropped before the right one is merged.
	in, err = importTable(t, e, TableFile{Table: "duties", Merge: true, From: "2027-01-15", Drop: []string{"pencil_cn"}}, []byte(header+pencil), in.Overlay)
	if err != nil {
		t.Fatal(err)
	}
	if rules, err = LoadRules(in.Overlay); err != nil {
		t.Fatal(err)
	}
	for day, want := range map[tariff.Date]string{"2027-01-14": "0.0299", "2027-01-15": "0.05", "2027-02-01": "0.05"} {
		if orders := rules.orders("96091001", "CN", day); len(orders) != 1 || len(orders[0]) != 1 || orders[0][0].amount.String() != want {
			t.Errorf("mended, %s: %+v, want %s", day, orders, want)
		}
	}
}

func TestARowIsDroppedByItsKey(t *testing.T) {
	t.Parallel()
	e := setup(t)
	file := TableFile{Table: "duties", Merge: true, Drop: []string{"pencil_cn"}, Today: "2026-10-01", Vintage: "2026-10-01"}
	in, err := NewTableImport(file, nil, e.schedule)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := LoadRules(in.Overlay)
	if err != nil {
		t.Fatal(err)
	}
	if len(rules.orders("96091001", "CN", "2026-09-30")) != 1 || len(rules.orders("96091001", "CN", "2026-10-01")) != 0 {
		t.Error("the row does not end the day before")
	}
	file.Drop = []string{"crayon_cn"}
	if _, err := NewTableImport(file, nil, e.schedule); err == nil || !strings.Contains(err.Error(), `no row of duties has the key "crayon_cn"`) {
		t.Errorf("%v", err)
	}
}

func TestFaultyMergesNameTheRowOfTheFileAndLeaveTheTable(t *testing.T) {
	t.Parallel()
	e := setup(t)
	merged := strings.Replace(jackRow, "jack_a,jack,84254202", "pencil_x,pencil,96091001", 1)
	merged = strings.Replace(merged, "Zhejiang Example Jacks Co. Ltd.", "", 1) // as pencil_cn: every exporter
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"an unknown line":   {[]string{jackRow, strings.Replace(jackRow, "jack_a,jack,84254202", "jack_b,other,84254277", 1)}, ":3: column prefixes: 84254277 is no line"},
		"overlapping days":  {[]string{jackRow, merged}, ":3: pencil_x overlaps pencil_cn"},
		"two of one key":    {[]string{jackRow, jackRow}, "row 3: the key jack_a of row 2 stands twice"},
		"a rate of 1,000 %": {[]string{strings.Replace(jackRow, ",0.4,", ",10,", 1)}, ":2: column ad_valorem: 10 is above the limit"},
		"no rows":           {nil, "no rows"},
	} {
		if _, err := importTable(t, e, TableFile{Table: "duties", Merge: true}, dutiesFile(c.rows...)); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "stays") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// endless is a workbook of so many rows.
type endless struct {
	rows, at int
	row      func(int) []string
}

func (e *endless) Next() ([]string, bool, error) {
	if e.at++; e.at > e.rows {
		return nil, false, nil
	}
	return e.row(e.at), true, nil
}

func TestATableOfHalfAMillionRowsIsRefusedAndOneOfManyRowsIsReadInTime(t *testing.T) {
	t.Parallel()
	e := setup(t)
	columns := TableColumns("preferences")
	lines := slices.Collect(e.schedule.Lines())
	file := func(rows int) TableFile {
		return TableFile{Table: "preferences", Merge: true, Vintage: "2026-06-01", Today: "2026-06-01", Rows: &endless{rows: rows, row: func(n int) []string {
			if n == 1 {
				return columns
			}
			partners := []string{"AU", "BN", "CA", "CL", "JP", "MY", "NZ", "PE", "SG", "VN"}
			line, partner := lines[n%len(lines)].Code, partners[n/len(lines)%len(partners)]
			return []string{"TIPAT", partner, line, "", "free", "0", "", "", "", "x", "2026-05-01", "2026-05-01", "", "x", "verified"}
		}}}
	}
	if _, err := NewTableImport(file(500_000), nil, e.schedule); err == nil || !strings.Contains(err.Error(), "row 200002: more than 200000 rows") {
		t.Errorf("%v", err)
	}
	in, err := NewTableImport(file(80_000), nil, e.schedule)
	if err != nil || len(in.Changes.Added) != 79_999 {
		t.Errorf("%v %d", err, len(in.Changes.Added))
	}
}

func TestAWholeAnnexDecidesAgainstWhatItDoesNotName(t *testing.T) {
	t.Parallel()
	e := setup(t)
	content := []byte(strings.Join(TableColumns("lines"), ";") + "\n" +
		"padron_15;73041902;;;sector_registered;yes;;All.;Todo.;2024-10-01;;DOF test;verified\n")
	in, err := importTable(t, e, TableFile{Table: "lines", Complete: true, Force: true}, content)
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

func TestTheWorkbookOfTariffQuotasIsReadByItsHeader(t *testing.T) {
	t.Parallel()
	e := setup(t)
	title := "SECRETARÍA DE ECONOMÍA;;;;;\n"
	header := "Fracción arancelaria;Producto;Arancel-cupo;Monto del cupo;Unidad de medida;País de origen;Inicio de vigencia;Término de vigencia;Acuerdo DOF\n"
	row := "0207.13.04;Pierna y muslo;Ex.;30,000;t;Estados Unidos;01/02/2026;31/12/2026;DOF 30-01-2026\n"
	in, err := importTable(t, e, TableFile{Table: "quotas", Merge: true}, []byte(title+header+row))
	if err != nil {
		t.Fatal(err)
	}
	if want := "official_02071304_us|02071304|US|yes|0|30,000 t|"; len(in.Changes.Added) != 1 || !strings.HasPrefix(in.Changes.Added[0], want) ||
		!strings.HasSuffix(in.Changes.Added[0], "|DOF 30-01-2026|2026-02-01|2026-12-31|SNICE, ARANCEL-CUPO|verified") {
		t.Errorf("%s", in.Changes)
	}
	again, err := importTable(t, e, TableFile{Table: "quotas", Merge: true}, []byte(title+header+strings.Replace(row, "Ex.", "20 %", 1)), in.Overlay)
	if err != nil || len(again.Changes.Added) != 1 || !strings.Contains(again.Changes.Added[0], "|0.2|") || len(again.Changes.Removed) != 1 {
		t.Errorf("a later edition: %v %s", err, again.Changes)
	}
	for name, c := range map[string][2]string{
		"another ministry":    {"Registro sanitario;Titular\n0001E2026;X\n", "row 1: column \"Registro sanitario\" is not known"},
		"an unknown line":     {title + header + strings.Replace(row, "0207.13.04", "0207.13.77", 1), ":3: column prefixes: 02071377 is no line"},
		"half a code":         {title + header + strings.Replace(row, "0207.13.04", "0207.13", 1), "row 3: column prefixes: \"0207.13\" is no line of eight digits"},
		"a rate of two means": {title + header + strings.Replace(row, "Ex.", "0.2", 1), "row 3: column rate: \"0.2\" may be a fraction"},
		"an unknown country":  {title + header + strings.Replace(row, "Estados Unidos", "Ruritania", 1), "row 3: column origins: \"Ruritania\" is no country"},
		"no day":              {title + header + strings.Replace(row, "01/02/2026", "31/02/2026", 1), "row 3: column effective_from: \"31/02/2026\" is no day"},
	} {
		if _, err := importTable(t, e, TableFile{Table: "quotas", Merge: true}, []byte(c[0])); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, want %q", name, err, c[1])
		}
	}
}

// FuzzTableImport reads what people may call a table.
func FuzzTableImport(f *testing.F) {
	f.Add(dutiesFile(jackRow))
	f.Add([]byte("a;b\n\"c"))
	f.Add([]byte("#row 7\nid\tproduct\n"))
	f.Add([]byte("Fracción;Arancel-cupo;País\n0207.13.04;5 %;US\n"))
	duties, _ := shapeOf("duties")
	quotas, _ := shapeOf("quotas")
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, shape := range []table.Shape{duties, quotas} {
			rows, err := table.CSVRows(text)
			if err != nil {
				return
			}
			read, err := table.Read(shape, rows)
			if err != nil {
				continue
			}
			again, err := table.Parse(shape, read.Text())
			if err != nil || len(again.Rows) != len(read.Rows) {
				t.Errorf("%s: %d rows became %d: %v", shape.Name, len(read.Rows), len(again.Rows), err)
			}
		}
	})
}

func hundredThousand() decimal.Decimal { return decimal.MustNew(100_000, 0) }
