package classify

import (
	"slices"
	"strings"
	"testing"
)

func TestFoldBringsSpellingsTogether(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"ALGODÓN Peinado": "algodon peinado", "Straße": "strasse", "½ inch": " 1/2 inch", "ﬁlter": "filter", "10 µm": "10 um", "a\x00b": "a b", "3×4": "3x4", "ñandú": "nandu",
	} {
		if got := fold(in); got != want {
			t.Errorf("fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTokenizeKeepsWhatBelongsTogether(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"men's t-shirt":       "men tshirt",
		"x-ray tube, 0.5mm":   "xray tube 0.5mm",
		"1,500 w / 12v motor": "1,500 w 12v motor",
		"o-rings of l'oreal":  "orings of loreal",
	} {
		var got []string
		for _, x := range joinLetters(tokenize(in, 50, nil)) {
			got = append(got, x.text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %q", in, got, want)
		}
	}
	if n := len(tokenize(strings.Repeat("a ", 500), 20, nil)); n != 20 {
		t.Errorf("%d tokens, the limit is 20", n)
	}
}

func TestDescribeGivesWordsTheirRole(t *testing.T) {
	t.Parallel()
	roles := func(text string) map[string]role {
		out := map[string]role{}
		for _, m := range describe(text).mentions {
			out[m.text] = m.role
		}
		return out
	}
	got := roles("silicone case for tablet with stand")
	if got["case"] != roleName || got["tablet"] != rolePurpose || got["stand"] != roleWith {
		t.Errorf("roles %v", got)
	}
	got = roles("funda de silicona para tableta")
	if got["funda"] != roleName || got["tableta"] != rolePurpose || got["silicona"] != roleOf {
		t.Errorf("roles %v", got)
	}
	got = roles("Nice shirt. Attributes: Material: cotton; Item Type: shirts; Weight: heavy. Category: Apparel > Tops > Blouses")
	if got["cotton"] != roleMaterial || got["shirts"] != roleItemType || got["heavy"] != roleAttribute || got["blouses"] != roleCategory || got["apparel"] != roleAncestor {
		t.Errorf("roles %v", got)
	}
}

func TestLimitsAreReadFromValueIDs(t *testing.T) {
	t.Parallel()
	for id, c := range map[string]struct {
		in, out float64
		dim     string
	}{
		"up-to-10kg": {10, 11, "mass"}, "10-to-50kg": {20, 10, "mass"}, "over-50kg": {51, 50, "mass"}, "up-to-1000cc": {900, 1100, "displacement"}, "750w-to-75kw": {1600, 700, "power"}, "80mm-or-more": {0.08, 0.07, "length"}, "under-3mm": {0.002, 0.003, "length"},
	} {
		l := parseLimit(id)
		if !l.ok || !l.contains(quantity{value: c.in, dimension: c.dim}) || l.contains(quantity{value: c.out, dimension: c.dim}) {
			t.Errorf("%s: %+v", id, l)
		}
	}
	if parseLimit("cotton").ok || parseLimit("type-2").ok {
		t.Error("a word is no limit")
	}
}

func TestQuantitiesAreConverted(t *testing.T) {
	t.Parallel()
	d := describe("motor 1,5 kW 220 V weight 500 g, 1,500 cc")
	var got []float64
	for _, q := range quantities(&d) {
		got = append(got, q.value)
	}
	if !slices.Equal(got, []float64{1500, 220, 0.5, 1500}) {
		t.Errorf("quantities %v", got)
	}
}

func TestStemsFallTogether(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"knives", "knife"}, {"tyres", "tire"}, {"women", "woman"}, {"batteries", "battery"}, {"coated", "coating"}} {
		if a, b := stemEnglish(pair[0]), stemEnglish(pair[1]); a != b {
			t.Errorf("English %v: %s, %s", pair, a, b)
		}
	}
	for _, pair := range [][2]string{{"camisas", "camisa"}, {"lapices", "lapiz"}, {"electrico", "electricas"}, {"motores", "motor"}} {
		if a, b := stemSpanish(pair[0]), stemSpanish(pair[1]); a != b {
			t.Errorf("Spanish %v: %s, %s", pair, a, b)
		}
	}
}
