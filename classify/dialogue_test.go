package classify

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/fail"
)

// talk classifies a description and refines it round by round by free words, or by answers "question id=answer".
func talk(t *testing.T, description string, rounds ...string) Result {
	t.Helper()
	e := embeddedEngine(t)
	request := Request{Description: description, Model: ModelFast}
	r, err := e.Classify(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range rounds {
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var answers []Answer
		if q, a, ok := strings.Cut(said, "="); ok {
			answers, said = []Answer{{Question: q, Answer: a}}, ""
		}
		refinement, err := Refine(raw, answers, said)
		if err != nil {
			t.Fatalf("%s: %v; asked were %+v", said, err, r.Open)
		}
		request.Dialogue = refinement.Turns
		if r, err = e.Classify(context.Background(), request); err != nil {
			t.Fatal(err)
		}
		r.Moved = Moved(refinement.Before, r)
	}
	return r
}

func leading(r Result) string {
	if len(r.Suggestions) == 0 {
		return ""
	}
	return r.Suggestions[0].Subheading.Code
}

func TestACorrectionOverrulesWhatWasSaidBefore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		description, said, before, after string
	}{
		{"men's woven cotton t-shirt", "no, it is knitted", "", "610910"},
		{"men's cotton shirt, woven", "not cotton but polyester", "620520", "620530"},
		{"camisa de algodón para hombre, tejido plano", "en realidad es de poliéster", "620520", "620530"},
		{"women's handbag with outer surface of leather", "actually it is of plastic sheeting", "420221", "420222"},
		{"frozen strawberries", "they are fresh, not frozen", "081110", "081010"},
		{"bolts and nuts of steel", "only the nuts", "731815", "731816"},
		{"tazas y platos de porcelana", "solo los platos", "", "691110"},
		{"knives and forks of stainless steel", "just forks", "", "821599"},
		{"men's knitted cotton t-shirt", "actually it is woven", "610910", ""},
	} {
		if got := leading(talk(t, c.description)); c.before != "" && got != c.before {
			t.Errorf("%s: %s, want %s", c.description, got, c.before)
		}
		r := talk(t, c.description, c.said)
		got := leading(r)
		if c.after != "" && got != c.after || got == c.before {
			t.Errorf("%s, then %s: %s, want %s (%+v)", c.description, c.said, got, c.after, r.Dialogue)
		}
		if r.Moved == nil || len(r.Dialogue) != 1 || r.Dialogue[0].Understood == "" {
			t.Errorf("%s: the dialogue is not kept: %+v %+v", c.description, r.Dialogue, r.Moved)
		}
	}
}

func TestEveryFormOfAnAnswerFixesItsFacet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ description, said, after string }{
		{"milk", "facet:0401:fat=3.5 %", "040120"},
		{"milk", "facet:0401:fat=3,5", "040120"},
		{"milk", "facet:0401:fat=up-to-1-percent", "040110"},
		{"milk", "facet:0401:fat=it is (d) over 10 %", "040150"},
		{"milk", "facet:0401:fat=up to 1 %", "040110"},
		{"milk", "facet:0401:fat=40 %", "040150"},
		{"milk", "(a)", "040110"},
		{"milk", "3.5%", "040120"},
		{"chocolate", "facet:1806:form=unfilled bars or tablets", "180632"},
		{"electric motor", "facet:8501:current=it is dc", "850131"},
	} {
		if got := leading(talk(t, c.description, c.said)); got != c.after {
			t.Errorf("%s, then %s: %s, want %s", c.description, c.said, got, c.after)
		}
	}
}

func TestWhatIsNotKnownIsNotAskedAgainAndChangesNothing(t *testing.T) {
	t.Parallel()
	before := talk(t, "milk")
	for _, said := range []string{"I don't know", "No sé", "not sure."} {
		r := talk(t, "milk", "facet:0401:fat="+said)
		if leading(r) != leading(before) || r.Suggestions[0].Confidence != before.Suggestions[0].Confidence {
			t.Errorf("%s moved the answer to %s %v", said, leading(r), r.Suggestions[0].Confidence)
		}
		if _, asked := FindQuestion(r.Open, "facet:0401:fat"); asked {
			t.Errorf("asked again after %q", said)
		}
	}
}

// TestWhoeverAnswersIsAskedOn holds that what an answer leaves open is asked for, though a first answer of this confidence would stand.
func TestWhoeverAnswersIsAskedOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ description, said, asked string }{
		{"shirt for men", "not knitted, it is woven", "facet:6205:material"},
		{"romper for babies", "for children of 110 cm height", "facet:6114:material"},
	} {
		r := talk(t, c.description, c.said)
		if _, asked := FindQuestion(r.Open, c.asked); !asked {
			t.Errorf("%s, then %s: %v", c.description, c.said, r.Questions)
		}
	}
	if r := talk(t, "shirt for men", "woven, of polyester"); len(r.Open) > 0 {
		t.Errorf("all is said, and yet: %v", r.Questions)
	}
}

