package classify

import (
	"context"
	"strings"
	"testing"
)

func told(tokens []token) string {
	var out []string
	for _, t := range tokens {
		word := t.text
		if t.percent {
			word += "%"
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// TestCodesAndSizesAreSpelledOut holds the fibre codes, sizes and parts that name goods by themselves.
func TestCodesAndSizesAreSpelledOut(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"polo 65% pes 35% co":                  "polo 65% polyester 35% cotton",
		"polo 65 poly 35 cotton":               "polo 65% polyester 35% cotton",
		"10 cotton 20 polyester":               "10 cotton 20 polyester", // counts: they are no shares of a hundred
		"co 2 cartridge":                       "co 2 cartridge",
		"main fabric-69% cotton,27% polyester": "main fabric 69% cotton 27% polyester",
		"shirt 55% linen":                      "shirt 55% linen flax",
		"linen trousers":                       "linen flax trousers",
		"bed linen set":                        "bed linen set",
		"bed linen":                            "bed linen",
		"265/60 r18 114h":                      "car tyre 265 60 r18 114h",
		"205/55r16":                            "car tyre 205 55r16",
		"205/55r16 91v":                        "car tyre 205 55r16 91v",
		"315/80r22.5 20pr":                     "truck tyre 315 80r22.5 20pr",
		"315/80r22.5":                          "truck tyre 315 80r22.5",
		"11r22.5-18pr":                         "truck tyre 11r22.5 18pr",
		"110/70-17":                            "motorcycle tyre 110 70 17",
		"26x1.95 tyre":                         "bicycle tyre 26x1.95 tyre",
		"6pk2100":                              "vribbed belt 2100mm 6pk2100",
		"outer sole of leather":                "leather sole",
		"upper of synthetic leather and sole of x": "synthetic leather upper and x sole",
		"wood screw 100/50 box":                    "wood screw 100 50 box",
		"12/24 v":                                  "12 24 v",
	} {
		if got := told(spellOut(joinLetters(tokenize(in, 40, nil)))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestDesignationsNameTheGoods of which nothing else speaks, and leave other numbers alone.
func TestDesignationsNameTheGoods(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"bearing 6309 c3":                   "bearing ball bearing 6309 c3",
		"6204-2rs":                          "ball bearing 6204 2rs",
		"rodamiento 30206":                  "rodamiento tapered roller bearing 30206",
		"brg sph 23026":                     "brg sph spherical roller bearing 23026",
		"nj2309 and nj2310":                 "cylindrical roller bearing nj2309 and nj2310",
		"hk1612":                            "needle roller bearing hk1612",
		"ucp205":                            "pillow block bearing ucp205",
		"fuse 33kv":                         "fuse high voltage 33kv",
		"disconnector 132 kv":               "disconnector high voltage 132 kv",
		"cable 0.6/1kv":                     "cable 0.6 1kv",
		"transformer 33kva":                 "transformer 33kva",
		"oil pan 6bt":                       "oil pan diesel 6bt",
		"piston kit cg125":                  "piston kit petrol cg125",
		"side cutter pc200-8":               "side cutter excavator 8",
		"sku 6204":                          "sku 6204",
		"ball bearing drawer slide 1200 mm": "ball bearing drawer slide 1200 mm",
		"hs code 6204 620442":               "hs code 6204 620442",
	} {
		if got := told(designations(joinLetters(tokenize(in, 40, nil)))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestAVehiclesMakerNamesWhatIsDriven and a model beside it names nothing else.
func TestAVehiclesMakerNamesWhatIsDriven(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"kia bongo gear cable":         "car gear cable",
		"hyundai santa fe door":        "car door",
		"santa hat":                    "santa hat",
		"bongo drums":                  "bongo drums",
		"honda generator":              "honda generator",
		"honda crv door":               "car door",
		"volvo xc90 2.4 d5":            "car 2.4 d5",
		"make: nissan d/cab p/up 2008": "make car pickup pickup 2008",
		"howo truck piston":            "truck truck piston",
	} {
		if got := told(vehicles(joinLetters(tokenize(in, 40, nil)))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

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
		"BEARING 6309 C3":              "ball (6309)",
		"POLO SHIRT MENS 65% PES KNIT": "polyester (PES)",
		"205/55R16 91V":                "tyre (205)",
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
