package classify

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

// TestAReasonSaysWhatIsPresumedAndNothingUntrue of the goods, and why the runner-up fails.
func TestAReasonSaysWhatIsPresumedAndNothingUntrue(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		text          string
		language      tariff.Language
		says, saysNot string
	}{
		{"kidney dish", tariff.LanguageEnglish, "It presupposes what the description leaves open (material: iron or steel)", ""},
		{"electric tower fan", tariff.LanguageEnglish, "motor: up to 125 W", "motor: ceiling"},
		{"bulldozer", tariff.LanguageEnglish, "It presupposes what the description leaves open (special feature: track-laying)", ""},
		{"steel hex head bolt", tariff.LanguageEnglish, "what is stated (“steel hex head bolt”) is what 731815 covers", "covers another"},
		{"BEARING 6309 C3", tariff.LanguageEnglish, "“BEARING 6309 C3” (“6309” read as “ball bearing”)", "“BEARING”, "},
		{"wool, silk and linen t-shirt", tariff.LanguageEnglish, "", "silk or linen or flax"},
		{"The product is a plastic profile for windows", tariff.LanguageEnglish, "“a plastic profile for windows”", "The product is"},
		{"red stripe 8l", tariff.LanguageEnglish, "does not settle the classification", "General interpretive"},
		{"bolsa para dormir al acampar", tariff.LanguageSpanish, "«bolsa para dormir»", "«bolsa dormir»"},
		{"candado de latón", tariff.LanguageSpanish, "lo declarado («candado de latón») es lo que comprende 830110", "comprende otro"},
		{"Blusa para dama tejido plano 60% lino 40% algodón", tariff.LanguageSpanish, "material: lino", "La subpartida supone lo que la descripción no precisa (material: fibra"},
		{"papel de lija", tariff.LanguageSpanish, "base: papel", "En contra"},
		{"Crema de leche 35% grasa UHT", tariff.LanguageSpanish, "040150", "que la descripción no"},
		{"motocicleta de 150 cc", tariff.LanguageSpanish, "150 cc", "(«cc»)"},
		{"rodamiento de bolas", tariff.LanguageSpanish, "lo declarado («rodamiento de bolas») es lo que comprende 848210", ""},
	} {
		r, err := e.Classify(t.Context(), Request{Description: c.text, Language: c.language, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		reason := r.Suggestions[0].Reason
		if !strings.Contains(reason, c.says) || c.saysNot != "" && strings.Contains(reason, c.saysNot) {
			t.Errorf("%q: %s", c.text, reason)
		}
	}
}

// TestAReasonIsBuiltOnTheNameOfTheGoodsAndItsFacts and on no stray word: a mark, a colour, the place in a shop, a word of a purpose.
func TestAReasonIsBuiltOnTheNameOfTheGoodsAndItsFacts(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		text          string
		language      tariff.Language
		says, saysNot string
	}{
		// The noun phrase of a listing, not its marks and numbers.
		{"SIXWGH Smart Home Wireless 433mhz Light Switch House Improvement Push Button Wall Switch Set. Attributes: Material: Plastic. Category: Home Improvement > Switches", tariff.LanguageEnglish, "“Push Button Wall Switch”", "SIXWGH"},
		{"Fashion Medical Soft Silicone Bracelet. Attributes: Material: Silicone; Item Type: BRACELETS. Category: Jewelry & Accessories > Bracelets", tariff.LanguageSpanish, "«Silicone Bracelet»", "Fashion"},
		{"QWZX Yellow Women Stiletto High Heels Slip On Pumps Party Shoes. Attributes: Item Type: Pumps; Department Name: Adult. Category: Shoes > Pumps", tariff.LanguageEnglish, "“Stiletto High Heels”", "“Slip”"},
		// A colour is no material, the place in a shop no fact, the purpose no packing.
		{"18K Gold Color Brass Flower Pendants. Attributes: Color: 18K Gold Color; Material: Brass; Item Type: PENDANTS. Category: Jewelry & Accessories > Pendants", tariff.LanguageEnglish, "", "gold ("},
		{"Mouse Skate Mouse Feet. Attributes: Material: PTFE. Category: Computer & Office > Computer Peripherals > Mice & Keyboards", tariff.LanguageSpanish, "", "lo declarado («Computer»)"},
		{"a cast iron decorative doorstop", tariff.LanguageSpanish, "material: fundición", "acabado"},
		{"WAR FIELD Reenactment WOOL UNIFORM. Attributes: Material: Cotton; Gender: Men. Category: Work Wear & Uniforms > Military", tariff.LanguageEnglish, "", "wool is stated"},
		{"CLEANING BALLS SILVER SHINE COILS", tariff.LanguageSpanish, "", "plata"},
		{"detergent tablets for baby bottle washer machine", tariff.LanguageSpanish, "", "«bottle»"},
		{"perforated tubes for motorcycle mufflers", tariff.LanguageEnglish, "", "known as “motorcycle muffler”"},
		{"azúcar blanca", tariff.LanguageSpanish, "", "azucarado"},
		// Words with numbers of the maker lead to no goods.
		{"IBC-1 WAY TOTE AFMR19017A.61 AFMR19017A, ANTIFOAM", tariff.LanguageSpanish, "«ANTIFOAM»", "AFMR"},
		// What a title narrows and nobody said is presumed.
		{"television set", tariff.LanguageEnglish, "(screen: colour): say so if it is otherwise", ""},
		{"steel wire", tariff.LanguageEnglish, "not alloyed", ""},
		{"mirror", tariff.LanguageEnglish, "finish: framed", ""},
		{"framed mirror", tariff.LanguageEnglish, "", "finish"},
		{"espejo", tariff.LanguageSpanish, "acabado: con marco", ""},
		{"traje de baño", tariff.LanguageSpanish, "construcción: de punto", ""},
		{"guitarra", tariff.LanguageSpanish, "(acústico): indíquelo si no es así", ""},
		{"guitarra acústica", tariff.LanguageSpanish, "", "supone"},
		{"alloy steel wire", tariff.LanguageEnglish, "", "not alloyed"},
		{"baby ducks", tariff.LanguageEnglish, "state: live", ""},
		// What the words of a name leave open between subheadings is presumed, and so is what a heading demands of all its goods.
		{"natural gas", tariff.LanguageEnglish, "state: gaseous", ""},
		{"wooden spoon", tariff.LanguageEnglish, "other than tropical wood", "but wood"},
		{"frozen shrimp", tariff.LanguageEnglish, "other than cold water", "is what 030617 covers"},
		{"tulip bulbs", tariff.LanguageEnglish, "state: dormant", ""},
		{"garden hose", tariff.LanguageEnglish, "reinforced; material: plastic", ""},
		{"teléfono celular", tariff.LanguageSpanish, "smartphone): indíquelo", ""},
		{"torno cnc", tariff.LanguageSpanish, "(horizontal)", ""},
		{"Verapamil", tariff.LanguageEnglish, "in doses or put up for retail sale", ""},
		{"Verapamil 80 mg tablets", tariff.LanguageEnglish, "", "in doses"},
		{"rattle snake", tariff.LanguageEnglish, "(state: live)", ""},
		{"ball valve", tariff.LanguageEnglish, "", "presupposes"},
		{"nameko mushrooms in a jar", tariff.LanguageEnglish, "", "button"},
		// Two materials are told both, and no note of a material decides that nobody states.
		{"men's woven shirt 50% cotton 50% polyester", tariff.LanguageEnglish, "cotton is stated too", "but polyester"},
		{"car bumper", tariff.LanguageEnglish, "", "Note 2 to chapter 39"},
		{"KTC Red Kidney Beans 400gx12", tariff.LanguageEnglish, "", "rule 3(a)"},
		{"dry:soon castor set", tariff.LanguageEnglish, "", "rule 3(b)"},
		// Numbers around the goods are not quoted, and what leads to a heading is told.
		{"THUNDERBOLT MONORAIL TROLLEY SUIT 150NB TUBE EXTENDED --- 3002590560", tariff.LanguageEnglish, "", "3002590560"},
		{"SHT ALUM 5052", tariff.LanguageEnglish, "“SHT ALUM 5052”", ""},
		{"BEARING 6309", tariff.LanguageEnglish, "(“6309” read as “ball bearing”)", ""},
		{"diving suit with pullers", tariff.LanguageEnglish, "of coated, rubberised, impregnated or laminated fabric", ""},
		{"HS code for ball valve", tariff.LanguageEnglish, "“ball valve”", "HS code"},
		{"Non-hydraulic vehicle lifting devices", tariff.LanguageEnglish, "Against it", "If the goods are these"},
		// What is stated as the terms have it is told, in either language.
		{"cinturón de cuero", tariff.LanguageSpanish, "De lo que exige su texto se declara esto (material: cuero)", ""},
		{"rubber boots", tariff.LanguageEnglish, "Of what its terms require, this is stated (material: rubber)", ""},
		// Likeness is no name, and covers nothing.
		{"ted baker rose & orchid body s", tariff.LanguageEnglish, "is taken for the likeness", "are covered"},
		{"zw collection contrast embroid", tariff.LanguageSpanish, "", "está comprendida"},
		{"a women's sweater made from a blend of cotton, nylon, and metallic yarn", tariff.LanguageEnglish, "Against it: as to material", "are covered"},
		{"Food machinery parts", tariff.LanguageEnglish, "does not settle the classification", "lead to this"},
		{"raw beef mixtures", tariff.LanguageSpanish, "", "En contra"},
		// A heading leaves to another what the goods are, not what stands beside them.
		{"string mop refill head", tariff.LanguageSpanish, "", "6307 deja"},
		{"reverse lights, motor vehicles", tariff.LanguageSpanish, "", "«faros»"},
	} {
		r, err := e.Classify(t.Context(), Request{Description: c.text, Language: c.language, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Suggestions) == 0 {
			t.Errorf("%q: no suggestion", c.text)
			continue
		}
		reason := r.Suggestions[0].Reason
		if !strings.Contains(reason, c.says) || c.saysNot != "" && strings.Contains(reason, c.saysNot) {
			t.Errorf("%q: %s", c.text, reason)
		}
	}
}

// Whether a garment is knitted or woven, which parts two chapters, is presumed aloud where at most its name says so.
func TestConstructionIsPresumedAloud(t *testing.T) {
	t.Parallel()
	knitted := map[tariff.Language]string{tariff.LanguageEnglish: "construction: knitted or crocheted", tariff.LanguageSpanish: "construcción: de punto"}
	woven := map[tariff.Language]string{tariff.LanguageEnglish: "construction: woven", tariff.LanguageSpanish: "construcción: de tejido plano"}
	for description, want := range map[string]map[tariff.Language]string{
		"men's cotton polo": knitted, "polo de algodón para hombre": knitted, "men's cotton polo shirt": knitted, "playera polo de algodón para hombre": knitted,
		"cotton gloves": knitted, "sudadera": knitted, "men's cotton shirt": woven, "camisa de algodón para hombre": woven, "bufanda de lana": woven,
		"men's knitted cotton polo shirt": nil, "playera polo de punto de algodón para hombre": nil, "men's woven cotton shirt": nil,
		"camisa de algodón de tejido plano para hombre": nil, "denim jeans": nil,
	} {
		for _, language := range []tariff.Language{tariff.LanguageEnglish, tariff.LanguageSpanish} {
			r, err := embeddedEngine(t).Classify(context.Background(), Request{Description: description, Country: CountryWorld, Model: ModelFast, Language: language})
			if err != nil {
				t.Fatal(err)
			}
			s := r.Suggestions[0]
			for _, presumed := range []string{knitted[language], woven[language]} {
				if got := slices.Contains(s.Presumed, presumed); got != (presumed == want[language]) || got && !strings.Contains(s.Reason, presumed) {
					t.Errorf("%s: presumes %q, reason %s", description, s.Presumed, s.Reason)
				}
			}
		}
	}
}

// What the description says is never told as unsaid: "relief valves" for hydraulics are of one code, and named by another.
func TestTheRunnerUpIsNotCalledUnsaidWhereItIsSaid(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	r, err := e.Classify(t.Context(), Request{Description: "hydraulic relief valves", Model: ModelPro})
	if err != nil {
		t.Fatal(err)
	}
	if reason := r.Suggestions[0].Reason; strings.Contains(reason, "does not say that the goods") || !strings.Contains(reason, "“relief” speaks for it too") {
		t.Error(reason)
	}
	r, err = e.Classify(t.Context(), Request{Description: "válvulas hidráulicas de alivio", Model: ModelPro, Language: "Spanish"})
	if err != nil {
		t.Fatal(err)
	}
	if reason := r.Suggestions[0].Reason; strings.Contains(reason, "no dice que la mercancía") {
		t.Error(reason)
	}
}
