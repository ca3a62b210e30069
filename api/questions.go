package api

import (
	"encoding/json"
	"strconv"

	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// questionBody is an open question as it is put to somebody without an account: without what the
// answers lead to.
type questionBody struct {
	ID      string       `json:"id"`
	Text    string       `json:"text"`
	Kind    string       `json:"kind" enum:"choice,number,yes_no,text"`
	Unit    string       `json:"unit"`
	Choices []choiceBody `json:"choices"`
}

type choiceBody struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// questionsOf reads the open questions of a classification response. One that names them in words
// alone, as older ones do, is asked in words.
func questionsOf(result json.RawMessage) []questionBody {
	var r struct {
		Questions []questionBody `json:"questions"`
		Required  []string       `json:"required_questions"`
	}
	if json.Unmarshal(result, &r) != nil {
		return nil // not written by us
	}
	if len(r.Questions) == 0 {
		for i, text := range r.Required {
			r.Questions = append(r.Questions, questionBody{ID: "q" + strconv.Itoa(i+1), Text: text, Kind: "text"})
		}
	}
	for i := range r.Questions {
		if r.Questions[i].Choices == nil {
			r.Questions[i].Choices = []choiceBody{}
		}
	}
	return r.Questions
}

// The bounds of answers.
const (
	maxAnswers     = 20
	maxAnswerChars = 2000
)

// AnswerBody is an answer to a question.
type AnswerBody struct {
	Question string `json:"question" minLength:"1" maxLength:"2000" doc:"The question's id, or its text"`
	Answer   string `json:"answer" maxLength:"2000" doc:"A choice's value or label, a number with its unit, or words; I don't know is an answer too"`
}

// answersTo matches answers with the questions that are open. Each of these may be answered once;
// where all is set, one at least must be.
func answersTo(questions []questionBody, given []AnswerBody, all bool) ([]jobs.Answer, error) {
	var problems []*problem
	bad := func(i int, text string) {
		problems = append(problems, &problem{fail.CodeValidation, "answers[" + strconv.Itoa(i) + "].question: " + text})
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
			bad(i, "not one of the open questions")
			continue
		case seen[at]:
			bad(i, "answered twice")
			continue
		}
		seen[at] = true
		if a.Answer != "" {
			answers = append(answers, jobs.Answer{Question: questions[at].ID, Answer: a.Answer})
		}
	}
	if all && len(answers) == 0 && len(problems) == 0 {
		problems = append(problems, &problem{fail.CodeValidation, "answers: want one at least that is not empty"})
	}
	if len(problems) > 0 {
		return nil, refusal(problems)
	}
	return answers, nil
}
