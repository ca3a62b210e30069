package classify

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/dialogue"
)

func TestAComponentDoesNotNameTheGoods(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string][]string{
		"car with diesel engine": {"8703"}, "lancha con motor fuera de borda": {"8903"}, "knife with wooden handle": {"8211"}, "motorcycle with gasoline engine": {"8711"},
		"refrigerator with compressor": {"8418"}, "camión con motor diésel": {"8704"}, "telescope with tripod": {"9005"}, "reloj de pulsera con correa de cuero": {"9101", "9102"},
		"candle with glass holder": {"3406"}, "mirror with wooden frame": {"7009"}, "bicicleta con canasta": {"8712"}, "dress with belt": {"6104", "6204"},
		"olla con tapa de vidrio": {"7323", "7615"}, "water heater with thermostat": {"8419", "8516"}, "cordless drill with battery": {"8467"},
		// A name keeps the connective that stands in it.
		"chocolate con leche": {"1806"}, "café con leche soluble": {"2101"}, "jack-in-the-box": {"9503"},
	} {
		if code := firstCode(t, e, text); !slices.ContainsFunc(want, func(h string) bool { return strings.HasPrefix(code, h) }) {
			t.Errorf("%q: %s, want %v", text, code, want)
		}
	}
}

func TestWhatSaysNothingOfTheGoodsMovesNoCode(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for name, noisy := range map[string][]string{
		"bicycle": {
			"bicycle, packed in cardboard boxes on wooden pallets", "ITEM NO. AB-1234 bicycle QTY 500 PCS", "bicycle, color black, pack of 2", "100 units of bicycle",
			"bicycle - model XR-200, made in China", "bicycle (ref. 45821/B) in individual polybags", "bicycle, red, set of 3", "brand new high quality bicycle free shipping",
		},
		"llanta para automóvil": {
			"llanta para automóvil empacada en cajas de cartón sobre tarimas de madera", "ART. AB-1234 llanta para automóvil CANT. 500 PZAS", "llanta para automóvil, color negro",
			"llanta para automóvil marca Acme, origen Alemania", "llanta para automóvil No. de serie 0098123 en huacales de madera", "llanta para automóvil 50 bultos peso bruto 300 kg",
		},
		"hot-water bag": {"hot-water bag, red"}, "té verde": {"té verde, origen Japón"},
	} {
		want := firstCode(t, e, name)
		for _, text := range noisy {
			if code := firstCode(t, e, text); code != want {
				t.Errorf("%q: %s, want %s", text, code, want)
			}
		}
	}
}

func TestGoodsThatServeOthersAreNoneOfThem(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string][]string{
		"cell phone lanyard": {"6307", "5609", "3926"}, "mobile phone strap": {"6307", "5609", "3926"}, "picture frame hook": {"8302", "7317", "7326"}, "car bumper": {"8708"},
		"screw for pump": {"7318"}, "tornillo para bomba": {"7318"}, "nut for engine": {"7318"}, "gasket for engine": {"8484", "4016"}, "junta para motor": {"8484", "4016"},
		"glove for oven": {"6216"}, "rodamiento para bomba de agua": {"8482"}, "resorte para colchón": {"7320"}, "placemats, cork": {"4504"}, "phone case": {"3926", "4202"},
	} {
		if code := firstCode(t, e, text); !slices.ContainsFunc(want, func(h string) bool { return strings.HasPrefix(code, h) }) {
			t.Errorf("%q: %s, want %v", text, code, want)
		}
	}
	for _, text := range []string{"bicycle repair kit patches"} { // little is left where the goods served are taken away
		if r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast}); err != nil || r.Suggestions[0].Confidence >= 0.5 || len(r.Questions) == 0 {
			t.Errorf("%q: %.2f, questions %v, %v", text, r.Suggestions[0].Confidence, r.Questions, err)
		}
	}
}

