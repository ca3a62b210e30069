package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"tariffdesk/excel"
	"tariffdesk/jobs"
	"tariffdesk/quote"
)

// answerStream gives the answer of each row, asked for in order. Chunks hold their texts in the
// order of first rows, so only answers that a later row repeats are kept.
type answerStream struct {
	next  func() (jobs.BatchAnswer, error, bool)
	stop  func()
	ahead *jobs.BatchAnswer
	later map[int]jobs.BatchAnswer
}

func newAnswerStream(ctx context.Context, store BatchStore, jobID string) *answerStream {
	s := &answerStream{later: map[int]jobs.BatchAnswer{}}
	s.next, s.stop = iter.Pull2(func(yield func(jobs.BatchAnswer, error) bool) {
		err := store.ChunkOutputs(ctx, jobID, func(n int, output []byte) error {
			var answers []jobs.BatchAnswer // null of a chunk that was lost
			if err := json.Unmarshal(output, &answers); err != nil {
				return fmt.Errorf("output of chunk %d: %w", n, err)
			}
			for _, a := range answers {
				if len(a.Rows) > 0 && !yield(a, nil) {
					return errStopped
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(jobs.BatchAnswer{}, err)
		}
	})
	return s
}

var errStopped = errors.New("no more answers are wanted")

// lostRow is the answer of a row whose chunk was lost; it was refunded.
const lostRow = "the row could not be processed"

func (s *answerStream) of(row int) (jobs.BatchAnswer, error) {
	if a, ok := s.later[row]; ok {
		delete(s.later, row)
		return a, nil
	}
	if s.ahead == nil {
		a, err, ok := s.next()
		if err != nil {
			return jobs.BatchAnswer{}, err
		}
		if ok {
			s.ahead = &a
		}
	}
	if s.ahead == nil || s.ahead.Rows[0] != row {
		return jobs.BatchAnswer{Error: lostRow}, nil
	}
	a := *s.ahead
	s.ahead = nil
	for _, repeated := range a.Rows[1:] {
		s.later[repeated] = a
	}
	return a, nil
}

// shownResult is the part of a classification that the workbook shows.
type shownResult struct {
	Suggestions []struct {
		Chapter     excel.Level `json:"hscode_2digits"`
		Heading     excel.Level `json:"hscode_4digits"`
		Subheading  excel.Level `json:"hscode_6digits"`
		Line        excel.Level `json:"hscode_8digits"`
		Statistical excel.Level `json:"hscode_10digits"`
		Confidence  float64     `json:"overall_confidence"`
		Reason      string      `json:"justification"`
		Advice      string      `json:"recommendations"`
		TariffInfo  quote.Info  `json:"tariff_info"`
	} `json:"hscodes_array"`
	Summary   string   `json:"summary_classification"`
	Questions []string `json:"required_questions"`
}

// shown turns an answer into the cells of its row, nil for a failure. A row for which nothing was
// found is shown with its questions.
func shown(a jobs.BatchAnswer) (*excel.Classification, error) {
	if a.Error != "" {
		return nil, nil
	}
	var r shownResult
	if err := json.Unmarshal(a.Result, &r); err != nil {
		return nil, fmt.Errorf("answer of row %d: %w", a.Rows[0], err)
	}
	c := &excel.Classification{Questions: strings.Join(r.Questions, "\n")}
	if len(r.Suggestions) == 0 {
		c.Justification = r.Summary
		return c, nil
	}
	best := r.Suggestions[0]
	c.Levels = [excel.Levels]excel.Level{best.Chapter, best.Heading, best.Subheading, best.Line, best.Statistical}
	c.Confidence, c.Justification, c.Advice = best.Confidence, best.Reason, best.Advice
	for i, s := range r.Suggestions[1:] {
		if i > 0 {
			c.Alternatives += "; "
		}
		c.Alternatives += fmt.Sprintf("%s (%.0f %%)", deepest(s.Statistical, s.Line, s.Subheading), 100*s.Confidence)
	}
	c.Unit = best.TariffInfo.Unit
	c.ImportDuty, c.ExportDuty = charges(best.TariffInfo.ImportDuty, false), charges(best.TariffInfo.ExportDuty, false)
	c.Taxes, c.Regulations = charges(best.TariffInfo.Taxes, true), regulations(best.TariffInfo.Regulations)
	return c, nil
}

func deepest(levels ...excel.Level) string {
	for _, l := range levels {
		if l.Code != "" {
			return l.Code
		}
	}
	return ""
}
