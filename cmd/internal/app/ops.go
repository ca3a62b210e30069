package app

import "tariffdesk/api/ops"

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tariffdesk/api/wire"
)

// buildOps opens OPS_LISTEN: health and metrics of a process, those of a worker too, which answers
// no other HTTP.
func (a *App) buildOps(ctx context.Context) (err error) {
	if a.cfg.OpsListen == "" {
		return nil
	}
	if a.opsListener, err = new(net.ListenConfig).Listen(ctx, "tcp", a.cfg.OpsListen); err != nil {
		return fmt.Errorf("OPS_LISTEN: %w", err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(processCollector{a}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /health/ready", a.answerReady)
	mux.Handle("GET /metrics", a.opsOnly(promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})))
	a.ops = wire.HTTPServer(mux, a.log)
	a.onClose(func() error { _ = a.opsListener.Close(); return nil }) // the server has closed it after a Run
	return nil
}

// OpsURL is where the process answers health and metrics, "" where OPS_LISTEN is not set.
func (a *App) OpsURL() string {
	if a.opsListener == nil {
		return ""
	}
	return "http://" + a.opsListener.Addr().String()
}

func (a *App) answerReady(w http.ResponseWriter, r *http.Request) {
	ready := ops.AskReadiness(r.Context(), a.cfg.Version, a.log, a.checks(), a.degrades())
	answer(w, ready.HTTPStatus(), ready)
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the caller has gone
}

// opsOnly lets the user ops pass. Without a password nothing is here.
func (a *App) opsOnly(next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(a.cfg.OpsPassword))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.cfg.OpsPassword == "" {
			http.NotFound(w, r)
			return
		}
		user, password, _ := r.BasicAuth()
		got := sha256.Sum256([]byte(password))
		if subtle.ConstantTimeCompare(got[:], want[:]) != 1 || user != "ops" {
			w.Header().Set("WWW-Authenticate", `Basic realm="tariffdesk operations", charset="UTF-8"`)
			http.Error(w, "the operations password is missing or wrong", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// processCollector reads what a process knows of itself when it is asked; it asks no database.
type processCollector struct{ a *App }

var (
	loopDesc      = prometheus.NewDesc("tariffdesk_loop_last_turn_seconds", "Since a loop of this process came round.", []string{"loop"}, nil)
	slotsDesc     = prometheus.NewDesc("tariffdesk_slots_in_use", "Handlers at work in this process.", nil, nil)
	roomDesc      = prometheus.NewDesc("tariffdesk_slots", "Handlers that may be at work in this process.", nil, nil)
	hearsDesc     = prometheus.NewDesc("tariffdesk_worker_hears", "1 while this process hears of the jobs of others.", nil, nil)
	modelDesc     = prometheus.NewDesc("tariffdesk_model_total", "Calls, outcomes and tokens of the configured language model in this process.", []string{"count"}, nil)
	pastDesc      = prometheus.NewDesc("tariffdesk_handlers_past_context", "Handlers that still run after their context has ended.", nil, nil)
	reconcileDesc = prometheus.NewDesc("tariffdesk_reconciler_actions_total", "What the reconciler repaired in this process.", []string{"action"}, nil)
	poolDesc      = prometheus.NewDesc("tariffdesk_database_connections", "Connections to PostgreSQL of this process.", []string{"state"}, nil)
)

// Describe implements prometheus.Collector.
func (c processCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{loopDesc, slotsDesc, roomDesc, pastDesc, hearsDesc, modelDesc, reconcileDesc, poolDesc} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c processCollector) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	for loop, age := range c.a.pulse.Ages() {
		gauge(loopDesc, age.Seconds(), loop)
	}
	if w := c.a.worker; w != nil {
		gauge(slotsDesc, float64(w.SlotsInUse()))
		gauge(roomDesc, float64(w.Slots()))
		gauge(pastDesc, float64(w.PastContext()))
		hears := 0.0
		if w.Hears() {
			hears = 1
		}
		gauge(hearsDesc, hears)
	}
	if c.a.modelCounts != nil {
		for name, n := range c.a.modelCounts() {
			ch <- prometheus.MustNewConstMetric(modelDesc, prometheus.CounterValue, n, name)
		}
	}
	for state, n := range c.a.store.Connections() {
		gauge(poolDesc, float64(n), state)
	}
	r := c.a.jobs.Actions()
	for action, n := range map[string]int64{"expired": r.Expired, "revived": r.Revived, "reoffered": r.Reoffered,
		"regenerated": r.Regenerated, "enqueue_failed": r.EnqueueFailed} {
		ch <- prometheus.MustNewConstMetric(reconcileDesc, prometheus.CounterValue, float64(n), action)
	}
}
