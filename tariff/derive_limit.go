package tariff

import (
	"regexp"
	"slices"
	"strings"
)

// boundWords are how the two languages say a bound; alternatives that begin with others stand first.
var boundWords = []struct {
	bound Bound
	words string
}{
	{BoundUpTo, `not exceeding|not over|not more than|not greater than|not above|no more than|up to|at most|inferior(?:es)? o igual(?:es)? a|igual(?:es)? o inferior(?:es)? a|menor(?:es)? o igual(?:es)? a|igual(?:es)? o menor(?:es)? a|no superior(?:es)? a|no mayor(?:es)? (?:a|de)|(?:que )?no exceda[n]?(?: de)?|sin exceder(?: de)?|hasta(?: de)?`},
	{BoundFrom, `not less than|no less than|not under|at least|superior(?:es)? o igual(?:es)? a|igual(?:es)? o superior(?:es)? a|mayor(?:es)? o igual(?:es)? a|igual(?:es)? o mayor(?:es)? a|no inferior(?:es)? a|no menor(?:es)? (?:a|de)|(?:de )?por lo menos|a partir de`},
	{BoundOver, `exceeding|over|more than|greater than|above|superior(?:es)? a|mayor(?:es)? (?:a|de|que)|mas de|(?:que )?exceda[n]?(?: de)?`},
	{BoundUnder, `less than|under|below|inferior(?:es)? a|menor(?:es)? (?:a|de|que)|menos de`},
}

const (
	numberForm = `(\$ ?)?(\d[\d.,]*\d|\d) ?`
	unitForm   = `([a-z"%µ°][a-z0-9"/µ°]*(?:/[a-z0-9]+)?)?`
)

var (
	limitWords  = limitPattern()
	afterWords  = regexp.MustCompile(`\b(?:of |de )?` + numberForm + unitForm + ` (or more|and over|o mas|o superior|or less|o menos|o inferior)\b`)
	ratioWords  = regexp.MustCompile(`^\s*(?:/|(?:per|por|al|a la)\b)`)
	valueEach   = regexp.MustCompile(`^\s*(each|per kg|/kg|kg|per doz|/doz|doz|per pr|/pr|per pair|per liter|/liter)?\s*$`)
	boundOfForm = map[string]Bound{"or more": BoundFrom, "and over": BoundFrom, "o mas": BoundFrom, "o superior": BoundFrom, "or less": BoundUpTo, "o menos": BoundUpTo, "o inferior": BoundUpTo}
	valuePer    = map[string]string{"each": "/each", "per kg": "/kg", "/kg": "/kg", "kg": "/kg", "per doz": "/doz", "/doz": "/doz", "doz": "/doz", "per pr": "/pr", "/pr": "/pr", "per pair": "/pr", "per liter": "/L", "/liter": "/L"}
)

func limitPattern() *regexp.Regexp {
	var groups []string
	for _, b := range boundWords {
		groups = append(groups, "("+b.words+")")
	}
	return regexp.MustCompile(`(?:^|\s)(?:` + strings.Join(groups, "|") + `) ` + numberForm + unitForm)
}

// statedLimit is a limit as a clause states it.
type statedLimit struct {
	bound         Bound
	number, unit  string
	dollars       bool
	before, after string // what stands around it in the clause
	rest          string // the clause without it
}

// limits reads the limits of a clause. One that is not understood leaves none of the clause.
func (r *wordingReader) limits(clause string) (conditions []string) {
	for {
		l, ok := stated(clause)
		if !ok {
			break
		}
		condition := r.limit(l)
		if condition == "" {
			return nil
		}
		conditions, clause = append([]string{condition}, conditions...), l.rest
	}
	if choice.MatchString(clause) || served.MatchString(clause) {
		return nil // the number may be of something else
	}
	return conditions
}

// stated finds the last limit of a clause, so that what is before it stays whole.
func stated(clause string) (l statedLimit, ok bool) {
	if all := limitWords.FindAllStringSubmatchIndex(clause, -1); all != nil {
		m := all[len(all)-1]
		for i, b := range boundWords {
			if m[2*(i+1)] >= 0 {
				l.bound = b.bound
			}
		}
		at := 2 * (len(boundWords) + 1)
		return l.fill(clause, m[0], m[1], m[at:])
	}
	if m := afterWords.FindStringSubmatchIndex(clause); m != nil {
		l.bound = boundOfForm[clause[m[8]:m[9]]]
		return l.fill(clause, m[0], m[1], m[2:])
	}
	return l, false
}

