package classify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

func withPrecedents(t *testing.T, p *Precedents, description string) Suggestion {
	t.Helper()
	r, err := embeddedEngine(t).Classify(context.Background(), Request{Description: description, Precedents: p})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Suggestions) == 0 {
		return Suggestion{}
	}
	return r.Suggestions[0]
}

func TestAnOrganisationsOwnGoodsAreRecognised(t *testing.T) {
	t.Parallel()
	p := embeddedEngine(t).NewPrecedents([]Precedent{
		{Description: "ZX-900 turbo widget", HS: "8413.70"}, {Description: "ZX-901 turbo widget large", HS: "8413702004"},
		{Description: "garden table", HS: "940360"}, {Description: "no code", HS: "x"}, {Description: "", HS: "940360"},
	})
	if p.Len() != 3 {
		t.Errorf("%d rows held, 3 are usable", p.Len())
	}
	if got := withPrecedents(t, p, "turbo widget ZX-900"); got.Subheading.Code != "841370" {
		t.Errorf("got %s", got.Subheading.Code)
	}
}

func TestTheSameTextIsDecidedByItsPrecedentWhateverTheCounts(t *testing.T) {
	t.Parallel()
	p := embeddedEngine(t).NewPrecedents([]Precedent{
		{Description: "24 PCS COTTON SHIRT FOR MEN", HS: "630900"}, {Description: "WOVEN SHIRT OF POLYESTER", HS: "620530"},
		{Description: "COTTON SHEET", HS: "630221"}, {Description: "KNITTED SHIRT", HS: "610510"},
	})
	if got := withPrecedents(t, p, "COTTON SHIRT FOR MEN 36 PCS"); got.Subheading.Code != "630900" {
		t.Errorf("got %s", got.Subheading.Code)
	}
}

func TestAStrangersDistantPrecedentsChangeNothing(t *testing.T) {
	t.Parallel()
	var rows []Precedent
	for i := range 200 {
		rows = append(rows, Precedent{Description: fmt.Sprintf("SPARE PART NO %d ENGINE", 1000+i), HS: "840999"})
	}
	p := embeddedEngine(t).NewPrecedents(rows)
	for _, text := range []string{"a women's knitted cotton pullover with long sleeves", "a stainless steel vacuum bottle with a plastic lid, for hot drinks"} {
		if with, without := withPrecedents(t, p, text), withPrecedents(t, nil, text); with.Subheading.Code != without.Subheading.Code {
			t.Errorf("%s: %s became %s", text, without.Subheading.Code, with.Subheading.Code)
		}
	}
}

func TestManySearchesAtOnceAnswerAsOne(t *testing.T) {
	t.Parallel()
	p := manyPrecedents(t, 2000)
	texts := []string{"steel bolt m8", "cotton shirt", "frozen fish fillet", "water pump for a car"}
	var want []string
	for _, text := range texts {
		want = append(want, withPrecedents(t, p, text).Subheading.Code)
	}
	for i, text := range append(texts, texts...) {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			for range 5 {
				if got := withPrecedents(t, p, text).Subheading.Code; got != want[i%len(texts)] {
					t.Errorf("got %s, alone %s", got, want[i%len(texts)])
				}
			}
		})
	}
}

func TestPrecedentsGrowAndStayApart(t *testing.T) {
	t.Parallel()
	a, b := embeddedEngine(t).NewPrecedents(nil), embeddedEngine(t).NewPrecedents(nil)
	for i := range 20 {
		a.Add(Precedent{Description: fmt.Sprintf("quixotron unit %d", i), HS: "854370"})
	}
	if a.Len() != 20 || b.Len() != 0 {
		t.Fatalf("%d and %d rows", a.Len(), b.Len())
	}
	if got := withPrecedents(t, a, "quixotron unit"); got.Subheading.Code != "854370" {
		t.Errorf("own precedent not found: %s", got.Subheading.Code)
	}
	if got := withPrecedents(t, b, "quixotron unit"); got.Subheading.Code == "854370" {
		t.Error("another organisation's precedent was used")
	}
}

