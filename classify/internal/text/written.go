package text

import (
	"regexp"
	"strconv"
	"strings"

	"tariffdesk/classify/internal/parse"
)

// spellOut puts words where a description writes by codes, sizes or order: "65 PES 35 CO" becomes
// polyester and cotton with their shares, "205/55 R16" a car tyre, "outer sole of leather" a leather sole.
func (r *Reader) spellOut(tokens []Token) []Token {
	r.unsignedShares(tokens)
	for i := range tokens {
		t := &tokens[i]
		if name := r.fibreCodes[t.Text]; name != "" && (i > 0 && tokens[i-1].Percent || i+1 < len(tokens) && tokens[i+1].Percent) {
			t.Text, t.Of = name, t.Text
		}
	}
	out := make([]Token, 0, len(tokens)+4)
	for i := 0; i < len(tokens); i++ {
		if sizes := r.writtenSize(tokens[i:]); sizes != nil {
			for _, word := range sizes {
				out = append(out, Token{Text: word, Number: word[0] <= '9', Of: tokens[i].Text, Role: tokens[i].Role})
			}
		}
		if size := r.engineSize(tokens, i); size != "" {
			out = append(out, Token{Text: size, Number: true, Of: tokens[i].Text, Role: tokens[i].Role})
		}
		if n := r.boundPart(tokens[i:]); n > 0 { // material first, as in "leather sole"
			for _, t := range tokens[i+2 : i+n] {
				t.Role = tokens[i].Role
				out = append(out, t)
			}
			out = append(out, Token{Text: tokens[i].Text, Role: tokens[i].Role})
			i += n - 1
			continue
		}
		if tokens[i].Text == "outer" && i+1 < len(tokens) && r.sidePart[tokens[i+1].Text] {
			continue
		}
		out = append(out, tokens[i])
		if tokens[i].Text == "linen" && r.flaxen(tokens, i) {
			out = append(out, Token{Text: "flax", Of: "linen", Role: tokens[i].Role})
		}
	}
	return out
}

// enginePattern is a cylinder capacity in litres.
var enginePattern = regexp.MustCompile(`^([1-9])\.(\d)(?:l|lt|t|d)?$`)

// engineSize writes the capacity out that stands beside a fuel, or in litres near one or near an engine: "1.8 petrol" and "engine 1.8 L" are of 1800 cubic
// centimetres.
func (r *Reader) engineSize(tokens []Token, i int) string {
	m := enginePattern.FindStringSubmatch(tokens[i].Text)
	if m == nil || !tokens[i].Number || i > 0 && tokens[i-1].Number && tokens[i].Hyphen {
		return ""
	}
	after := i + 1
	litres := strings.HasSuffix(tokens[i].Text, "l") || strings.HasSuffix(tokens[i].Text, "lt")
	if after < len(tokens) && r.litres[tokens[after].Text] {
		after, litres = after+1, true
	}
	if after < len(tokens) && r.fuels[tokens[after].Text] {
		return m[1] + m[2] + "00cc"
	}
	for at := max(0, i-engineReach); litres && at < min(len(tokens), after+engineReach); at++ {
		if r.fuels[tokens[at].Text] || r.engines[tokens[at].Text] {
			return m[1] + m[2] + "00cc"
		}
	}
	return ""
}

// engineReach is how many words may stand between a capacity and what tells that it is one.
const engineReach = 4

// flaxen reports whether the linen at tokens[i] is the fibre, not bed or table linen: a share stands beside
// it, it says what goods are of, or it goes before a noun.
func (r *Reader) flaxen(tokens []Token, i int) bool {
	before, after := Token{}, Token{Break: true}
	if i > 0 {
		before = tokens[i-1]
	}
	if i+1 < len(tokens) {
		after = tokens[i+1]
	}
	if tokens[i].Role == parse.Of && i > 0 { // "dress made of linen"
		return true
	}
	return before.Percent || after.Percent || !r.linenOf[before.Text] && !after.Break && !r.linenGoods[after.Text]
}

