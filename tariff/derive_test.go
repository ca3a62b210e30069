package tariff

import (
	"strings"
	"testing"
)

func wordings(t *testing.T) *wordingReader {
	t.Helper()
	trees := embeddedTrees(t)
	return newWordingReader(trees.vocabulary, trees.measures)
}

func TestConditionsAreReadFromAWordingWhereTheyAreCertain(t *testing.T) {
	t.Parallel()
	r := wordings(t)
	for wording, want := range map[string]string{
		"With a screen diagonal not exceeding 35.56 cm":                                           "screen<=35.56cm",
		"Con pantalla de diagonal inferior o igual a 35.56 cm (14 pulgadas), excepto las curvas.": "screen<=35.56cm",
		"Weighing not over 5 kg each; of plastics":                                                "weight<=5kg; material=plastic",
		"De peso superior a 2 kg pero inferior o igual a 10 kg":                                   "weight>2kg; weight<=10kg",
		"Of a width exceeding 1,200 mm and a thickness of less than 3 mm":                         "width>1200mm; thickness<3mm",
		"De espesor superior o igual a 0,5 mm":                                                    "thickness>=0.5mm",
		"5 m or more in length":                                                                   "length>=5m",
		"In immediate containers holding less than 1 kg":                                          "pack<1kg",
		"Valued over $5/kg":          "value>5USD/kg",
		"Valued not over $2.50 each": "value<=2.5USD/each",
		"Of cotton or wool":          "material=cotton,wool",
		"De algodón":                 "material=cotton",
		"Men's or boys'":             "wearer=men,boys",
		"Para mujeres o niñas":       "wearer=women,girls",
		"De punto":                   "construction=knitted",
		"Usados.":                    "used",
		"New":                        "new",
	} {
		if got := r.read("85", []string{wording}); got != want {
			t.Errorf("%q: %q, want %q", wording, got, want)
		}
	}
}

func TestNothingIsReadFromAWordingThatIsNotCertain(t *testing.T) {
	t.Parallel()
	r := wordings(t)
	for _, wording := range []string{
		"", "Other", "Los demás.", "Other than of cotton", "Whether or not of plastics", "Used in the manufacture of paper",
		"Of cotton, or containing 10 kg", "Weighing over 5 kg or valued over $10 each", "For vehicles of a weight not over 5 t",
		"Not over 5", "Not over 5 spans", "Exceeding 35 cm", "Of cotton, wool and the like", "Con hueso", "De largo superior a 5 kg",
		"Weighing over 10 kg but not over 5 kg", "Para algodón", "Machines for cotton", "Weighing over 5 kg per dozen",
		"Excepto de algodón", strings.Repeat("over ", 5000),
	} {
		if got := r.read("85", []string{wording}); got != "" {
			t.Errorf("%q: %q", wording, got)
		}
	}
	if got := r.read("28", []string{"De cobre"}); got != "" {
		t.Errorf("a salt: %q", got)
	}
}

func TestConditionsOfSubdivisionsStandBesideThoseOfTheLine(t *testing.T) {
	t.Parallel()
	line := Line{Code: "85287201", suffixes: "01;02"}
	line.addConditions("85287201", "screen<=35.56cm")
	line.addConditions("8528720102", "material=plastic")
	if line.conditions != "screen<=35.56cm | 02 material=plastic" || line.conditionsOf("8528720101") != "screen<=35.56cm" ||
		line.conditionsOf("8528720102") != "screen<=35.56cm; material=plastic" || line.conditionsOf("85287201") != "screen<=35.56cm" {
		t.Errorf("%q", line.conditions)
	}
	next := Line{Code: "85287201", suffixes: "01"}
	next.carryConditions(line)
	if next.conditions != "screen<=35.56cm" {
		t.Errorf("those of a subdivision that ended stay: %q", next.conditions)
	}
}

func FuzzWordings(f *testing.F) {
	f.Add("Of a width exceeding 1,200 mm but not over 30 in, of plastics")
	f.Add("Valued over $5/kg")
	k, err := LoadKnowledge()
	if err != nil {
		f.Fatal(err)
	}
	trees, err := LoadTrees(k.Vocabulary())
	if err != nil {
		f.Fatal(err)
	}
	r := newWordingReader(trees.vocabulary, trees.measures)
	f.Fuzz(func(t *testing.T, wording string) {
		if err := r.conditions.read(&Node{}, r.read("85", []string{wording})); err != nil {
			t.Fatalf("%q: %v", wording, err)
		}
	})
}
