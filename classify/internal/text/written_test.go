package text

import (
	"strings"
	"testing"
)

func told(tokens []Token) string {
	var out []string
	for _, t := range tokens {
		word := t.Text
		if t.Percent {
			word += "%"
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// TestCodesAndSizesAreSpelledOut holds the fibre codes, sizes and parts that name goods by themselves.
func TestCodesAndSizesAreSpelledOut(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
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
		if got := told(reader.spellOut(reader.JoinLetters(Tokenize(in, 40, nil)))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestDesignationsNameTheGoods of which nothing else speaks, and leave other numbers alone.
func TestDesignationsNameTheGoods(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
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
		if got := told(reader.designations(reader.JoinLetters(Tokenize(in, 40, nil)))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestAVehiclesMakerNamesWhatIsDriven and a model beside it names nothing else.
func TestAVehiclesMakerNamesWhatIsDriven(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
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
		if got := told(reader.vehicles(reader.JoinLetters(Tokenize(in, 40, nil)))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
