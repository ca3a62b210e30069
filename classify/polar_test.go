package classify

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

// TestYesAndNoAnswerEveryQuestionThatIsPutThatWay looks at every facet with two choices.
func TestYesAndNoAnswerEveryQuestionThatIsPutThatWay(t *testing.T) {
	t.Parallel()
	e, checked := embeddedEngine(t), 0
	for h, heading := range e.tree.Headings {
		for at := range e.facets.Facets[h] {
			known, _ := heading.Facet(e.facets.Facets[h][at].Name)
			var choices []Choice
			for sub := e.tree.FirstSub[h]; sub < e.tree.FirstSub[h+1]; sub++ {
				c, ok := e.facets.Choice(sub, at)
				key := e.facets.Key(c)
				if ok && !slices.ContainsFunc(choices, func(o Choice) bool { return o.Value == key }) {
					choices = append(choices, Choice{Value: key})
				}
			}
			if known.Yes != "" && !slices.ContainsFunc(choices, func(c Choice) bool { return c.Value == known.Yes }) {
				t.Errorf("%s %s: yes stands for %q, which is none of %v", heading.Code, known.Name, known.Yes, choices)
			}
			if known.Yes != "" && !(strings.Contains(known.Question.English, " ") && strings.Contains(known.Question.Spanish, " ")) {
				t.Errorf("%s %s: a single word is asked as a measure, which yes does not answer", heading.Code, known.Name)
			}
			if len(choices) != 2 || !polar.MatchString(strings.ToLower(known.Question.English)) {
				continue
			}
			if checked++; yesOf(known, choices) < 0 {
				t.Errorf("%s: %q: neither of %v is what yes stands for", heading.Code, known.Question.English, choices)
			}
		}
	}
	if checked < 80 {
		t.Errorf("%d questions of two choices, want those of all chapters", checked)
	}
	if yesOf(tariff.Facet{Question: tariff.Text{English: "Is it warm?"}}, []Choice{{Value: "hot"}, {Value: "cold"}}) >= 0 {
		t.Error("a question that names neither choice takes yes")
	}
}

// TestABareYesSettlesWhetherAlcoholIsDenatured asks what was counted unused.
func TestABareYesSettlesWhetherAlcoholIsDenatured(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for said, want := range map[string]string{"yes": "220720", "no": "220710", "Sí": "220720"} {
		request := Request{Description: "ethyl alcohol", Country: CountryWorld, Model: ModelFast}
		q := Question{ID: "facet:2207:denatured"}
		r, err := e.Classify(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		if at := slices.IndexFunc(r.Open, func(o Question) bool { return o.ID == q.ID }); at >= 0 {
			q = r.Open[at]
		}
		if q.Kind != QuestionYesNo {
			t.Fatalf("asked %+v", r.Open)
		}
		request.Dialogue = []Turn{{Question: &q, Answer: said}}
		if r, err = e.Classify(context.Background(), request); err != nil {
			t.Fatal(err)
		}
		if got := r.Suggestions[0].Subheading.Code; got != want || len(r.UnusedAnswers) > 0 {
			t.Errorf("%s: %s, want %s; unused %+v", said, got, want, r.UnusedAnswers)
		}
	}
}
