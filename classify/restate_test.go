package classify

import (
	"slices"
	"testing"

	"tariffdesk/tariff"
)

// A question that is said again in another language is the one that would have been asked in it.
func TestARestatedQuestionIsTheOneOfThatLanguage(t *testing.T) {
	t.Parallel()
	e := nationalEngine(t)
	kinds := map[QuestionKind]int{}
	for _, description := range []string{
		"zapatos", "shoes", "camisa", "plastic parts for machines", "thing", "bicycle", "machine screws", "dining table", "motor vehicle", "printer",
		"electric motor", "cheese", "wine", "cotton fabric", "paper", "tyres", "juice", "leather handbag", "steel pipe", "rice", "soap, shoes and a lamp", "beer", "used car", "laptop", "shirts for babies", "refrigerator", "milk", "live horses", "pump", "chair with a wooden frame", "seat with metal frame", "roasted coffee", "coffee", "gloves", "frozen shrimp", "umbrella", "battery",
	} {
		for _, country := range []Country{CountryWorld, "MEX"} {
			for from, to := range map[tariff.Language]tariff.Language{tariff.LanguageEnglish: tariff.LanguageSpanish, tariff.LanguageSpanish: tariff.LanguageEnglish} {
				asked := questionsIn(t, e, description, country, from)
				due := questionsIn(t, e, description, country, to)
				for _, q := range asked {
					at := slices.IndexFunc(due, func(d Question) bool { return d.ID == q.ID })
					if at < 0 {
						continue // the other language asks something else first
					}
					got, ok := e.Restate(q, country, to)
					if want := due[at]; !ok || got.Kind != want.Kind || got.Unit != want.Unit || !slices.EqualFunc(got.Choices, want.Choices, func(a, b Choice) bool {
						return a.Value == b.Value && a.Label == b.Label && slices.Equal(a.LeadsTo, b.LeadsTo)
					}) || got.Text != want.Text {
						t.Errorf("%s, %s, %s: %t, got  %+v\nwant %+v", description, country, q.ID, ok, got, want)
					}
					kinds[got.Kind]++
				}
			}
		}
	}
	for _, kind := range []QuestionKind{QuestionChoice, QuestionText, QuestionYesNo, QuestionNumber} {
		if kinds[kind] == 0 {
			t.Errorf("no question of the kind %s was asked: %v", kind, kinds)
		}
	}
}

func questionsIn(t *testing.T, e *Engine, description string, country Country, language tariff.Language) []Question {
	t.Helper()
	result, err := e.Classify(t.Context(), Request{Description: description, Country: country, Language: language})
	if err != nil {
		t.Fatal(err)
	}
	return result.Open
}

func TestAQuestionThatCannotBeSaidAgainStaysAsItWasAsked(t *testing.T) {
	t.Parallel()
	e := nationalEngine(t)
	for _, q := range []Question{
		{ID: "model:1", Text: "Which brand?", Kind: QuestionText},
		{ID: "What is it?", Text: "What is it?", Kind: QuestionText},
		{ID: "facet:9999:material", Text: "Of what?", Kind: QuestionChoice, Choices: []Choice{{Value: "material=wood", Label: "wood"}}},
		{ID: "facet:6403:nothing", Text: "Of what?", Kind: QuestionChoice, Choices: []Choice{{Value: "x", Label: "x"}}},
		{ID: "heading", Text: "Which?", Kind: QuestionChoice, Choices: []Choice{{Value: "0000", Label: "none"}}},
		{ID: "line:640399:2", Text: "Which?", Kind: QuestionChoice, Choices: []Choice{{Value: "64039999", Label: "none", LeadsTo: []string{"64039998"}}}},
		{ID: "line:6", Text: "Which?", Kind: QuestionChoice},
	} {
		if got, ok := e.Restate(q, "MEX", tariff.LanguageSpanish); ok {
			t.Errorf("%s is said as %+v", q.ID, got)
		}
	}
}
