package text

import "testing"

// TestShortFormsAreWrittenOut as invoices and declarations use them, and other strokes stay.
func TestShortFormsAreWrittenOut(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
	for in, want := range map[string]string{
		"dyeing m/c":             "dyeing machine",
		"maq. de coser":          "maquina de coser",
		"filete salmon cong.":    "filete salmon congelado",
		"cafe s/tostar":          "cafe sin tostar",
		"hose w/o fittings":      "hose without fittings",
		"shirt w/ logo":          "shirt with logo",
		"pantalon p/caballero":   "pantalon para caballero",
		"ms pipes":               "steel pipes",
		"ss 304 pipe":            "stainless steel 304 pipe",
		"gi wire, 2 mm":          "galvanized steel wire, 2 mm",
		"judo gi":                "judo gi",
		"s/steel bowl":           "stainless steel bowl",
		"amoxicillin caps 500mg": "amoxicillin capsules 500mg",
		"baseball caps":          "baseball caps",
		"m/cycle spares":         "motorcycle parts",
		"12/24 v":                "12 24 v",
		"a/c compressor":         "ac compressor",
	} {
		want := told(Tokenize(want, 40, nil))
		if got := told(reader.expand(reader.JoinLetters(Tokenize(reader.unslash(in), 40, nil)))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestASentenceIsReadForWhatItSaysOfTheGoods and not for how it speaks of them.
func TestASentenceIsReadForWhatItSaysOfTheGoods(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
	for in, want := range map[string]string{
		"the submitted sample is a handbag of canvas":  "a handbag of canvas",
		"style number 4512 is a girl's knit dress":     "a girl knit dress",
		"the product consists of a lamp":               "a lamp",
		"la muestra es un bolso":                       "un bolso",
		"this pump is for water":                       "this pump is for water",
		"is":                                           "is",
		"60 percent cotton, 40 per cent wool":          "60% cotton 40% wool",
		"70 por ciento algodon":                        "70% algodon",
		"tag in the shape of a shoe":                   "tag depicting a shoe",
		"percent":                                      "percent",
		"2 pares de zapatos":                           "2 zapatos",
		"in the form of powder":                        "in the form of powder",
		"vela en forma de corazon":                     "vela depicting corazon",
		"the item, reference 12-a, is a plastic stool": "a plastic stool",
	} {
		if got := told(reader.clauses(reader.JoinLetters(Tokenize(in, 40, nil)))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
