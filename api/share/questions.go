package share

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"tariffdesk/api/wire"
	"tariffdesk/classify"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
)

// questionBody is an open question as it is put to somebody without an account: without what the
// answers lead to.
type questionBody struct {
	ID      string                `json:"id" doc:"Id of the question, to answer it by"`
	Text    string                `json:"text" doc:"The question, in the language of the page"`
	Kind    classify.QuestionKind `json:"kind" enum:"choice,number,yes_no,text" doc:"Form of the answer"`
	Unit    string                `json:"unit" doc:"Of a number that is asked for, or empty"`
	Choices []choiceBody          `json:"choices" doc:"What may be answered; empty for free text"`
}

// valueOf is the value of the choice that an answer names by its label, or the answer as it stands: the record knows the labels
// of its own language alone.
func (q questionBody) valueOf(answer string) string {
	for _, c := range q.Choices {
		if strings.EqualFold(strings.TrimSpace(answer), c.Label) {
			return c.Value
		}
	}
	return answer
}

type choiceBody struct {
	Value string `json:"value" doc:"What to send as the answer"`
	Label string `json:"label" doc:"The choice in words, to show to people"`
}

// questionsOf reads the open questions of a classification and says them in the language of a link. A question of a model,
// or of a tariff that has changed since, stays as it was asked.
func (s *Handlers) questionsOf(r jobs.Record, in string) ([]questionBody, error) {
	open, err := classify.ReadQuestions(r.Result)
	if err != nil {
		return nil, err
	}
	questions := make([]questionBody, len(open))
	for i, q := range open {
		if s.Answers != nil {
			if restated, ok := s.Answers.Restate(q, classify.Country(r.CountryCode), tariff.Language(in)); ok {
				q = restated
			}
		}
		questions[i] = questionBody{q.ID, q.Text, q.Kind, q.Unit, make([]choiceBody, len(q.Choices))}
		for j, c := range q.Choices {
			questions[i].Choices[j] = choiceBody{c.Value, c.Label}
		}
	}
	return questions, nil
}

// AnswerBody is an answer to a question.
type AnswerBody struct {
	Question string `json:"question" minLength:"1" maxLength:"2000" doc:"The question's id, or its text"`
	Answer   string `json:"answer" maxLength:"2000" doc:"A choice's value or label, a number with its unit, or words; I don't know is an answer too"`
}

// answersTo matches answers with the questions that a classification left open, by their ids or as the link l puts them.
// Each of these may be answered once; where all is set, one at least must be.
func (s *Handlers) answersTo(r jobs.Record, l jobs.Link, given []AnswerBody, all bool) ([]jobs.Answer, error) {
	questions, err := s.questionsOf(r, languageOf(l))
	if err != nil {
		return nil, err
	}
	var problems []*wire.Problem
	bad := func(i int, text string) {
		problems = append(problems, &wire.Problem{Code: fail.CodeValidation, Text: "answers[" + strconv.Itoa(i) + "].question: " + text})
	}
	asked := map[string]int{}
	for i, q := range questions {
		asked[q.Text], asked[q.ID] = i, i
	}
	seen := map[int]bool{}
	answers := []jobs.Answer{}
	for i, a := range given {
		at, ok := asked[a.Question]
		switch {
		case !ok:
			bad(i, strconv.Quote(wire.FirstRunes(a.Question, 80))+" is not one of the open questions")
			continue
		case seen[at]:
			bad(i, "answered twice")
			continue
		}
		seen[at] = true
		if a.Answer != "" {
			answers = append(answers, jobs.Answer{Question: questions[at].ID, Answer: questions[at].valueOf(a.Answer)})
		}
	}
	if all && len(answers) == 0 && len(problems) == 0 {
		problems = append(problems, &wire.Problem{Code: fail.CodeValidation, Text: "answers: want one at least that is not empty"})
	}
	if len(problems) > 0 {
		return nil, wire.Refusal(problems)
	}
	return answers, nil
}

// AnswerReader judges the answers of a dialogue, and says its questions in another language.
type AnswerReader interface {
	Unused(r classify.Request) ([]classify.UnusedAnswer, error)
	// Restate says a question in another language; ok is false where it can be said only as it was asked.
	Restate(q classify.Question, country classify.Country, language tariff.Language) (restated classify.Question, ok bool)
}

// usable refuses answers of a share link that state nothing, each by its place: a link is answered once, so a useless
// answer would use it up.
func usable(judge AnswerReader, result json.RawMessage, given []AnswerBody, in jobs.ClassifyInput) error {
	if judge == nil || in.Refines == nil {
		return nil
	}
	var dialogue classify.Refinement
	if err := json.Unmarshal(in.Refines.Answers, &dialogue); err != nil {
		return err
	}
	unused, err := judge.Unused(classify.Request{Description: in.Refines.Description, Dialogue: dialogue.Turns})
	if err != nil || len(unused) == 0 {
		return err
	}
	open, err := classify.ReadQuestions(result)
	if err != nil {
		return err
	}
	var problems []*wire.Problem
	for _, u := range unused {
		for i, a := range given {
			if q, ok := classify.FindQuestion(open, a.Question); ok && q.Text == u.Question && a.Answer != "" {
				problems = append(problems, &wire.Problem{Code: fail.CodeValidation, Text: fmt.Sprintf("answers[%d].answer: %s, to %q", i, u.Reason, wire.FirstRunes(u.Question, 80))})
			}
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return wire.Refusal(problems)
}