func TestSearchingWhileAddingIsSafe(t *testing.T) {
	t.Parallel()
	p := embeddedEngine(t).NewPrecedents([]Precedent{{Description: "steel bolt", HS: "731815"}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 300 {
			p.Add(Precedent{Description: fmt.Sprintf("steel bolt m%d", i), HS: "731815"})
		}
	}()
	for range 50 {
		withPrecedentsSearch(p)
	}
	<-done
}

func withPrecedentsSearch(p *Precedents) { p.search("steel bolt m8") }

func TestAKnownNameIsMovedByItsOwnWordsAlone(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	like := []Precedent{
		{Description: "gearbox car", HS: "870840"}, {Description: "gearbox lorry", HS: "870840"}, {Description: "gearbox bus", HS: "870840"},
		{Description: "gearbox van", HS: "870840"}, {Description: "steering wheel", HS: "870894"}, {Description: "toothed belt", HS: "401035"},
	}
	if got := withPrecedents(t, e.NewPrecedents(like), "gearbox"); got.Subheading.Code != "848340" {
		t.Errorf("goods that are like it move it to %s", got.Subheading.Code)
	}
	if got := withPrecedents(t, e.NewPrecedents(append(like, Precedent{Description: "gearbox", HS: "870840"})), "gearbox"); got.Subheading.Code != "870840" {
		t.Errorf("its own words leave it in %s", got.Subheading.Code)
	}
}

// decidedFor is what an organisation that decided on some goods is told of others: the longest code and the whole answer.
func decidedFor(t *testing.T, country Country, asked string, rows ...Precedent) (string, Result) {
	t.Helper()
	e := nationalEngine(t)
	r, err := e.Classify(context.Background(), Request{Description: asked, Country: country, Precedents: e.NewPrecedents(rows)})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Suggestions) == 0 {
		return "", r
	}
	s := r.Suggestions[0]
	return cmp.Or(s.Statistical.Code, s.Line.Code, s.Subheading.Code), r
}

func TestADecisionHoldsDownToItsLastDigit(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name             string
		country          Country
		goods, code      string
		asked, want, not string
	}{
		{"the same words", CountryMexico, "Men's knitted cotton T-shirt, white", "6109100399", "Men's knitted cotton T-shirt, white", "6109100399", ""},
		{"in another order", CountryMexico, "Men's knitted cotton T-shirt, white", "6109100399", "White T-shirt, knitted, cotton, men's", "6109100399", ""},
		{"of another colour and size", CountryMexico, "Men's knitted cotton T-shirt, white", "6109100399", "Men's knitted cotton T-shirt, blue, size L", "6109100399", ""},
		{"a line against what the tree reads", CountryMexico, "55 inch LED smart television", "85287299", "55 inch LED smart television", "85287299", ""},
		{"of another size on the same side of every limit", CountryMexico, "55 inch LED smart television", "85287299", "65 inch LED smart television", "85287299", ""},
		{"Spanish", CountryMexico, "Tequila blanco 100% agave en botella de 750 ml", "2208900391", "tequila reposado 100% agave en botella de 700 ml", "2208900391", ""},
		{"the United States", CountryUSA, "men's black cotton T-shirt, short sleeves", "6109100014", "men's black cotton T-shirt, short sleeves", "6109100014", ""},
		{"similar goods in the United States", CountryUSA, "men's black cotton T-shirt, short sleeves", "6109100014", "men's red cotton T-shirt, short sleeves, size M", "6109100014", ""},
		{"Argentina", CountryArgentina, "whole milk powder 26 % fat in 25 kg bags", "04022120", "whole milk powder 26 % fat in 25 kg bags", "04022120", ""},
		{"Colombia", CountryColombia, "whole milk powder 26 % fat in 25 kg bags", "0402219900", "whole milk powder 26 % fat in 25 kg bags", "0402219900", ""},
		{"the world", CountryWorld, "blue plastic garden gnome", "392690", "blue plastic garden gnome", "392690", ""},
		{"another subheading for similar goods", CountryWorld, "plastic garden gnome with lantern", "940591", "plastic garden gnome with red lantern", "940591", ""},
		{"a code of another country at six digits", CountryUSA, "plastic garden gnome with lantern", "9405910100", "plastic garden gnome with lantern", "940591", "9405910100"},

		{"another material", CountryMexico, "Men's knitted cotton T-shirt, white", "6109100399", "Men's knitted polyester T-shirt, white", "", "6109100399"},
		{"another kind of a material", CountryWorld, "welded round steel tube 2 inch", "730630", "welded round stainless steel tube 2 inch", "730640", ""},
		{"the same in Spanish", CountryWorld, "tubo de acero soldado redondo 2 pulgadas", "730630", "tubo de acero inoxidable soldado redondo 2 pulgadas", "730640", ""},
		{"the same goods of another size", CountryWorld, "welded round steel tube 2 inch", "730630", "welded round steel tube 3 inch", "730630", ""},
		{"a coating that parts no tubes", CountryWorld, "welded round steel tube 2 inch", "730630", "welded round galvanised steel tube 2 inch", "730630", ""},
		{"the same in Spanish", CountryWorld, "tubo de acero soldado redondo 2 pulgadas", "730630", "tubo de acero galvanizado soldado redondo 2 pulgadas", "730630", ""},
		{"woven after knitted", CountryWorld, "knitted cotton polo shirt", "610510", "woven cotton polo shirt", "620520", ""},
		{"woven where nothing was said", CountryWorld, "men's cotton polo shirt", "610510", "men's woven cotton polo shirt", "620520", ""},
		{"woven after knitted in Spanish", CountryWorld, "polo tejido de punto de algodón", "610510", "polo tejido plano de algodón", "", "610510"},
		{"knitted after woven", CountryWorld, "men's woven cotton shirt", "620520", "men's knitted cotton shirt", "610510", ""},
		{"knitted after woven in Spanish", CountryWorld, "camisa de algodón de tejido plano para hombre", "620520", "camisa de algodón de punto para hombre", "610510", ""},
		{"cold after hot rolling", CountryWorld, "hot-rolled steel coil, 3 mm", "720838", "cold-rolled steel coil, 3 mm", "", "720838"},
		{"roasted after unroasted", CountryWorld, "unroasted coffee beans from Colombia", "090111", "roasted coffee beans from Colombia", "", "090111"},
		{"another wearer", CountryUSA, "men's black cotton T-shirt, short sleeves", "6109100014", "women's black cotton T-shirt, short sleeves", "", "6109100014"},
		{"other goods of the same words", CountryWorld, "plastic garden gnome", "940591", "plastic garden hose", "", "940591"},
		{"a number beyond the limit of the line", CountryMexico, "Tequila 100% agave in bottles of 750 ml", "2208900301", "Tequila 100% agave in drums of 200 litres", "", "2208900301"},
		{"another drink", CountryMexico, "Tequila blanco 100% agave en botella de 750 ml", "2208900391", "Mezcal blanco 100% agave en botella de 750 ml", "", "2208900391"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			row := Precedent{Description: tc.goods, HS: tc.code, Country: string(tc.country), Decided: true}
			if tc.not != "" && strings.HasPrefix(tc.not, tc.want) && tc.want != "" { // decided in another country
				row.Country = string(CountryMexico)
			}
			got, r := decidedFor(t, tc.country, tc.asked, row)
			if tc.want != "" && !strings.HasPrefix(got, tc.want) || tc.not != "" && got == tc.not {
				before, _ := decidedFor(t, tc.country, tc.asked)
				t.Errorf("%q: got %s (undecided %s), want %q and not %q: %+v", tc.asked, got, before, tc.want, tc.not, r.Suggestions[0].Reason)
			}
		})
	}
}

