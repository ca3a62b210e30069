package classify

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

// answerOf classifies words with the fast model for no country in particular.
func answerOf(t *testing.T, request Request) Result {
	t.Helper()
	request.Model = ModelFast
	r, err := embeddedEngine(t).Classify(t.Context(), request)
	if err != nil {
		t.Fatalf("%q: %v", request.Description, err)
	}
	return r
}

// A pack is classified with what fills it; of a case or basket with goods, and of a set of several, the answer asks which is meant.
func TestWhatHoldsOtherGoodsIsNotTakenForThem(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"jar of honey": "0409", "bag of flour": "1101", "bottle of vinegar": "2209", "can of tuna": "1604", "tube of toothpaste": "3306", "box of nails": "7317", "jar with olives": "",
		"frasco de miel": "0409", "saco de azúcar": "1701", "botella de vinagre": "2209", "frasco con mermelada": "2007",
		"box of cardboard": "4819", "bottle with cap": "", "basket with handle": "", "chess set with board": "9504", "backpack with pockets": "4202",
		"caja de cambios": "8708", "bolsa de papel": "4819",
	} {
		r := answerOf(t, Request{Description: words})
		if asksMeant(r) || !strings.HasPrefix(r.Suggestions[0].Subheading.Code, want) {
			t.Errorf("%q is %s at %.2f, asked %v, want %s", words, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, r.Open, want)
		}
	}
	for words, want := range map[string][]string{
		"case with drill and bits": {"drill and bits", "case"}, "estuche con taladro y brocas": {"taladro y brocas", "estuche"}, "basket with wine and cheese": {"wine and cheese", "basket"},
		"gift set with mug and candle": {"mug", "candle"}, "kit: mug, spoon and towel": {"mug", "spoon", "towel"}, "set de regalo con taza y jabón": {"taza", "jabón"},
		"pencil case with pencils": {"pencil case", "pencils"}, "caja con tornillos": {"tornillos", "caja"},
	} {
		r := answerOf(t, Request{Description: words})
		if !asksMeant(r) || r.Suggestions[0].Confidence >= 0.5 {
			t.Errorf("%q is %s at %.2f and asks %v", words, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, r.Open)
			continue
		}
		var labels []string
		for _, c := range r.Open[0].Choices {
			labels = append(labels, c.Label)
		}
		if !slices.Equal(labels, want) {
			t.Errorf("%q asks which of %q is meant, want %q", words, labels, want)
		}
		answered := answerOf(t, Request{Description: words, Dialogue: []Turn{{Question: &r.Open[0], Answer: labels[1]}}})
		if asksMeant(answered) {
			t.Errorf("%q: asked again after %q", words, labels[1])
		}
	}
}

func asksMeant(r Result) bool {
	return slices.ContainsFunc(r.Open, func(q Question) bool { return q.ID == "meant" })
}

// What goods have contradicts a title that says they are without it.
func TestGoodsWithAMotorAreNoneOfThoseWithout(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"road bike with electric motor": "871160", "folding bicycle with 350W motor": "8711", "bicicleta plegable con motor eléctrico": "871160", "wheelchair with battery motor": "871390",
		"silla de ruedas con motor": "871390", "bicicleta con motor de gasolina": "871110", "cable with connectors 220 V": "854442",
		"bicycle with bell": "8712", "bicicleta sin motor": "8712", "bicycle without motor": "8712", "wheelchair without motor": "871310", "motor of 2 kW": "8501", "spring for engine": "7320",
	} {
		if r := answerOf(t, Request{Description: words}); !strings.HasPrefix(r.Suggestions[0].Subheading.Code, want) {
			t.Errorf("%q is %s at %.2f, want %s", words, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, want)
		}
	}
}

