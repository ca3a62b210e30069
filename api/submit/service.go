package submit

import (
	"log/slog"
	"sync"
	"time"

	"tariffdesk/jobs"
)

// Options configure submitting.
type Options struct {
	Jobs        *jobs.Service
	Blobs       Blobs
	Reader      Reader // optional: without one only text files are accepted
	Log         *slog.Logger
	SyncWait    time.Duration // how long a call waits for its job before it is answered 202
	KeepAlive   time.Duration // between two lines of a silent stream
	PromiseWait time.Duration // how long a call waits beyond SyncWait for its job to be on disk
}

// Service charges and submits jobs and answers their callers. It is safe for concurrent use.
type Service struct {
	Options
	draining chan struct{}
	drain    sync.Once
}

// New returns a service that works with o and takes calls at once.
func New(o Options) *Service {
	return &Service{Options: o, draining: make(chan struct{})}
}
