package quantity_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/readertest"
	"tariffdesk/classify/internal/text"
)

// shown writes what a text states: "mass 2..5, length 0.003 thickness".
func shown(list []quantity.Quantity) string {
	var out []string
	for _, q := range list {
		s := q.Class + " " + end(q.Low)
		if !q.Exact() {
			s += ".." + end(q.High)
		}
		if q.Measure != "" {
			s += " " + q.Measure
		}
		if q.Denied {
			s = "not " + s
		}
		out = append(out, strings.TrimSpace(s))
	}
	return strings.Join(out, ", ")
}

func end(v float64) string {
	if math.IsInf(v, 0) {
		return ""
	}
	return fmt.Sprintf("%.7g", v)
}

func TestQuantitiesAreReadInBothLanguages(t *testing.T) {
	t.Parallel()
	r := readertest.Quantities(t)
	for said, want := range map[string]string{
		// units and their conversion
		"refrigerator 18 cubic feet":            "volume 509.7032",
		"refrigerador de 18 pies cúbicos":       "volume 509.7032",
		"freezer 7 cu. ft.":                     "volume 198.2179",
		"shampoo 12 fl oz":                      "volume 0.3548824",
		"shampoo 12 fl. oz. bottle":             "volume 0.3548824",
		"champú de 8 onzas líquidas":            "volume 0.2365882",
		"bag of 8 oz":                           "mass 0.2267962",
		"motocicleta de 250 cc":                 "displacement 250",
		"motor 1600 cm³":                        "displacement 1600",
		"2 dozen eggs":                          "count 24",
		"3 docenas de vasos":                    "count 36",
		"media docena de huevos":                "count 6",
		"500 each":                              "count 500",
		"diesel with 15 ppm of sulphur":         "concentration 15",
		"gasolina de 87 octanos":                "octane 87",
		"gasoline octane 91":                    "octane 91",
		"aire acondicionado de 3000 frigorías":  "power 3489",
		"equipo de 4500 frigorías/hora":         "power 5233.5",
		"12000 BTU/h air conditioner":           "power 3516.853",
		"llanta 700C para bicicleta":            "diameter 0.7",
		"bicycle tyre 700 x 25C":                "diameter 0.7",
		"bicicleta rodada 26":                   "diameter 0.6604",
		"rin 17 de aluminio":                    "diameter 0.4318",
		"heat resistant to 400 °C":              "temperature 400",
		"25 hp motor":                           "power 18642.5",
		"motor de 2 caballos de fuerza":         "power 1491.4",
		"450 g/m² canvas":                       "grammage 450",
		"lona de 450 gramos por metro cuadrado": "grammage 450",
		"450 g / m2":                            "grammage 450",
		"yarn of 150 denier":                    "fineness 166.6667",
		"pump 10 m3/h":                          "flow 166.6667",
		"20 square metres":                      "area 20",
		"20 metros cuadrados de tela":           "area 20",
		"cable 600V 20A":                        "voltage 600, current 20",
		"5A fuse":                               "current 5",
		"65 °Brix":                              "brix 65",
		"USD 24/dozen":                          "value/doz 24",
		"$3 per lb":                             "value/lb 3",
		"valor de 5 dólares por par":            "value/pr 5",
		"MXN 500 cada uno":                      "money/mxn 500",
		"M8 bolt":                               "diameter 0.008",
		"M10x1.5 bolt":                          "diameter 0.01, 1.5",
		"rollo de 100 m2":                       "area 100",
		// numbers
		"pipe fitting 1 1/4 in":     "length 0.03175 diameter",
		"tubería de 1-1/2 pulgadas": "length 0.0381 diameter",
		"3/4 inch valve":            "length 0.01905",
		`2½" hose`:                  "length 0.0635",
		"medio litro de leche":      "volume 0.5",
		"half a litre of milk":      "volume 0.5",
		"un kilo de arroz":          "mass 1",
		"dos litros":                "volume 2",
		"2,5 kg":                    "mass 2.5",
		"1,500 kg":                  "mass 1500",
		"0,500 kg":                  "mass 0.5",
		"1.234.567 kg":              "mass 1234567",
		"1.234,5 kg":                "mass 1234.5",
		"1,234.5 kg":                "mass 1234.5",
		// ranges and bounds
		"motor 10-20 kW":            "power 10000..20000",
		"entre 5 y 10 kg":           "mass 5..10",
		"between 5 and 10 kg":       "mass 5..10",
		"de 5 a 10 kg":              "mass 5..10",
		"10 kg to 20 kg":            "mass 10..20",
		"5 kg and 10 kg":            "mass 5, mass 10",
		"up to 5 l":                 "volume ..5",
		"menos de 50 cc":            "displacement ..50",
		"hasta 14 pulgadas":         "length ..0.3556",
		"over 10 kg":                "mass 10..",
		"no más de 10 kg":           "mass ..10",
		"not exceeding 10 kg":       "mass ..10",
		"not less than 10 kg":       "mass 10..",
		"al menos 30 litros":        "volume 30..",
		"10 kg or more":             "mass 10..",
		"20 litros o menos":         "volume ..20",
		"10 kg max":                 "mass ..10",
		"capacidad máxima de 10 kg": "mass ..10",
		"más o menos 10 kg":         "mass 10",
		// corrections
		"25 hp, not 20":       "power 18642.5, not power 14914",
		"25 hp, no 20":        "power 18642.5, not power 14914",
		"not 20 hp but 25 hp": "not power 14914, power 18642.5",
		"10 kg en vez de 12":  "mass 10, not mass 12",
		"modelo no. 20":       "20",
		"no 20":               "20",
		// rows, and dimensions by kind
		"steel sheet 1.5 x 1220 x 2440 mm": "length 0.0015 thickness, length 1.22 width, length 2.44 length",
		"lámina de acero de 3 mm":          "length 0.003 thickness",
		"lámina de 4 x 8 pies":             "length 1.2192 width, length 2.4384 length",
		"tubo de acero 50 x 3 mm":          "length 0.05 diameter, length 0.003 wall",
		"varilla de 10 mm":                 "length 0.01 diameter",
		"pack of 6 x 50 g":                 "6, mass 0.05",
		"10mmx20mm tile":                   "length 0.01, length 0.02",
		"box 10x20x30 cm":                  "length 0.1, length 0.2, length 0.3",
		"110/220 V":                        "voltage 110, voltage 220",
		// what is no quantity of the unit it seems to have
		"5 in 1 tool":      "5, 1",
		"12 in box":        "12",
		"one in a million": "",
		"media de nylon":   "",
		"bearing 6204":     "6204",
		"part AB1234":      "",
		"":                 "",
	} {
		if got := shown(r.Read(text.Fold(said))); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestQuantitiesConvertOnlyBetweenClassesThatMeasureTheSame(t *testing.T) {
	t.Parallel()
	r := readertest.Quantities(t)
	for _, c := range []struct {
		said, class string
		want        float64 // 0 for none
	}{
		{"50 cc", "volume", 0.05},
		{"USD 24/dozen", "value/each", 2},
		{"USD 2 each", "value/doz", 24},
		{"$0.45359237 per lb", "value/kg", 1},
		{"5 ppm", "percent", 0.0005},
		{"2 kg", "mass", 2},
		{"2 kg", "length", 0},
		{"2 kVA", "power", 0},
		{"2 l", "displacement", 0},
	} {
		got, ok := r.As(r.Read(text.Fold(c.said))[0], c.class)
		if ok != (c.want > 0) || ok && math.Abs(got.Low-c.want) > 1e-9 {
			t.Errorf("%s as %s: %v %v, want %v", c.said, c.class, got.Low, ok, c.want)
		}
	}
}

func TestAnAnswerIsUsableWhereItStatesAValueOfTheUnit(t *testing.T) {
	t.Parallel()
	r := readertest.Quantities(t)
	for said, want := range map[string]map[string]bool{
		"kg":       {"5": true, "about 5": true, "5 g": true, "medio kilo": true, "5 cm": false, "heavy": false, "": false, "entre 5 y 10": true},
		"cm":       {"12 in": true, "3 litros": false, "1 1/4 in": true},
		"L":        {"50 cc": true, "2 pies cúbicos": true, "2 m": false},
		"USD/each": {"12": true, "USD 24/dozen": true, "12 kg": false},
		"":         {"6": true, "none said": false},
	} {
		for reply, usable := range want {
			if got := r.Usable(text.Fold(reply), text.Fold(said)); got != usable {
				t.Errorf("%q for a limit in %q: %v, want %v", reply, said, got, usable)
			}
		}
	}
}

func TestNumbersWithSeveralSeparatorsAreRead(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]float64{"1,000,000": 1e6, "1.000.000": 1e6, "0,125": 0.125, "12,50": 12.5, "1.500": 1.5, "12,500": 12500, "1.234,56": 1234.56} {
		if got, ok := quantity.Parse(s); !ok || got != want {
			t.Errorf("%s: %v %v, want %v", s, got, ok, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	r := readertest.Quantities(f)
	for _, s := range []string{"25 hp, not 20", "1 1/4 in", "entre 5 y 10 kg", "700x25c", "0/0 kg", "deg deg", "12,", "$", "medio", "rodada", strings.Repeat("9", 50), strings.Repeat("1x", 90)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := text.Fold(s)
		list := r.Read(folded)
		if len(list) > 40 {
			t.Fatalf("%d quantities", len(list))
		}
		for _, q := range list {
			if math.IsNaN(q.Low) || math.IsNaN(q.High) || q.Start < 0 || q.End > len(folded) || q.Start >= q.End || q.Low > q.High {
				t.Fatalf("%q: %+v", folded, q)
			}
		}
		if !slices.IsSortedFunc(list, func(a, b quantity.Quantity) int { return a.Start - b.Start }) {
			t.Fatalf("%q: out of order", folded)
		}
	})
}
