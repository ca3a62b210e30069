package dialogue

import (
	"encoding/json"
	"fmt"
	"strings"

	"tariffdesk/classify/internal/text"
)

// QuestionKind is the form that an answer takes.
type QuestionKind string

// The kinds of questions.
const (
	QuestionChoice QuestionKind = "choice"
	QuestionNumber QuestionKind = "number"
	QuestionYesNo  QuestionKind = "yes_no"
	QuestionText   QuestionKind = "text"
)

// Question is a fact that is open and would decide.
type Question struct {
	ID      string       `json:"id" doc:"Names the question in answers"`
	Text    string       `json:"text" doc:"The question, as in required_questions"`
	Kind    QuestionKind `json:"kind" enum:"choice,number,yes_no,text" doc:"Form of the answer: one of the choices, a number with its unit, yes or no, or text"`
	Unit    string       `json:"unit,omitempty" doc:"Of a number that is asked for"`
	Choices []Choice     `json:"choices" doc:"What may be answered; empty for free text"`
}

// Choice is one answer to a Question.
type Choice struct {
	Value   string   `json:"value" doc:"What to send as the answer"`
	Label   string   `json:"label" doc:"The choice in words, to show to people"`
	LeadsTo []string `json:"leads_to" doc:"Codes that the goods may then have"`
}

// Turn is a reply with the question it answers.
type Turn struct {
	Question *Question `json:"question"` // nil: words given without a question
	Answer   string    `json:"answer"`
}

// Exchange is a Turn as it is kept: the answer and how it was understood.
type Exchange struct {
	QuestionID string    `json:"question_id" doc:"Empty for words given without a question"`
	Question   string    `json:"question" doc:"The question as it was asked"`
	Answer     string    `json:"answer" doc:"The answer as it was given"`
	Understood string    `json:"understood" doc:"What the answer was taken for"`
	Asked      *Question `json:"asked,omitempty" doc:"The question as it was asked"`
}

// What the ids of questions begin with; the parts are joined by IDSeparator.
const (
	IDGoods     = "goods"    // what they are
	IDMaterial  = "material" // what they are made of
	IDUse       = "use"      // what they are for
	IDWhole     = "whole"    // what they are a part of
	IDSet       = "set"      // what a set contains
	IDMeant     = "meant"    // which of several goods
	IDSpelling  = "spelling" // spelling:maelta, the word that is meant
	IDHeading   = "heading"  // between headings
	IDFacet     = "facet"    // facet:6109:material
	IDLine      = "line"     // line:610910…
	IDModel     = "model"    // a model's own
	IDOwn       = "own"      // own:…, of whoever answers: the record did not ask it
	IDSeparator = ":"
)

// Bounds of a dialogue.
const (
	MaxAnswers   = 20    // in one request
	MaxAnswer    = 2_000 // characters of one answer
	MaxTurns     = 60    // of a dialogue over all its rounds
	MaxChoices   = 10    // of one question
	MaxQuestions = 3     // of one answer
)

// Own reports whether the record did not ask the question.
func (q *Question) Own() bool { return strings.HasPrefix(q.ID, IDOwn+IDSeparator) }

// FindQuestion finds a question by its id or its text.
func FindQuestion(questions []Question, name string) (Question, bool) {
	for _, q := range questions {
		if q.ID == name || text.Fold(q.Text) == text.Fold(strings.TrimSpace(name)) {
			return q, true
		}
	}
	return Question{}, false
}

// ReadQuestions returns the open questions of a stored result. Results of before questions had ids have their
// texts alone.
func ReadQuestions(result json.RawMessage) ([]Question, error) {
	var r struct {
		Questions []Question `json:"questions"`
		Texts     []string   `json:"required_questions"`
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return nil, fmt.Errorf("questions of a result: %w", err)
	}
	if r.Questions == nil {
		for _, t := range r.Texts {
			r.Questions = append(r.Questions, Question{ID: t, Text: t, Kind: QuestionText})
		}
	}
	return r.Questions, nil
}