// fill takes the groups dollar, number and unit of a match from one end of the clause to another.
func (l statedLimit) fill(clause string, from, to int, groups []int) (statedLimit, bool) {
	text := func(i int) string {
		if groups[2*i] < 0 {
			return ""
		}
		return clause[groups[2*i]:groups[2*i+1]]
	}
	l.dollars, l.number, l.unit = text(0) != "", text(1), text(2)
	l.before, l.after = clause[:from], clause[to:]
	l.rest = strings.TrimSuffix(strings.TrimSpace(l.before), " but") + " " + l.after
	return l, true
}

// limit is the condition of a stated limit, "" where measure, number or unit is not certain.
func (r *wordingReader) limit(l statedLimit) string {
	number, err := parseNumber(strings.Trim(l.number, ".,"))
	if err != nil {
		return ""
	}
	limit := Limit{Bound: l.bound, Number: number.Trim(0)}
	if l.dollars {
		per := valueEach.FindStringSubmatch(l.unit + l.after)
		if per == nil || !strings.Contains(l.before, "valued") {
			return ""
		}
		limit.Measure, limit.Unit = "value", "USD"+valuePer[strings.TrimSpace(per[1])]
		return r.checked(limit)
	}
	unit, ok := r.conditions.measures.Unit(l.unit)
	if !ok || ratioWords.MatchString(l.after) {
		return ""
	}
	measure := r.measure(unit.Class, l)
	if measure == nil {
		return ""
	}
	limit.Measure, limit.Unit = measure.Name, l.unit
	return r.checked(limit)
}

func (r *wordingReader) checked(l Limit) string {
	if _, err := r.conditions.term(l.String()); err != nil {
		return ""
	}
	return l.String()
}

// manyOf are the classes of which only a word tells what is counted: contents, loads, sides.
var manyOf = []string{"mass", "volume", "length", "displacement"}

// packMeasure is the measure that a weight beside the name of a container limits: "in bags of a net weight".
const packMeasure = "pack"

// measure finds the only measure of a class of units whose cue word stands nearest before the limit,
// or behind it.
func (r *wordingReader) measure(class string, l statedLimit) *Measure {
	if m, said := r.nearest(class, l.before); said {
		if pack := r.conditions.measures.Of(packMeasure); m != nil && pack != nil && r.names(pack, l.before) && (m.Name == "weight" || strings.Contains(l.before, "holding")) {
			return pack
		}
		return m
	}
	if m, said := r.nearest(class, l.after); said {
		return m
	}
	var only *Measure
	for _, m := range r.conditions.measures.All() {
		switch {
		case m.Class != class || !m.Default:
		case only != nil || slices.Contains(manyOf, class):
			return nil
		default:
			only = m
		}
	}
	return only
}

// nearest is the measure of the last cue word in text; said is true where there is one, and the
// measure nil where it is a word of several.
func (r *wordingReader) nearest(class, text string) (measure *Measure, said bool) {
	best, length := -1, 0
	for _, c := range r.cues {
		if c.measure.Class != class && !kindred(class, c.measure.Class) {
			continue
		}
		end := lastWord(text, c.words)
		switch {
		case end < 0 || end < best || end == best && len(c.words) < length:
		case end == best && len(c.words) == length && measure != c.measure:
			measure = nil
		default:
			measure, best, length = c.measure, end, len(c.words)
		}
	}
	return measure, best >= 0
}

// names reports whether a cue word of a measure stands in text.
func (r *wordingReader) names(m *Measure, text string) bool {
	return slices.ContainsFunc(r.cues, func(c cue) bool { return c.measure == m && lastWord(text, c.words) >= 0 })
}

// lastWord is where the last whole-word occurrence of words ends in text, -1 where there is none.
func lastWord(text, words string) int {
	for end := len(text); ; {
		at := strings.LastIndex(text[:end], words)
		if at < 0 {
			return -1
		}
		after := at + len(words)
		if (at == 0 || !isLetter(text[at-1])) && (after == len(text) || !isLetter(text[after])) {
			return after
		}
		end = at + len(words) - 1
	}
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 0x80 }
