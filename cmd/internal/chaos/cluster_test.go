package chaos

import (
	"net/http"
	"testing"
	"time"

	"tariffdesk/store/storetest"
)

// TestAClusterWhosePrimaryDiedServesAgainAndSaysMeanwhileThatItDoesNot holds that calls succeed again, without a restart of anything, and
// what readiness says until then, with nodes as deploy/redis sets them. How long it takes is
// the machine's too: it is logged, and only a hang fails.
func TestAClusterWhosePrimaryDiedServesAgainAndSaysMeanwhileThatItDoesNot(t *testing.T) { //nolint:paralleltest // the faults would share the processors of the time that it logs
	cluster := storetest.StartCluster(t, "../../../deploy/redis/cluster.conf")
	h := newHouse(t)
	h.start("worker", "REDIS_URL="+cluster.URL)
	h.start("api", "REDIS_URL="+cluster.URL)
	succeeded(t, h.background(20, "cotton shirt")()...)
	cluster.KillPrimaryOf(t, "asynq:{classify}:pending")
	began := time.Now()
	if status := h.get("/health/ready").status; status != http.StatusServiceUnavailable {
		t.Errorf("readiness is %d while a part of the cluster is away", status)
	}
	took := h.firstSuccess(t, began)
	h.untilReady(t)
	t.Logf("first success %s after the death of a primary, ready after %s", took.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
	h.settledAtLeast(21)
}
