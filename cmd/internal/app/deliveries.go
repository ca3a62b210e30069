package app

import (
	"time"

	"tariffdesk/api"
	"tariffdesk/fetch"
	"tariffdesk/worker"
)

// deliveries sends webhooks, to public addresses and the operator's own networks alone.
func (a *App) deliveries() worker.Deliveries {
	return worker.Deliveries{Store: a.store, Poster: fetch.New(fetch.Config{Trusted: a.cfg.WebhookAllow}), Object: api.JobObject, Log: a.log, Now: time.Now, Pulse: a.pulse}
}
