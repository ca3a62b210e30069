package classify

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// Bounds of asking.
const (
	nearShare     = 0.12 // of the first candidate's probability, to count as near
	farShare      = 0.01 // the same where nothing parts those
	maxNear       = 6
	maxNamedGoods = 4
)

// questions returns what would decide, the question that splits most probability first, at most three; empty where
// the answer is precise enough.
func (w *writer) questions() []Question {
	f := w.f
	if !f.asks() {
		return nil
	}
	if len(f.candidates) == 0 || f.query.Known == 0 || f.foundNothing() {
		return w.unanswered(free(dialogue.IDGoods, w.Say("ask_what")), free(dialogue.IDMaterial, w.Say("ask_material")), free(dialogue.IDUse, w.Say("ask_use")))
	}
	if f.vague() {
		return w.vagueQuestions()
	}
	out := w.deciding(f.near(nearShare))
	if len(out) == 0 {
		out = w.deciding(f.near(farShare))
	}
	doubts := doubtful{w}.questions()
	if f.unsaid() && !f.contradictory() && !w.asksMaterial(out) {
		doubts = append(doubts, w.unanswered(free(dialogue.IDMaterial, w.Say("ask_material")))...)
	}
	out = append(doubts, out...)
	if len(out) == 0 && (!f.answered() && !f.goesByName() || f.confidence[0] < confidence.BandLow) {
		if use := free(dialogue.IDUse, w.Say("ask_use")); w.Named() {
			out = w.unanswered(use)
		} else {
			out = w.unanswered(free(dialogue.IDGoods, w.Say("ask_what")), use)
		}
	}
	return out[:min(len(out), dialogue.MaxQuestions)]
}

// questions lists what to ask of what the description leaves in doubt by its own words: which word is meant by a misspelt one, and which of two
// statements holds.
func (w doubtful) questions() []Question {
	f := w.f
	out := w.spelling()
	if len(out) == 0 && (mended{f}).guessed() {
		out = w.unanswered(free(dialogue.IDGoods, w.Say("ask_what")))
	}
	if w.e.words.rules.assorted(f) {
		out = append(out, w.unanswered(free(dialogue.IDSet, w.Say("ask_set")))...)
	}
	value, open := disputed(f)
	if f.contradictory() {
		value, open = f.both[0], true
	}
	if open && w.e.facets.Values[value].Facet == facet.Material {
		out = append(out, w.unanswered(free(dialogue.IDMaterial, w.Say("ask_material")))...)
	}
	return out
}

// asksMaterial reports whether the first of questions settles what the goods are made of: it goes between headings, or asks for the fibre of
// goods of textile.
func (w *writer) asksMaterial(questions []Question) bool {
	if len(questions) == 0 || questions[0].ID == dialogue.IDHeading {
		return len(questions) > 0
	}
	x := w.e.facets
	textile := slices.ContainsFunc(w.e.materialsOf(w.f.ranking.HeadingOf[w.f.candidates[0].Sub]), func(v int32) bool {
		return slices.Contains(x.Values[v].Implied, x.Number[materialTextile])
	})
	return textile && strings.HasSuffix(questions[0].ID, dialogue.IDSeparator+facet.Material)
}

// vagueQuestions asks what the goods are: no word of the description says.
func (w *writer) vagueQuestions() []Question {
	stated := w.f.readings.Central
	out := []Question{free(dialogue.IDGoods, w.Say("ask_what"))}
	switch x := w.e.facets; {
	case x.Asked(facetPart, stated) > 0 || x.Asked(facetAccessory, stated) > 0:
		return w.unanswered(out[0], free(dialogue.IDWhole, w.Say("ask_part")), free(dialogue.IDMaterial, w.Say("ask_material")))
	case w.f.description.Says(w.e.words.rules.sets):
		out = append(out, free(dialogue.IDSet, w.Say("ask_set")))
	}
	if w.f.readings.States(facet.Material) {
		out = append(out, free(dialogue.IDUse, w.Say("ask_use")))
	} else {
		out = append(out, free(dialogue.IDMaterial, w.Say("ask_material")))
	}
	out = w.unanswered(out...)
	return out[:min(len(out), dialogue.MaxQuestions)]
}

func free(id, sentence string) Question {
	return Question{ID: id, Text: sentence, Kind: QuestionText, Choices: []Choice{}}
}

// unanswered leaves out what was asked and answered before.
func (w *writer) unanswered(questions ...Question) []Question {
	return slices.DeleteFunc(questions, func(q Question) bool { return w.f.settled.Answered[q.ID] })
}

// goesByName reports whether the description is itself a name of the first candidate's goods, so that asking for one
// is useless.
func (f *finding) goesByName() bool {
	first := &f.candidates[0]
	return f.engine.index.Owners(f.query.Whole) > 0 || first.Features != nil && first.Features[rank.FeatWhole] > 0
}

// near returns the candidates that could still be right: those with a share of the first one's probability.
func (f *finding) near(share float32) []rank.Candidate {
	n := 1
	for n < len(f.candidates) && n < maxNear && f.candidates[n].P >= share*f.candidates[0].P {
		n++
	}
	return f.candidates[:n]
}

