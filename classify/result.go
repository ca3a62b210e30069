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
	Name string `json:"name" doc:"Title of the level; empty where the code is"`
	Code string `json:"code" doc:"The code, digits alone; empty where it is open"`
}

// Suggestion is one code with its path, in the wire form of the interface.
type Suggestion struct {
	Chapter     Level           `json:"hscode_2digits" doc:"Chapter"`
	Heading     Level           `json:"hscode_4digits" doc:"Heading"`
	Subheading  Level           `json:"hscode_6digits" doc:"Subheading, the last international level"`
	Line        Level           `json:"hscode_8digits" doc:"National tariff line; empty where it is open, and for WORLD"`
	Statistical Level           `json:"hscode_10digits" doc:"National level below the line; empty where there is none or it is open"`
	Confidence  float64         `json:"overall_confidence" doc:"Calibrated probability that the six digits are right, 0 to 1"`
	Reason      string          `json:"justification" doc:"Why this code"`
	Advice      string          `json:"recommendations" doc:"What would make the code more precise or surer; empty where nothing would"`
	TariffInfo  json.RawMessage `json:"tariff_info" doc:"Duties, taxes and regulations of the longest code; an empty object where they were not asked for or are not known"`

	Evidence []Evidence `json:"evidence,omitempty" doc:"What supports or opposes the code, the strongest first; absent where nothing does"`
	Presumed []string   `json:"presumed,omitempty" doc:"What the code supposes that the description does not say; absent where it supposes nothing"`

	// Calibrated probabilities that eight and ten digits are right, where they are filled in.
	LineConfidence        *float64 `json:"line_confidence,omitempty" doc:"Calibrated probability that the eight digits are right, 0 to 1; absent where they are open"`
	StatisticalConfidence *float64 `json:"statistical_confidence,omitempty" doc:"Calibrated probability that the ten digits are right, 0 to 1; absent where they are open"`
	// NationalCandidates are the lines of a subheading that splits, best first, without those that
	// what is stated rules out.
	NationalCandidates []NationalCandidate `json:"national_candidates,omitempty" doc:"Lines of a subheading that splits, best first, without those that the description rules out; absent where it does not split"`

	Decision *Decision `json:"decision,omitempty" doc:"Of the first code of a stored classification that somebody decided: what was decided"`
}

// Decision is the decision of people on a classification.
type Decision struct {
	HSCode              string    `json:"hscode" doc:"The code that was decided, 6, 8 or 10 digits"`
	Action              string    `json:"action" enum:"confirmed,corrected" doc:"confirmed the first code, or corrected it to another"`
	At                  time.Time `json:"at" doc:"When it was decided"`
	By                  string    `json:"by" doc:"A user's address, or the beginning of a key; empty where that was not kept"`
	Reason              string    `json:"reason" doc:"Empty where none was given"`
	PrecedentID         string    `json:"precedent_id" doc:"The precedent that the decision made; empty once that was removed"`
	SuggestedConfidence *float64  `json:"suggested_confidence" doc:"What the confidence of the subheading was before; null where it was not suggested"`
}

// Result is the classification response of the interface. RecordID is set by whoever stores it.
type Result struct {
	Suggestions []Suggestion `json:"hscodes_array" doc:"Codes, best first; empty where the description names no goods"`
	Summary     string       `json:"summary_classification" doc:"The result in a sentence"`
	Questions   []string     `json:"required_questions" doc:"Texts of the questions whose answers would decide; empty where the result is precise enough"`
	Open        []Question   `json:"questions" doc:"The same questions with their ids and choices"`
	RecordID    string       `json:"classification_record_id" doc:"Id of the stored classification, to refine or confirm it by"`

	OtherGoods []string `json:"other_goods,omitempty" maxItems:"20" doc:"Where the text lists several goods, those that were not classified; a question asks which is meant"`

	// Dialogue holds the questions and answers so far, Moved the changes that the last answers made.
	Dialogue []Exchange `json:"dialogue,omitempty" doc:"Questions asked and answered so far; absent before the first answer"`
	Told     string     `json:"refined_description,omitempty" doc:"The description with what the answers stated; absent before the first answer"`
	Moved    *Move      `json:"moved,omitempty" doc:"What the last answers changed; absent before the first answer"`

	UnusedAnswers []UnusedAnswer `json:"unused_answers,omitempty" doc:"Answers that could not be used; their questions stay open"`
}

// Move lists the changes between two rounds of a dialogue.
type Move struct {
	From  Standing `json:"from" doc:"The first code before the answers"`
	To    Standing `json:"to" doc:"The first code now"`
	Ranks []Rank   `json:"ranks" doc:"Codes whose rank changed"`
}

// Standing is a code with its confidence.
type Standing struct {
	Code       string  `json:"code" doc:"The code, digits alone"`
	Confidence float64 `json:"confidence" doc:"Probability that it is right, 0 to 1"`
}

// Rank is the place of a code before and after, from 1; 0 where it is not listed.
type Rank struct {
	Code   string `json:"code" doc:"The code, digits alone"`
	Before int    `json:"before" doc:"Rank before the answers, from 1; 0 where it had none"`
	After  int    `json:"after" doc:"Rank now, from 1; 0 where it has none"`
}

// ask sets the open questions of a result, as sentences and with their choices.
func (r *Result) ask(questions []Question) {
	r.Open, r.Questions = append([]Question{}, questions...), make([]string, 0, len(questions))
	for _, q := range questions {
		r.Questions = append(r.Questions, q.Text)
	}
}
