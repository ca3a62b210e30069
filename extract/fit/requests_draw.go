package fit

import (
	_ "embed" // the rules by which requests are drawn
	"math/rand/v2"
	"regexp"
	"strings"

	"tariffdesk/extract/internal/describe"
)

//go:embed data/grammar.tsv
var requestGrammar string

// grammar draws requests by rules: capitals are replaced by one of their expansions, <pool:TAG> by a phrase of a pool.
type grammar struct {
	dice  *rand.Rand
	rules map[string][]string // by symbol
	pools map[string][]string // by name
}

var (
	poolOf   = regexp.MustCompile(`<(\w+):(\w+)>`)
	symbolOf = regexp.MustCompile(`\b[A-Z]{1,9}\d?\b`)
	tagOf    = regexp.MustCompile(`([\pL']+)/([FAGLXVQfagO]C?)\b`)
)

// mostDeep bounds how deep symbols stand in one another.
const mostDeep = 12

// draw draws requests in English and Spanish, some with the words of questions and the names of fields that people wrote.
func (t *tagging) draw(n int) []*request {
	dice := rand.New(rand.NewPCG(3, 4))
	grammars := map[string]*grammar{}
	for line := range strings.Lines(requestGrammar) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		g := grammars[f[0]]
		if g == nil {
			g = &grammar{dice: dice, rules: map[string][]string{}, pools: map[string][]string{}}
			grammars[f[0]] = g
		}
		if strings.ToLower(f[1]) != f[1] {
			g.rules[f[1]] = append(g.rules[f[1]], f[2])
			continue
		}
		for _, phrase := range strings.Split(f[2], ";") {
			g.pools[f[1]] = append(g.pools[f[1]], strings.TrimSpace(phrase))
		}
	}
	for line := range strings.Lines(typedNouns) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) > 2 && grammars[f[1]] != nil {
			for _, name := range strings.Split(f[2], ";") {
				grammars[f[1]].pools["noun"] = append(grammars[f[1]].pools["noun"], strings.TrimSpace(name))
			}
		}
	}
	for line := range strings.Lines(taggedRequests) {
		if r := t.read(strings.TrimSpace(line)); r != nil {
			pool(grammars, line, r)
		}
	}
	for _, g := range grammars {
		for _, noun := range g.pools["noun"] {
			if !strings.Contains(noun, " ") {
				g.pools["noun1"] = append(g.pools["noun1"], noun)
			}
		}
	}
	var all []*request
	for i := range n {
		if r := t.read(grammars[[]string{"en", "es"}[i%2]].request()); r != nil {
			all = append(all, r)
		}
	}
	return all
}

// pool adds the names of fields and the questions of a written request to the pools.
func pool(grammars map[string]*grammar, text string, r *request) {
	g := grammars["en"]
	if strings.ContainsAny(text, "ñáéíóú¿") || strings.Contains(text, " de ") {
		g = grammars["es"]
	}
	for i := 0; i < len(r.tags); i++ {
		begins := strings.TrimSuffix(nameOf(r, i), "C")
		if begins != "F" && begins != "Q" {
			continue
		}
		words := []string{r.sentence.Words[i]}
		for i+1 < len(r.tags) && strings.TrimSuffix(nameOf(r, i+1), "C") == strings.ToLower(begins) {
			i++
			words = append(words, r.sentence.Words[i])
		}
		name := map[string]string{"F": "noun", "Q": "question"}[begins]
		if phrase := strings.Join(words, " "); strings.Contains(phrase, "/") {
			continue
		}
		g.pools[name] = append(g.pools[name], strings.Join(words, " "))
	}
}

// request draws a request with the tags of its words.
func (g *grammar) request() string {
	text := g.expanded("S", 0)
	for _, and := range []string{"and", "y"} {
		before := [...]string{", " + and + " ", " " + and + " ", ", "}
		text = strings.ReplaceAll(text, ", "+strings.ToUpper(and)+" ", before[g.dice.IntN(len(before))])
	}
	if g.dice.IntN(2) == 0 {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

func (g *grammar) expanded(text string, deep int) string {
	if deep > mostDeep {
		return ""
	}
	text = symbolOf.ReplaceAllStringFunc(text, func(s string) string {
		if all := g.rules[s]; len(all) > 0 {
			return g.expanded(all[g.dice.IntN(len(all))], deep+1)
		}
		return s
	})
	text = poolOf.ReplaceAllStringFunc(text, func(s string) string {
		m := poolOf.FindStringSubmatch(s)
		words := strings.Fields(g.pools[m[1]][g.dice.IntN(len(g.pools[m[1]]))])
		for i := range words {
			switch {
			case m[2][0] == 'O':
			case i == 0:
				words[i] += "|" + m[2]
			default:
				words[i] += "|" + strings.ToLower(m[2][:1]) + m[2][1:]
			}
		}
		return strings.Join(words, " ")
	})
	return tagOf.ReplaceAllString(text, "$1|$2")
}

// nameOf is the name of the tag of a word.
func nameOf(r *request, i int) string { return describe.TagNames[r.tags[i]] }