// deciding returns the questions that separate the near candidates, the most decisive first.
func (w *writer) deciding(near []rank.Candidate) []Question {
	asked := w.facetQuestions(near)
	if q, ok := w.headingQuestion(near); ok {
		asked = append([]weighed{q}, asked...)
	}
	slices.SortStableFunc(asked, func(a, b weighed) int { return cmp.Compare(b.gain, a.gain) })
	var out []Question
	for _, q := range asked {
		known := slices.ContainsFunc(out, func(o Question) bool { return o.Text == q.Text })
		if !known && q.gain >= leastGain && !w.f.settled.Answered[q.ID] {
			out = append(out, q.Question)
		}
	}
	return out
}

// weighed is a question with the information its answer is expected to give, in bits.
type weighed struct {
	Question
	gain float64
}

// headingQuestion asks between headings where near candidates stand in several.
func (w *writer) headingQuestion(near []rank.Candidate) (q weighed, ok bool) {
	var names []string
	var split partition
	headed := w.f.ranking.Search.Headed
	for i := range near {
		if near[i].P < nearShare*near[0].P && headed(near[0].Sub) && !headed(near[i].Sub) { // a dress of linen is no flax
			continue
		}
		heading := w.e.tree.Headings[w.e.tree.HeadingOf[near[i].Sub]]
		at := slices.IndexFunc(q.Choices, func(c Choice) bool { return c.Value == heading.Code })
		if at < 0 && len(q.Choices) == maxNamedGoods {
			continue
		}
		if at < 0 {
			at = len(q.Choices)
			title := heading.Title.In(w.language)
			q.Choices = append(q.Choices, Choice{Value: heading.Code, Label: title})
			names = append(names, fmt.Sprintf("(%c) %s", 'a'+at, title))
		}
		q.Choices[at].LeadsTo = append(q.Choices[at].LeadsTo, w.e.tree.Subs[near[i].Sub].Code)
		split.add(float64(near[i].P), at)
	}
	if len(q.Choices) < 2 {
		return q, false
	}
	q.ID, q.Kind, q.Text = dialogue.IDHeading, QuestionChoice, w.Say("ask_which", "choices", strings.Join(names, "; "))
	q.gain = split.gain()
	return q, true
}

// facetQuestions asks for the open facets whose value differs among near candidates.
func (w *writer) facetQuestions(near []rank.Candidate) (out []weighed) {
	x := w.e.facets
	for _, group := range byHeading(x.Tree, near) {
		h := x.HeadingOf[group[0]]
		if w.shareOf(h, near) < leads { // a question of goods that they most likely are not
			continue
		}
		for at := range x.Facets[h] {
			if !x.Splits(at, group) || w.f.decided(h, at) && (w.e.words.rules.excluding[x.Facets[h][at].Name] || !partsEven(w.f, h, at)) || goesWhole(w.f, h, at) || h == x.HeadingOf[w.f.candidates[0].Sub] && w.Settled(at) {
				continue
			}
			if q := w.facetAsked(h, at, group); q.Text != "" {
				out = append(out, q)
			}
		}
	}
	return out
}

// goesWhole reports whether a facet asks of a machine whether it is one or a part, and no word says part: "vacuum cleaner" is one.
func goesWhole(f *finding, h int32, at int) bool {
	x := f.engine.facets
	if x.Facets[h][at].Name != facetPart || !f.engine.words.rules.machines[f.engine.tree.Headings[h].Code[:2]] && (!f.goesByName() || x.StandsForParts(f.candidates[0].Sub)) {
		return false
	}
	stated := f.readings.Central
	return x.Asked(facetPart, stated) <= 0 && x.Asked(facetAccessory, stated) <= 0
}

// The facets of parts and accessories.
const (
	facetPart      = "part"
	facetAccessory = "accessory"
)

// Bounds of what is worth asking.
const (
	leads     = 0.5  // share of the near candidates' probability from which a heading's own facets are asked about
	leastGain = 0.05 // bits
)

// shareOf is the share of a heading in the probability of the near candidates.
func (w *writer) shareOf(h int32, near []rank.Candidate) float64 {
	own, all := 0.0, 0.0
	for i := range near {
		p := float64(near[i].P)
		if all += p; w.e.tree.HeadingOf[near[i].Sub] == h {
			own += p
		}
	}
	return own / max(all, 1e-9)
}

