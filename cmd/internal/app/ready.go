package app

import (
	"context"
	"errors"
)

var errDraining = errors.New("the process is stopping")

// degrades are parts without which most calls are served: without blobs, uploads and the files of
// results alone are not.
func (a *App) degrades() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{"blobs": a.shared.check}
}

// checks are the parts that readiness asks. The API knows database and redis too; these ask closer.
func (a *App) checks() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"database": a.store.Ping,
		"redis":    redisReady(a.redis, a.jobs.Divisions),
		"tariff":   a.tariffs.ready,
		"loops":    a.pulse.Late,
		"process": func(context.Context) error {
			if a.draining.Load() {
				return errDraining
			}
			return nil
		},
	}
}
