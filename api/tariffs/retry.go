package tariffs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

var (
	errNoBatch   = fail.New(fail.CodeConflict, "only a batch of classifications can be retried")
	errBatchRuns = fail.New(fail.CodeConflict, "the batch has not ended")
	errBatchLost = fail.New(fail.CodeConflict, "the batch failed as a whole and was refunded: send it again")
	errNoFailure = fail.New(fail.CodeConflict, "no row of the batch failed")
)

type jobInput struct {
	wire.Common
	JobID string `path:"job_id" doc:"Id of the job"`
}

func (s *Handlers) registerRetry(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/v3/jobs/{job_id}/retry", ID: "retry-job", Tag: "jobs",
		Summary: "Classify the failed rows of a batch again as a new job, charged for these rows alone; once",
		Access:  gate.Current, Find: s.Submits.FindJob, Status: http.StatusAccepted, Document: submit.AnswersJob,
		Errors: []int{http.StatusPaymentRequired, http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusTooManyRequests},
	}, s.retryJob)
}

func (s *Handlers) retryJob(ctx context.Context, _ *jobInput) (*submit.Answer, error) {
	k := gate.Of(ctx)
	t, err := s.Retry(ctx, gate.Found[jobs.Job](ctx), k.Caller.CheckCountry)
	if err != nil {
		return nil, err
	}
	if t.Replayed {
		t.Remaining = credit.Amount(k.Caller.Organisation.Balance)
	}
	return s.Submits.Accepted(t, t.Job), nil
}

// Retry submits the failed rows of a batch, or finds the job that did. allowed judges the country.
func (s *Handlers) Retry(ctx context.Context, j jobs.Job, allowed func(country string) error) (jobs.Ticket, error) {
	switch {
	case j.Kind != jobs.KindBatch:
		return jobs.Ticket{}, errNoBatch
	case !j.State.Terminal():
		return jobs.Ticket{}, errBatchRuns
	case j.State == jobs.StateFailed:
		return jobs.Ticket{}, errBatchLost
	case j.Failed == 0:
		return jobs.Ticket{}, errNoFailure
	}
	if earlier, ok, err := s.Jobs.RetryOf(ctx, j.OrganisationID, j.ID); err != nil || ok {
		return jobs.Ticket{Job: earlier, Replayed: true}, err
	}
	var in jobs.BatchInput
	if err := json.Unmarshal(j.Input, &in); err != nil || in.CountryCode == "" {
		return jobs.Ticket{}, submit.ErrExpired
	}
	if err := allowed(in.CountryCode); err != nil {
		return jobs.Ticket{}, err
	}
	p, workbook, err := s.failedRows(ctx, j)
	if err != nil {
		return jobs.Ticket{}, err
	}
	key, err := s.Submits.Keep(ctx, submit.WorkbookType, workbook)
	if err != nil {
		return jobs.Ticket{}, err
	}
	again := p.input
	again.CountryCode, again.Model, again.TariffInfo = in.CountryCode, in.Model, in.TariffInfo
	again.Language, again.UserIdentifier, again.Source, again.ReviewBelow = in.Language, in.UserIdentifier, key, in.ReviewBelow
	t, err := s.Jobs.Submit(ctx, jobs.Submission{
		OrganisationID: j.OrganisationID, Kind: jobs.KindBatch, Units: p.charged, Input: again, Uploads: []string{key}, Chunks: p.chunks,
		UserIdentifier: in.UserIdentifier, RetryOf: j.ID,
	})
	if err != nil && fail.CodeOf(err) != fail.CodeInternal || t.Replayed {
		s.Submits.Discard(ctx, []string{key}) // no job owns it
	}
	return t, err
}

// failedRows makes items of the failed rows, whose ids are the numbers that the rows had.
func (s *Handlers) failedRows(ctx context.Context, j jobs.Job) (*products, []byte, error) {
	body := bytes.NewBufferString(`{"items":[`)
	count := 0
	err := s.Store.FailedRows(ctx, j.OrganisationID, j.ID, func(n int, description string) error {
		item, err := json.Marshal(map[string]string{memberID: strconv.Itoa(n), memberDescription: description})
		if err != nil {
			return err
		}
		if count++; count > 1 {
			body.WriteByte(',')
		}
		body.Write(item)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if count == 0 {
		return nil, nil, submit.ErrExpired
	}
	body.WriteString("]}")
	list := itemList{}
	if problems := list.scan(body.Bytes()); len(problems) > 0 {
		return nil, nil, fmt.Errorf("failed rows of batch %s: %w", j.ID, errors.Join(problems...))
	}
	return list.write(body.Bytes())
}
