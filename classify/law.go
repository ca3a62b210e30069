package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/tariff"
)

// law applies the notes. It does not change.
type law struct {
	notes     []tariff.Note
	rules     []line.Rule
	byHeading [][]int32 // notes that govern a heading, by its number
}

func newLaw(e *Engine) *law {
	l := &law{notes: e.knowledge.Law().Notes, byHeading: make([][]int32, len(e.tree.Headings))}
	for n := range l.notes {
		l.rules = append(l.rules, e.lines.Rule(l.notes[n].When))
		for h, heading := range e.tree.Headings {
			if l.notes[n].Governs(heading.Code) || slices.ContainsFunc(l.notes[n].Within, func(p string) bool { return strings.HasPrefix(p, heading.Code) }) {
				l.byHeading[h] = append(l.byHeading[h], int32(n))
			}
		}
	}
	return l
}

// Bounds of what the notes are asked about.
const (
	maxGoverned = 8     // first candidates
	overruled   = 0.3   // is left of the probability of a candidate that a note sends elsewhere
	maxCited    = 2     // notes a decision names
	contender   = 0.003 // is the probability from which a candidate of elsewhere is one that a note has to keep out
)

// decide holds the notes that govern the first candidates against the description; where one sends the goods from one
// candidate to another it lowers what it overrules and is kept to be cited.
func (e *Engine) decide(f *finding) {
	if e.law == nil || len(f.candidates) == 0 || f.query.Known == 0 {
		return
	}
	var asked []int32
	for i := range f.candidates[:min(len(f.candidates), maxGoverned)] {
		for _, n := range e.law.byHeading[e.tree.HeadingOf[f.candidates[i].Sub]] {
			if !slices.Contains(asked, n) {
				asked = append(asked, n)
			}
		}
	}
	slices.Sort(asked)
	for _, n := range asked {
		if e.law.parts(&e.law.notes[n], f, e) && e.lines.Holds(e.law.rules[n], e.reading(f)) {
			f.notes = append(f.notes, &e.law.notes[n])
		}
	}
	if len(f.notes) == 0 {
		return
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		code := e.tree.Subs[c.Sub].Code
		for _, n := range f.notes {
			if n.Governs(code) && !n.Sends(code) {
				return overruled
			}
		}
		return 1
	})
	f.candidates = f.ranking.Candidates
}

// parts reports whether a note would choose between candidates.
func (l *law) parts(n *tariff.Note, f *finding, e *Engine) bool {
	from, to := false, false
	// A priority inside of one chapter is part of any reason.
	within := !slices.ContainsFunc(n.Within, func(p string) bool { return p[:2] != n.Goes[0][:2] })
	for i := range f.candidates {
		code := e.tree.Subs[f.candidates[i].Sub].Code
		switch {
		case n.Sends(code):
			to = true
		case n.Governs(code) && (within || f.candidates[i].P >= contender):
			from = true
		}
	}
	return from && to
}

// reading is the description made ready for conditions, once.
func (e *Engine) reading(f *finding) *line.Reading {
	if f.reading == nil {
		f.reading = e.lines.Read(f.facts(e.facets, f.settled.text+f.settled.aside))
	}
	return f.reading
}

// deciding are the notes that led to a code.
func (f *finding) deciding(code string) (out []*tariff.Note) {
	for _, n := range f.notes {
		if n.Sends(code) && len(out) < maxCited {
			out = append(out, n)
		}
	}
	return out
}
