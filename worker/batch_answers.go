package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tariffdesk/classify"
	"tariffdesk/excel"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// batchAnswer is the answer to a text: a classification response with its cells, or why there is
// none.
type batchAnswer struct {
	Rows         []int                 `json:"rows"`
	Error        string                `json:"error,omitempty"`
	Cancelled    bool                  `json:"cancelled,omitempty"`    // it never ran
	Unclassified bool                  `json:"unclassified,omitempty"` // there is a response, without a code
	Shown        *excel.Classification `json:"shown,omitempty"`        // so that the assembly, which is alone, need not read Result
	Result       json.RawMessage       `json:"-"`
	line         []byte                // all but Result, encoded
	review       jobs.BatchRow         // what reviews show; not of a decoded answer
}

// unrunAnswers makes the output of a chunk that was cancelled, of its input.
func unrunAnswers(input []byte) ([]byte, error) {
	var texts []jobs.BatchText
	if err := json.Unmarshal(input, &texts); err != nil {
		return nil, err
	}
	answers := make([]batchAnswer, len(texts))
	for i, text := range texts {
		answers[i] = batchAnswer{Rows: text.Rows, Error: unrunRow, Cancelled: true}
	}
	return encodeAnswers(answers)
}

// encodeAnswers makes a chunk's output, a JSON list in the order of its input: for each answer a
// line of what is shown, and a line of the response, null where there is none. JSON as it is encoded
// here breaks no lines, so whoever reads it finds the responses, by far the most of it, unread.
func encodeAnswers(answers []batchAnswer) ([]byte, error) {
	var out bytes.Buffer
	before := "[\n"
	for _, a := range answers {
		shown, err := json.Marshal(a)
		if err != nil {
			return nil, fmt.Errorf("encode answer of row %d: %w", a.Rows[0], err)
		}
		out.WriteString(before)
		out.Write(shown)
		out.WriteString(",\n")
		if a.Result == nil {
			out.WriteString("null")
		}
		out.Write(a.Result)
		before = ",\n"
	}
	out.WriteString("\n]")
	return out.Bytes(), nil
}

// decodeAnswers reads a chunk's output; that of a lost chunk, null, has none. Responses are parts of output.
func decodeAnswers(output []byte) ([]batchAnswer, error) {
	lines := bytes.Split(output, []byte("\n"))
	if len(lines) < 3 {
		return nil, nil
	}
	lines = lines[1 : len(lines)-1]
	answers := make([]batchAnswer, len(lines)/2)
	for i := range answers {
		var err error
		if answers[i], err = decodeAnswer(bytes.TrimSuffix(lines[2*i], []byte(",")), bytes.TrimSuffix(lines[2*i+1], []byte(","))); err != nil {
			return nil, fmt.Errorf("answer %d: %w", i, err)
		}
	}
	return answers, nil
}

func decodeAnswer(line, result []byte) (a batchAnswer, err error) {
	if err := json.Unmarshal(line, &a); err != nil {
		return a, fmt.Errorf("decode: %w", err)
	}
	a.line, a.Result = line, result
	return a, nil
}

// answerStream gives the answer of each row, asked for in order. Chunks hold their texts in the
// order of first rows, so only answers that a later row repeats are kept, on disk. It reads and
// decodes a chunk ahead, on another core than the one that writes.
type answerStream struct {
	chunks chan []batchAnswer
	cancel context.CancelFunc
	err    error // once chunks is closed
	ahead  []batchAnswer
	later  repeats
}

func newAnswerStream(ctx context.Context, store BatchStore, jobID string) *answerStream {
	ctx, cancel := context.WithCancel(ctx)
	s := &answerStream{chunks: make(chan []batchAnswer), cancel: cancel}
	go func() { // until stop
		defer close(s.chunks)
		s.err = store.ChunkOutputs(ctx, jobID, func(n int, output, unrun []byte) (err error) {
			if unrun != nil {
				if output, err = unrunAnswers(unrun); err != nil {
					return fmt.Errorf("input of chunk %d: %w", n, err)
				}
			}
			answers, err := decodeAnswers(output)
			if err != nil {
				return fmt.Errorf("output of chunk %d: %w", n, err)
			}
			select {
			case s.chunks <- answers:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	return s
}

// stop ends the reading, waits for it and removes what was kept.
func (s *answerStream) stop() {
	s.cancel()
	for open := true; open; {
		_, open = <-s.chunks
	}
	s.later.close()
}

// lostRow is the answer of a row whose chunk was lost; it was refunded.
const lostRow = "the row could not be processed"

// unrunRow is the answer of a row that never ran; it was refunded.
const unrunRow = "the batch was cancelled before this row ran"

func (s *answerStream) of(row int) (batchAnswer, error) {
	if a, ok, err := s.later.take(row); err != nil || ok {
		return a, err
	}
	for open := true; open && len(s.ahead) == 0; {
		s.ahead, open = <-s.chunks
	}
	if len(s.ahead) == 0 && s.err != nil {
		return batchAnswer{}, s.err
	}
	if len(s.ahead) == 0 || s.ahead[0].Rows[0] != row {
		return batchAnswer{Error: lostRow}, nil
	}
	a := s.ahead[0]
	s.ahead = s.ahead[1:]
	return a, s.later.keep(a)
}

func newBatchAnswer(r classify.Result, language tariff.Language) (batchAnswer, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return batchAnswer{}, fmt.Errorf("encode classification: %w", err)
	}
	cells, err := shown(r, language)
	return batchAnswer{Result: body, Shown: cells, Unclassified: len(r.Suggestions) == 0}, err
}

// shown turns a classification into the cells of its row. A classification without a code shows its questions.
func shown(r classify.Result, language tariff.Language) (*excel.Classification, error) {
	c := &excel.Classification{Questions: strings.Join(r.Questions, "\n")}
	if len(r.Suggestions) == 0 {
		c.Justification = r.Summary
		return c, nil
	}
	best := r.Suggestions[0]
	for i, l := range []classify.Level{best.Chapter, best.Heading, best.Subheading, best.Line, best.Statistical} {
		c.Levels[i] = excel.Level{Code: l.Code, Name: l.Name}
	}
	c.Confidence, c.Justification, c.Advice = best.Confidence, best.Reason, best.Advice
	var others []string
	for _, s := range r.Suggestions[1:] {
		others = append(others, fmt.Sprintf("%s (%.0f %%)", deepest(s.Statistical, s.Line, s.Subheading), 100*s.Confidence))
	}
	c.Alternatives = strings.Join(others, "; ")
	var info quote.Info
	if err := json.Unmarshal(best.TariffInfo, &info); err != nil {
		return nil, fmt.Errorf("tariff info of %s: %w", best.Subheading.Code, err)
	}
	c.Unit, c.ImportDuty, c.ExportDuty = info.Unit, charges(info.ImportDuty, false, language), charges(info.ExportDuty, false, language)
	c.Taxes, c.Regulations = charges(info.Taxes, true, language), regulations(info.Regulations)
	return c, nil
}

func deepest(levels ...classify.Level) string {
	for _, l := range levels {
		if l.Code != "" {
			return l.Code
		}
	}
	return ""
}