func TestTheLatestDecisionOnTheSameGoodsCounts(t *testing.T) {
	t.Parallel()
	const goods = "Men's knitted cotton T-shirt, white"
	decide := func(code string) Precedent {
		return Precedent{Description: goods, HS: code, Country: "MEX", Decided: true}
	}
	imported := Precedent{Description: goods, HS: "6109100301"}
	for name, tc := range map[string]struct {
		rows []Precedent
		want string
	}{
		"last digits":                         {[]Precedent{decide("6109100301"), decide("6109100399")}, "6109100399"},
		"and the other way round":             {[]Precedent{decide("6109100399"), decide("6109100301")}, "6109100301"},
		"another heading":                     {[]Precedent{decide("6109100399"), decide("63090001")}, "6309000100"},
		"a decision before what was imported": {[]Precedent{decide("6109100399"), imported}, "6109100399"},
		"over many of another code": {append(slices.Repeat([]Precedent{{Description: "Men's cotton T-shirt", HS: "6109100301", Country: "MEX", Decided: true}}, 50),
			decide("6109100399")), "6109100399"},
	} {
		if got, r := decidedFor(t, CountryMexico, goods, tc.rows...); got != tc.want || r.Suggestions[0].Confidence < 0.9 || len(r.Questions) > 0 {
			t.Errorf("%s: got %s at %v with %q, want %s", name, got, r.Suggestions[0].Confidence, r.Questions, tc.want)
		}
	}
}

