package assist

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/want"
)

// Confidence in what a model says, before the surety of the print. These are bounds, not measurements.
const (
	trustAgreed    = 0.75 // how much of the engine's remaining doubt its agreement takes
	trustLabelled  = 0.85 // printed where a label of the field points
	trustAlone     = 0.75 // printed in one place only, or in its row
	trustSomewhere = 0.60 // printed in several places, none of them named
	trustUnlocated = 0.30 // printed nowhere: seen on a picture, or a choice
	trustChecked   = 0.85 // times it, where the engine reads something else
	trustSilent    = 0.80 // times the engine's, where the model says nothing
)

// join brings what a model said and what the engine found to one result.
type join struct {
	f       *result.Builder
	told    *told // of all parts
	wants   map[string]*want.Want
	own     map[string]*candidate.Match // the engine's matches, by its pointers
	reports int
	dropped int
}

func newJoin(f *result.Builder) *join {
	j := &join{f: f, told: &told{}, wants: map[string]*want.Want{}, own: f.Found}
	for _, w := range f.Wants {
		j.wants[schema.Pointer(w.Path)] = w
	}
	return j
}

// add takes the answer about a further part: values of one field stand beside each other, lists are
// joined in the order of the pages.
func (j *join) add(t *told) { j.told = merged(j.told, t) }

func merged(a, b *told) *told {
	if a == nil {
		return b
	}
	out := &told{said: slices.Concat(a.said, b.said), items: slices.Concat(a.items, b.items), fields: map[string]*told{}}
	for _, t := range []*told{a, b} {
		for name, field := range t.fields {
			out.fields[name] = merged(out.fields[name], field)
		}
	}
	return out
}

// run replaces the engine's result by the joined one.
func (j *join) run() {
	j.f.Found = map[string]*candidate.Match{}
	v := j.node(j.f.Schema.Root, j.f.Value, j.told, nil, nil)
	if v != nil {
		j.f.Value = v
	}
}

// maxReports bounds what is told of single values.
const maxReports = 50

func (j *join) report(path []string, format string, args ...any) {
	if j.reports++; j.reports <= maxReports {
		j.f.Errors = append(j.f.Errors, schema.Pointer(path)+": "+fmt.Sprintf(format, args...))
	}
}

// node joins at one node. from is the path under which the engine knows it, nil where it does not: the
// row of a list may have moved.
func (j *join) node(n *schema.Node, own any, t *told, path, from []string) any {
	switch n.Type {
	case schema.TypeObject:
		return j.object(n, own, t, path, from)
	case schema.TypeArray:
		return j.list(n, own, t, path, from)
	case schema.TypeString, schema.TypeNumber, schema.TypeInteger, schema.TypeBoolean:
	}
	if t == nil {
		t = &told{}
	}
	return j.leaf(own, t.said, path, from, nil)
}

func (j *join) object(n *schema.Node, own any, t *told, path, from []string) any {
	mine, _ := own.(map[string]any)
	if t == nil {
		t = &told{}
	}
	out, found := map[string]any{}, len(path) == 0
	for _, p := range n.Properties {
		v := j.node(p, mine[p.Name], t.fields[p.Name], append(slices.Clone(path), p.Name), append(slices.Clone(from), p.Name))
		found = set(out, p, v) || found
	}
	if !found {
		return nil
	}
	return out
}

// set writes a property as the schema wants what was not found; it reports whether it was.
func set(object map[string]any, p *schema.Node, v any) bool {
	list, isList := v.([]any)
	switch {
	case v != nil && !(isList && len(list) == 0):
		object[p.Name] = v
		return true
	case p.Required && p.Nullable:
		object[p.Name] = nil
	case p.Required && p.Type == schema.TypeArray:
		object[p.Name] = []any{}
	}
	return false
}

