package chaos

import (
	"net/http"
	"testing"
	"time"

	"tariffdesk/store/storetest"
)

// clusterFree is within what calls must succeed again after a primary of the cluster died; five
// seconds of it are the cluster's own, before it holds a node for dead.
const clusterFree = 8 * time.Second

func TestAClusterWhosePrimaryDiedServesAgainAndSaysMeanwhileThatItDoesNot(t *testing.T) { //nolint:paralleltest // it holds a time: the faults would share its processors
	cluster := storetest.StartCluster(t)
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
	t.Logf("first success %s after the death of a primary (to hold: %s), ready after %s", took.Round(time.Millisecond), clusterFree, time.Since(began).Round(time.Millisecond))
	if took > clusterFree {
		t.Errorf("first success after %s", took)
	}
	h.settledAtLeast(21)
}
