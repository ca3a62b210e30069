package line

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/readertest"
	"tariffdesk/classify/internal/vocabulary"
	"tariffdesk/tariff"
)

// bookFor returns the room with the program's words and weights.
func bookFor(tb testing.TB) *Book {
	tb.Helper()
	k, err := tariff.LoadKnowledge()
	if err != nil {
		tb.Fatal(err)
	}
	lists, err := vocabulary.Read(data.Files)
	if err != nil {
		tb.Fatal(err)
	}
	raw, err := data.Files.ReadFile("coefficients/line.json")
	if err != nil {
		tb.Fatal(err)
	}
	weights, err := ReadWeights(raw)
	if err != nil {
		tb.Fatal(err)
	}
	trees, err := tariff.LoadTrees(k.Vocabulary())
	if err != nil {
		tb.Fatal(err)
	}
	return NewBook(trees.Measures(), k.Vocabulary(), NewWords(lists, readertest.New(tb), readertest.Quantities(tb)), weights)
}

// treeOf reads a tree below 852872 of Mexico.
func treeOf(t *testing.T, nodes string) *tariff.Tree {
	t.Helper()
	k, err := tariff.LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	trees, err := tariff.ReadTrees(fstest.MapFS{
		"measures.txt": {Data: measuresFile(t)}, "lines/mex/85.txt": {Data: []byte("852872\n" + nodes)},
	}, k.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	return trees.Of("MEX", "852872")
}

func measuresFile(t *testing.T) []byte {
	t.Helper()
	raw, err := tariff.MeasuresFile()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestNumbersAreReadWithTheirUnits(t *testing.T) {
	t.Parallel()
	b := bookFor(t)
	for text, want := range map[string]struct {
		class     string
		low, high float64
	}{
		"55 inch television":            {"length", 1.397, 1.397},
		`monitor 27"`:                   {"length", 0.6858, 0.6858},
		"bolsa de 2,5 kg":               {"mass", 2.5, 2.5},
		"engine of 1,800 cc":            {"displacement", 1800, 1800},
		"lona de 450 g/m² para toldo":   {"grammage", 450, 450},
		"motor 1/2 hp":                  {"power", 372.85, 372.85},
		"whisky 40 % vol":               {"percent", 40, 40},
		"jugo concentrado 65 °Brix":     {"brix", 65, 65},
		"FOB USD 3.50/kg":               {"value/kg", 3.5, 3.5},
		"$5 each":                       {"value/each", 5, 5},
		"over 10 kg":                    {"mass", 10, math.Inf(1)},
		"hasta 14 pulgadas":             {"length", math.Inf(-1), 0.3556},
		"aceite 10 a 20 kg por tambor":  {"mass", 10, 20},
		"transformador trifásico 75kVA": {"apparent", 75000, 75000},
		"12 v battery":                  {"voltage", 12, 12},
		"hilo de 150 denier":            {"fineness", 166.66667, 166.66667},
	} {
		numbers := b.Read(Facts{Text: text}).numbers()
		found := false
		for _, n := range numbers {
			near := func(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-3*math.Abs(b) }
			found = found || n.Class == want.class && near(n.Low, want.low) && near(n.High, want.high)
		}
		if !found {
			t.Errorf("%q: %+v, want %+v", text, numbers, want)
		}
	}
}

func TestPhrasesAreFoundInAnyOrderAndDeniedWhereTheyAre(t *testing.T) {
	t.Parallel()
	b := bookFor(t)
	for _, c := range []struct {
		text, phrase string
		want         hit
	}{
		{"ripstop nylon tent with steel frame", "steel frame", hitFull},
		{"marco de acero", "acero marco", hitFull},
		{"bag without wheels", "wheels", hitDenied},
		{"sugar-free syrup", "sugar", hitDenied},
		{"bolsa sin ruedas", "ruedas", hitDenied},
		{"bolsa sin ruedas", "sin ruedas", hitFull},
		{"case for smartphone", "smartphone", hitPurpose},
		{"steel screws, a wooden frame", "steel frame", hitNone},
		{"glass jars", "glass jar", hitFull},
	} {
		p, ok := b.words.compile(c.phrase)
		if got := b.Read(Facts{Text: c.text}).find(p); !ok || got != c.want {
			t.Errorf("%q in %q: %d, want %d", c.phrase, c.text, got, c.want)
		}
	}
}

const screens = `  85287201 | Small | Chicos | screen<=35.56cm; not said: LED
  85287202 | Large | Grandes | screen>35.56cm; not said: LED
  85287206 | Flat | Planos | said: LED, LCD
  85287299 | Others | Otros | other
`

func TestAStatedNumberRulesALineOut(t *testing.T) {
	t.Parallel()
	b, tree := bookFor(t), treeOf(t, screens)
	c := b.Choose(tree, b.Read(Facts{Text: "colour television 20 inch picture tube"}))
	if c.Line.Code != "85287202" {
		t.Errorf("line %+v", c.Line)
	}
	for _, k := range c.Candidates {
		if k.Leaf.Code == "85287201" {
			t.Error("a 20 inch set is a candidate of sets up to 14 inches")
		}
	}
}

func TestWhatIsSaidDecidesAndIsGroundsOfTheChoice(t *testing.T) {
	t.Parallel()
	b, tree := bookFor(t), treeOf(t, screens)
	c := b.Choose(tree, b.Read(Facts{Text: "LED television 55 inch"}))
	if c.Line.Code != "85287206" || !c.FillLine || len(c.Grounds) == 0 || c.Grounds[0].Term.Kind != tariff.TermSaid {
		t.Errorf("%+v", c)
	}
}

func TestWhereNothingIsStatedTheForkIsNamed(t *testing.T) {
	t.Parallel()
	b := bookFor(t)
	tree := treeOf(t, "  85287201 | Small | Chicos | screen<=35.56cm\n  85287202 | Large | Grandes | screen>35.56cm\n")
	c := b.Choose(tree, b.Read(Facts{Text: "colour television"}))
	if c.FillLine || c.Fork == nil || c.Fork.Term == nil || c.Fork.Term.Limit.Measure != "screen" || len(c.Fork.Branches) != 2 {
		t.Errorf("%+v", c)
	}
}

func TestAFactThatFitsNoLineExcludesThemAll(t *testing.T) {
	t.Parallel()
	b := bookFor(t)
	tree := treeOf(t, "  85287201 | Small | Chicos | screen<=20cm\n  85287202 | Plastic | De plástico | material=plastic; screen<=20cm OR material=rubber\n  85287203 | Wool | De lana | material=wool; other\n")
	c := b.Choose(tree, b.Read(Facts{Text: "television screen 55 inch of steel", Stated: []Statement{{"iron-steel", 1}}}))
	if !c.Excluded || c.FillLine {
		t.Errorf("%+v", c)
	}
}

func TestAWiderValueLeavesOpenAndAnotherRulesOut(t *testing.T) {
	t.Parallel()
	b := bookFor(t)
	tree := treeOf(t, "  85287201 | Cotton | Algodón | material=cotton\n  85287202 | Wool | Lana | material=wool\n  85287203 | Rest | Resto | other\n")
	wide := b.Choose(tree, b.Read(Facts{Text: "textile", Stated: []Statement{{"textile", 1}}}))
	if len(wide.Candidates) != 3 {
		t.Errorf("textile leaves cotton and wool open: %+v", wide.Candidates)
	}
	silk := b.Choose(tree, b.Read(Facts{Text: "silk", Stated: []Statement{{"silk", 1}}}))
	if silk.Line.Code != "85287203" || len(silk.Candidates) != 1 {
		t.Errorf("silk is neither cotton nor wool: %+v", silk.Candidates)
	}
}

func TestProbabilitiesOfTheLinesAddUp(t *testing.T) {
	t.Parallel()
	b := bookFor(t)
	for _, text := range []string{"television", "LED 10 inch", "20 inch", "sin LED"} {
		sum := 0.0
		for _, k := range b.Choose(treeOf(t, screens), b.Read(Facts{Text: text})).Candidates {
			sum += k.Probability
		}
		if math.Abs(sum-1) > 0.01 {
			t.Errorf("%q: %f", text, sum)
		}
	}
}

func TestWeightsAreReadStrictly(t *testing.T) {
	t.Parallel()
	raw, err := data.Files.ReadFile("coefficients/line.json")
	if err != nil {
		t.Fatal(err)
	}
	w, err := ReadWeights(raw)
	if err != nil {
		t.Fatal(err)
	}
	written, err := w.Write()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadWeights(written)
	if err != nil || again.Feature != w.Feature || again.SureLine != w.SureLine {
		t.Errorf("not read as written: %v", err)
	}
	if _, err := ReadWeights([]byte(strings.Replace(string(raw), `"named"`, `"renamed"`, 1))); err == nil {
		t.Error("a name the room does not know is accepted")
	}
	if _, err := ReadWeights([]byte(strings.Replace(string(written), `"fill_line": `, `"fill_line": 7`, 1))); err == nil {
		t.Error("a bound above 1 is accepted")
	}
}

// FuzzRead holds the reading of foreign text to its bounds.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "1/0 kg", "5e99 %", "$", "9.9.9,9 in", strings.Repeat("9", 400), "sin sin sin", "\xff\x00°"} {
		f.Add(s)
	}
	b := bookFor(f)
	f.Fuzz(func(t *testing.T, s string) {
		r := b.Read(Facts{Text: s})
		if len(r.words) > maxWords || len(r.numbers()) > 40 {
			t.Fatalf("%d words, %d numbers", len(r.words), len(r.numbers()))
		}
		for _, n := range r.numbers() {
			if math.IsNaN(n.Low) || math.IsNaN(n.High) || n.at < 0 || n.at > len(r.words) {
				t.Fatalf("%+v", n)
			}
		}
	})
}

// TestAGroupIsCalledWhatItsLinesAre: the names of lines lead past a group that does not list them, unless another group has them too.
func TestAGroupIsCalledWhatItsLinesAre(t *testing.T) {
	t.Parallel()
	b := bookFor(t)
	tree := treeOf(t, `  - | Retinol | Retinol | name: retinol
    85287201 | Palmitate | Palmitato | name: retinyl palmitate; not said: oil
    85287202 | Any other | Cualquier otro | other
  - | Iodides | Yoduros | name: iodide
    85287203 | Of potassium | De potasio | name: potassium
    85287204 | Any other | Cualquier otro | other
  - | Bromates | Bromatos | name: bromate
    85287205 | Of potassium | De potasio | name: potassium
    85287206 | Any other | Cualquier otro | other
  85287299 | Others | Otros | other
`)
	for text, want := range map[string]string{"retinyl palmitate": "85287201", "potassium bromate": "85287205", "potassium chlorate": "85287299"} {
		if c := b.Choose(tree, b.Read(Facts{Text: text})); c.Line.Code != want {
			t.Errorf("%s: %s at %.2f, want %s", text, c.Line.Code, c.Line.Probability, want)
		}
	}
}
