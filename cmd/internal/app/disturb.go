//go:build !chaos

package app

import (
	"log/slog"

	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// disturb leaves the handlers as they are; the chaos build replaces it.
func disturb(handlers map[jobs.Kind]worker.Handler) map[jobs.Kind]worker.Handler { return handlers }

func disturbClock(*slog.Logger) {}
