package app

import (
	"context"
	"log/slog"
	"time"

	"tariffdesk/store"
)

// maxClockDifference is beyond what a synchronised clock ever is, a slow answer included.
const maxClockDifference = 10 * time.Second

// tellClocks warns of a host whose clock is not the database's. Work goes on: the database's clock decides leases,
// deadlines and expiry. Sessions and signatures of webhooks are judged by the host's.
func tellClocks(ctx context.Context, s *store.Store, now func() time.Time, log *slog.Logger) {
	theirs, err := s.Now(ctx)
	if err != nil {
		log.WarnContext(ctx, "clock of the database not read", "error", err)
		return
	}
	if ahead := now().Sub(theirs); ahead.Abs() > maxClockDifference {
		log.WarnContext(ctx, "the clock of this host differs from the database's", "ahead_seconds", int(ahead.Seconds()))
	}
}