func TestAnImportedCodeCountsToItsLastDigitInItsOnlyCountry(t *testing.T) {
	t.Parallel()
	const goods = "whole milk powder 26 % fat in 25 kg bags"
	for name, tc := range map[string]struct {
		country    Country
		code, want string
	}{
		"of one country":                {CountryArgentina, "04022120", "04022120"},
		"not where it does not stand":   {CountryMexico, "04022120", "0402210100"},
		"nor where two tariffs hold it": {CountryMexico, "04022199", "0402210100"},
		"of a line of a country beside": {CountryUSA, "04022120", "04022150"},
	} {
		if got, _ := decidedFor(t, tc.country, goods, Precedent{Description: goods, HS: tc.code}); !strings.HasPrefix(got, tc.want) {
			t.Errorf("%s: got %s, want %s", name, got, tc.want)
		}
	}
	const shirt = "Men's knitted cotton T-shirt, white"
	if got, _ := decidedFor(t, CountryMexico, shirt, Precedent{Description: shirt, HS: "6109100399"}); got != "6109100399" {
		t.Errorf("a NICO of its only country: %s", got)
	}
}

func TestAnAnswerGoesBeforeADecisionOnSimilarWords(t *testing.T) {
	t.Parallel()
	e := nationalEngine(t)
	p := e.NewPrecedents([]Precedent{{Description: "tequila", HS: "2208900391", Country: "MEX", Decided: true}})
	ask := func(turns ...Turn) Suggestion {
		r, err := e.Classify(context.Background(), Request{Description: "tequila", Country: CountryMexico, Precedents: p, Dialogue: turns})
		if err != nil {
			t.Fatal(err)
		}
		return r.Suggestions[0]
	}
	if got := ask().Statistical.Code; got != "2208900391" {
		t.Fatal(got)
	}
	leads := Turn{Question: &Question{ID: "line:220890:2", Text: "Which?", Kind: QuestionChoice, Choices: []Choice{
		{Value: "2208900301", Label: "in containers of 5 litres or less", LeadsTo: []string{"2208900301"}}, {Value: "2208900391", Label: "other", LeadsTo: []string{"2208900391"}},
	}}, Answer: "2208900301"}
	if got := ask(leads).Statistical.Code; got != "2208900301" {
		t.Errorf("answered, and still %s", got)
	}
}

func TestADecisionIsToldInTheLanguageOfTheAnswer(t *testing.T) {
	t.Parallel()
	e := nationalEngine(t)
	p := e.NewPrecedents([]Precedent{{Description: "Playera de algodón de punto para hombre, blanca", HS: "6109100399", Country: "MEX", Decided: true}})
	for _, tc := range []struct {
		asked, said string
		language    tariff.Language
	}{
		{"Playera de algodón de punto para hombre, blanca", "Su organización decidió 6109100399 para esta misma mercancía.", tariff.LanguageSpanish},
		{"Playera de algodón de punto para hombre, talla M", "Su organización decidió 6109100399 para mercancía semejante: «Playera de algodón de punto para hombre, blanca».", tariff.LanguageSpanish},
		{"Playera de algodón de punto para hombre, blanca", "Your organisation decided 6109100399 for these very goods.", tariff.LanguageEnglish},
	} {
		r, err := e.Classify(context.Background(), Request{Description: tc.asked, Country: CountryMexico, Precedents: p, Language: tc.language})
		if err != nil {
			t.Fatal(err)
		}
		s := r.Suggestions[0]
		told := slices.ContainsFunc(s.Evidence, func(x Evidence) bool { return x.Kind == EvidencePrecedent && strings.HasPrefix(x.Text, tc.said) })
		if !told || !strings.Contains(s.Reason, tc.said) {
			t.Errorf("%s: %s %+v", tc.asked, s.Reason, s.Evidence)
		}
	}
}

// TestADecisionOnGoodsOfAnotherMaterialDecidesNothing holds that it does not stand against a stated material.
func TestADecisionOnGoodsOfAnotherMaterialDecidesNothing(t *testing.T) {
	t.Parallel()
	p := embeddedEngine(t).NewPrecedents([]Precedent{
		{Description: "stainless steel hexagon head bolt M5", HS: "731815", Decided: true},
		{Description: "tornillo de latón cabeza hexagonal M8", HS: "741533", Decided: true},
	})
	for description, want := range map[string]string{
		"brass hexagon head bolt M5": "741533", "stainless steel hexagon head bolt M6": "731815", "tornillo de acero cabeza hexagonal M8": "731815",
	} {
		if got := withPrecedents(t, p, description); got.Subheading.Code != want {
			t.Errorf("%s: %s at %g, want %s", description, got.Subheading.Code, got.Confidence, want)
		}
	}
}