func TestAStatedFactRulesOut(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string][]string{
		"ceramic shot glass": {"6911", "6912"}, "vaso de cerámica": {"6911", "6912"}, "silicone wine glass": {"3924"}, "plastic toothpicks": {"3924", "3926"}, "brass wood screws": {"7415"},
		"electric frying pan aluminium": {"8516"}, "sartén eléctrico de aluminio": {"8516"}, "electric kettle stainless steel": {"8516"}, "aluminium frying pan": {"7615"},
		"non-electric water heater": {"8419"}, "electric water heater": {"8516"}, "wood screws": {"7318"}, "glass wool insulation": {"7019"}, "neoprene wetsuit": {"6113", "6114"},
		"wooden spoon": {"4419"}, "leather shoes with rubber sole": {"6403"},
	} {
		if code := firstCode(t, e, text); !slices.ContainsFunc(want, func(h string) bool { return strings.HasPrefix(code, h) }) {
			t.Errorf("%q: %s, want %v", text, code, want)
		}
	}
	for _, text := range []string{"Non-electric espresso maker", "cafetera no eléctrica"} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || strings.HasPrefix(r.Suggestions[0].Subheading.Code, "8516") || r.Suggestions[0].Confidence >= 0.5 && len(r.Questions) == 0 {
			t.Errorf("%q: %s at %.2f, questions %v, %v", text, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, r.Questions, err)
		}
	}
}

func TestANameOfAWholeHeadingIsNoSurerThanWhatIsOpen(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, text := range []string{"zapatos", "camisas", "vino", "transformer", "wristwatch"} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || r.Suggestions[0].Confidence > openAmong {
			t.Errorf("%q: %s at %.2f, %v", text, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, err)
		}
	}
	// The name of the very subheading stays sure.
	for _, text := range []string{"microwave oven", "bicicleta", "destornillador"} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || r.Suggestions[0].Confidence < 0.8 {
			t.Errorf("%q: %s at %.2f, %v", text, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, err)
		}
	}
}

func TestNoAnswerBelowOneHalfIsWithoutAQuestion(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, text := range []string{
		"zapatos", "vaso", "plates", "oil", "muebles", "ring M8 zinc", "HOUSING ASSY 4471", "string shopping basket with plastic lid", "article of moulded plastic for the neck", "resin",
		"a decorative item of wood and metal to be hung on a wall", "TOP BOND 250G", "pescado", "xqzt", "gold sliver keychain making kit",
	} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || (len(r.Suggestions) == 0 || r.Suggestions[0].Confidence < confidence.BandLow) && len(r.Questions) == 0 {
			t.Errorf("%q: no question, %v", text, err)
		}
	}
	for text, first := range map[string]string{"zapatos": dialogue.IDMaterial, "vaso": dialogue.IDMaterial, "bottles": dialogue.IDHeading} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || len(r.Open) == 0 || r.Open[0].ID != first {
			t.Errorf("%q: asks %v first, want %s, %v", text, r.Open, first, err)
		}
	}
}

// What goods are coated with is a material in Spanish whether it stands behind "con" or "de".
func TestACoatingIsReadBehindCon(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string]string{
		"tela recubierta con poliuretano": "590320", "tela recubierta de poliuretano": "590320", "tela revestida con poliuretano": "590320", "tela laminada con PVC": "590310",
		"tela impregnada con PVC": "590310", "olla de aluminio recubierta con teflón": "761510",
	} {
		if code := firstCode(t, e, text); code != want {
			t.Errorf("%q: %s, want %s", text, code, want)
		}
	}
}

// A material before a name is put where Spanish has it.
func TestAMaterialMayStandBeforeItsNameInSpanish(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for first, behind := range map[string]string{"acero inoxidable lámina": "lámina de acero inoxidable", "madera mesa": "mesa de madera", "cobre cable": "cable de cobre"} {
		if got, want := firstCode(t, e, first), firstCode(t, e, behind); got != want {
			t.Errorf("%q: %s, want %s as of %q", first, got, want, behind)
		}
	}
	if code := firstCode(t, e, "papel aluminio"); !strings.HasPrefix(code, "7607") {
		t.Errorf("papel aluminio: %s", code)
	}
}
