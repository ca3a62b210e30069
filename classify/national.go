package classify

import (
	"fmt"
	"strings"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// NationalCandidate is a national line that the goods may belong to.
type NationalCandidate struct {
	Code     string `json:"code" doc:"Code of the national line, digits alone"`
	Name     string `json:"name" doc:"Title of the line"`
	Requires string `json:"requires" doc:"What goods have to be to fall under the line, from the subheading down"`
	Duty     string `json:"duty" doc:"Import duty as the schedule writes it; empty where it is not known"`
}

// Bounds of what an answer states about national lines.
const (
	maxLinesNamed = 3 // in a recommendation
	maxLinesAsked = 5 // choices of a question
)

// national fills the levels below six digits as far as the description decides. The advice states what would decide
// the rest.
func (w *writer) national(s *Suggestion, i int) []string {
	if w.request.Country == CountryWorld || w.e.schedule == nil {
		return nil
	}
	lines := w.e.schedule.Lines(w.request.Country, s.Subheading.Code)
	if len(lines) == 0 {
		return []string{w.Say("line_none")}
	}
	tree := w.e.schedule.Tree(w.request.Country, s.Subheading.Code)
	if tree == nil {
		w.onlyLine(s, lines[0])
		return []string{w.Say("line_single")}
	}
	choice, _ := w.f.remembered(w.request.Country, w.f.candidates[i].Sub, tree, w.choose(tree))
	if i == 0 {
		w.fork, w.forkTree = choice.Fork, tree
	}
	w.fillLine(s, tree, choice, lines)
	if s.Line.Code == "" || s.Statistical.Code == "" && choice.Statistical.Code != "" || choice.Presumed {
		s.NationalCandidates = w.nationalCandidates(tree, choice, lines)
	}
	return w.lineAdvice(tree, choice, s)
}

// onlyLine fills a subheading with a single line in.
func (w *writer) onlyLine(s *Suggestion, l tariff.Line) {
	s.Line = Level{Name: s.Subheading.Name, Code: l.Code}
	if name := l.Title.In(w.language); name != "" {
		s.Line.Name = name
	}
	if suffixes := l.Suffixes(); len(suffixes) == 1 {
		s.Statistical = Level{Name: s.Line.Name, Code: suffixes[0].Code}
	}
	s.LineConfidence = &s.Confidence
}

// choose holds the description against a tree; several subheadings of an answer share its reading.
func (w *writer) choose(tree *tariff.Tree) line.Choice {
	return w.e.lines.Choose(tree, w.e.reading(w.f))
}

// facts hands what the other rooms read of a description to the room of lines.
func (f *finding) facts(facets *facet.Index, description string) line.Facts {
	facts := line.Facts{Text: description, Listing: f.description.Listing, Chosen: f.settled.Leaves}
	for i := range f.description.Mentions {
		if m := &f.description.Mentions[i]; m.Of != "" {
			facts.Implied = append(facts.Implied, m.Text)
		}
	}
	for _, s := range f.readings.Central {
		if m := &f.description.Mentions[s.Mention]; m.Role != text.RoleShape && m.Role != text.RolePacking {
			facts.Stated = append(facts.Stated, line.Statement{Value: facets.Values[s.Value].ID, Weight: float64(s.Weight)})
		}
	}
	return facts
}

// fillLine fills the levels that are probable enough.
func (w *writer) fillLine(s *Suggestion, tree *tariff.Tree, c line.Choice, lines []tariff.Line) {
	if !c.FillLine {
		return
	}
	s.Line = Level{Code: c.Line.Code, Name: w.lineName(tree, c.Line.Code, s.Subheading.Name)}
	confidence := round(s.Confidence * c.Line.Sure)
	s.LineConfidence = &confidence
	for _, l := range lines {
		if l.Code != c.Line.Code {
			continue
		}
		switch suffixes := l.Suffixes(); {
		case len(suffixes) == 1:
			s.Statistical = Level{Code: suffixes[0].Code, Name: s.Line.Name}
		case len(suffixes) > 1 && c.FillStatistical:
			s.Statistical = Level{Code: c.Statistical.Code, Name: w.lineName(tree, c.Statistical.Code, s.Line.Name)}
			confidence := round(s.Confidence * c.Statistical.Sure)
			s.StatisticalConfidence = &confidence
		}
	}
}

// lineName is the title of the node of a code, or of the level that holds all its leaves.
func (w *writer) lineName(tree *tariff.Tree, code, fallback string) string {
	if n := tree.Find(code); n != nil && strings.HasPrefix(n.Common(), code) {
		return n.Words(tree.Siblings(n), w.language)
	}
	return fallback
}

func (w *writer) nationalCandidates(tree *tariff.Tree, c line.Choice, lines []tariff.Line) []NationalCandidate {
	duties := make(map[string]string, len(lines))
	for _, l := range lines {
		if l.Import.Kind != tariff.RateUnknown && l.Import.Kind != "" {
			duties[l.Code] = l.Import.String()
		}
	}
	out := make([]NationalCandidate, 0, len(c.Candidates))
	for _, k := range c.Candidates {
		out = append(out, NationalCandidate{
			Code: k.Leaf.Code, Name: k.Leaf.Words(tree.Siblings(k.Leaf), w.language),
			Requires: tree.Requires(k.Leaf, w.language), Duty: duties[k.Leaf.Code[:8]],
		})
	}
	return out
}

// lineAdvice states what would decide an open level, or that no line fits.
func (w *writer) lineAdvice(tree *tariff.Tree, c line.Choice, s *Suggestion) []string {
	switch {
	case c.Excluded:
		return []string{w.Say("lines_excluded")}
	case c.Fork == nil:
		return nil
	}
	key := "line_open"
	switch filled := c.Statistical.Code == "" || s.Statistical.Code != ""; {
	case c.FillLine && filled:
		key = "line_presumed"
	case c.FillLine:
		key = "statistical_open"
	}
	return []string{w.Say(key, "question", w.lineQuestion(tree, c.Fork, maxLinesNamed))}
}

// lineQuestion asks what would decide a fork. Its choices are the branches, each with what distinguishes it.
func (w *writer) lineQuestion(tree *tariff.Tree, f *line.Fork, limit int) string {
	var names []string
	for i, b := range f.Branches {
		if i == limit {
			names = append(names, "…")
			break
		}
		names = append(names, fmt.Sprintf("(%c) %s", 'a'+i, b.Node.Words(tree.Siblings(b.Node), w.language)))
	}
	return w.forkAsked(f, strings.Join(names, "; "))
}

// forkAsked asks for the fact that a fork depends on, with its choices, where one condition decides.
func (w *writer) forkAsked(f *line.Fork, choices string) string {
	which := w.Say("ask_line", "choices", choices)
	if f.Term == nil {
		return which
	}
	switch f.Term.Kind { //nolint:exhaustive // what is said in words has no name of its own
	case tariff.TermMeasure:
		if m := w.e.lines.Measure(f.Term.Limit.Measure); m != nil {
			return w.Say("ask_line_measure", "measure", m.Title.In(w.language)) + " " + choices
		}
	case tariff.TermFacet:
		if name, ok := w.e.knowledge.Vocabulary().FacetName(f.Term.Facet); ok {
			return w.Say("ask_line_facet", "facet", name.In(w.language)) + " " + choices
		}
	case tariff.TermUsed, tariff.TermNew:
		return w.Say("ask_new_or_used") + " " + choices
	}
	return which
}

// lineQuestions adds the question for the line of the first code, where there is room for it.
func (w *writer) lineQuestions(r *Result, questions []Question) []Question {
	if len(r.Suggestions) == 0 || len(questions) >= dialogue.MaxQuestions || w.fork == nil {
		return questions
	}
	if q := w.lineAsked(r.Suggestions[0].Subheading.Code); !w.f.settled.Answered[q.ID] {
		questions = append(questions, q)
	}
	return questions
}

// lineAsked is the question of the first code's fork with its branches as choices.
func (w *writer) lineAsked(subheading string) Question {
	q := Question{Text: w.lineQuestion(w.forkTree, w.fork, maxLinesAsked), Kind: QuestionChoice, Choices: []Choice{}}
	at := subheading
	if w.fork.Parent != nil {
		at = w.fork.Parent.Leaves()[0].Code
	}
	for i, b := range w.fork.Branches {
		leaves := b.Node.Leaves()
		c := Choice{Value: leaves[0].Code, Label: b.Node.Words(w.forkTree.Siblings(b.Node), w.language), LeadsTo: codesOf(leaves)}
		if i < maxLinesAsked {
			q.Choices = append(q.Choices, c)
		}
	}
	q.ID = strings.Join([]string{dialogue.IDLine, at, fmt.Sprint(len(w.fork.Branches))}, dialogue.IDSeparator)
	if t := w.fork.Term; t != nil && t.Kind == tariff.TermMeasure {
		q.Kind, q.Unit = QuestionNumber, t.Limit.Unit
	}
	return q
}

func codesOf(leaves []*tariff.Node) []string {
	out := make([]string, len(leaves))
	for i, l := range leaves {
		out[i] = l.Code
	}
	return out
}
