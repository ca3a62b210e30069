package dialogue

import (
	"slices"

	"tariffdesk/classify/internal/answer"
	"tariffdesk/classify/internal/text"
)

// UnusedAnswer is an answer without information about the goods, and the reason.
type UnusedAnswer struct {
	Question string `json:"question" doc:"The question as it was asked"`
	Answer   string `json:"answer" doc:"The answer as it was given"`
	Reason   string `json:"reason" doc:"Why the answer could not be used"`
}

// offered gives a question that the record did not ask the choices that its words offer.
func (d *dialogue) offered(t Turn) Turn {
	if t.Question == nil || !t.Question.Own() || len(t.Question.Choices) > 0 {
		return t
	}
	q := *t.Question
	for i, label := range d.Replies.Choices(q.Text) {
		q.Choices = append(q.Choices, Choice{Value: string(rune('a' + i)), Label: label, LeadsTo: []string{}})
	}
	return Turn{Question: &q, Answer: t.Answer}
}

// unusable returns why an answer cannot be used, "" where it can.
func (d *dialogue) unusable(t Turn) string {
	reply := d.Replies.Read(t.Answer)
	switch q := t.Question; {
	case reply.Kind == answer.KindUnknown:
		return ""
	case q != nil && q.Own() && reply.Letter >= 0 && reply.Letter < len(q.Choices):
		return ""
	case q != nil && !q.Own() && (Chosen(q, t.Answer, reply) >= 0 || reply.Kind == answer.KindNo && len(q.Choices) > 0): // none of them is an answer
		return ""
	case q != nil && q.Own() && d.states(reply.Text, ""):
		return ""
	case q != nil && q.Kind == QuestionNumber && d.states(d.inUnit(reply.Text, q.Unit), q.Unit):
		return ""
	case q != nil && q.Kind == QuestionNumber && d.states(reply.Text, ""):
		return d.Say("unused_unit", "unit", q.Unit)
	}
	return d.reason(reply)
}

// reason returns why a reply that matches no choice states nothing, "" where it does.
func (d *dialogue) reason(reply answer.Reply) string {
	switch {
	case reply.Text == "" && reply.Letter >= 0:
		return d.Say("unused_choice")
	case reply.Text == "":
		return d.Say("unused_yes_no")
	}
	description, _ := d.read(reply.Text)
	known := func(m text.Mention) bool {
		return slices.ContainsFunc(m.IDs[:], func(id int32) bool { return id >= 0 })
	}
	if slices.ContainsFunc(description.Mentions, known) || len(d.Facets.Quantities(description)) > 0 {
		return ""
	}
	return d.Say("unused_words")
}

// hearOwn takes in an answer to a question that the record did not ask.
func (d *dialogue) hearOwn(q *Question, reply answer.Reply) string {
	switch {
	case reply.Letter >= 0 && reply.Letter < len(q.Choices):
		return d.told(q.Choices[reply.Letter].Label)
	case d.states(reply.Text, ""):
		d.note(q, reply.Text)
		return reply.Text
	}
	return d.told(reply.Text)
}

// Reopened puts questions whose answer could not be used first.
func (s *Settled) Reopened(questions []Question) []Question {
	out := slices.Clone(s.open)
	for _, q := range questions {
		if _, ok := FindQuestion(out, q.ID); !ok && len(out) < MaxQuestions {
			out = append(out, q)
		}
	}
	return out
}
