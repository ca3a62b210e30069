package text

import (
	"regexp"
	"strconv"
	"strings"
)

// designations puts words beside what trade writes as a designation alone: rolling bearings by their series
// (ISO 15, ISO 355), voltages above the thousand volts at which switchgear changes its heading, engines and
// earthmovers by the makers' models.
func designations(tokens []Token) []Token {
	bearing := false
	for i := range tokens {
		bearing = bearing || bearingWords[tokens[i].Text]
	}
	out := make([]Token, 0, len(tokens)+4)
	named := ""
	for i, t := range tokens {
		if !HasDigit(t.Text) {
			out = append(out, t)
			continue
		}
		name := engineFuel[t.Text]
		context := name != ""
		switch {
		case context:
		case highVoltage(tokens, i):
			name, context = "high voltage", true
		case i+1 < len(tokens) && IsMeasure(tokens[i+1].Text) && !tokens[i+1].Number: // "1200 mm"
		case bearing || i+1 < len(tokens) && bearingSuffix.MatchString(tokens[i+1].Text) || bearingSuffix.MatchString(t.Text):
			name = bearingKind(t.Text, true)
		default:
			name = bearingKind(t.Text, false)
		}
		if name != "" && name != named {
			named = name
			for word := range strings.FieldsSeq(name) {
				out = append(out, Token{Text: word, context: context, Of: t.Text})
			}
		}
		for kind, model := range earthmovers {
			if model.MatchString(t.Text) {
				t.Text, t.Of, t.Number, t.context = kind, t.Text, false, true
			}
		}
		out = append(out, t)
	}
	return out
}

var (
	bearingWords  = Set("bearing bearings brg brgs rodamiento rodamientos balero baleros ruleman rulemanes rolinera rolineras")
	bearingSuffix = regexp.MustCompile(`^(?:\d{3,5})?(?:2rs1?|2rsr|2z|zz|ddu|llu|2nse|c3)$`)
)

// bearingSeries are the series of rolling bearings, the surest first. Those of bare digits mean a bearing only
// where one is spoken of; the letters of the others mean nothing else.
var bearingSeries = []struct {
	form *regexp.Regexp
	bare bool
	name string
}{
	{regexp.MustCompile(`^uc[pft]l?c?\d{3}$`), false, "pillow block bearing"},
	{regexp.MustCompile(`^(?:hk|bk|nki|rna)\d{3,6}$`), false, "needle roller bearing"},
	{regexp.MustCompile(`^(?:nu|nj|nup)\d{3,4}[a-z]*$`), false, "cylindrical roller bearing"},
	{regexp.MustCompile(`^(?:302|303|313|320|322|323|330|331|332)\d{2}[a-z]*$`), true, "tapered roller bearing"},
	{regexp.MustCompile(`^(?:lm|hm|jl)\d{4,6}$`), true, "tapered roller bearing"},
	{regexp.MustCompile(`^(?:213|222|223|230|231|232|239|240|241)\d{2}[a-z]*$`), true, "spherical roller bearing"},
	{regexp.MustCompile(`^(?:6[0234]\d{2}|6[0-4]\d|6[89]\d{2}|16\d{3}|7[0234]\d{2}|1[23]\d{2}|51[1-4]\d{2})(?:2rs1?|2rsr|2z|zz|ddu|llu|c3|[a-z])?$`), true, "ball bearing"},
}

// bearingKind is the kind of bearing that text designates, empty where it is none.
func bearingKind(text string, spoken bool) string {
	for i := range bearingSeries {
		if s := &bearingSeries[i]; (spoken || !s.bare) && s.form.MatchString(text) {
			return s.name
		}
	}
	return ""
}

var kilovolts = regexp.MustCompile(`^(\d{1,4}(?:\.\d{1,2})?)kv$`)

// highVoltage reports whether more than 1,000 volts stand at tokens[i]: "36kv", "132 kv".
func highVoltage(tokens []Token, i int) bool {
	text := ""
	if m := kilovolts.FindStringSubmatch(tokens[i].Text); m != nil {
		text = m[1]
	} else if tokens[i].Number && i+1 < len(tokens) && tokens[i+1].Text == "kv" {
		text = tokens[i].Text
	}
	kv, err := strconv.ParseFloat(text, 64)
	return err == nil && kv > 1
}

// earthmovers are the models of those traded most.
var earthmovers = map[string]*regexp.Regexp{
	"loader":    regexp.MustCompile(`^wa[1-9]\d{2}$`),
	"excavator": regexp.MustCompile(`^(?:pc(?:60|75|1[0-9]0|2[0-9]0|3[0-9]0|4[0-9]0|650|750|1250|2000)|zx?ax[1-8]\d0|zx[1-8]\d0|dx[1-5]\d{2}|ec[1-4][0-9]0)(?:lc)?[a-z]?$`),
}

// engineFuel is what engines burn, by the models whose spare parts are traded most.
var engineFuel = kinds(map[string]string{
	"diesel": "nt855 nta855 kta19 kta38 kta50 qsk19 qsk23 qsk45 qsk60 qsx15 isx15 6bt 6bta 4bt 4bta 6ct 6cta m11 n14 bf6m1013 bf4m1013 bf4m1011 bf6m2012 bf4m2012 bf6l913 f6l912 f4l912 bf6l914 v2203 v2403 v3300 v1505 d1105 d1703 d722 d902 4d95 6d95 s6d95 6d102 s6d102 s4d102 6d107 s6d125 6d125 6d140 6d170 4jb1 4ja1 4jg2 4jj1 4jh1 4hk1 6hk1 4he1 6he1 4bd1 6bd1 6bg1 6wg1 6sd1 4d31 4d33 4d34 4d56 4m40 4m41 4m50 6d14 6d15 6d16 6d22 6d24 8dc9 8dc11 fe6 fd6 ne6 nf6 pf6 rf8 rd8 rg8 td27 td42 zd30 yd25 qd32 h07c h07d ho7c ho6c j05c j05e j08c j08e ek100 ef750 1kz 1kd 2kd 1gd 2gd 1hz 1hd 3l 2lt om352 om355 om364 om366 om401 om402 om422 om442 om457 om460 om501 om541 om904 om906 om924 td226b wd615 wd618 wd10 wp10 wp12 d6114 s195 s1100 zs1115 r175 r180 zh1115 d7e d12d tad1641",
	"petrol": "cg125 cg150 cg200 gx120 gx160 gx200 gx270 gx390 gxv160 gp160 1nz 2nz 1zz 2zz 3zz 1zr 2zr 1az 2az 1tr 2tr 2rz 3rz 1uz 2uz 22r 22re 4afe 5afe 7afe 3sfe 5sfe 4g13 4g15 4g18 4g54 4g63 4g64 4g69 6g72 6g74 ga13 ga14 ga15 ga16 qg13 qg15 qg16 qg18 sr18 sr20 qr20 qr25 hr12 hr15 hr16 mr18 mr20 vq25 vq30 vq35 ka24 k20a k24a r18a b16a b18b d15b d16a g4ed g4ee g4fc g4kd g4ke g13b g16a m13a m16a ej20 ej25",
})
