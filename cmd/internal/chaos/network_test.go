package chaos

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// databaseCertificateExpires has the certificate of PostgreSQL end. New connections are refused by whoever checks it:
// calls are answered 503 and the log says why. Once it is renewed they are served again without a restart.
func databaseCertificateExpires(t *testing.T) {
	h := newHouse(t)
	ca := newAuthority(t)
	l, url := postgresLink(t, h.databaseURL, "sslmode=verify-full&sslrootcert="+ca.file)
	l.present(ca.issue(t, time.Now().Add(time.Hour)))
	h.start("worker", "DATABASE_URL="+url)
	api := h.start("api", "DATABASE_URL="+url)
	succeeded(t, h.background(20, "cotton shirt")()...)
	wait := h.background(10, "chaos sleep 3s")
	h.untilState("running", 10)
	l.present(ca.issue(t, time.Now().Add(-time.Minute)))
	l.cut()
	if status := h.get("/health/ready").status; status != http.StatusServiceUnavailable {
		t.Errorf("readiness is %d", status)
	}
	if a := h.classify(t.Context(), "cotton shirt", ""); a.err != nil || a.status != http.StatusServiceUnavailable {
		t.Errorf("status %d, %v, %v", a.status, a.err, a.body)
	}
	api.untilSaid(t, "certificate has expired")
	l.present(ca.issue(t, time.Now().Add(time.Hour)))
	succeeded(t, wait()...)
	h.firstSuccess(t, time.Now())
	h.untilReady(t)
	h.settledAtLeast(31)
}

// redisCertificateExpires is the same of Redis: calls are accepted, and run once the certificate is renewed.
func redisCertificateExpires(t *testing.T) {
	h := newHouse(t)
	ca := newAuthority(t)
	l := newLink(t, strings.TrimPrefix(h.redis.URL, "unix://"), false)
	l.present(ca.issue(t, time.Now().Add(time.Hour)))
	env := []string{"REDIS_URL=rediss://" + l.listener.Addr().String(), "SSL_CERT_FILE=" + ca.file}
	h.start("worker", env...)
	api := h.start("api", env...)
	succeeded(t, h.background(20, "cotton shirt")()...)
	l.present(ca.issue(t, time.Now().Add(-time.Minute)))
	l.cut()
	wait := h.background(10, "cotton shirt")
	h.until("accepted jobs", 30, `SELECT count(*) FROM jobs`)
	if status := h.get("/health/ready").status; status != http.StatusServiceUnavailable {
		t.Errorf("readiness is %d", status)
	}
	api.untilSaid(t, "certificate has expired")
	l.present(ca.issue(t, time.Now().Add(time.Hour)))
	succeeded(t, wait()...)
	h.untilReady(t)
	h.settled(30)
}

// slowNetwork has each question of the API to PostgreSQL take 200 ms, and one packet in twenty be lost.
func slowNetwork(t *testing.T) {
	h := newHouse(t)
	l, url := postgresLink(t, h.databaseURL, "sslmode=disable")
	h.start("worker")
	h.start("api", "DATABASE_URL="+url)
	succeeded(t, h.background(5, "cotton shirt")()...)
	l.slow(100*time.Millisecond, 0.05)
	began := time.Now()
	succeeded(t, h.background(200, "cotton shirt")()...)
	keyed := h.classify(t.Context(), "cotton shirt", "one")
	succeeded(t, keyed, h.classify(t.Context(), "cotton shirt", "one"))
	t.Logf("200 calls in %s", time.Since(began).Round(time.Millisecond))
	id := h.submitWorkbook(t, "slow", 300)
	h.until("the batch", 1, `SELECT count(*) FROM jobs WHERE id = $1 AND state = 'succeeded' AND completed = total`, id)
	h.checkResult(t, id, 300)
	h.untilReady(t)
	h.settled(207)
}
