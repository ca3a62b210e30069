package classify

import (
	"strconv"
	"strings"
	"testing"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/text"
)

func TestANumberThatIsDeniedOrStatedAnewTakesTheOldBack(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ description, said, want string }{
		{"electric motor, 20 hp", "25 hp, not 20", "power 18642.5"},
		{"motor eléctrico de 20 hp", "son 25 hp, no 20", "power 18642.5"},
		{"electric motor, 20 hp", "actually 25 hp", "power 18642.5"},
		{"motocicleta de 250 cc", "es de 600 cc", "displacement 600"},
		{"bag of rice, 10 kg", "5 kg, not 10", "mass 5"},
		{"steel bar 30 mm, 2 m long", "the section is 20 mm", "length 0.03, length 2, length 0.02"},
	} {
		s := e.settle(Request{Description: c.description, Language: "English", Dialogue: []Turn{{Answer: c.said}}})
		var got []string
		for _, q := range e.words.quantities.Read(text.Fold(s.Text)) {
			if !q.Denied {
				got = append(got, strings.TrimSpace(q.Class+" "+trimmed(q.Low)))
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q, %q: %q states %q, want %q", c.description, c.said, s.Text, strings.Join(got, ", "), c.want)
		}
	}
}

func TestAQuestionOfANumberStaysOpenUntilItsAnswerStatesOne(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	q := Question{ID: dialogue.IDLine + dialogue.IDSeparator + "010101:x", Text: "What is the weight?", Kind: QuestionNumber, Unit: "kg", Choices: []Choice{}}
	for said, want := range map[string]struct{ answered, unused, beside bool }{
		"5":                  {answered: true},
		"about 5":            {answered: true},
		"500 g":              {answered: true},
		"medio kilo":         {answered: true},
		"entre 5 y 10":       {answered: true},
		"5 to 10 lb":         {answered: true},
		"menos de 10":        {answered: true},
		"12 cm":              {unused: true},
		"una docena":         {unused: true},
		"it is of cotton":    {beside: true},
		"I don't know":       {answered: true},
		"25 litros":          {unused: true},
		"un kilo y medio de": {answered: true},
	} {
		s := e.settle(Request{Description: "milk", Language: "Spanish", Dialogue: []Turn{{Question: &q, Answer: said}}})
		if s.Answered[q.ID] != want.answered || (len(s.Unused) > 0) != (want.unused || want.beside) {
			t.Errorf("%q: answered %v, unused %+v", said, s.Answered[q.ID], s.Unused)
		}
		if want.unused && (len(s.Reopened(nil)) != 1 || s.Unused[0].Reason != "la respuesta no da un valor en kg") {
			t.Errorf("%q: open %+v, reason %q", said, s.Reopened(nil), s.Unused[0].Reason)
		}
	}
	again := e.settle(Request{Description: "milk", Language: "English", Dialogue: []Turn{{Question: &q, Answer: "5"}, {Question: &q, Answer: "8"}}})
	if strings.Contains(again.Aside, "5") || !strings.Contains(again.Aside, "8 kg") {
		t.Errorf("the later answer does not take the place of the earlier: %q", again.Aside)
	}
}

func trimmed(v float64) string { return strconv.FormatFloat(v, 'g', 7, 64) }