// A gasoline vehicle is no diesel, a copper shot glass no glass, and silver before plastic a colour.
func TestWhatIsStatedOfGoodsRulesOthersOut(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"pickup 2000cc gasoline": "870431", "diesel pickup gross weight 3 t": "870421", "locomotora diésel eléctrica": "8602",
		"copper shot glass": "7418", "brass shot glass": "7418", "steel shot glass": "7323", "shot glass": "7013",
		"silver plastic spoon": "3924", "gold leather wallet": "4202", "silver glass vase": "7013", "copper plastic insulated wire": "8544",
		"hydraulic hose 3/8 in": "4009", "steel pipe 2 1/2 in": "7306", "pipe elbow 1/2 in": "7307",
		"petrol car with 1.2 litre engine": "870322", "coche diésel motor 1.4 litros": "870331", "car with 3.5 L petrol engine": "870324",
	} {
		if r := answerOf(t, Request{Description: words}); !strings.HasPrefix(r.Suggestions[0].Subheading.Code, want) {
			t.Errorf("%q is %s at %.2f, want %s", words, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, want)
		}
	}
}

// What an attachment says beside rows that repeat one product is of that product, and another material in it is asked about.
func TestAnAttachmentIsReadWholeAndHeldAgainstTheText(t *testing.T) {
	t.Parallel()
	rows := "PACKING LIST\nItem Description Qty\n1  Sweater  10 pcs\n2  Sweater  20 pcs\n3  Sweater  30 pcs\nMaterial: wool, knitted\n"
	if r := answerOf(t, Request{Description: rows, Attached: rows}); !strings.HasPrefix(r.Suggestions[0].Subheading.Code, "611011") {
		t.Errorf("sweaters of wool are %s", r.Suggestions[0].Subheading.Code)
	}
	for own, attached := range map[string]string{"wooden chair": "Chair of steel, with seat of leather", "silla de madera": "Silla de acero"} {
		request := Request{Description: own + ". " + attached, Attached: attached}
		r := answerOf(t, request)
		at := slices.IndexFunc(r.Open, func(q Question) bool { return q.ID == "material" })
		if at < 0 || r.Suggestions[0].Confidence >= 0.5 {
			t.Errorf("%q with %q is %s at %.2f and asks %v", own, attached, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, r.Open)
			continue
		}
		request.Dialogue = []Turn{{Question: &r.Open[at], Answer: "wood"}}
		if r = answerOf(t, request); slices.ContainsFunc(r.Open, func(q Question) bool { return q.ID == "material" }) {
			t.Errorf("%q: the material is asked for again", own)
		}
	}
	for _, words := range []string{"shirt of cotton, not of cotton", "camisa de algodón, no de algodón", "silla de madera, no de madera"} {
		if r := answerOf(t, Request{Description: words, Language: tariff.LanguageSpanish}); r.Suggestions[0].Confidence >= 0.5 || len(r.Open) == 0 {
			t.Errorf("%q is %s at %.2f and asks %v", words, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, r.Open)
		}
	}
	for _, words := range []string{"Bright Trading Ltd\n7 Dock Street, Bristol\nTel. +44 20 1234567\nInvoice No 12", "Comercial Sol S.A. de C.V.\nCalle 5 No 12\nTel 55 1234 5678\nFactura No 12"} {
		if r := answerOf(t, Request{Description: words}); len(r.Suggestions) > 0 {
			t.Errorf("%q is %s", words, r.Suggestions[0].Subheading.Code)
		}
	}
}

// Parts that nobody asked for are no answer without a question, and a heading of what is left is not the more specific.
func TestPartsAndResidualHeadingsClaimNoMoreThanTheyCan(t *testing.T) {
	t.Parallel()
	if r := answerOf(t, Request{Description: "pelton turbines"}); r.Suggestions[0].Confidence >= 0.5 || len(r.Open) == 0 {
		t.Errorf("pelton turbines are %s at %.2f and ask %v", r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, r.Open)
	}
	for _, words := range []string{"retro camera earphone case, soft silicone protective case", "steel pipe spools used in heat recovery steam generators"} {
		r := answerOf(t, Request{Description: words})
		if strings.Contains(r.Suggestions[0].Reason, "3(a)") && strings.HasSuffix(r.Suggestions[0].Heading.Code, "26") {
			t.Errorf("%q: %s", words, r.Suggestions[0].Reason)
		}
	}
}
