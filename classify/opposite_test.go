package classify

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

// What titles distinguish and a text states leaves none of what is otherwise among the codes that count, in both languages.
func TestWhatIsStatedExcludesItsOpposite(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for words, c := range map[string]struct {
		first string
		not   []string // beginnings of codes
	}{
		"hot-rolled steel coil":                           {"7208", []string{"7209", "7210"}},
		"hot rolled steel sheet 3 mm thick":               {"7208", []string{"7209", "720851"}},
		"lámina de acero laminada en caliente":            {"7208", []string{"7209"}},
		"tubo inoxidable cédula 40":                       {"7304", []string{"730439", "730630"}},
		"tubo de acero inoxidable cédula 40":              {"73", []string{"730439", "730630"}},
		"TUBO S/COST":                                     {"7304", []string{"7306"}},
		"TUBO DE ACERO S/COST":                            {"7304", []string{"7306"}},
		"tubo de acero sin costura":                       {"7304", []string{"7306"}},
		"TUBO ACERO C/COST":                               {"7306", []string{"7304"}},
		"galvanised steel tube welded round":              {"730630", []string{"730640"}},
		"tela de toalla de punto":                         {"6001", []string{"5802"}},
		"lancha con motor fuera de borda":                 {"8903", []string{"890331", "890332"}},
		"Roasted coffee beans, decaffeinated":             {"090122", []string{"090121"}},
		"café tostado en grano, descafeinado":             {"090122", []string{"090121"}},
		"peanuts without shell, not roasted":              {"1202", []string{"2008"}},
		"silla de comedor de madera con asiento tapizado": {"940161", []string{"940169"}},
		"un-upholstered wooden chair":                     {"940169", []string{"940161"}},
		"motorcycle 650 cc petrol engine":                 {"871140", []string{"8407"}},
		"motocicleta 650 cc motor de gasolina":            {"871140", []string{"8407"}},
		"camión de carga a diésel, peso bruto 12 t":       {"870422", []string{"870421", "870423"}},
		"diesel truck, gross weight 4 t":                  {"870421", []string{"870422", "870423"}},
		"Women's blouse, woven, 100% silk":                {"620610", []string{"6106"}},
		"blusa de mujer, tejido plano, 100% seda":         {"620610", []string{"6106"}},
		"women's knitted blouse of silk":                  {"6106", []string{"6206"}},
	} {
		r, err := e.Classify(t.Context(), Request{Description: words, Model: ModelFast, Language: tariff.LanguageEnglish, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Suggestions[0].Subheading.Code; !strings.HasPrefix(got, c.first) {
			t.Errorf("%s: %s, want %s", words, got, c.first)
		}
		for _, s := range r.Suggestions {
			if s.Confidence >= 0.05 && slices.ContainsFunc(c.not, func(not string) bool { return strings.HasPrefix(s.Subheading.Code, not) }) {
				t.Errorf("%s: %s at %.2f is otherwise", words, s.Subheading.Code, s.Confidence)
			}
		}
	}
}

// Food that is weighed in tins and jars is preserved, not fresh.
func TestFoodInTinsIsPreserved(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for words, heading := range map[string]string{
		"tomatoes, 400 g cans": "2002", "pink salmon, 200 g tins": "1604", "tuna, 140 g cans": "1604", "champiñones, frasco 200 g": "2003", "peaches, 820 g cans": "2008",
	} {
		r, err := e.Classify(t.Context(), Request{Description: words, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Suggestions[0].Subheading.Code; got[:4] != heading {
			t.Errorf("%s: %s, want one of %s", words, got, heading)
		}
	}
}

// What a container holds, behind the goods, changes nothing.
func TestWhatAContainerHoldsIsPacking(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	first := func(words string) string {
		r, err := e.Classify(t.Context(), Request{Description: words, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		return r.Suggestions[0].Subheading.Code
	}
	for _, pair := range [][2]string{
		{"tequila blanco", "tequila blanco botella 750 ml"},
		{"cerveza sin alcohol", "cerveza sin alcohol, lata 355 ml"},
		{"non-alcoholic beer", "non-alcoholic beer, can 355 ml"},
		{"tequila", "white tequila, 75 cl bottles"},
		{"tequila", "gold tequila, 75 cl bottles"},
		{"tequila", "tequila blanco, botellas de 75 cl"},
		{"black pepper", "black pepper, 500 g bags"},
		{"cemento blanco", "cemento blanco, saco de 50 kg"},
		{"white cement", "white cement, 50 kg bags"},
	} {
		if want, got := first(pair[0]), first(pair[1]); got != want {
			t.Errorf("%s: %s, want %s", pair[1], got, want)
		}
	}
}

// A denial is heard in every wording, whatever names hold the word that is denied.
func TestDenialsAreHeardInEveryWording(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for words, want := range map[string]string{
		"pollo entero no congelado": "020711", "chicken whole, never frozen": "020711", "merluza que no está congelada": "0302", "carne de cerdo deshuesada, fresca, no congelada": "020319",
		"camisa de algodón que no es de punto": "6205", "guantes de algodón que no son de punto": "6216", "copper cable without insulation": "7413", "bolsa que no está hecha de cuero": "420222",
		"lawn mower with no motor": "843319", "podadora de césped sin motor": "843319", "cortacésped no motorizado": "843319",
		// … and what is not denied stays.
		"pollo entero congelado": "020712", "frozen hake": "0303", "fresh frozen shrimp": "0306", "insulated copper cable": "8544", "robot lawn mower": "843311", "camisa de algodón de punto": "6105",
	} {
		if got := suggestions(t, e, words)[0].Subheading.Code; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
}

// What goods are wrapped in and stand on is packing, though it is sold by itself.
func TestWrappingsArePacking(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for words, want := range map[string]string{
		"bicycle in bubble wrap": "8712", "hammer in PE film": "8205", "rigid PVC pipe in shrink film": "391723", "toothpaste on plastic pallet": "3306", "florero de vidrio envuelto en plástico": "7013", "candado envuelto en plástico": "8301",
		"inodoro sobre estiba plástica": "6910", "laptop wrapped in kraft paper": "8471", "bolsas de polietileno, empacadas en paja": "3923",
		"bubble wrap": "3923", "plastic pallet": "3923", "film of polyethylene": "3920", "sardines in oil": "1604", "tarima de plástico": "3923",
	} {
		if got := suggestions(t, e, words)[0].Subheading.Code; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
}

// TestGoodsDeniedAMaterialAreNoneOfItsHeadings holds in every wording.
func TestGoodsDeniedAMaterialAreNoneOfItsHeadings(t *testing.T) {
	t.Parallel()
	for description, heading := range map[string]string{
		"gloves not of leather": "6216", "gloves other than leather, knitted cotton": "6116", "guantes que no son de cuero": "6216", "guantes distintos de cuero": "6216",
		"leather gloves": "4203", "guantes de cuero": "4203", "wine bottle without glass stopper": "7010", "bottle without plastic cap": "3923",
	} {
		if got := suggestions(t, embeddedEngine(t), description)[0]; got.Heading.Code != heading {
			t.Errorf("%q: %s at %g, want heading %s", description, got.Subheading.Code, got.Confidence, heading)
		}
	}
}

// TestAFillingIsNoUnfilledBar holds where another word stands between.
func TestAFillingIsNoUnfilledBar(t *testing.T) {
	t.Parallel()
	for description, code := range map[string]string{
		"dark chocolate bar 100 g filled with mint": "180631", "filled chocolate bar": "180631", "chocolate bar with caramel filling": "180631", "tableta de chocolate rellena de caramelo": "180631",
		"chocolate bar": "180632", "tableta de chocolate": "180632",
	} {
		if got := suggestions(t, embeddedEngine(t), description)[0]; got.Subheading.Code != code {
			t.Errorf("%q: %s at %g, want %s", description, got.Subheading.Code, got.Confidence, code)
		}
	}
}
