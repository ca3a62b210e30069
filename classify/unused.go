package classify

import (
	"slices"

	"tariffdesk/classify/internal/answer"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// UnusedAnswer is an answer that says nothing about the goods, and why.
type UnusedAnswer struct {
	Question string `json:"question" doc:"As it was asked"`
	Answer   string `json:"answer"`
	Reason   string `json:"reason" doc:"Why the answer could not be used"`
}

// Unused returns the answers of a request's dialogue that could not be used. It classifies nothing.
func (e *Engine) Unused(request Request) ([]UnusedAnswer, error) {
	request, err := request.prepared()
	if err != nil {
		return nil, err
	}
	return e.settle(request).unused, nil
}

// offered gives a question that the record did not ask the choices that its words offer.
func (d *dialogue) offered(t Turn) Turn {
	if t.Question == nil || !t.Question.own() || len(t.Question.Choices) > 0 {
		return t
	}
	q := *t.Question
	for i, label := range d.e.words.replies.Choices(q.Text) {
		q.Choices = append(q.Choices, Choice{Value: string(rune('a' + i)), Label: label, LeadsTo: []string{}})
	}
	return Turn{Question: &q, Answer: t.Answer}
}

// unusable says why nothing can be made of an answer, "" where something can.
func (d *dialogue) unusable(t Turn) string {
	reply := d.e.words.replies.Read(t.Answer)
	switch q := t.Question; {
	case reply.Kind == answer.KindUnknown:
		return ""
	case q != nil && q.own() && reply.Letter >= 0 && reply.Letter < len(q.Choices):
		return ""
	case q != nil && !q.own() && (chosen(q, t.Answer, reply) >= 0 || reply.Kind == answer.KindNo && len(q.Choices) > 0): // none of them is an answer
		return ""
	case q != nil && q.own() && d.e.states(reply.Text, ""):
		return ""
	case q != nil && q.Kind == QuestionNumber && d.e.states(reply.Text, q.Unit):
		return ""
	case q != nil && q.Kind == QuestionNumber && d.e.states(reply.Text, ""):
		if d.request.Language == tariff.LanguageSpanish {
			return "la respuesta no da un valor en " + q.Unit
		}
		return "the answer gives no value in " + q.Unit
	}
	return d.reason(reply)
}

// reason says why words beside every choice say nothing, "" where they say something.
func (d *dialogue) reason(reply answer.Reply) string {
	spanish := d.request.Language == tariff.LanguageSpanish
	switch {
	case reply.Text == "" && reply.Letter >= 0 && spanish:
		return "la pregunta no tiene esa opción"
	case reply.Text == "" && reply.Letter >= 0:
		return "the question has no such choice"
	case reply.Text == "" && spanish:
		return "sí o no no responde a la pregunta"
	case reply.Text == "":
		return "yes or no does not answer the question"
	}
	description, _ := d.read(reply.Text)
	known := func(m text.Mention) bool {
		return slices.ContainsFunc(m.IDs[:], func(id int32) bool { return id >= 0 })
	}
	switch {
	case slices.ContainsFunc(description.Mentions, known) || len(d.e.facets.Quantities(description)) > 0:
		return ""
	case spanish:
		return "ninguna palabra de la respuesta se reconoce"
	}
	return "no word of the answer is known"
}

// hearOwn takes in an answer to a question that the record did not ask.
func (d *dialogue) hearOwn(q *Question, reply answer.Reply) string {
	switch {
	case reply.Letter >= 0 && reply.Letter < len(q.Choices):
		return d.told(q.Choices[reply.Letter].Label)
	case d.e.states(reply.Text, ""):
		d.note(q, reply.Text)
		return reply.Text
	}
	return d.told(reply.Text)
}

// reopened puts questions whose answer could not be used before the others.
func (s *settled) reopened(questions []Question) []Question {
	out := slices.Clone(s.open)
	for _, q := range questions {
		if _, ok := FindQuestion(out, q.ID); !ok && len(out) < maxQuestions {
			out = append(out, q)
		}
	}
	return out
}
