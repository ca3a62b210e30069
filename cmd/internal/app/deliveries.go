package app

import "tariffdesk/api/accounts"

import (
	"time"

	"tariffdesk/fetch"
	"tariffdesk/worker"
)

// deliveries sends webhooks, to public addresses and the operator's own networks alone.
func (a *App) deliveries() worker.Deliveries {
	return worker.Deliveries{Store: a.store, Poster: fetch.New(fetch.Config{Trusted: a.cfg.WebhookAllow}), Object: accounts.JobObject, Log: a.log, Now: time.Now, Pulse: a.pulse}
}

// screening keeps verifications true to the lists in force and to the calendar.
func (a *App) screening() worker.Screening {
	return worker.Screening{Store: a.store, Blobs: a.blobs, Lists: a.lists.Current, Log: a.log, Now: time.Now, Pulse: a.pulse}
}
