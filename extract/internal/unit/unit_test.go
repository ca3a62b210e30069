package unit

import (
	"slices"
	"testing"
	"testing/fstest"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

func dictionary(t *testing.T) *term.Dictionary {
	t.Helper()
	d, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTheFileOfUnitsIsRight(t *testing.T) {
	t.Parallel()
	all, err := load(data.Files)
	if err != nil || len(all) < 25 {
		t.Fatal(len(all), err)
	}
	for _, member := range dictionary(t).Group("measure").Members() {
		if _, currency := value.Currency(member); all[member].by == nil && !currency {
			t.Errorf("%s is no unit of the file and no currency", member)
		}
	}
	for name, text := range map[string]string{"a column less": "KGM\tweight\t1\t1\n", "no decimal": "KGM\tweight\tone\t1\t0\n", "no divisor": "KGM\tweight\t1\t-\t0\n"} {
		if _, err := load(fstest.MapFS{file: {Data: []byte(text)}}); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestFiguresAreConvertedByTheExactDefinitions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ figure, from, to, want string }{
		{"1", "LBR", "KGM", "0.453592"}, {"1000", "LBR", "KGM", "453.59237"}, {"2.5", "TNE", "KGM", "2500"}, {"16", "ONZ", "LBR", "1"},
		{"100", "FTQ", "MTQ", "2.831685"}, {"1", "INH", "CMT", "2.54"}, {"-40", "FAH", "CEL", "-40"}, {"212", "FAH", "CEL", "100"}, {"0", "CEL", "FAH", "32"},
		{"1", "MTK", "FTK", "10.76391"}, {"750", "MLT", "LTR", "0.75"}, {"0", "LBR", "KGM", "0"},
		{"3", "TON", "KGM", ""}, {"1", "GLL", "LTR", ""}, {"5", "USD", "MXN", ""}, {"5", "KGM", "MTR", ""}, {"five", "KGM", "LBR", ""},
	} {
		from, to := Of(c.from), Of(c.to)
		if from.None() {
			from, to = Unit{c.from, DimensionCurrency}, Unit{c.to, DimensionCurrency}
		}
		if got, ok := Convert(c.figure, from, to); got != c.want || ok != (c.want != "") {
			t.Errorf("%s %s in %s: %q, want %q", c.figure, c.from, c.to, got, c.want)
		}
	}
}

func TestUnitsAreFoundInPrint(t *testing.T) {
	t.Parallel()
	dict := dictionary(t)
	for text, want := range map[string][]string{
		"Gross weight (KG)": {"KGM"}, "GROSS WEIGHT KGS.": {"KGM"}, "Peso neto en libras": {"LBR"}, "Volumen m³": {"MTQ"}, "Unit price USD/KG": {"USD"},
		"USD por kilo": {"USD"}, "Importe (MXN)": {"MXN"}, "US$": {"USD"}, "Measurement, cubic feet": {"FTQ"}, "Height (m)": {"MTR"}, "m": {"MTR"},
		"Class m goods": nil, "Total": nil, "$": nil, "Weight kg / lb": {"KGM"}, "Net weight, metric tons": {"TNE"}, "°F": {"FAH"},
	} {
		var got []string
		for _, u := range In(dict, text) {
			got = append(got, u.Code)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestAPropertySaysTheUnitItWants(t *testing.T) {
	t.Parallel()
	dict := dictionary(t)
	for _, c := range []struct {
		node schema.Node
		want string
	}{
		{schema.Node{Name: "gross_weight_kg"}, "KGM"}, {schema.Node{Name: "grossWeightLb"}, "LBR"}, {schema.Node{Name: "pesoNetoKG"}, "KGM"},
		{schema.Node{Name: "volume_m3"}, "MTQ"}, {schema.Node{Name: "amountUSD"}, "USD"}, {schema.Node{Name: "price_usd_per_kg"}, "USD"},
		{schema.Node{Name: "height_m"}, "MTR"}, {schema.Node{Name: "width_in"}, "INH"}, {schema.Node{Name: "temperature_c"}, "CEL"}, {schema.Node{Name: "check_in"}, ""},
		{schema.Node{Name: "class_c"}, ""}, {schema.Node{Name: "weight", Title: "Weight (kg)"}, "KGM"}, {schema.Node{Name: "weight", Description: "in pounds"}, "LBR"},
		{schema.Node{Name: "weight", Description: "such as 5 kg"}, ""}, {schema.Node{Name: "weight", Description: "kg or lb"}, ""},
		{schema.Node{Name: "weight_kg", Unit: "lb"}, "LBR"}, {schema.Node{Name: "weight", Unit: "stone"}, ""},
	} {
		if got := Asked(dict, &c.node, func(Dimension) bool { return true }); got.Code != c.want {
			t.Errorf("%+v: %q, want %q", c.node, got.Code, c.want)
		}
	}
}

func FuzzUnitsOfAnyText(f *testing.F) {
	for _, text := range []string{"GROSS WEIGHT (KG)", "US$/lb", "°C", "m³ / ft3", "((g)", "", "/"} {
		f.Add(text)
	}
	dict, err := term.Load(data.Files)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, u := range In(dict, text) {
			if u.None() || u.Dimension == "" {
				t.Errorf("%q: %v", text, u)
			}
		}
		Is(dict, text)
		WithoutUnit(dict, text)
	})
}
