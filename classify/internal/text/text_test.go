package text

import (
	"strings"
	"testing"
)

func TestFoldBringsSpellingsTogether(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"ALGODÓN Peinado": "algodon peinado", "Straße": "strasse", "½ inch": " 1/2 inch", "ﬁlter": "filter", "10 µm": "10 um", "a\x00b": "a b", "3×4": "3x4", "ñandú": "nandu",
	} {
		if got := Fold(in); got != want {
			t.Errorf("fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTokenizeKeepsWhatBelongsTogether(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
	for in, want := range map[string]string{
		"men's t-shirt":       "men tshirt",
		"x-ray tube, 0.5mm":   "xray tube 0.5mm",
		"1,500 w / 12v motor": "1,500 w 12v motor",
		"o-rings of l'oreal":  "orings of loreal",
	} {
		var got []string
		for _, x := range reader.JoinLetters(Tokenize(in, 50, nil)) {
			got = append(got, x.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %q", in, got, want)
		}
	}
	if n := len(Tokenize(strings.Repeat("a ", 500), 20, nil)); n != 20 {
		t.Errorf("%d tokens, the limit is 20", n)
	}
}

func TestDescribeGivesWordsTheirRole(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
	roles := func(text string) map[string]Role {
		out := map[string]Role{}
		for _, m := range reader.Describe(text).Mentions {
			out[m.Text] = m.Role
		}
		return out
	}
	got := roles("silicone case for tablet with stand")
	if got["case"] != RoleName || got["tablet"] != RolePurpose || got["stand"] != RoleWith {
		t.Errorf("roles %v", got)
	}
	got = roles("funda de silicona para tableta")
	if got["funda"] != RoleName || got["tableta"] != RolePurpose || got["silicona"] != RoleOf {
		t.Errorf("roles %v", got)
	}
	got = roles("Nice shirt. Attributes: Material: cotton; Item Type: shirts; Weight: heavy. Category: Apparel > Tops > Blouses")
	if got["cotton"] != RoleMaterial || got["shirts"] != RoleItemType || got["heavy"] != RoleAttribute || got["blouses"] != RoleCategory || got["apparel"] != RoleAncestor {
		t.Errorf("roles %v", got)
	}
}

func TestStemsFallTogether(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
	for _, pair := range [][2]string{{"knives", "knife"}, {"tyres", "tire"}, {"women", "woman"}, {"batteries", "battery"}, {"coated", "coating"}} {
		if a, b := reader.stemEnglish(pair[0]), reader.stemEnglish(pair[1]); a != b {
			t.Errorf("English %v: %s, %s", pair, a, b)
		}
	}
	for _, pair := range [][2]string{{"camisas", "camisa"}, {"lapices", "lapiz"}, {"electrico", "electricas"}, {"motores", "motor"}} {
		if a, b := reader.stemSpanish(pair[0]), reader.stemSpanish(pair[1]); a != b {
			t.Errorf("Spanish %v: %s, %s", pair, a, b)
		}
	}
}
