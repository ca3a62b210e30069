// Package ops owns what operators of the service see and do: health, metrics, the log of calls, queues, jobs of all
// organisations and the tables in use.
//
// It refuses to repair what it shows.
package ops

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// Store reads and writes for this subject what its domain services do not.
type Store interface {
	Ping(ctx context.Context) error
	JobCounts(ctx context.Context) ([]jobs.Count, error)
	LedgerTotals(ctx context.Context) (map[string]int64, error)
	Knowledge(ctx context.Context) ([]jobs.Table, error)
	SaveCalls(ctx context.Context, calls []account.LoggedCall) error
	Listed(ctx context.Context, list jobs.List, organisationID, id string) (bool, error)
	jobs.OperatorStore
}

// Handlers are the handlers with what they work with.
type Handlers struct {
	Options
	operator *jobs.Operator
	metrics  *metrics
	Calls    *callLog
}

// Options are the parts of a process that its operators see.
type Options struct {
	Store       Store
	Jobs        *jobs.Service
	Keeper      *gate.Keeper
	Redis       redis.UniversalClient
	Log         *slog.Logger
	Now         func() time.Time
	Version     string
	Retry       func(ctx context.Context, j jobs.Job, allowed func(country string) error) (jobs.Ticket, error) // classifies the failed rows of a batch again
	Standing    func(tariff.Date) []quote.TableStanding                                                        // optional
	ModelCounts func() map[string]float64                                                                      // optional
	Loops       func() map[string]time.Duration                                                                // optional
	Worker      Worker                                                                                         // optional
	Queues      http.Handler                                                                                   // optional
	Ready       map[string]func(ctx context.Context) error                                                     // optional
	Degrades    map[string]func(ctx context.Context) error                                                     // optional
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	s.registerHealth(to)
	s.registerOps(to)
	s.registerOpsJobs(to)
	s.registerTables(to)
}

// New returns the handlers of operations, which also observe every request.
func New(o Options) *Handlers {
	s := &Handlers{Options: o, operator: jobs.NewOperator(o.Store, o.Jobs)}
	s.metrics, s.Calls = newMetrics(s), newCallLog(o.Store, o.Log)
	return s
}
