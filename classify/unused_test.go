package classify

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

func TestAnAnswerThatSaysNothingIsReportedAndItsQuestionStaysOpen(t *testing.T) {
	t.Parallel()
	asked := talk(t, "milk").Open[0]
	for _, said := range []string{"qwxzv", "好", "???!", "(j)", "the sixth", "\u200fyes\u200f"} {
		r := talk(t, "milk", asked.ID+"="+said)
		if len(r.UnusedAnswers) != 1 || r.UnusedAnswers[0].Question != asked.Text || r.UnusedAnswers[0].Answer != strings.Trim(said, "\u200f") || r.UnusedAnswers[0].Reason == "" {
			t.Errorf("%q: unused %+v", said, r.UnusedAnswers)
		}
		if _, ok := FindQuestion(r.Open, asked.ID); !ok || !slices.Contains(r.Questions, asked.Text) {
			t.Errorf("%q: closed its question, open are %q", said, r.Questions)
		}
		if len(r.Dialogue) != 0 {
			t.Errorf("%q: in the dialogue as %+v", said, r.Dialogue)
		}
	}
	for _, said := range []string{"I don't know", "none of these", asked.Choices[0].Label, "the first", "la primera", "\u202b(a)\u202c", "fresh"} {
		if r := talk(t, "milk", asked.ID+"="+said); len(r.UnusedAnswers) != 0 || len(r.Dialogue) != 1 {
			t.Errorf("%q: unused %+v", said, r.UnusedAnswers)
		}
	}
	later := talk(t, "milk", asked.ID+"=qwxzv", asked.ID+"=the first")
	if len(later.UnusedAnswers) != 0 || len(later.Dialogue) != 1 {
		t.Errorf("a later answer does not take the place of an unused one: %+v %+v", later.UnusedAnswers, later.Dialogue)
	}
}

func TestAQuestionOfOnesOwnIsReadAsWordsWithTheChoicesItOffers(t *testing.T) {
	t.Parallel()
	const shirt = "men's t-shirt, knitted"
	for said, want := range map[string]string{
		"What is it made of?=cotton":                           "610910",
		"Is it of (a) silk; (b) cotton; (c) wool?=(b)":         "610910",
		"Fabric: 1) polyester 2) cotton=the second":            "610910",
		"¿De qué es: algodón, lana o seda?=la primera":         "610910",
		"Made of cotton or of polyester?=\u200fthe second one": "610990",
		"Made of cotton or of polyester?=the 1st":              "610910",
	} {
		r := talk(t, shirt, said)
		if leading(r) != want || len(r.UnusedAnswers) != 0 || len(r.Dialogue) != 1 {
			t.Errorf("%s: %s, want %s; unused %+v", said, leading(r), want, r.UnusedAnswers)
		}
	}
	for _, said := range []string{"Is it of silk or cotton?=(e)", "Is it of cotton?=yes", "Which one?=the second", "Which one?=qwxzv"} {
		if r := talk(t, shirt, said); len(r.UnusedAnswers) != 1 || len(r.Dialogue) != 0 {
			t.Errorf("%s: unused %+v, dialogue %+v", said, r.UnusedAnswers, r.Dialogue)
		}
	}
	both := talk(t, shirt, "What is it made of?=cotton", "Who wears it?=men")
	if len(both.Dialogue) != 2 || leading(both) != "610910" {
		t.Errorf("one question of one's own takes the place of another: %+v", both.Dialogue)
	}
}

func TestUnusedAnswersAreToldInTheLanguageOfTheRequest(t *testing.T) {
	t.Parallel()
	q := Question{ID: "own:x", Text: "x", Kind: QuestionText}
	e := embeddedEngine(t)
	for language, want := range map[string]string{"Spanish": "ninguna palabra", "English": "no word"} {
		got, err := e.Unused(Request{Description: "milk", Language: tariff.Language(language), Dialogue: []Turn{{Question: &q, Answer: "qwxzv"}, {Question: &q, Answer: "cotton"}}})
		if err != nil || len(got) != 1 || !strings.HasPrefix(got[0].Reason, want) {
			t.Errorf("%s: %+v %v", language, got, err)
		}
	}
}
