//go:build hosts && linux

package hosts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime/multipart"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

// calls are what callers ask of both api, one call after another, for as long as a fault lasts. As
// clients should, each gives a key, and repeats a call at the other api until it is answered.
type calls struct {
	before int    // jobs that there were
	stop   func() // waits for the answers

	mu       sync.Mutex
	jobs     []string
	last     time.Time
	silence  time.Duration // longest time without an answer to anyone
	slowest  time.Duration // longest time to an answer
	refused  int           // tries that were not answered
	problems []error       // what no client is promised to see
}

const (
	callers = 8
	pause   = 150 * time.Millisecond // of a caller between calls
	giveUp  = 10 * time.Second       // with a try
)

var client = &http.Client{Transport: &http.Transport{
	DialContext: (&net.Dialer{Timeout: 2 * time.Second}).DialContext, MaxIdleConnsPerHost: callers,
}}

// call begins to call.
func (s *site) call() *calls {
	s.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	c := &calls{before: s.classifications(), last: time.Now()}
	var calling sync.WaitGroup
	for i := range callers {
		calling.Go(func() {
			at := i
			for n := i; ctx.Err() == nil; n++ {
				at = c.one(s, at, n)
				select {
				case <-ctx.Done():
				case <-time.After(pause):
				}
			}
		})
	}
	c.stop = func() {
		cancel()
		c.mu.Lock()
		c.last = time.Time{} // from now on silence is meant
		c.mu.Unlock()
		calling.Wait()
	}
	return c
}

// one calls until it is answered, at first the api of a number, and returns that of the one that answered.
func (c *calls) one(s *site, at, n int) int {
	key, began := uuid.NewString(), time.Now()
	description := "cotton shirt"
	if n%2 == 0 {
		description = "chaos sleep 500ms" // so that work is under way whenever a fault comes
	}
	for ; time.Since(began) < patience; at++ {
		job, err := classify(apiURL(s.apis[at%len(s.apis)]), s.token, description, key)
		if err == nil {
			c.answered(job, time.Since(began))
			return at
		}
		c.refuse(err)
		<-time.After(200 * time.Millisecond)
	}
	c.refuse(&wrong{fmt.Errorf("a call was not answered within %s", patience)})
	return at
}

func (c *calls) answered(job string, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.jobs = append(c.jobs, job)
	c.slowest = max(c.slowest, took)
	if !c.last.IsZero() {
		c.silence, c.last = max(c.silence, now.Sub(c.last)), now
	}
}

func (c *calls) refuse(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused++
	if _, ok := errors.AsType[*wrong](err); ok {
		c.problems = append(c.problems, err)
	}
}

// some waits until n more calls were answered.
func (c *calls) some(t *testing.T, n int) {
	t.Helper()
	c.mu.Lock()
	want := len(c.jobs) + n
	c.mu.Unlock()
	eventually(t, "answers", func() error {
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.jobs) < want {
			return fmt.Errorf("%d calls were answered, want %d", len(c.jobs), want)
		}
		return nil
	})
}

// wrong is an answer that no fault excuses.
type wrong struct{ cause error }

func (w *wrong) Error() string { return w.cause.Error() }

// classify returns the job of a call that was answered with its result.
func classify(base, token, description, key string) (job string, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("product_description", description)
	_ = w.Close()
	ctx, cancel := context.WithTimeout(context.Background(), giveUp)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/v3/tariff/tariff-mini?country_code=WORLD&model=fast&tariff_info=false", &form)
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	req.Header.Set("Idempotency-Key", key)
	status, header, body, err := send(req, token)
	switch {
	case err != nil:
		return "", err
	case status == http.StatusOK:
		return header.Get("X-Job-ID"), nil
	case status == http.StatusConflict || status == http.StatusServiceUnavailable || status == http.StatusAccepted:
		return "", fmt.Errorf("status %d", status)
	}
	return "", &wrong{fmt.Errorf("status %d: %s", status, body)}
}
