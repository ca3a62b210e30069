// Package jobwatch owns the endpoints that watch jobs: list, wait, take the result, cancel.
//
// It refuses to submit jobs: the endpoints of their subjects do.
package jobwatch

import (
	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/jobs"
)

// Handlers are the handlers with what they work with.
type Handlers struct {
	Jobs    *jobs.Service
	Store   gate.Lists
	Submits *submit.Service
	Results func(huma.Registry) []*huma.Schema // of the kinds of jobs, for the document
	polls   *limit.Gauge                       // calls that hold their answer until a job changes, by organisation
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	s.registerJobs(to)
}

// New returns the handlers of jobs.
func New(service *jobs.Service, store gate.Lists, submits *submit.Service, results func(huma.Registry) []*huma.Schema) *Handlers {
	return &Handlers{service, store, submits, results, limit.NewGauge(PollsAtOnce)}
}

// Polling counts the calls of an organisation that wait for a job.
func (s *Handlers) Polling(organisationID string) int { return s.polls.Count(organisationID) }
