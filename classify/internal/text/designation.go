package text

import (
	"regexp"
	"strconv"
	"strings"
)

// designations puts words beside what trade writes as a designation alone: rolling bearings by their series
// (ISO 15, ISO 355), voltages above the thousand volts at which switchgear changes its heading, engines and
// earthmovers by the makers' models.
func (r *Reader) designations(tokens []Token) []Token {
	bearing := false
	for i := range tokens {
		bearing = bearing || r.bearingWords[tokens[i].Text]
	}
	out := make([]Token, 0, len(tokens)+4)
	named := ""
	for i, t := range tokens {
		if !HasDigit(t.Text) {
			out = append(out, t)
			continue
		}
		name := r.engineFuel[t.Text]
		context := name != ""
		switch {
		case context:
		case highVoltage(tokens, i):
			name, context = "high voltage", true
		case i+1 < len(tokens) && r.IsMeasure(tokens[i+1].Text) && !tokens[i+1].Number: // "1200 mm"
		case bearing || i+1 < len(tokens) && bearingSuffix.MatchString(tokens[i+1].Text) || bearingSuffix.MatchString(t.Text):
			name = bearingKind(t.Text, true)
		default:
			name = bearingKind(t.Text, false)
		}
		if name != "" && name != named {
			named = name
			for word := range strings.FieldsSeq(name) {
				out = append(out, Token{Text: word, Context: context, Of: t.Text, Role: t.Role})
			}
		}
		for kind, model := range earthmovers {
			if model.MatchString(t.Text) {
				t.Text, t.Of, t.Number, t.Context = kind, t.Text, false, true
			}
		}
		out = append(out, t)
	}
	return out
}

var bearingSuffix = regexp.MustCompile(`^(?:\d{3,5})?(?:2rs1?|2rsr|2z|zz|ddu|llu|2nse|c3)$`)

// bearingSeries are the series of rolling bearings, the surest first. A series of bare digits means a bearing only
// where the text mentions one; the letters of the others mean nothing else.
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

// bearingKind returns the kind of bearing that text designates, empty where it designates none.
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