func TestALaterAnswerTakesThePlaceOfAnEarlierOne(t *testing.T) {
	t.Parallel()
	r := talk(t, "milk", "facet:0401:fat=up to 1 %", "facet:0401:fat=8 %")
	if leading(r) != "040140" || len(r.Dialogue) != 1 {
		t.Errorf("%s after %+v", leading(r), r.Dialogue)
	}
	if r.Moved == nil || r.Moved.From.Code != "040110" || r.Moved.To.Code != "040140" {
		t.Errorf("moved: %+v", r.Moved)
	}
}

func TestAQuestionNamesWhatEachAnswerLeadsTo(t *testing.T) {
	t.Parallel()
	for _, description := range []string{"milk", "chocolate", "electric motor", "handbag", "pump", "bicycle parts"} {
		r := talk(t, description)
		if len(r.Open) != len(r.Questions) || len(r.Open) > dialogue.MaxQuestions {
			t.Errorf("%s: %d questions with choices, %d sentences", description, len(r.Open), len(r.Questions))
		}
		for i, q := range r.Open {
			if q.Text != r.Questions[i] || q.ID == "" {
				t.Errorf("%s: question %d is %+v, its sentence %q", description, i, q, r.Questions[i])
			}
			for _, c := range q.Choices {
				if c.Label == "" || c.Value == "" || len(c.LeadsTo) == 0 {
					t.Errorf("%s: %s has the choice %+v", description, q.ID, c)
				}
			}
			if q.Kind == QuestionText && len(r.Open) > 1 && i == 0 && len(r.Open[1].Choices) > 0 {
				t.Errorf("%s: padding stands before what decides: %q", description, q.Text)
			}
		}
	}
}

func TestWrongAnswersAreRefusedByTheirPlace(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(talk(t, "milk"))
	if err != nil {
		t.Fatal(err)
	}
	many := make([]Answer, MaxAnswers+1)
	for _, c := range []struct {
		answers []Answer
		want    string
	}{
		{[]Answer{{strings.Repeat("x", MaxAnswer+1), "red"}}, "answers[0].question"},
		{[]Answer{{"\u200f", "red"}}, "answers[0].question"},
		{[]Answer{{"facet:0401:fat", "\u200f \u202e"}}, "answers[0].answer"},
		{[]Answer{{"facet:0401:fat", "1 %"}, {"", "red"}}, "answers[1].question"},
		{[]Answer{{"facet:0401:fat", "  "}}, "answers[0].answer"},
		{[]Answer{{"facet:0401:fat", strings.Repeat("x", MaxAnswer+1)}}, "2000"},
		{[]Answer{{"facet:0401:fat", "\xff"}}, "answers[0].answer"},
		{many, "20"},
	} {
		if _, err := Refine(raw, c.answers, ""); fail.CodeOf(err) != fail.CodeBadRequest || !strings.Contains(fail.As(err).Message, c.want) {
			t.Errorf("%+v: %v, want %s", c.answers, err, c.want)
		}
	}
}

func TestAnswersChooseANationalLine(t *testing.T) {
	t.Parallel()
	e := nationalEngine(t)
	ask := func(description string, turns ...Turn) Result {
		r, err := e.Classify(context.Background(), Request{Description: description, Country: CountryUSA, Model: ModelFast, Dialogue: turns})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	chosen := 0
	for _, description := range []string{"bicycle", "fresh apples", "leather gloves", "women's leather handbag", "canned tuna", "ceramic tiles, glazed", "wine"} {
		for _, q := range ask(description).Open {
			if !strings.HasPrefix(q.ID, dialogue.IDLine+dialogue.IDSeparator) {
				continue
			}
			for _, c := range q.Choices {
				r := ask(description, Turn{Question: &q, Answer: c.Value})
				chosen++
				for _, k := range r.Suggestions[0].NationalCandidates {
					if !slices.Contains(c.LeadsTo, k.Code) && strings.HasPrefix(c.LeadsTo[0], k.Code[:6]) {
						t.Errorf("%s: %s was chosen, and %s is still possible", description, c.Label, k.Code)
					}
				}
			}
		}
	}
	if chosen < 6 {
		t.Errorf("only %d choices of lines were offered", chosen)
	}
}

func FuzzAnswers(f *testing.F) {
	e := embeddedEngine(f)
	first, err := e.Classify(context.Background(), Request{Description: "milk", Model: ModelFast})
	if err != nil {
		f.Fatal(err)
	}
	raw, err := json.Marshal(first)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"(a)", "no, it is knitted", "3,5 %", "½", "sin marco", "\u202e(a)", "no", "¿?", "not not not", "a.", "(((", "it is it is it is"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, said string, asked bool) {
		var answers []Answer
		words := said
		if asked {
			answers, words = []Answer{{first.Open[0].ID, said}}, ""
		}
		refinement, err := Refine(raw, answers, words)
		if err != nil {
			return
		}
		if _, err := e.Classify(context.Background(), Request{Description: "milk", Model: ModelFast, Dialogue: refinement.Turns}); err != nil && fail.CodeOf(err) != fail.CodeBadRequest {
			t.Fatal(err)
		}
	})
}
