package classify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"tariffdesk/bounded"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/tariff"
)

// Bounds of a model's texts, in characters.
const (
	maxReasonLength   = 1000
	maxQuestionLength = 300
)

// modelAnswer is an answer that passed the check.
type modelAnswer struct {
	ranking   []modelChoice
	questions []string
}

type modelChoice struct {
	sub        int32
	confidence float64 // as stated, together at most 1
	reason     string
}

// refusedAnswer describes what is wrong with a model's answer without quoting it.
type refusedAnswer struct{ problems []string }

func (r *refusedAnswer) Error() string {
	return "model answer refused: " + strings.Join(r.problems, "; ")
}

// InvalidAnswer reports that asking again may help.
func (r *refusedAnswer) InvalidAnswer() bool { return true }

// checked reads a model's answer and compares it with the nomenclature. Every code must be a subheading that appears
// once, with its own chapter and heading; confidences lie within 0 and 1; the first code has a reason; an empty
// ranking asks a question. All problems are reported at once.
func (e *Engine) checked(raw []byte) (modelAnswer, error) {
	var said struct {
		Ranking []struct {
			Chapter    string   `json:"chapter"`
			Heading    string   `json:"heading"`
			Code       string   `json:"code"`
			Confidence *float64 `json:"confidence"`
			Reason     string   `json:"reason"`
		} `json:"ranking"`
		Questions []string `json:"questions"`
	}
	if err := json.Unmarshal(raw, &said); err != nil {
		return modelAnswer{}, &refusedAnswer{[]string{"it does not fit the schema"}}
	}
	var problems []string
	if len(said.Ranking) > maxLimit {
		problems = append(problems, fmt.Sprintf("more than %d codes", maxLimit))
		said.Ranking = said.Ranking[:maxLimit]
	}
	answer := modelAnswer{questions: cleanQuestions(said.Questions)}
	seen := map[int32]bool{}
	for i, c := range said.Ranking {
		bad := func(what string) { problems = append(problems, fmt.Sprintf("ranking[%d]: %s", i, what)) }
		code := tariff.DigitsOf(c.Code)
		sub, known := e.tree.SubAt[code]
		switch {
		case !known:
			bad("code is no six-digit subheading of HS 2022")
		case tariff.DigitsOf(c.Heading) != code[:4] || tariff.DigitsOf(c.Chapter) != code[:2]:
			bad("chapter and heading are not those of code")
		case seen[sub]:
			bad("code is there twice")
		}
		if c.Confidence == nil || *c.Confidence < 0 || *c.Confidence > 1 {
			bad("confidence is not within 0 and 1")
			continue
		}
		seen[sub] = true
		answer.ranking = append(answer.ranking, modelChoice{sub, *c.Confidence, tidy(c.Reason, maxReasonLength)})
	}
	switch {
	case len(said.Ranking) == 0 && len(answer.questions) == 0:
		problems = append(problems, "neither a code nor a question")
	case len(answer.ranking) > 0 && answer.ranking[0].reason == "":
		problems = append(problems, "ranking[0]: reason is empty")
	}
	if len(problems) > 0 {
		return modelAnswer{}, &refusedAnswer{problems}
	}
	shareOut(answer.ranking)
	return answer, nil
}

// shareOut scales confidences that add up to more than one.
func shareOut(ranking []modelChoice) {
	sum := 0.0
	for _, c := range ranking {
		sum += c.confidence
	}
	for i := range ranking {
		ranking[i].confidence /= max(sum, 1)
	}
}

func cleanQuestions(list []string) (out []string) {
	for _, q := range list {
		if q = tidy(q, maxQuestionLength); q != "" && len(out) < dialogue.MaxQuestions && !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return out
}

// tidy makes one bounded line of a model's text, without control and formatting characters.
func tidy(text string, limit int) string {
	if len(text) > 8*limit {
		text = strings.ToValidUTF8(text[:8*limit], "")
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r):
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if _, long := bounded.Cut(text, limit); long {
		return bounded.Clip(text, limit-1)
	}
	return text
}
