package api_test

import (
	"testing"

	"tariffdesk/api"
	"tariffdesk/classify"
	"tariffdesk/tariff"
)

// twoLanguages says one question in Spanish and judges nothing.
type twoLanguages struct{}

func (twoLanguages) Unused(classify.Request) ([]classify.UnusedAnswer, error) { return nil, nil }

func (twoLanguages) Restate(q classify.Question, country classify.Country, language tariff.Language) (classify.Question, bool) {
	if q.ID != "upholstered" || country != classify.CountryWorld || language != tariff.LanguageSpanish {
		return q, false
	}
	q.Text, q.Choices = "¿Está tapizada?", []classify.Choice{{Value: "yes", Label: "Sí", LeadsTo: q.Choices[0].LeadsTo}}
	return q, true
}

func TestTheQuestionsOfALinkAreInItsLanguage(t *testing.T) {
	t.Parallel()
	s, record := sharing(t, func(_ *api.Config, d *api.Deps) { d.Answers = twoLanguages{} })
	for language, want := range map[string][2]string{"Spanish": {"¿Está tapizada?", "Sí"}, "English": {"Is it upholstered?", "Yes"}} {
		l := s.share(map[string]any{"classification_record_id": record, "language": language})
		var seen struct {
			Questions []struct {
				ID, Text string
				Choices  []struct{ Value, Label string }
			}
		}
		s.visit("", "GET", sharePath+"/questions/"+l.Token, "").want(200).decode(&seen)
		if q := seen.Questions[0]; q.ID != "upholstered" || q.Text != want[0] || q.Choices[0].Value != "yes" || q.Choices[0].Label != want[1] {
			t.Errorf("%s: asked %+v, want %q", language, q, want)
		}
		if other := seen.Questions[1]; other.Text != "How heavy?" {
			t.Errorf("%s: the question that cannot be said again is %+v", language, other)
		}
		// It is answered by the words of the page too.
		s.visit("", "PUT", sharePath+"/drafts/"+l.Token, Answers(want[0], want[1])).want(204)
		var draft struct {
			Draft []struct{ Question, Answer string }
		}
		s.visit("", "GET", sharePath+"/questions/"+l.Token, "").want(200).decode(&draft)
		if len(draft.Draft) != 1 || draft.Draft[0].Question != "upholstered" || draft.Draft[0].Answer != "yes" {
			t.Errorf("%s: kept %+v, want the id and the value", language, draft.Draft)
		}
	}
}
