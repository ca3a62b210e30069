package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tariffdesk/bounded"
	"tariffdesk/classify"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
)

// BatchStore reads and writes for batches what is not about their chunks.
type BatchStore interface {
	// ChunkOutputs calls do with the output of each finished chunk, and with the input of each
	// cancelled one as unrun, in order.
	ChunkOutputs(ctx context.Context, jobID string, do func(n int, output, unrun []byte) error) error
	ResultStore
}

// ResultStore remembers the files that a job leaves, before they are written, so that they are
// removed with its result whatever happens in between.
type ResultStore interface {
	KeepResults(ctx context.Context, jobID string, keys []string) error
}

// BatchBlobs are the files of batches.
type BatchBlobs interface {
	Open(ctx context.Context, key string) (io.ReadCloser, error)
	Write(ctx context.Context, key, mediaType string, write func(io.Writer) error) error
}

// Batch does batches of classifications. It implements BatchHandler.
type Batch struct {
	Classification Classification
	Store          BatchStore
	Blobs          BatchBlobs
}

// batchSuggestions is how many codes a row keeps.
const batchSuggestions = 3

// Rows classifies each text of a chunk once. A text that fails takes all its rows with it.
func (b Batch) Rows(ctx context.Context, seat *Seat, c jobs.Chunk) (jobs.ChunkOutcome, error) {
	var in jobs.BatchInput
	var texts []jobs.BatchText
	if err := errors.Join(json.Unmarshal(c.JobInput, &in), json.Unmarshal(c.Input, &texts)); err != nil {
		return jobs.ChunkOutcome{}, fmt.Errorf("input of chunk %d of batch %s: %w", c.N, c.JobID, err)
	}
	request := classify.Request{
		Country: classify.Country(in.CountryCode), Model: classify.Model(in.Model), Language: tariff.Language(in.Language),
		Limit: batchSuggestions,
	}
	var err error
	if b.Classification.Precedents != nil {
		if request.Precedents, err = b.Classification.Precedents.Of(ctx, c.OrganisationID, nil); err != nil {
			return jobs.ChunkOutcome{}, err
		}
	}
	if b.Classification.Rulings != nil {
		request.Rulings = b.Classification.Rulings.Current()
	}
	answers := make([]batchAnswer, len(texts))
	outcome := jobs.ChunkOutcome{}
	for i, text := range texts {
		if err := seat.Yield(ctx); err != nil {
			return jobs.ChunkOutcome{}, fmt.Errorf("chunk %d of batch %s: %w", c.N, c.JobID, err)
		}
		request.Description = text.Text
		if answers[i], err = b.answer(ctx, in, request); err != nil {
			return jobs.ChunkOutcome{}, err
		}
		answers[i].Rows = text.Rows
		outcome.Rows = append(outcome.Rows, reviewRows(in, text, answers[i])...)
		switch {
		case answers[i].Error != "":
			outcome.Failed += len(text.Rows)
		case answers[i].Unclassified:
			outcome.Empty += len(text.Rows)
		default:
			outcome.Completed += len(text.Rows)
		}
	}
	outcome.Output, err = encodeAnswers(answers)
	return outcome, err
}

// answer classifies a text. What the text itself causes is its answer; any other error is one of
// the attempt.
func (b Batch) answer(ctx context.Context, in jobs.BatchInput, r classify.Request) (batchAnswer, error) {
	text, cut := bounded.Cut(r.Description, classify.MaxDescription)
	r.Description = text
	result, err := b.Classification.Engine.Classify(ctx, r)
	switch {
	case err != nil && ctx.Err() != nil:
		return batchAnswer{}, ctx.Err()
	case err != nil && transient(err):
		return batchAnswer{}, err
	case err != nil:
		return batchAnswer{Error: fail.As(err).Message}, nil
	}
	var notes []string
	if cut {
		notes = append(notes, fmt.Sprintf("Only the first %d characters were read.", classify.MaxDescription))
	}
	b.Classification.complete(&result, jobs.ClassifyInput{CountryCode: in.CountryCode, TariffInfo: in.TariffInfo, Language: in.Language}, text, notes)
	a, err := newBatchAnswer(result, r.Language)
	a.review.HSCode, a.review.Confidence, a.review.Question = gist(result)
	return a, err
}

// reviewRows are the rows of a text as they are reviewed.
func reviewRows(in jobs.BatchInput, text jobs.BatchText, a batchAnswer) []jobs.BatchRow {
	header := 0
	if in.Name == "" { // items count from 1, without the header that only our workbook has
		header = in.Layout.HeaderRow
	}
	rows := make([]jobs.BatchRow, len(text.Rows))
	for i, n := range text.Rows {
		rows[i] = a.review
		rows[i].N, rows[i].CountryCode, rows[i].Error = n-header, in.CountryCode, a.Error
		rows[i].Description = bounded.First(text.Text, classify.MaxDescription)
	}
	return rows
}