// leaf joins one value. near, which may be nil, is the row of a table it belongs to.
func (j *join) leaf(own any, said []statement, path, from []string, near *anchor) any {
	mine := j.own[schema.Pointer(from)]
	if mine == nil {
		own = nil
	}
	if at := slices.IndexFunc(said, func(s statement) bool { return own != nil && sameValue(own, s.value) }); at >= 0 {
		return j.agreed(own, mine, said[at], path)
	}
	best, at, m := j.best(said, path, near)
	switch {
	case best == nil:
		return j.alone(own, mine, path)
	case m.Unlocated && own != nil:
		j.report(path, "the configured model says %q, which no place on a page shows", short(best.value))
		return j.keep(own, mine, path, trustChecked)
	case m.Unlocated && !best.judged && !best.pictured:
		j.dropped++
		j.report(path, "the configured model gave a value that is not printed in the document: it was left out")
		return nil
	case m.Unlocated && !best.judged:
		j.report(path, "read by the configured model on a picture of the page; the recognised text does not print it")
	case m.Unlocated:
		j.report(path, "chosen by the configured model; no place on a page shows it")
	}
	switch {
	case own != nil && !within(own, best.value):
		m.Score *= trustChecked
		j.report(path, "the engine alone reads %q", short(own))
	case at != nil && at.score == spotNear:
		j.report(path, "read by the configured model on a picture of the page; the recognised text is %q", short(page.Join(at.words)))
	}
	j.f.Found[schema.Pointer(path)] = m
	return best.value
}

// agreed raises the confidence of a value that both read. Of a text read by OCR the model's spelling is
// taken: OCR loses accents and splits words.
func (j *join) agreed(own any, mine *candidate.Match, said statement, path []string) any {
	m := *mine
	m.Score = max(m.Score, min(1-(1-m.Score)*(1-trustAgreed), printTrust(m.Words)))
	j.f.Found[schema.Pointer(path)] = &m
	if j.f.Doc.Pages[m.Page].Source == page.SourceOCR && !said.judged {
		return said.value
	}
	return own
}

// alone keeps what only the engine found, unless it was hardly sure of it.
func (j *join) alone(own any, mine *candidate.Match, path []string) any {
	if own == nil || mine.Score*trustSilent < candidate.LeastScore {
		return nil
	}
	return j.keep(own, mine, path, trustSilent)
}

func (j *join) keep(own any, mine *candidate.Match, path []string, trust float64) any {
	kept := *mine
	kept.Score *= trust
	j.f.Found[schema.Pointer(path)] = &kept
	return own
}

// within reports whether one text holds the other: a longer reading of the same print.
func within(a, b any) bool {
	s, ok := a.(string)
	t, also := b.(string)
	if !ok || !also {
		return false
	}
	s, t = strings.ToLower(s), strings.ToLower(t)
	return strings.Contains(s, t) || strings.Contains(t, s)
}

const maxQuoted = 80 // characters

func short(v any) string {
	r := []rune(fmt.Sprint(v))
	return string(r[:min(len(r), maxQuoted)])
}

// best chooses among what was said of a leaf, and the place where it is printed: the one that a label
// of the field or its row names, else the first.
func (j *join) best(said []statement, path []string, near *anchor) (chosen *statement, at *spot, m *candidate.Match) {
	w := j.wants[schema.Pointer(path)]
	for i := range said {
		s := &said[i]
		for k := range s.spots {
			score := j.spotScore(w, s, &s.spots[k], near)
			if at == nil || score > m.Score {
				chosen, at = s, &s.spots[k]
				m = &candidate.Match{Value: readingOf(s.value, at.words), Page: at.page, Score: score}
			}
		}
		if m == nil {
			chosen, m = s, &candidate.Match{Value: readingOf(s.value, nil), Score: trustUnlocated, Unlocated: true}
		}
	}
	return chosen, at, m
}

func (j *join) spotScore(w *want.Want, s *statement, at *spot, near *anchor) float64 {
	score := trustSomewhere
	switch {
	case w != nil && j.labelled(w, at):
		score = trustLabelled
	case near != nil && near.holds(at), near == nil && len(s.spots) == 1:
		score = trustAlone
	}
	return score * at.score * printTrust(at.words)
}

// printTrust is how sure a value can be by the words that print it.
func printTrust(words []page.Word) float64 { return 0.6 + 0.4*page.Confidence(words) }

// leastNamed is how well a label must name a field for its value to count as labelled.
const leastNamed = 0.6

// labelled reports whether a spot lies in what a label of the field points to.
func (j *join) labelled(w *want.Want, at *spot) bool {
	d := j.f.Doc
	for _, l := range d.Labels {
		if l.Page != at.page || d.LabelScore(w, l) < leastNamed {
			continue
		}
		for _, c := range d.Candidates(l) {
			for _, line := range c.Lines {
				if slices.ContainsFunc(line, func(x page.Word) bool { return x.Box == at.words[0].Box }) {
					return true
				}
			}
		}
	}
	return false
}

// readingOf makes the reading that the checks of a result know.
func readingOf(v any, words []page.Word) reading.Value {
	_, numeric := v.(json.Number)
	return reading.Value{Text: fmt.Sprint(v), Words: words, Score: 1, Numeric: numeric}
}
