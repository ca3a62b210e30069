package text

import "strings"

// unslash writes out what stands before a stroke: "w/o fittings", "s/hueso", "c/ruedas", "p/caballero".
func unslash(text string) string {
	if strings.IndexByte(text, '/') < 0 {
		return text
	}
	var b strings.Builder
	for field := range strings.FieldsSeq(text) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if after, ok := strings.CutPrefix(field, "w/o"); ok {
			field = "without " + strings.TrimPrefix(after, "/")
		} else if before, after, ok := strings.Cut(field, "/"); ok {
			if full := strokes[before]; strokeWords[field] != "" {
				field = strokeWords[field]
			} else if full != "" && (len(after) > 2 || after == "") {
				field = full + " " + after
			}
		}
		b.WriteString(field)
	}
	return b.String()
}

var strokes = map[string]string{"w": "with", "s": "sin", "c": "con", "p": "para"}

// strokeWords are short for two words of which none is a preposition.
var strokeWords = map[string]string{
	"s/steel": "stainless steel", "m/steel": "mild steel", "c/steel": "carbon steel", "c/shaft": "camshaft", "p/shaft": "propeller shaft", "p/pump": "power steering pump",
	"w/pump": "water pump", "w/shop": "workshop", "w/screen": "windscreen", "p/board": "particle board", "c/board": "chipboard", "p/wood": "plywood", "s/absorber": "shock absorber", "s/absorbers": "shock absorbers",
}

// abbreviations writes out the short forms of clerks. Where one ends with a full stop the phrase goes on.
func abbreviations(tokens []Token) []Token {
	dosed := false
	for i := range tokens {
		dosed = dosed || strings.HasSuffix(tokens[i].Text, "mg") || tokens[i].Text == "ml"
	}
	out := make([]Token, 0, len(tokens)+4)
	for i, t := range tokens {
		full := clerkWords[t.Text]
		switch {
		case full == "" && dosed:
			full = dosageWords[t.Text]
		case full == "" && i+1 < len(tokens) && wroughtOf[tokens[i+1].Text]:
			full = metalWords[t.Text]
		}
		if full == "" {
			out = append(out, t)
			continue
		}
		t.Of = t.Text
		for word := range strings.FieldsSeq(full) {
			t.Text = word
			out = append(out, t)
			t.Break, t.Comma, t.Hyphen = false, false, false
		}
		if i+1 < len(tokens) && !tokens[i+1].Comma {
			tokens[i+1].Break = false
		}
	}
	return out
}

var (
	clerkWords = map[string]string{
		"mc": "machine", "mcs": "machines", "mach": "machine", "machn": "machine", "maq": "maquina", "maqs": "maquinas", "eqpt": "equipment", "eqp": "equipment",
		"mcycle": "motorcycle", "mcycles": "motorcycles", "mbike": "motorcycle", "mbikes": "motorcycles",
		"frz": "frozen", "frzn": "frozen", "froz": "frozen", "cong": "congelado", "refrig": "refrigerated",
		"elec": "electric", "elect": "electric", "electr": "electric", "hyd": "hydraulic", "hydr": "hydraulic", "pneum": "pneumatic", "plast": "plastic",
		"poliprop": "polipropileno", "poliet": "polietileno", "galv": "galvanized", "alg": "algodon", "vet": "veterinary", "brg": "bearing", "brgs": "bearings",
		"termomag": "termomagnetico", "domest": "domestico", "surt": "surtido", "asstd": "assorted", "assrtd": "assorted", "spares": "parts",
	}
	dosageWords = map[string]string{"tab": "tablets", "tabs": "tablets", "cap": "capsules", "caps": "capsules", "inj": "injection", "syp": "syrup", "syr": "syrup", "susp": "suspension", "oint": "ointment"}
	metalWords  = map[string]string{"ms": "steel", "gi": "galvanized steel", "ss": "stainless steel", "ci": "cast iron"}
	wroughtOf   = Set("pipe pipes tube tubes tubing sheet sheets plate plates coil coils strip strips bar bars rod rods wire wires angle angles channel channels beam beams fitting fittings flange flanges elbow elbows nut nuts bolt bolts screw screws")
)
