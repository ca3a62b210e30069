package tariff

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/text"
)

// wordingReader derives the conditions of a line from its published wording, where they can be read
// for certain: limits of one measure, materials, wearers and constructions said positively, new or
// used. What it is not certain of it leaves out; the wording itself is kept nowhere.
type wordingReader struct {
	conditions conditionReader
	values     map[string]*Value // by folded name, of the facets that are read
	cues       []cue
}

// cue is a word that tells which measure is meant.
type cue struct {
	words   string // folded
	measure *Measure
}

// readFacets are the facets whose values official wordings name as the vocabulary does.
var readFacets = []string{"material", "wearer", "construction"}

func newWordingReader(vocabulary *Vocabulary, measures *Measures) *wordingReader {
	r := &wordingReader{conditions: conditionReader{vocabulary: vocabulary, measures: measures}, values: map[string]*Value{}}
	for _, v := range vocabulary.Values() {
		if slices.Contains(readFacets, v.Facet) {
			for _, name := range []string{v.Name.English, v.Name.Spanish} {
				for part := range strings.SplitSeq(strings.ReplaceAll(text.Fold(name), " o ", " or "), " or ") {
					r.values[part] = v
				}
			}
		}
	}
	for _, m := range measures.All() {
		for _, words := range slices.Concat(m.English, m.Spanish) {
			r.cues = append(r.cues, cue{text.Fold(words), m})
		}
	}
	return r
}

// value finds the value that words name, in the plural or the possessive too: men's, plasticos.
func (r *wordingReader) value(words string) *Value {
	words = strings.TrimSuffix(strings.TrimSuffix(words, "'s"), "'")
	for _, ending := range []string{"", "s", "es"} {
		if v := r.values[strings.TrimSuffix(words, ending)]; v != nil {
			return v
		}
	}
	return nil
}

// firstArticles is the first chapter whose goods are made of materials: "of copper" below it tells a
// salt, not what a thing is made of.
const firstArticles = "39"

// read derives the conditions of a code from the wordings of its levels, "" where nothing is certain.
func (r *wordingReader) read(code string, levels []string) string {
	var conditions []string
	for _, level := range levels {
		for _, c := range r.level(level) {
			if code < firstArticles && strings.HasPrefix(c, "material=") {
				continue
			}
			if !slices.Contains(conditions, c) {
				conditions = append(conditions, c)
			}
		}
	}
	text := strings.Join(conditions, "; ")
	n := &Node{}
	if r.conditions.read(n, text) != nil || r.contradictory(n) {
		return ""
	}
	return text
}

// contradictory reports whether no number lies within the limits of some measure.
func (r *wordingReader) contradictory(n *Node) bool {
	byMeasure := map[string]*interval{}
	for _, c := range n.Conditions {
		if len(c) != 1 || c[0].Kind != TermMeasure {
			continue
		}
		limit := c[0].Limit
		i := byMeasure[limit.Measure]
		if i == nil {
			i = openInterval(nil)
			byMeasure[limit.Measure] = i
		}
		before := *i
		i.narrow(limit.Bound, r.conditions.measures.Number(limit))
		i.low, i.high = max(before.low, i.low), min(before.high, i.high)
		if i.low > i.high {
			return true
		}
	}
	return false
}

var (
	bracketed  = regexp.MustCompile(`\([^()]*\)`)
	exceptions = regexp.MustCompile(`\b(?:except|excepto|excluding|other than|unless|salvo|distint[oa]s?|whether|incluso|aun cuando|including|cuando|not of|not for|sin incluir)\b`)
	clauseEnds = regexp.MustCompile(`[;:,.]+(?:\s|$)`)
	choice     = regexp.MustCompile(`(?:^|\s)(?:or|o|u|either|and/or|y/o)(?:\s|$)`)
	served     = regexp.MustCompile(`\b(?:for|para|containing|contengan?|of a kind|del tipo|capable|capaces|designed|disenad[oa]s?)\b`)
	newWords   = regexp.MustCompile(`^(?:new|nuev[oa]s?)$`)
	usedWords  = regexp.MustCompile(`^(?:used|second-hand|usad[oa]s?)$`)
)

// maxWordingBytes is longer than the wording of any level.
const maxWordingBytes = 2000

// level derives from one level. What follows an exception is not read; alternatives decide nothing.
func (r *wordingReader) level(wording string) (conditions []string) {
	if len(wording) > maxWordingBytes {
		return nil
	}
	text := bracketed.ReplaceAllString(strings.NewReplacer("²", "2", "³", "3", "’", "'").Replace(text.Fold(wording)), " ")
	if at := exceptions.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	if whole := r.facet(strings.Trim(text, " .;:")); whole != "" {
		return []string{whole}
	}
	clauses := clauseEnds.Split(text, -1)
	for i := range clauses {
		clauses[i] = strings.TrimSpace(clauses[i])
		if at := choice.FindStringIndex(clauses[i]); at != nil && at[0] == 0 {
			return nil // "…, or of leather": it was an alternative all along
		}
	}
	listed := r.mentions(text)
	for _, c := range clauses {
		switch facet := r.facet(c); {
		case newWords.MatchString(c):
			conditions = append(conditions, string(TermNew))
		case usedWords.MatchString(c):
			conditions = append(conditions, string(TermUsed))
		case facet != "" && listed == r.mentions(c):
			conditions = append(conditions, facet)
		case facet == "":
			conditions = append(conditions, r.limits(c)...)
		}
	}
	return conditions
}

// mentions counts the words of a text that name a value.
func (r *wordingReader) mentions(text string) (n int) {
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(" ,;:./", c) }) {
		if r.value(word) != nil {
			n++
		}
	}
	return n
}

var (
	markers   = regexp.MustCompile(`^(?:(?:made |hech[oa]s? |elaborad[oa]s? )?(?:of|from|de)|elaborad[oa]s? con|for|para) `)
	joiners   = regexp.MustCompile(`\s*(?:,|\bor\b|\band\b|\bo\b|\bu\b|\by\b|\be\b|/)\s*`)
	bySupport = map[string]string{"for": "wearer", "para": "wearer"}
)

// facet reads a clause that says nothing but values of one facet: "of cotton or wool", "men's or boys'".
func (r *wordingReader) facet(clause string) string {
	if v := r.value(clause); v != nil {
		return v.Facet + "=" + v.ID
	}
	marker := strings.TrimSpace(markers.FindString(clause))
	var facet string
	var ids []string
	for part := range slices.Values(joiners.Split(strings.TrimPrefix(clause, marker), -1)) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		v := r.value(part)
		if v == nil || facet != "" && facet != v.Facet {
			return ""
		}
		facet, ids = v.Facet, append(ids, v.ID)
	}
	if wanted := bySupport[marker]; facet == "" || wanted != "" && wanted != facet {
		return ""
	}
	return facet + "=" + strings.Join(slices.Compact(ids), ",")
}

// parseNumber reads a number as published: commas part thousands, or decimals where not three follow.
func parseNumber(text string) (decimal.Decimal, error) {
	whole, rest, comma := strings.Cut(text, ",")
	if comma && len(rest) != 3 && !strings.ContainsAny(rest, ",.") || comma && whole == "0" {
		text = whole + "." + rest
	}
	return decimal.Parse(strings.ReplaceAll(text, ",", ""))
}