// unsignedShares marks numbers before fibres that add up to a hundred: "65 poly 35 cotton".
func (r *Reader) unsignedShares(tokens []Token) {
	sum, first := 0, -1
	for i := 0; i+1 < len(tokens); i++ {
		if tokens[i].Percent {
			return
		}
		n, err := strconv.Atoi(tokens[i].Text)
		if err != nil || n < 1 || n > 98 || !r.fibres[tokens[i+1].Text] {
			continue
		}
		if sum += n; first < 0 {
			first = i
		}
	}
	if sum != 100 {
		return
	}
	for i := first; i+1 < len(tokens); i++ {
		if n, err := strconv.Atoi(tokens[i].Text); err == nil && n < 99 && r.fibres[tokens[i+1].Text] {
			tokens[i].Percent = true
		}
	}
}

var (
	tyreWidth  = regexp.MustCompile(`^[1-4]\d{2}$`)
	tyreRatio  = regexp.MustCompile(`^[2-9]\d$`)
	tyreRim    = regexp.MustCompile(`^([2-9]\d)?z?r(1\d|2[0-6])(\.5)?(?:c|lt)?$`)
	truckTyre  = regexp.MustCompile(`^(?:[6-9]|1[0-6])(?:(?:\.\d{1,2})?r\d{2}\.5|\.\d{2}r(?:1[4-9]|2[0-5]))$`)
	cycleRim   = regexp.MustCompile(`^1\d$`)
	cycleTyre  = regexp.MustCompile(`^(?:1[2-9]|2[0-9])x\d\.\d{1,3}$`)
	ribbedBelt = regexp.MustCompile(`^\d{1,2}pk(\d{3,4})$`)
)

// writtenSize names the goods that a size at the start of tokens belongs to, nil where it is none of those
// that name goods by themselves.
func (r *Reader) writtenSize(tokens []Token) []string {
	t := tokens[0].Text
	if !tokens[0].Number {
		return nil
	}
	if m := ribbedBelt.FindStringSubmatch(t); m != nil {
		return []string{"vribbed", "belt", m[1] + "mm"}
	}
	if truckTyre.MatchString(t) {
		return []string{"truck", "tyre"}
	}
	if cycleTyre.MatchString(t) && len(tokens) > 1 && r.tyreWords[tokens[1].Text] {
		return []string{"bicycle", "tyre"}
	}
	if len(tokens) < 2 || !tyreWidth.MatchString(t) && !tyreRatio.MatchString(t) || !tokens[1].Number || !tokens[1].Hyphen {
		return nil
	}
	for _, n := range []int{2, 3} { // "55R16", "60 R18"
		m := tyreRim.FindStringSubmatch(strings.Join(texts(tokens[1:min(len(tokens), n)]), ""))
		switch {
		case m == nil || m[1] == "" || len(t) != 3:
		case m[3] != "":
			return []string{"truck", "tyre"}
		default:
			return []string{"car", "tyre"}
		}
	}
	if len(tokens) > 2 && tokens[2].Hyphen && cycleRim.MatchString(tokens[2].Text) && tyreRatio.MatchString(tokens[1].Text) && t < "2" {
		return []string{"motorcycle", "tyre"}
	}
	return nil
}

func texts(tokens []Token) []string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		out[i] = t.Text
	}
	return out
}

// boundPart returns how many tokens a part with its material takes, as in "sole of leather"; 0 where there is none.
func (r *Reader) boundPart(tokens []Token) int {
	if len(tokens) < 3 || !r.bindable[tokens[0].Text] || tokens[1].Text != "of" || tokens[1].Break {
		return 0
	}
	n := 2
	for n < len(tokens) && n < 4 && !tokens[n].Break && !tokens[n].Number && !r.joins[tokens[n].Text] {
		n++
	}
	if n == 2 {
		return 0
	}
	return n
}

// OfPart reports whether a mention is a part with its own material while the goods are named elsewhere.
func (r *Reader) OfPart(m *Mention) bool { return !m.Head && r.sidePart[m.Text] }
