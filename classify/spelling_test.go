package classify

import (
	"strings"
	"testing"

	"tariffdesk/tariff"
)

// One slip of the pen in a short text, in either language: a letter dropped, doubled or swapped with its neighbour, or one that sounds alike.
func TestAMisspeltNameIsFoundInBothLanguages(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ said, heading string }{
		{"umbrela", "6601"}, {"umbrlela", "6601"}, {"matress", "9404"}, {"toothbrsuh", "9603"}, {"wheelbarow", "8716"}, {"trombonne", "9205"},
		{"biciclta", "8712"}, {"colchom", "9404"}, {"martilo", "8205"}, {"desarmmador", "8205"}, {"disshwaasher", "8422"},
		{"soan", "3401"}, {"aroz blanco", "1006"}, {"psta de dientes", "3306"}, {"lech en polvo", "0402"}, // words of four letters
		{"sevolla", "0703"}, {"mantekilla", "0405"}, {"ladriyo", "6904"}, // two slips, or two letters for one
	} {
		list := suggestions(t, e, c.said)
		if len(list) == 0 || !strings.HasPrefix(list[0].Subheading.Code, c.heading) {
			t.Errorf("%q: %+v, want %s", c.said, list[:min(1, len(list))], c.heading)
		}
	}
}

// Brands and codes are no misspelt words: in capitals and in longer texts an unknown word stays what it is.
func TestAnUnknownWordOfALongerTextIsNotMended(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	plain := suggestions(t, e, "stainless steel kitchen sink with drainer and overflow")[0].Subheading.Code
	if got := suggestions(t, e, "umbrela stainless steel kitchen sink with drainer and overflow")[0].Subheading.Code; got != plain {
		t.Errorf("%s, want %s", got, plain)
	}
}

func TestAMendIsToldAndOneOfTwoIsAskedAbout(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct {
		said     string
		language tariff.Language
		told     string
	}{
		{"tornilo de acero", tariff.LanguageEnglish, "“tornilo” read as “tornillo”"},
		{"tornilo de acero", tariff.LanguageSpanish, "«tornilo» leído como «tornillo»"},
		{"jabom", tariff.LanguageSpanish, "«jabom» leído como «jabón»"},
		{"ceolla", tariff.LanguageEnglish, "“ceolla” read as “cebolla”"},
	} {
		r, err := e.Classify(t.Context(), Request{Description: c.said, Language: c.language})
		if err != nil || !strings.Contains(r.Suggestions[0].Reason, c.told) {
			t.Errorf("%q: %q, %v", c.said, r.Suggestions[0].Reason, err)
		}
	}
	for _, c := range []struct{ said, first string }{{"maelta", "spelling:maelta"}, {"britt", "goods"}} {
		r, err := e.Classify(t.Context(), Request{Description: c.said})
		if err != nil || r.Suggestions[0].Confidence >= 0.5 || len(r.Open) == 0 || r.Open[0].ID != c.first {
			t.Errorf("%q: %v, %q, %v", c.said, r.Suggestions[0].Confidence, r.Questions, err)
		}
	}
	asked, err := e.Classify(t.Context(), Request{Description: "maelta"})
	if err != nil {
		t.Fatal(err)
	}
	for answer, heading := range map[string]string{"malta": "1107", "(a)": "4202", "bicicleta": "8712"} {
		r, err := e.Classify(t.Context(), Request{Description: "maelta", Dialogue: []Turn{{Question: &asked.Open[0], Answer: answer}}})
		if err != nil || r.Suggestions[0].Heading.Code != heading || len(r.UnusedAnswers) > 0 {
			t.Errorf("%q: %+v, %+v, %v", answer, r.Suggestions[0].Subheading, r.UnusedAnswers, err)
		}
	}
	if q, ok := e.Restate(asked.Open[0], CountryWorld, tariff.LanguageSpanish); !ok || !strings.Contains(q.Text, "«maleta» o «malta»") {
		t.Errorf("%q, %v", q.Text, ok)
	}
}

// Two words that are known as they stand are joined to a name, but nobody wrote that name. Two nouns of English are one name written apart; a colour may be
// said of any goods.
func TestTwoKnownWordsReadAsOneBoundTheConfidence(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, words := range []string{"black board", "white board"} {
		if got := suggestions(t, e, words); len(got) == 0 || got[0].Confidence > openBetween {
			t.Errorf("%q: %+v, want at most %v", words, got[:min(1, len(got))], openBetween)
		}
	}
	for _, words := range []string{"tooth brush", "hand bag", "sun flower oil", "news paper", "porta retrato", "screw driver", "tea pot", "key board", "pine apple"} {
		if got := suggestions(t, e, words); len(got) == 0 || got[0].Confidence <= openBetween {
			t.Errorf("%q: %+v, want more than %v", words, got[:min(1, len(got))], openBetween)
		}
	}
}

// What slips of the pen part, join or do twice in a word is answered as the name itself is.
func TestAMisspeltNameIsAnsweredAsTheNameIs(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ said, meant string }{
		{"swe ater", "sweater"}, {"lav adora", "lavadora"}, {"barrade chocolate", "barra de chocolate"}, {"the rmometer", "thermometer"}, {"car bumepr", "car bumper"},
		{"kamara digital", "cámara digital"}, {"umbrlela", "umbrella"}, {"foootbal", "football"},
	} {
		said, meant := suggestions(t, e, c.said), suggestions(t, e, c.meant)
		if len(said) == 0 || said[0].Subheading.Code != meant[0].Subheading.Code {
			t.Errorf("%q: %+v, want %s", c.said, said[:min(1, len(said))], meant[0].Subheading.Code)
		}
	}
}
