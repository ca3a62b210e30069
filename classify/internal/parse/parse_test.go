package parse_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
)

func grammar(t testing.TB) *parse.Grammar {
	t.Helper()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return parse.New(book)
}

// spans writes a parse: "goods:car with:diesel engine".
func spans(g *parse.Grammar, s string) string {
	words := text.Tokenize(text.Fold(s), 200, nil)
	g.Parse(words)
	var out []string
	for _, span := range parse.Spans(words) {
		var said []string
		for _, w := range span.Words {
			said = append(said, w.Text)
		}
		role := span.Role.String()
		if span.Denied {
			role = "no " + role
		}
		out = append(out, role+":"+strings.Join(said, " "))
	}
	return strings.Join(out, "; ")
}

func TestEveryWordHasItsRole(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for in, want := range map[string]string{
		"car with diesel engine":                            "goods:car; with:diesel engine",
		"lancha con motor fuera de borda":                   "goods:lancha; with:motor fuera; of:borda",
		"knife with wooden handle":                          "goods:knife; with:wooden handle",
		"cable de cobre para automóvil":                     "goods:cable; of:cobre; purpose:automovil",
		"kit, including hammer, pliers, saw. Made of steel": "goods:kit; with:hammer; with:pliers; with:saw; of:steel",
		"tool kit: hammer, pliers, saw":                     "goods:tool kit; with:hammer; with:pliers; with:saw",
		"car with 60 litre tank, 1.6 L engine, red":         "goods:car; with:60 litre tank; with:1.6 l engine; shade:red",
		"estufa, 4 quemadores, de acero":                    "goods:estufa; with:4 quemadores; of:acero",
		"drill, 18 V, 2 batteries":                          "goods:drill; goods:18 v; with:2 batteries",
		"2 motors, 4 wheels":                                "goods:2 motors; with:4 wheels",
		"Description: pump, valve, motor":                   "promotion:description; goods:pump; goods:valve; goods:motor",

		// A metal before another material is its colour.
		"silver plastic cup":                   "colour:silver; goods:plastic cup",
		"copper plastic insulated wire":        "goods:copper plastic insulated wire",
		"gold paper":                           "goods:gold paper",
		"camisa de algodón, no de algodón":     "goods:camisa; of:algodon; no of:algodon",
		"shirt of cotton, not of nylon thread": "goods:shirt; of:cotton; no of:nylon thread",

		// What goods come in.
		"bicycle, packed in cardboard boxes on wooden pallets":       "goods:bicycle; packing:cardboard boxes; packing:wooden pallets",
		"sartén empacado en cajas de cartón sobre tarimas":           "goods:sarten; packing:cajas; packing:carton; packing:tarimas",
		"copper pipe, 24 pcs per carton, shrink-wrapped":             "goods:copper pipe; quantity:24 pcs per carton; packing:shrink wrapped",
		"candado, caja con 24 piezas, película plástica":             "goods:candado; quantity:caja con 24 piezas; packing:pelicula plastica",
		"electric drill shrink-wrapped":                              "goods:electric drill; packing:shrink wrapped",
		"sardines packed in olive oil":                               "goods:sardines packed in olive oil",
		"tomatoes in glass jars for export":                          "goods:tomatoes; packing:glass jars; purpose:export",
		"mermelada en frascos de vidrio":                             "goods:mermelada; packing:frascos; packing:vidrio",
		"olla envuelta en película plástica y embarcada en huacales": "goods:olla; packing:pelicula plastica y; packing:huacales",

		// Numbers that say nothing of the goods.
		"ITEM NO. AB-1234 spark plug QTY 500 PCS": "identifier:item no; identifier:ab 1234; goods:spark plug; quantity:qty 500 pcs",
		"ART. AB-1234 bujía CANT. 500 PZAS":       "identifier:art; identifier:ab 1234; goods:bujia; quantity:cant; quantity:500 pzas",
		"vela No. de serie 0098123":               "goods:vela; identifier:no; identifier:de serie 0098123",
		"bicycle, color black, pack of 2":         "goods:bicycle; colour:color black; quantity:pack of 2",
		"candado rojo, juego de 3":                "goods:candado rojo; quantity:juego de 3",
		"100 units of bottled water":              "quantity:100 units of; goods:bottled water",
		"set of 3 screwdrivers":                   "goods:set; of:3 screwdrivers",
		"12v lamp 50 cartons gross weight 300 kg": "goods:12v lamp; quantity:50 cartons gross weight 300 kg",
		"968pcs beads":                            "quantity:968pcs; goods:beads",
		"steel pipe 20 mm":                        "goods:steel pipe 20 mm",
		"art paper 120 g":                         "promotion:art; goods:paper 120 g",
		"type 304 stainless steel sheet":          "identifier:type; goods:304 stainless steel sheet",

		// Marks, origins, promotion.
		"mochila marca Acme, hecho en China": "goods:mochila; brand:marca acme; origin:hecho en china",
		"brand new high quality umbrella":    "promotion:brand new high quality; goods:umbrella",
		"escalera hecha en aluminio":         "goods:escalera; of:en aluminio",
		"shirt origin Germany":               "goods:shirt; origin:origin germany",
		"shirt, country of origin: Vietnam":  "goods:shirt; origin:country of origin; origin:vietnam",
		"balatas, país de origen: China":     "goods:balatas; origin:pais de origen; origin:china",
		"black tea":                          "goods:black tea",

		// What goods do not have.
		"non-alcoholic beer":             "goods:non; no goods:alcoholic; goods:beer",
		"sugar-free gum":                 "no goods:sugar; promotion:free; goods:gum",
		"solder free of lead":            "goods:solder; no goods:lead",
		"cafetera no eléctrica":          "goods:cafetera; no goods:electrica",
		"cerveza sin alcohol":            "goods:cerveza; no purpose:alcohol",
		"cotton, not polyester but wool": "goods:cotton; no purpose:polyester; goods:wool",
	} {
		if got := spans(g, in); got != want {
			t.Errorf("%q\n got %s\nwant %s", in, got, want)
		}
	}
}

