package classify

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/prose"
	"tariffdesk/tariff"
)

// Restate says a question of a stored result in another language; its id and the values of its choices stay. ok is false where
// it can be said only as it was asked: of a model, of a result of before questions had ids, or of a table that has changed since.
func (e *Engine) Restate(q Question, country Country, language tariff.Language) (restated Question, ok bool) {
	w := restatement{sayer(e, country, language)}
	q.Choices = slices.Clone(q.Choices)
	switch kind, rest, _ := strings.Cut(q.ID, dialogue.IDSeparator); kind {
	case dialogue.IDGoods, dialogue.IDMaterial, dialogue.IDUse, dialogue.IDWhole, dialogue.IDSet, dialogue.IDMeant:
		q.Text, ok = w.plain(kind), rest == ""
	case dialogue.IDSpelling:
		q.Text, ok = askedSpelling(w.Voice, rest, q.Choices), len(q.Choices) > 0
	case dialogue.IDHeading:
		ok = w.headings(&q)
	case dialogue.IDFacet:
		heading, name, _ := strings.Cut(rest, dialogue.IDSeparator)
		ok = w.facet(&q, heading, name)
	case dialogue.IDLine:
		at, _, _ := strings.Cut(rest, dialogue.IDSeparator)
		ok = w.line(&q, at)
	}
	return q, ok
}

// restatement says questions anew.
type restatement struct{ *writer }

// sayer is a writer of what depends on no description.
func sayer(e *Engine, country Country, language tariff.Language) *writer {
	return &writer{Writer: e.library.Write(&prose.Finding{}, e.words.voices.In(language)), e: e, request: Request{Country: country}, language: language}
}

// plain is the sentence of a question that depends on nothing. The choices of IDMeant are the caller's own words.
func (w restatement) plain(id string) string {
	switch id {
	case dialogue.IDMaterial:
		return w.Say("ask_material")
	case dialogue.IDUse:
		return w.Say("ask_use")
	case dialogue.IDWhole:
		return w.Say("ask_part")
	case dialogue.IDSet:
		return w.Say("ask_set")
	case dialogue.IDMeant:
		return w.Say("ask_meant")
	}
	return w.Say("ask_what")
}

func (w restatement) headings(q *Question) bool {
	var names []string
	for i, c := range q.Choices {
		h, known := w.e.facets.Tree.HeadingAt[c.Value]
		if !known {
			return false
		}
		q.Choices[i].Label = w.e.tree.Headings[h].Title.In(w.language)
		names = append(names, fmt.Sprintf("(%c) %s", 'a'+i, q.Choices[i].Label))
	}
	q.Text = w.Say("ask_which", "choices", strings.Join(names, "; "))
	return len(names) > 0
}

func (w restatement) facet(q *Question, heading, name string) bool {
	x := w.e.facets
	h, known := x.Tree.HeadingAt[heading]
	if !known {
		return false
	}
	if q.Kind == QuestionYesNo && len(q.Choices) != 2 {
		return false
	}
	at := slices.IndexFunc(x.Facets[h], func(f facet.Split) bool { return f.Name == name })
	if at < 0 {
		return false
	}
	for i, c := range q.Choices {
		switch choice, known := x.ParseKey(h, name, c.Value); {
		case !known:
			return false
		case q.Kind == QuestionYesNo:
			q.Choices[i].Label = w.Say([]string{"yes", "no"}[i])
		default:
			q.Choices[i].Label = w.optionName(h, choice)
		}
	}
	if q.Kind == QuestionNumber {
		q.Unit, _ = w.unitOf(h, &x.Facets[h][at])
	}
	q.Text = w.facetQuestion(h, at)
	return q.Text != ""
}

// line finds the branches of a fork by the lines they lead to.
func (w restatement) line(q *Question, at string) bool {
	if w.e.schedule == nil || len(at) < 6 {
		return false
	}
	tree := w.e.schedule.Tree(w.request.Country, at[:6])
	if tree == nil {
		return false
	}
	lead, known := w.leadOf(tree, q.Text)
	if !known {
		return false
	}
	var names []string
	for i, c := range q.Choices {
		n := branchOf(tree, c)
		if n == nil {
			return false
		}
		q.Choices[i].Label = n.Words(tree.Siblings(n), w.language)
		names = append(names, fmt.Sprintf("(%c) %s", 'a'+i, q.Choices[i].Label))
	}
	if strings.HasSuffix(q.Text, "…") { // further branches
		names = append(names, "…")
	}
	q.Text = lead + strings.Join(names, "; ")
	return len(names) > 0
}

// leadOf says what the text of a question about a fork asks for, before its choices. It is found among all that a fork of
// the tree may ask for, in any language.
func (w restatement) leadOf(tree *tariff.Tree, asked string) (lead string, known bool) {
	var terms []tariff.Term
	for _, leaf := range tree.Leaves() {
		for _, n := range leaf.Path() {
			for _, condition := range n.Conditions {
				terms = append(terms, condition...)
			}
		}
	}
	for _, language := range []tariff.Language{tariff.LanguageEnglish, tariff.LanguageSpanish} {
		in := sayer(w.e, w.request.Country, language)
		if strings.HasPrefix(asked, in.forkAsked(&line.Fork{}, "")) {
			return w.forkAsked(&line.Fork{}, ""), true
		}
		for i := range terms {
			if f := (&line.Fork{Term: &terms[i]}); strings.HasPrefix(asked, in.forkAsked(f, "")) {
				return w.forkAsked(f, ""), true
			}
		}
	}
	return "", false
}

// branchOf is the node whose leaves are the lines that a choice leads to, nil where the tree has none.
func branchOf(tree *tariff.Tree, c Choice) *tariff.Node {
	leaf := tree.Find(c.Value)
	if leaf == nil {
		return nil
	}
	for _, n := range leaf.Path() {
		if slices.Equal(codesOf(n.Leaves()), c.LeadsTo) {
			return n
		}
	}
	return nil
}
