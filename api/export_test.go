package api

import (
	"context"
	"fmt"
	"time"

	"tariffdesk/account"
)

// PollsAtOnce is how many long polls of an organisation wait.
const PollsAtOnce = pollsAtOnce

// Polls is how many do.
func (s *Server) Polls(organisationID string) int {
	s.polls.mu.Lock()
	defer s.polls.mu.Unlock()
	return s.polls.busy[organisationID]
}

// FillUploads takes all the room for uploads, once no call holds any of it.
func (s *Server) FillUploads(ctx context.Context) (release func(), err error) {
	if err := s.uploads.room.Acquire(ctx, uploadBytes); err != nil {
		return nil, err
	}
	return func() { s.uploads.room.Release(uploadBytes) }, nil
}

// HoldDocuments takes all places at which documents are looked at; from then on calls wait for one no
// longer than wait.
func (s *Server) HoldDocuments(ctx context.Context, wait time.Duration) (release func()) {
	return s.documents.hold(ctx, wait)
}

// HoldWorkbooks is HoldDocuments for workbooks, items and other tables.
func (s *Server) HoldWorkbooks(ctx context.Context, wait time.Duration) (release func()) {
	return s.workbooks.hold(ctx, wait)
}

func (r *readings) hold(ctx context.Context, wait time.Duration) func() {
	var releases []func()
	for i := range maxReadings {
		if release, err := r.take(ctx, fmt.Sprint("test ", i)); err == nil {
			releases = append(releases, release)
		}
	}
	r.wait = wait
	return func() {
		for _, release := range releases {
			release()
		}
		r.wait = readingWait
	}
}

// FlushCalls writes the calls that wait to be logged.
func (s *Server) FlushCalls(ctx context.Context) { s.calls.flush(ctx) }

// NoteCall logs a call.
func (s *Server) NoteCall(c account.LoggedCall) { s.calls.note(c) }
