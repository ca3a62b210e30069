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
	for _, said := range []string{"I don't know", "none of these", asked.Choices[0].Label, "the first", "la primera", "\u202b(a)\u202c"} {
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

func TestAnAnswerThatDoesNotSayWhatWasAskedIsReportedWhateverTheQuestion(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		description, question string // the id of the question begins so
		language              tariff.Language
		useless, more, useful []string
	}{
		{"electric motor", "facet:8501:output", "English", []string{"blue", "very nice", "high"}, []string{"of steel"}, []string{"750", "2 hp", "I don't know", "about 3 kW"}},
		{"motor eléctrico", "facet:8501:output", "Spanish", []string{"azul", "muy bonito"}, []string{"de acero"}, []string{"750 W", "2 hp", "no lo sé"}},
		{"men's shirt", "facet:6205:material", "English", []string{"blue", "pretty"}, nil, []string{"cotton", "linen", "not cotton", "60 % cotton, 40 % polyester", "none of these"}},
		{"camisa para hombre", "facet:6205:material", "Spanish", []string{"azul", "bonita"}, nil, []string{"algodón", "de lino", "ninguna"}},
		{"men's shirt", "heading", "English", []string{"blue"}, nil, []string{"knitted", "the first", "woven of cotton"}},
		{"zapatos", "material", "Spanish", []string{"azules", "bonitos"}, nil, []string{"cuero", "de plástico", "fieltro", "cartón", "no lo sé"}},
		{"shoes", "heading", "English", []string{"blue", "pretty"}, nil, []string{"leather", "rubber and textile", "(a)"}},
		{"milk", "facet:0401:fat", "English", []string{"blue"}, []string{"fresh"}, []string{"the first", "I don't know"}},
		{"12 cobijas de lana, 30 paraguas y 4 bicicletas", "meant", "Spanish", []string{"azul"}, []string{"de acero"}, []string{"los paraguas", "2"}},
	} {
		first, err := e.Classify(t.Context(), Request{Description: c.description, Language: c.language, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(first.Open, func(q Question) bool { return strings.HasPrefix(q.ID, c.question) })
		if at < 0 {
			t.Errorf("%s: asks %+v, want %s", c.description, first.Open, c.question)
			continue
		}
		q := first.Open[at]
		said := func(answer string) Result {
			r, err := e.Classify(t.Context(), Request{Description: c.description, Language: c.language, Model: ModelFast, Dialogue: []Turn{{Question: &q, Answer: answer}}})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		for i, answer := range slices.Concat(c.useless, c.more) {
			r := said(answer)
			_, open := FindQuestion(r.Open, q.ID)
			if len(r.UnusedAnswers) != 1 || r.UnusedAnswers[0].Question != q.Text || r.UnusedAnswers[0].Answer != answer || r.UnusedAnswers[0].Reason == "" || !open {
				t.Errorf("%s, %s %q: unused %+v, open %v", c.description, q.ID, answer, r.UnusedAnswers, open)
			}
			dropped := i < len(c.useless) && q.Kind == QuestionNumber // words for a number are not words of the goods
			if (len(r.Dialogue) == 0) != dropped {
				t.Errorf("%s, %s %q: kept %+v, unused %+v", c.description, q.ID, answer, r.Dialogue, r.UnusedAnswers)
			}
		}
		for _, answer := range c.useful {
			if r := said(answer); len(r.UnusedAnswers) != 0 || len(r.Dialogue) != 1 {
				t.Errorf("%s, %s %q: unused %+v", c.description, q.ID, answer, r.UnusedAnswers)
			}
		}
	}
}

func TestAnAnswerThatIsNeitherYesNorNoIsReported(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	q := Question{ID: "facet:2207:denatured", Text: "Is the alcohol denatured?", Kind: QuestionYesNo, Choices: []Choice{{Value: "denatured", Label: "Yes"}, {Value: "undenatured", Label: "No"}}}
	for said, unused := range map[string]bool{
		"yes": false, "no": false, "sí": false, "denatured": false, "I don't know": false, "no lo sé": false,
		"blue": true, "azul": true, "maybe blue": true, "quite pretty": true, "in steel drums": true,
	} {
		s := e.settle(Request{Description: "ethyl alcohol", Language: tariff.LanguageEnglish, Dialogue: []Turn{{Question: &q, Answer: said}}})
		if (len(s.Unused) == 1) != unused || s.Answered[q.ID] == unused || (len(s.Reopened(nil)) == 1) != unused {
			t.Errorf("%q: unused %+v, answered %v", said, s.Unused, s.Answered[q.ID])
		}
	}
}