// oddTexts are the texts a parser may never meet and must survive.
func oddTexts() map[string]string {
	return map[string]string{
		"empty": "", "no space": strings.Repeat("x", 50_000), "nouns": strings.Repeat("pump ", 400), "digits": strings.Repeat("12345 ", 2_000),
		"scripts": strings.Repeat("泵 насос αντλία pump ", 500), "connectives": strings.Repeat("with of for ", 500), "denials": strings.Repeat("no ", 900),
		"labels": strings.Repeat("item no. ", 900), "commas": strings.Repeat(", : ; ", 900), "packs": strings.Repeat("packed in ", 900), "last": "pack of",
	}
}

func TestOddTextsAreReadInTime(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for name, s := range oddTexts() {
		words := text.Tokenize(text.Fold(s), 60_000, nil)
		start := time.Now()
		g.Parse(words)
		if took := time.Since(start); took > time.Second {
			t.Errorf("%s took %v", name, took)
		}
		checkRoles(t, words)
	}
}

func checkRoles(t *testing.T, words []text.Token) {
	t.Helper()
	total := 0
	for _, s := range parse.Spans(words) {
		total += len(s.Words)
	}
	ties := len(slices.DeleteFunc(slices.Clone(words), func(w text.Token) bool { return w.Role != parse.Tie }))
	if total+ties != len(words) {
		t.Errorf("%d words in spans and %d connectives of %d", total, ties, len(words))
	}
	for _, w := range words {
		if w.Role >= parse.RoleCount || w.Role.String() == "" {
			t.Errorf("%q has the role %d", w.Text, w.Role)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range oddTexts() {
		f.Add(s[:min(len(s), 400)])
	}
	f.Add("ITEM NO. AB-1234 bicycle, packed in boxes of 12 pcs, made in China, free of lead")
	g := grammar(f)
	f.Fuzz(func(t *testing.T, s string) {
		words := text.Tokenize(text.Fold(s), 400, nil)
		g.Parse(words)
		checkRoles(t, words)
		again := text.Tokenize(text.Fold(s), 400, nil)
		g.Parse(again)
		if fmt.Sprint(words) != fmt.Sprint(again) {
			t.Error("the same text was read in two ways")
		}
	})
}

func TestTheGrammarIsFolded(t *testing.T) {
	t.Parallel()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	for word := range parse.New(book).Words() {
		if text.Fold(word) != word || strings.ContainsAny(word, " \t") {
			t.Errorf("%q is not folded", word)
		}
	}
}
