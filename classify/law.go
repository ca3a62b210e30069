package classify

import (
	"slices"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/tariff"
)

// law applies the notes. It does not change.
type law struct {
	notes     []tariff.Note
	rules     []line.Rule
	stances   [][]stance // by note, then heading
	byHeading [][]int32  // notes that govern a heading, by its number
	counting  []int32    // notes that a number can meet
}

// stance is how a note stands to a heading.
type stance uint8

const (
	stanceNone     stance = iota
	stanceGoverned        // it takes goods away from here
	stanceSent            // it sends them here
)

func newLaw(e *Engine) *law {
	l := &law{notes: e.knowledge.Law().Notes, byHeading: make([][]int32, len(e.tree.Headings))}
	for n := range l.notes {
		note := &l.notes[n]
		stances := make([]stance, len(e.tree.Headings))
		for h, heading := range e.tree.Headings {
			if note.Governs(heading.Code) {
				l.byHeading[h] = append(l.byHeading[h], int32(n))
				stances[h] = stanceGoverned
			}
			if note.Sends(heading.Code) {
				stances[h] = stanceSent
			}
		}
		l.rules, l.stances = append(l.rules, e.lines.Rule(note.When)), append(l.stances, stances)
		if l.rules[n].Counts() {
			l.counting = append(l.counting, int32(n))
		}
	}
	return l
}

// Bounds of the notes that are examined.
const (
	maxGoverned = 8     // first candidates
	overruled   = 0.3   // is left of the probability of a candidate that a note sends elsewhere
	outnumbered = 0.01  // is left where a stated number says so, as of what a number rules out
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
	var counted []int32
	for i := range f.candidates[:min(len(f.candidates), maxGoverned)] {
		for _, n := range e.law.byHeading[e.tree.HeadingOf[f.candidates[i].Sub]] {
			if !slices.Contains(asked, n) {
				asked = append(asked, n)
			}
		}
	}
	slices.Sort(asked)
	for _, n := range asked {
		if !e.law.parts(n, f) {
			continue
		}
		if holds, byNumber := e.lines.Holds(e.law.rules[n], e.reading(f)); holds {
			f.notes = append(f.notes, n)
			if byNumber {
				counted = append(counted, n)
			}
		}
	}
	if len(f.notes) == 0 {
		return
	}
	stands := func(c *rank.Candidate, n int32, as stance) bool {
		return e.law.stances[n][e.tree.HeadingOf[c.Sub]] == as
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		for _, n := range f.notes {
			if !slices.Contains(counted, n) && stands(c, n, stanceGoverned) {
				return overruled
			}
		}
		return 1
	})
	for _, n := range counted {
		f.ranking.Send(func(c *rank.Candidate) bool { return stands(c, n, stanceGoverned) },
			func(c *rank.Candidate) bool { return stands(c, n, stanceSent) }, outnumbered)
	}
	f.candidates = f.ranking.Candidates
}

// calls are the subheadings of headings that a stated number sends goods to from one of the candidates, whatever else is
// said of them: no name leads to them.
func (l *law) calls(f *finding) (subs []int32) {
	if l == nil || len(f.measures) == 0 {
		return nil
	}
	e, headings := f.engine, map[int32]bool{}
	for i := range f.ranking.Candidates {
		headings[f.ranking.HeadingOf[f.ranking.Candidates[i].Sub]] = true
	}
	for _, n := range l.counting {
		if !slices.ContainsFunc(f.ranking.Candidates, func(c rank.Candidate) bool { return l.stances[n][f.ranking.HeadingOf[c.Sub]] == stanceGoverned }) {
			continue
		}
		if holds, byNumber := e.lines.Holds(l.rules[n], e.reading(f)); !holds || !byNumber {
			continue
		}
		for h, how := range l.stances[n] {
			if how == stanceSent && !headings[int32(h)] {
				for sub := f.ranking.FirstSub[h]; sub < f.ranking.FirstSub[h+1]; sub++ {
					subs = append(subs, sub)
				}
			}
		}
	}
	return subs
}

// parts reports whether a note would choose between candidates. A priority inside of one chapter is part of any reason;
// what a note keeps out from elsewhere has to be in the running.
func (l *law) parts(n int32, f *finding) bool {
	note := &l.notes[n]
	within := !slices.ContainsFunc(note.Within, func(p string) bool { return p[:2] != note.Goes[0][:2] })
	from, to := false, false
	for i := range f.candidates {
		switch l.stances[n][f.ranking.HeadingOf[f.candidates[i].Sub]] {
		case stanceSent:
			to = true
		case stanceGoverned:
			from = from || within || f.candidates[i].P >= contender
		case stanceNone:
		}
	}
	return from && to
}

// reading is the description made ready for conditions, once.
func (e *Engine) reading(f *finding) *line.Reading {
	if f.reading == nil {
		said := f.settled.Text + f.settled.Aside
		for _, r := range f.renderings { // lines name goods in the words of any country
			said += ". " + r.As
		}
		f.reading = e.lines.Read(f.facts(e.facets, said))
	}
	return f.reading
}

// notesOn are the notes that stand in some way to a subheading, at most maxCited. A note that keeps goods out of the chapter of a material
// decides nothing where nobody says that they are of it.
func (f *finding) notesOn(sub int32, how stance) (out []*tariff.Note) {
	for _, n := range f.notes {
		if f.engine.law.stances[n][f.ranking.HeadingOf[sub]] == how && len(out) < maxCited && mayBeOf(f, n) {
			note := &f.engine.law.notes[n]
			if !slices.ContainsFunc(out, func(cited *tariff.Note) bool { return cited.ID == note.ID }) {
				out = append(out, note)
			}
		}
	}
	return out
}

// mayBeOf reports whether one of the candidates that a note governs may be what the goods are by their material: its chapter is of none, or
// of one that is stated.
func mayBeOf(f *finding, n int32) bool {
	x, e := f.engine.facets, f.engine
	return slices.ContainsFunc(f.candidates, func(c rank.Candidate) bool {
		if e.law.stances[n][f.ranking.HeadingOf[c.Sub]] != stanceGoverned {
			return false
		}
		own, ok := x.Number[e.words.rules.chapters[e.tree.Subs[c.Sub].Code[:2]]]
		return !ok || x.Values[own].Facet != facet.Material || slices.ContainsFunc(f.readings.Central, func(s facet.Statement) bool {
			return x.Values[s.Value].Facet == facet.Material && s.Weight > facet.Stated && x.Overlap([]int32{s.Value}, []int32{own})
		})
	})
}
