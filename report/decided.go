package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tariffdesk/classify"
	"tariffdesk/tariff"
)

// Decided is the decision of people about a classification, with the tariff's texts for the code.
type Decided struct {
	Code        string
	At          time.Time
	Action      string // confirmed or corrected
	Reason      string
	By          string
	PrecedentID string

	Path     []tariff.PlaceLevel // the way to the code; nil where the tariff no longer holds it
	Info     json.RawMessage     // duties and taxes of the code; nil where they were not asked for
	Language tariff.Language     // of the classification
}

// Lead puts what was decided before the suggestions of a classification response, which stays as it was stored otherwise. A
// suggestion of the same subheading moves there; its digits below become those that were decided.
func Lead(result json.RawMessage, d Decided) (json.RawMessage, error) {
	var response map[string]json.RawMessage
	if err := json.Unmarshal(result, &response); err != nil {
		return nil, fmt.Errorf("result of a decided classification: %w", err)
	}
	var suggestions []json.RawMessage
	if raw := response["hscodes_array"]; len(raw) > 0 {
		if err := json.Unmarshal(raw, &suggestions); err != nil {
			return nil, fmt.Errorf("suggestions of a decided classification: %w", err)
		}
	}
	leading := d.suggestion()
	for i, raw := range suggestions {
		var s classify.Suggestion
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, fmt.Errorf("suggestion %d of a decided classification: %w", i, err)
		}
		if s.Subheading.Code == d.Code[:tariff.SubheadingDigits] {
			leading = d.instead(s, leading)
			suggestions = slices.Delete(suggestions, i, i+1)
			break
		}
	}
	first, err := json.Marshal(leading)
	if err != nil {
		return nil, fmt.Errorf("decided suggestion: %w", err)
	}
	if response["hscodes_array"], err = json.Marshal(slices.Insert(suggestions, 0, json.RawMessage(first))); err != nil {
		return nil, fmt.Errorf("suggestions of a decided classification: %w", err)
	}
	var before string
	if raw := response["summary_classification"]; len(raw) > 0 {
		if err := json.Unmarshal(raw, &before); err != nil {
			return nil, fmt.Errorf("summary of a decided classification: %w", err)
		}
	}
	if response["summary_classification"], err = json.Marshal(strings.TrimSpace(d.summary(name(leading)) + " " + before)); err != nil {
		return nil, fmt.Errorf("summary of a decided classification: %w", err)
	}
	return json.Marshal(response)
}

// suggestion returns the decided code as a suggestion with the texts of the tariff.
func (d Decided) suggestion() classify.Suggestion {
	s := classify.Suggestion{
		Chapter: classify.Level{Code: d.Code[:tariff.ChapterDigits]}, Heading: classify.Level{Code: d.Code[:tariff.HeadingDigits]},
		Subheading: classify.Level{Code: d.Code[:tariff.SubheadingDigits]}, Confidence: 1, TariffInfo: json.RawMessage(`{}`), Reason: d.sentence(),
		Decision: &classify.Decision{HSCode: d.Code, At: d.At.UTC(), Action: d.Action, Reason: d.Reason, By: d.By, PrecedentID: d.PrecedentID},
	}
	if len(d.Code) >= 8 {
		s.Line.Code = d.Code[:8]
	}
	if len(d.Code) == 10 {
		s.Statistical.Code = d.Code
	}
	for _, at := range d.Path {
		for _, level := range []*classify.Level{&s.Chapter, &s.Heading, &s.Subheading, &s.Line, &s.Statistical} {
			if level.Code != "" && level.Code == at.Code {
				level.Name = at.Title.In(d.Language)
			}
		}
	}
	if d.Info != nil {
		s.TariffInfo = d.Info
	}
	return s
}

// instead gives a suggestion the digits that were decided; decided is what the tariff says of them.
func (d Decided) instead(s, decided classify.Suggestion) classify.Suggestion {
	suggested := s.Confidence
	decided.Decision.SuggestedConfidence = &suggested
	s.Decision, s.Confidence = decided.Decision, 1
	s.Reason = strings.TrimSpace(decided.Reason + " " + s.Reason)
	stands := strings.HasPrefix(deepest(s).Code, d.Code) // the suggestion goes on where the decision ends
	if !stands {
		if s.Line.Code != decided.Line.Code {
			s.TariffInfo = decided.TariffInfo
		}
		s.Line, s.Statistical = decided.Line, decided.Statistical
		s.LineConfidence, s.StatisticalConfidence, s.NationalCandidates, s.Advice, s.Presumed = nil, nil, nil, "", nil
	}
	return s
}

func (d Decided) sentence() string {
	day := d.At.UTC().Format(time.DateOnly)
	form := "Decided by %s on %s."
	if d.Language == tariff.LanguageSpanish {
		form = "Decidido por %s el %s."
	}
	said := fmt.Sprintf(form, d.By, day)
	if d.By == "" {
		form = "Decided on %s."
		if d.Language == tariff.LanguageSpanish {
			form = "Decidido el %s."
		}
		said = fmt.Sprintf(form, day)
	}
	if d.Reason == "" {
		return said
	}
	return said + " " + strings.TrimRight(d.Reason, ".") + "."
}

func (d Decided) summary(name string) string {
	if d.Language == tariff.LanguageSpanish {
		return fmt.Sprintf("Su organización decidió %s (%s). Antes se sugirió:", d.Code, name)
	}
	return fmt.Sprintf("Your organisation decided %s (%s). Suggested before:", d.Code, name)
}
