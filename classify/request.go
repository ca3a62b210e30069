package classify

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/fail"
	"tariffdesk/tariff"
)

// MaxDescription is the longest description read, in characters after trimming.
const MaxDescription = 20000

// Country is the schedule a description is classified in.
type Country string

// The schedules of the interface; CountryWorld stops at six digits.
const (
	CountryMexico    Country = "MEX"
	CountryColombia  Country = "COL"
	CountryUSA       Country = "USA"
	CountryArgentina Country = "ARG"
	CountryWorld     Country = tariff.WorldCode
)

// Model chooses between speed and depth.
type Model string

// ModelFast searches index, precedents and facets once, and repairs the spelling of Spanish goods none of whose words is
// known; ModelPro repairs all spelling, weighs twice as many candidates and looks again with the context of the leading headings.
const (
	ModelFast Model = "fast"
	ModelPro  Model = "pro"
)

// Bounds of the number of suggestions.
const (
	defaultLimit = 5
	maxLimit     = 10
)

// Request is one description to classify. Zero values mean WORLD, pro, English and five suggestions.
type Request struct {
	Description string
	Country     Country
	Model       Model
	Language    tariff.Language // of names, justification and questions
	Precedents  *Precedents     // the organisation's own; nil for none
	Attached    string          // the end of Description that was read from attachments; "" for none
	Rulings     *Rulings        // published; nil for none
	Dialogue    []Turn          // what was asked and answered before, oldest first
	Limit       int             // suggestions wanted, 1 to 10
}

// prepared fills defaults in and checks every field, all problems at once.
func (r Request) prepared() (Request, error) {
	r.Description, r.Attached = strings.TrimSpace(r.Description), strings.TrimSpace(r.Attached) // one ends with the other
	if r.Country == "" {
		r.Country = CountryWorld
	}
	if r.Model == "" {
		r.Model = ModelPro
	}
	if r.Language == "" {
		r.Language = tariff.LanguageEnglish
	}
	if r.Limit == 0 {
		r.Limit = defaultLimit
	}
	if problems := r.problems(); len(problems) > 0 {
		return r, fail.New(fail.CodeBadRequest, problems[0]).With(problems...)
	}
	return r, nil
}

func (r Request) problems() (out []string) {
	switch n := utf8.RuneCountInString(r.Description); {
	case n == 0:
		out = append(out, fmt.Sprintf("product_description: empty; 1 to %d characters are needed", MaxDescription))
	case n > MaxDescription:
		out = append(out, fmt.Sprintf("product_description: %d characters; the limit is %d", n, MaxDescription))
	case !utf8.ValidString(r.Description):
		out = append(out, "product_description: not valid UTF-8")
	}
	if len(r.Dialogue) > dialogue.MaxTurns {
		out = append(out, fmt.Sprintf("answers: %d over all rounds; the limit is %d", len(r.Dialogue), dialogue.MaxTurns))
	}
	for _, t := range r.Dialogue {
		if n := utf8.RuneCountInString(t.Answer); n > MaxAnswer {
			out = append(out, fmt.Sprintf("answers: one of %d characters; the limit is %d", n, MaxAnswer))
			break
		}
	}
	if !slices.Contains(tariff.Countries(), string(r.Country)) {
		out = append(out, "country_code: must be one of "+strings.Join(tariff.Countries(), ", "))
	}
	switch r.Model {
	case ModelFast, ModelPro:
	default:
		out = append(out, "model: must be fast or pro")
	}
	switch r.Language {
	case tariff.LanguageEnglish, tariff.LanguageSpanish:
	default:
		out = append(out, "language: must be English or Spanish")
	}
	if r.Limit < 1 || r.Limit > maxLimit {
		out = append(out, fmt.Sprintf("limit: must be 1 to %d", maxLimit))
	}
	return out
}

// replies are the answers with their questions, as a model is told them.
func (r Request) replies() string {
	var b strings.Builder
	for _, t := range r.Dialogue {
		if t.Question != nil {
			b.WriteString(t.Question.Text + " ")
		}
		b.WriteString(t.Answer + "\n")
	}
	return b.String()
}
