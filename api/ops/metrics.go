package ops

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"tariffdesk/api/gate"
	"tariffdesk/jobs"
)

// metrics are the process's own registry: its requests, and the state of jobs and ledger.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	inFlight prometheus.Gauge
}

func newMetrics(s *Handlers) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tariffdesk_http_requests_total", Help: "Requests answered, by method, route and status.",
		}, []string{"method", "route", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tariffdesk_http_request_duration_seconds", Help: "Time to answer, waits for jobs included.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 180},
		}, []string{"method", "route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "tariffdesk_http_requests_in_flight", Help: "Requests being answered.",
		}),
	}
	m.registry.MustRegister(m.requests, m.duration, m.inFlight, &stateCollector{server: s},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) observe(method, route string, status int, took time.Duration) {
	switch method { // any text may come as a method; labels must stay few
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
	default:
		method = "other"
	}
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	m.duration.WithLabelValues(method, route).Observe(took.Seconds())
}

// stateAge is how long the sums over jobs and ledger are kept: they read whole tables.
const stateAge = 15 * time.Second

var (
	jobsDesc      = desc("jobs", "Jobs by kind and state.", "kind", "state")
	queueAgeDesc  = desc("queue_oldest_age_seconds", "Age of the oldest queued job, by kind.", "kind")
	queueDesc     = desc("queue_depth", "Queued jobs by kind.", "kind")
	ledgerDesc    = desc("ledger_credits", "Sum of the ledger in credits, by kind of entry.", "kind")
	waitersDesc   = desc("waiters", "Callers that wait for a job in this process.")
	slotsDesc     = desc("slots_in_use", "Handlers at work in this process.")
	pastDesc      = desc("handlers_past_context", "Handlers that still run after their context has ended.")
	modelDesc     = desc("model_total", "Calls, outcomes and tokens of the configured language model in this process.", "count")
	reconcileDesc = desc("reconciler_actions_total", "What the reconciler repaired in this process.", "action")
)

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("tariffdesk_"+name, help, labels, nil)
}

// stateCollector reads the state of jobs and ledger when it is asked.
type stateCollector struct {
	server *Handlers
	mu     sync.Mutex
	read   time.Time
	jobs   []jobs.Count
	ledger map[string]int64
}

// Describe implements prometheus.Collector.
func (c *stateCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobsDesc, queueAgeDesc, queueDesc, ledgerDesc, waitersDesc, slotsDesc, pastDesc, modelDesc, reconcileDesc} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c *stateCollector) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	counts, ledger := c.state()
	for _, n := range counts {
		gauge(jobsDesc, float64(n.Jobs), string(n.Kind), string(n.State))
		if n.State == jobs.StateQueued {
			gauge(queueDesc, float64(n.Jobs), string(n.Kind))
			gauge(queueAgeDesc, n.OldestSeconds, string(n.Kind))
		}
	}
	for kind, sum := range ledger {
		gauge(ledgerDesc, float64(sum)/100, kind)
	}
	gauge(waitersDesc, float64(c.server.Jobs.Waiting()))
	if w := c.server.Worker; w != nil {
		gauge(slotsDesc, float64(w.SlotsInUse()))
		gauge(pastDesc, float64(w.PastContext()))
	}
	if c.server.ModelCounts != nil {
		for name, n := range c.server.ModelCounts() {
			ch <- prometheus.MustNewConstMetric(modelDesc, prometheus.CounterValue, n, name)
		}
	}
	a := c.server.Jobs.Actions()
	for action, n := range map[string]int64{"expired": a.Expired, "revived": a.Revived, "reoffered": a.Reoffered,
		"regenerated": a.Regenerated, "enqueue_failed": a.EnqueueFailed} {
		ch <- prometheus.MustNewConstMetric(reconcileDesc, prometheus.CounterValue, float64(n), action)
	}
}

// state returns the sums, read again where they are old. A database that is away leaves the old ones.
func (c *stateCollector) state() ([]jobs.Count, map[string]int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.read) < stateAge {
		return c.jobs, c.ledger
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second) // a scrape has no context of its own
	defer cancel()
	counts, err1 := c.server.Store.JobCounts(ctx)
	ledger, err2 := c.server.Store.LedgerTotals(ctx)
	if err := gate.First(err1, err2); err != nil {
		c.server.Log.WarnContext(ctx, "metrics not read", "error", err)
		return c.jobs, c.ledger
	}
	c.jobs, c.ledger, c.read = counts, ledger, time.Now()
	return c.jobs, c.ledger
}
