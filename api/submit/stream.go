package submit

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/wire"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

// ProgressLine is a line of a stream that reports the progress of a call. Any number of them come before the
// FinalLine.
type ProgressLine struct {
	Status        lineStatus `json:"status" enum:"progress" doc:"progress"`
	Message       string     `json:"message" doc:"What is being done"`
	Progress      float64    `json:"progress" minimum:"0" maximum:"100" doc:"How far the call is, in percent"`
	CurrentHSCode string     `json:"current_hscode" doc:"The code that is being looked at, or empty"`
}

// FinalLine is the line of a stream that holds the answer or the error of the call. It comes once.
type FinalLine struct {
	Status         lineStatus `json:"status" enum:"final" doc:"final: the last line but for record_saved"`
	Data           any        `json:"data" doc:"The answer of the call without a stream, or its error"`
	HTTPStatusCode int        `json:"http_status_code" doc:"The status that the call would have had"`
}

// SavedLine is the last line of a stream. It names the record that a successful call left.
type SavedLine struct {
	Status   lineStatus `json:"status" enum:"record_saved" doc:"record_saved: the classification is stored"`
	RecordID string     `json:"classification_record_id" doc:"Id of the stored classification"`
}

// lineStatus is the kind of a line.
type lineStatus string

const (
	lineProgress    lineStatus = "progress"
	lineFinal       lineStatus = "final"
	lineRecordSaved lineStatus = "record_saved"
)

// stream answers with NDJSON. The final line comes from PostgreSQL, never from an event; SyncWait
// does not apply, since the job's own deadline ends it.
func (s *Service) stream(t jobs.Ticket, sub Submission) *Answer {
	a := s.newAnswer(t, t.Job)
	a.ContentType = "application/x-ndjson"
	a.Body = func(hc huma.Context) {
		w := &lines{hc: hc, flusher: http.NewResponseController(hc.BodyWriter().(http.ResponseWriter))}
		hc.SetHeader("X-Accel-Buffering", "no") // a proxy that buffers would undo the stream
		hc.SetStatus(http.StatusOK)
		j := s.follow(hc.Context(), t, w)
		switch {
		case j.State.Terminal():
			w.end(hc, j)
		case hc.Context().Err() != nil:
			s.leave(hc.Context(), t, sub)
		default:
			w.end(hc, jobs.Job{State: jobs.StateFailed, Error: errInterrupted.With("job_id: " + t.Job.ID)})
		}
	}
	return a
}

// follow writes progress, and something every KeepAlive, until the job ends or the caller leaves.
func (s *Service) follow(ctx context.Context, t jobs.Ticket, w *lines) jobs.Job {
	if t.Replayed && t.Job.State.Terminal() {
		return t.Job
	}
	waiting, cancel := s.UntilDrained(ctx, time.Hour) // beyond every deadline of a job
	defer cancel()
	progress := make(chan jobs.Progress)
	ended := make(chan jobs.Job, 1)
	go func() { // ends with waiting, and is received from below
		ended <- s.await(waiting, t, func(p jobs.Progress) {
			select {
			case progress <- p:
			case <-waiting.Done():
			}
		})
	}()
	keepAlive := time.NewTicker(s.KeepAlive)
	defer keepAlive.Stop()
	last := jobs.Progress{Message: "accepted"}
	w.progress(last)
	for {
		select {
		case j := <-ended:
			return j
		case p := <-progress:
			last = p
			keepAlive.Reset(s.KeepAlive)
		case <-keepAlive.C:
		}
		if w.progress(last); w.err != nil {
			cancel() // the caller has gone; the job's waiter still has to end
		}
	}
}

// lines writes NDJSON, a flush a line. After an error it writes nothing.
type lines struct {
	hc      huma.Context
	flusher *http.ResponseController
	err     error
}

func (w *lines) write(v any) {
	if w.err != nil {
		return
	}
	b, err := json.Marshal(v)
	if err == nil {
		_, err = w.hc.BodyWriter().Write(append(b, '\n'))
	}
	w.err = errors.Join(err, w.flusher.Flush())
}

func (w *lines) progress(p jobs.Progress) {
	text, _ := language.Text(language.Of(w.hc.Context()), p.Message)
	w.write(ProgressLine{lineProgress, text, p.Percent, p.CurrentHSCode})
}

func (w *lines) end(hc huma.Context, j jobs.Job) {
	result, err := ResultOf(j)
	if err != nil {
		body, _ := wire.BodyOf(err).In(language.Of(hc.Context()))
		body.RequestID = gate.Of(hc.Context()).RequestID
		w.write(FinalLine{lineFinal, body, body.StatusCode})
		return
	}
	w.write(FinalLine{lineFinal, json.RawMessage(language.Result(language.Of(hc.Context()), result)), http.StatusOK})
	var saved struct {
		RecordID string `json:"classification_record_id"`
	}
	if err := json.Unmarshal(result, &saved); err == nil && saved.RecordID != "" {
		w.write(SavedLine{lineRecordSaved, saved.RecordID})
	}
}
