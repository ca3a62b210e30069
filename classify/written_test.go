package classify

import (
	"context"
	"strings"
	"testing"
)

// TestWrittenSizesDecide runs whole descriptions through the engine.
func TestWrittenSizesDecide(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string]string{
		"265/60 R18 114H":                       "401110",
		"315/80R22.5":                           "401120",
		"USED TYRES PASSENGER CAR":              "401220",
		"MENS SHIRT WOVEN 55% LINEN 45% COTTON": "620590",
		"PANTS WOMEN WOVEN MAIN FABRIC-69% COTTON,27% POLYESTER,4% ELASTANE": "620462",
		"POLO SHIRT MEN 65% PES 35% CO":                                      "610520",
		"DRESS WOMAN KNITTED 95% VISCOSE,5% ELASTANE":                        "610444",
		"nonwoven filament spunbond 15 gsm":                                  "560311",
		"nonwoven filament spunbond 80 g/m2":                                 "560313",
		"squirrel cage induction motor 400 kW":                               "850153",
		"DC gear motor 12V 10W":                                              "850110",
		"running shoes, textile uppers and rubber soles":                     "640411",
		"boots covering the ankle, rubber sole, uppers of leather":           "640391",
	} {
		r, err := e.Classify(context.Background(), Request{Description: text, Country: "WORLD", Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Suggestions[0].Subheading.Code; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestAJustificationNamesWhatAWordWasReadFrom where the description does not hold the word itself.
func TestAJustificationNamesWhatAWordWasReadFrom(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string]string{
		"BEARING 6309 C3":              "“6309” read as “ball bearing”",
		"POLO SHIRT MENS 65% PES KNIT": "“PES” read as “polyester”",
		"205/55R16 91V":                "“205” read as “car tyre”",
	} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || len(r.Suggestions) == 0 || !strings.Contains(r.Suggestions[0].Reason, want) {
			t.Errorf("%q: %v %+v", text, err, r.Suggestions[:min(1, len(r.Suggestions))])
		}
	}
}

// TestWhatIsWrittenByCodeIsFound though no other word of it says what the goods are.
func TestWhatIsWrittenByCodeIsFound(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string]string{
		"205/55R16 91V":                "401110",
		"315/80R22.5 20PR":             "401120",
		"6PK1230":                      "401031",
		"6PK2100":                      "401033",
		"BEARING 6309 C3":              "848210",
		"BALERO 30206":                 "848220",
		"BRG 22220 CC W33":             "848230",
		"UCP205":                       "848320",
		"CIRCUIT BREAKER VACUUM 36KV":  "853521",
		"PISTON RING SET 6BT":          "840999",
		"PISTON KIT CG125 STD":         "840991",
		"SIDE CUTTER LH PC200":         "843149",
		"MENS POLO SHIRT KNIT 100% CO": "610510",
		"TOYOTA HARRIER 2400CC 2009":   "870323",
		"VW TIGUAN 2.0 TDI":            "870332",
		"BRAKE DISC TOYOTA PRADO":      "870830",
		"KOMATSU WA380 BUCKET TOOTH":   "843149",
	} {
		r, err := e.Classify(t.Context(), Request{Description: text, Model: ModelFast})
		if err != nil || len(r.Suggestions) == 0 || r.Suggestions[0].Subheading.Code != want {
			t.Errorf("%q: not %s: %v", text, want, err)
		}
	}
}
