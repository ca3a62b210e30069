package classify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/classify/internal/answer"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/fail"
)

// Answer replies to a question named by its id or its text.
type Answer struct {
	Question string `json:"question" doc:"Id or text of the question"`
	Answer   string `json:"answer" doc:"The answer to it: a choice, a number with its unit, yes or no, or text"`
}

// Refinement joins an earlier result with new answers.
type Refinement struct {
	Turns  []Turn     `json:"turns"`  // of all rounds, oldest first
	Before []Standing `json:"before"` // the codes of the earlier result, best first
}

// Refine joins a stored result with answers to its questions, and with words given beside them. Errors carry
// fail.CodeBadRequest and name the field.
func Refine(result json.RawMessage, answers []Answer, words string) (Refinement, error) {
	var earlier struct {
		Dialogue    []Exchange   `json:"dialogue"`
		Suggestions []Suggestion `json:"hscodes_array"`
	}
	if err := json.Unmarshal(result, &earlier); err != nil {
		return Refinement{}, fmt.Errorf("refine a result: %w", err)
	}
	open, err := ReadQuestions(result)
	if err != nil {
		return Refinement{}, err
	}
	var r Refinement
	known := open
	for _, x := range earlier.Dialogue {
		r.Turns = append(r.Turns, Turn{Question: x.Asked, Answer: x.Answer})
		if x.Asked != nil {
			known = append(known, *x.Asked)
		}
	}
	for _, s := range earlier.Suggestions {
		r.Before = append(r.Before, Standing{Code: longestCode(s), Confidence: s.Confidence})
	}
	problems := r.answer(known, answers)
	if words = strings.TrimSpace(words); words != "" {
		r.Turns = append(r.Turns, reply(open, words))
	}
	if len(r.Turns) > dialogue.MaxTurns {
		problems = append(problems, fmt.Sprintf("answers: %d over all rounds; the limit is %d", len(r.Turns), dialogue.MaxTurns))
	}
	if len(problems) > 0 {
		return Refinement{}, fail.New(fail.CodeBadRequest, problems[0]).With(problems...)
	}
	return r, nil
}

// answer adds answers to the turns; one to a question answered before takes its place.
func (r *Refinement) answer(known []Question, answers []Answer) (problems []string) {
	if len(answers) > MaxAnswers {
		return []string{fmt.Sprintf("answers: %d; the limit is %d", len(answers), MaxAnswers)}
	}
	for i, a := range answers {
		valid := utf8.ValidString(a.Question) && utf8.ValidString(a.Answer)
		a.Question, a.Answer = visible(a.Question), visible(a.Answer)
		switch n := utf8.RuneCountInString(a.Answer); {
		case a.Question == "":
			problems = append(problems, fmt.Sprintf("answers[%d].question: the id or the text of a question is required", i))
		case utf8.RuneCountInString(a.Question) > MaxAnswer:
			problems = append(problems, fmt.Sprintf("answers[%d].question: %d characters; the limit is %d", i, utf8.RuneCountInString(a.Question), MaxAnswer))
		case a.Answer == "":
			problems = append(problems, fmt.Sprintf("answers[%d].answer: empty", i))
		case n > MaxAnswer:
			problems = append(problems, fmt.Sprintf("answers[%d].answer: %d characters; the limit is %d", i, n, MaxAnswer))
		case !valid:
			problems = append(problems, fmt.Sprintf("answers[%d].answer: not valid UTF-8", i))
		default:
			q := questionOf(known, a.Question)
			r.Turns = slices.DeleteFunc(r.Turns, func(t Turn) bool { return t.Question != nil && t.Question.ID == q.ID })
			r.Turns = append(r.Turns, Turn{Question: &q, Answer: a.Answer})
		}
	}
	return problems
}

// visible removes characters that print nothing, such as marks of writing direction, and surrounding space.
func visible(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || r == '\u200b' || r == '\ufeff' {
			return -1
		}
		return r
	}, s))
}

// questionOf finds a question that the record asked by its id or text. Any other is a question of whoever answers, with the
// choices that its words offer.
func questionOf(known []Question, name string) Question {
	if q, ok := FindQuestion(known, name); ok {
		return q
	}
	return Question{ID: dialogue.IDOwn + dialogue.IDSeparator + name, Text: name, Kind: QuestionText, Choices: []Choice{}}
}

// reply takes words given without a question for the answer to the first open one that bare words such as "(a)",
// "yes" or "20 kg" can answer, and else for words of their own.
func reply(open []Question, words string) Turn {
	for i := range open {
		q := &open[i]
		if answer.Bare(words) && (len(q.Choices) > 0 || q.Kind == QuestionNumber) {
			return Turn{Question: q, Answer: words}
		}
	}
	return Turn{Answer: words}
}

// Moved returns what changed against an earlier result; nil where neither has a code.
func Moved(before []Standing, after Result) *Move {
	if len(before) == 0 || len(after.Suggestions) == 0 {
		return nil
	}
	first := after.Suggestions[0]
	m := &Move{From: before[0], To: Standing{Code: longestCode(first), Confidence: first.Confidence}, Ranks: []Rank{}}
	for i, s := range after.Suggestions {
		r := Rank{Code: s.Subheading.Code, After: i + 1}
		r.Before = 1 + slices.IndexFunc(before, func(b Standing) bool { return strings.HasPrefix(b.Code, r.Code) })
		m.Ranks = append(m.Ranks, r)
	}
	for i, b := range before {
		code := b.Code[:min(len(b.Code), 6)]
		if !slices.ContainsFunc(m.Ranks, func(r Rank) bool { return r.Code == code }) {
			m.Ranks = append(m.Ranks, Rank{Code: code, Before: i + 1})
		}
	}
	return m
}

// longestCode is the longest code a suggestion fills in.
func longestCode(s Suggestion) string {
	return cmp.Or(s.Statistical.Code, s.Line.Code, s.Subheading.Code)
}
