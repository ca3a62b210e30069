package api

import (
	"context"
	"fmt"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/jobwatch"
	"tariffdesk/api/limit"
	"tariffdesk/api/wire"
)

// PollsAtOnce is how many long polls of an organisation wait.
const PollsAtOnce = jobwatch.PollsAtOnce

// Polls is how many do.
func (s *Server) Polls(organisationID string) int { return s.jobs.Polling(organisationID) }

// FillUploads takes all the room for uploads, once no call holds any of it.
func (s *Server) FillUploads(ctx context.Context) (release func(), err error) {
	var releases []func()
	release = func() {
		for _, r := range releases {
			r()
		}
	}
	for left := int64(limit.UploadBytes); left > 0; left -= wire.MaxRequestBytes {
		leave, err := s.uploads.Enter(ctx, fmt.Sprint("test ", left), min(left, wire.MaxRequestBytes))
		if err != nil {
			release()
			return nil, err
		}
		releases = append(releases, leave)
	}
	return release, nil
}

// HoldDocuments takes all places at which documents are looked at; from then on calls wait for one no
// longer than wait.
func (s *Server) HoldDocuments(ctx context.Context, wait time.Duration) (release func()) {
	return hold(ctx, s.documents, wait)
}

// HoldWorkbooks is HoldDocuments for workbooks, items and other tables.
func (s *Server) HoldWorkbooks(ctx context.Context, wait time.Duration) (release func()) {
	return hold(ctx, s.workbooks, wait)
}

func hold(ctx context.Context, r *limit.Readings, wait time.Duration) func() {
	var releases []func()
	for i := range limit.MaxReadings {
		if release, err := r.Take(ctx, fmt.Sprint("test ", i)); err == nil {
			releases = append(releases, release)
		}
	}
	r.Wait = wait
	return func() {
		for _, release := range releases {
			release()
		}
		r.Wait = limit.ReadingWait
	}
}

// FlushCalls writes the calls that wait to be logged.
func (s *Server) FlushCalls(ctx context.Context) { s.ops.Calls.Flush(ctx) }

// NoteCall logs a call.
func (s *Server) NoteCall(c account.LoggedCall) { s.ops.Calls.Note(c) }
