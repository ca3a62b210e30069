package classify

import (
	"encoding/json"
	"time"

	"tariffdesk/classify/internal/dialogue"
)

// What a dialogue about goods is made of.
type (
	// QuestionKind says what form an answer takes.
	QuestionKind = dialogue.QuestionKind
	// Question is a fact that is open and would decide.
	Question = dialogue.Question
	// Choice is one answer to a Question.
	Choice = dialogue.Choice
	// Turn is a reply with the question it answers.
	Turn = dialogue.Turn
	// Exchange is a Turn as it is kept: what was said, and what it was understood as.
	Exchange = dialogue.Exchange
	// UnusedAnswer is an answer that says nothing about the goods, and why.
	UnusedAnswer = dialogue.UnusedAnswer
)

// The kinds of questions.
const (
	QuestionChoice = dialogue.QuestionChoice
	QuestionNumber = dialogue.QuestionNumber
	QuestionYesNo  = dialogue.QuestionYesNo
	QuestionText   = dialogue.QuestionText
)

// Bounds of a dialogue: answers in one request, and characters of one answer.
const (
	MaxAnswers = dialogue.MaxAnswers
	MaxAnswer  = dialogue.MaxAnswer
)

// FindQuestion finds a question by its id or its text.
func FindQuestion(questions []Question, name string) (Question, bool) {
	return dialogue.FindQuestion(questions, name)
}

// ReadQuestions returns the open questions of a stored result. Results of before questions had ids have their
// texts alone.
func ReadQuestions(result json.RawMessage) ([]Question, error) { return dialogue.ReadQuestions(result) }

// Level is name and code of one level of the nomenclature; both empty where it is open or does not apply.
type Level struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

// Suggestion is one code with its path, in the wire form of the interface.
type Suggestion struct {
	Chapter     Level           `json:"hscode_2digits"`
	Heading     Level           `json:"hscode_4digits"`
	Subheading  Level           `json:"hscode_6digits"`
	Line        Level           `json:"hscode_8digits"`
	Statistical Level           `json:"hscode_10digits"`
	Confidence  float64         `json:"overall_confidence"` // calibrated probability that the subheading is right
	Reason      string          `json:"justification"`
	Advice      string          `json:"recommendations"`
	TariffInfo  json.RawMessage `json:"tariff_info"` // {} here; filled where rates are known

	Evidence []Evidence `json:"evidence,omitempty"` // what supports or opposes it, the strongest first
	Presumed []string   `json:"presumed,omitempty"` // what it supposes of the goods and the description leaves open

	// Calibrated probabilities that eight and ten digits are right, where they are filled in.
	LineConfidence        *float64 `json:"line_confidence,omitempty"`
	StatisticalConfidence *float64 `json:"statistical_confidence,omitempty"`
	// NationalCandidates are the lines of a subheading that splits, best first, without those that
	// what is stated rules out.
	NationalCandidates []NationalCandidate `json:"national_candidates,omitempty"`

	Decision *Decision `json:"decision,omitempty" doc:"Of the first code of a stored classification that somebody decided: what was decided"`
}

// Decision is what people decided about a classification.
type Decision struct {
	HSCode              string    `json:"hscode" doc:"The code that was decided, 6, 8 or 10 digits"`
	Action              string    `json:"action" enum:"confirmed,corrected"`
	At                  time.Time `json:"at"`
	By                  string    `json:"by" doc:"A user's address, or the beginning of a key; empty where that was not kept"`
	Reason              string    `json:"reason" doc:"Empty where none was given"`
	PrecedentID         string    `json:"precedent_id" doc:"The precedent that the decision made; empty once that was removed"`
	SuggestedConfidence *float64  `json:"suggested_confidence" doc:"What the confidence of the subheading was before; null where it was not suggested"`
}

// Result is the classification response of the interface. RecordID is set by whoever stores it.
type Result struct {
	Suggestions []Suggestion `json:"hscodes_array"` // best first, never nil
	Summary     string       `json:"summary_classification"`
	Questions   []string     `json:"required_questions"` // never nil; empty when precise enough
	Open        []Question   `json:"questions"`          // the same with their choices, never nil
	RecordID    string       `json:"classification_record_id"`

	OtherGoods []string `json:"other_goods,omitempty" maxItems:"20" doc:"Where the text lists several goods, those that were not classified; a question asks which is meant"`

	// Dialogue is what was asked and answered before, Moved what the last answers changed.
	Dialogue []Exchange `json:"dialogue,omitempty"`
	Told     string     `json:"refined_description,omitempty"` // the description with what the dialogue changed
	Moved    *Move      `json:"moved,omitempty"`

	UnusedAnswers []UnusedAnswer `json:"unused_answers,omitempty" doc:"Answers that could not be used; their questions stay open"`
}

// Move is what changed between two rounds of a dialogue.
type Move struct {
	From  Standing `json:"from"` // the first code before
	To    Standing `json:"to"`   // the first code now
	Ranks []Rank   `json:"ranks"`
}

// Standing is a code with its confidence.
type Standing struct {
	Code       string  `json:"code"`
	Confidence float64 `json:"confidence"`
}

// Rank is the place of a code before and after, from 1; 0 where it is not listed.
type Rank struct {
	Code   string `json:"code"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

// ask sets the open questions of a result, as sentences and with their choices.
func (r *Result) ask(questions []Question) {
	r.Open, r.Questions = append([]Question{}, questions...), make([]string, 0, len(questions))
	for _, q := range questions {
		r.Questions = append(r.Questions, q.Text)
	}
}