// facetAsked is the question of a heading's facet with a choice for each thing a subheading of the group stands for.
func (w *writer) facetAsked(h int32, at int, group []int32) weighed {
	x := w.e.facets
	q := weighed{Question: Question{
		ID:   strings.Join([]string{dialogue.IDFacet, w.e.tree.Headings[h].Code, x.Facets[h][at].Name}, dialogue.IDSeparator),
		Text: w.facetQuestion(h, at), Kind: QuestionChoice, Choices: []Choice{},
	}}
	var options []facet.Choice
	for _, sub := range group {
		if c, ok := x.Choice(sub, at); ok && len(options) < dialogue.MaxChoices && !slices.ContainsFunc(options, func(o facet.Choice) bool {
			return c.Same(o) || w.optionName(h, c) == w.optionName(h, o)
		}) {
			options = append(options, c)
		}
	}
	slices.SortStableFunc(options, func(a, b facet.Choice) int { return cmp.Compare(residual(a), residual(b)) })
	for _, o := range options {
		q.Choices = append(q.Choices, Choice{Value: x.Key(o), Label: w.optionName(h, o)})
	}
	var split partition
	for _, sub := range group {
		var fits []int
		for i, o := range options {
			if x.Compatible(sub, at, o) {
				fits = append(fits, i)
				q.Choices[i].LeadsTo = append(q.Choices[i].LeadsTo, w.e.tree.Subs[sub].Code)
			}
		}
		split.add(w.f.share(sub), fits...)
	}
	q.gain = split.gain()
	w.form(&q, h, &x.Facets[h][at])
	return q
}

// residual puts what is only called other behind what has a name.
func residual(c facet.Choice) int {
	if c.Other && len(c.Values) == 0 {
		return 1
	}
	return 0
}

// form gives a question the form its choices call for: a number where they are limits, yes and no where one of two
// is what the question names.
func (w *writer) form(q *weighed, h int32, split *facet.Split) {
	unit, number := w.unitOf(h, split)
	switch {
	case number:
		q.Kind, q.Unit = QuestionNumber, unit
	case len(q.Choices) == 2:
		known, _ := w.e.tree.Headings[h].Facet(split.Name)
		if yes := yesOf(known, q.Choices); yes >= 0 {
			q.Kind = QuestionYesNo
			if yes == 1 {
				slices.Reverse(q.Choices)
			}
			q.Choices[0].Label, q.Choices[1].Label = w.Say("yes"), w.Say("no")
		}
	}
}

// unitOf returns the unit that answers are expected in; ok is false where a value is no number.
func (w *writer) unitOf(h int32, split *facet.Split) (unit string, ok bool) {
	for _, v := range split.Universe {
		value := &w.e.facets.Values[v]
		if !value.Answer.Ok {
			return "", false
		}
		if name, named := w.e.knowledge.Vocabulary().ValueName(w.e.tree.Headings[h], split.Name, value.ID); unit == "" && named {
			written := strings.Fields(name.In(w.language))
			unit = written[len(written)-1]
		}
	}
	return unit, unit != ""
}

// yesOf returns which of two choices yes stands for; -1 where neither yes nor no answers the question.
func yesOf(f tariff.Facet, choices []Choice) int {
	if at := slices.IndexFunc(choices, func(c Choice) bool { return c.Value == f.Yes }); at >= 0 {
		return at
	}
	english := text.Fold(f.Question.In(tariff.LanguageEnglish))
	if !polar.MatchString(english) {
		return -1
	}
	return named(english, choices)
}

// polar is a question in English that yes or no answers.
var polar = regexp.MustCompile(`^(?:is|are|does|do|has|have) (?:[^o]|o[^r]|or[^ ])*$`)

// named returns which of the choices a question names by its value, -1 for none or several.
func named(question string, choices []Choice) int {
	at := -1
	for i, c := range choices {
		if strings.Contains(question, strings.ReplaceAll(c.Value, "-", " ")) {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// optionName names what a choice stands for.
func (w *writer) optionName(h int32, o facet.Choice) string {
	if name := w.ValueNames(h, o); name != "" {
		return name
	}
	return w.Say("other")
}

// share is the probability of a subheading: small where it is no candidate.
func (f *finding) share(sub int32) float64 {
	for i := range f.candidates {
		if f.candidates[i].Sub == sub {
			return max(float64(f.candidates[i].P), leastShare)
		}
	}
	return leastShare
}

// leastShare is the probability a subheading counts with that was no candidate, so that a question that splits
// only such ones still has a worth.
const leastShare = 1e-4

// facetQuestion is the question of a heading's facet; one written as a mere noun becomes a sentence.
func (w *writer) facetQuestion(h int32, at int) string {
	name := w.e.facets.Facets[h][at].Name
	known, ok := w.e.tree.Headings[h].Facet(name)
	if !ok {
		return ""
	}
	question := known.Question.In(w.language)
	if bare := strings.Trim(question, "¿?"); !strings.Contains(bare, " ") {
		if called, ok := w.e.knowledge.Vocabulary().FacetName(name); ok {
			return w.Say("ask_measure", "what", called.In(w.language))
		}
	}
	return question
}

// byHeading groups the subheadings of the headings of candidates, in order of rank: a question has a choice for whatever
// goods of the heading may be.
func byHeading(x *code.Tree, near []rank.Candidate) (out [][]int32) {
	var seen []int32
	for i := range near {
		h := x.HeadingOf[near[i].Sub]
		if slices.Contains(seen, h) {
			continue
		}
		seen = append(seen, h)
		var group []int32
		for sub := x.FirstSub[h]; sub < x.FirstSub[h+1]; sub++ {
			group = append(group, sub)
		}
		out = append(out, group)
	}
	return out
}
