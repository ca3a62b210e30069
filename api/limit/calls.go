package limit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/semaphore"

	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

// What one organisation may do on one endpoint that costs nothing.
const (
	freeAtOnce    = 4
	freePerMinute = 60
)

// lookUpsPerMinute bounds the look-ups of one key or user on one endpoint: a form that searches as it is typed into
// asks several times a second.
const lookUpsPerMinute = 300

var (
	errTooFast = fail.Newf(fail.CodeRateLimited, "more than %d requests a minute: try again in a minute", freePerMinute)
	errLookUps = fail.Newf(fail.CodeRateLimited, "more than %d requests a minute: try again in a minute", lookUpsPerMinute)
	errAtOnce  = fail.Newf(fail.CodeRateLimited, "more than %d requests at once: wait for one to end", freeAtOnce)
)

// WaitError is a refusal that is worth another try after a while.
type WaitError struct {
	error
	wait time.Duration
}

// Unwrap returns the refusal without its wait.
func (e *WaitError) Unwrap() error { return e.error }

// Seconds is the wait as Retry-After has it: whole seconds, one or more.
func (e *WaitError) Seconds() string {
	return strconv.Itoa(max(1, int((e.wait+time.Second-1)/time.Second)))
}

// minutes counts events by key in fixed windows of a minute, for all processes. A window begins with
// its first event.
type minutes struct {
	rdb  redis.UniversalClient
	most int64 // events in a window
}

// countEvent counts and gives a new key its end in one step: a key without one would count for ever.
var countEvent = redis.NewScript(`
local n = redis.call('INCR', KEYS[1])
local rest = redis.call('PTTL', KEYS[1])
if rest < 0 then
  rest = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], rest)
end
return {n, rest}`)

func minuteKey(key string) string { return "minute:" + key }

// Window tells what is left of a minute. The zero Window has no limit.
type Window struct {
	most, left int64 // events; what is left is negative beyond the limit
	rest       time.Duration
}

// take counts an event.
func (m minutes) take(ctx context.Context, key string) (Window, error) {
	counted, err := countEvent.Run(ctx, m.rdb, []string{minuteKey(key)}, time.Minute.Milliseconds()).Int64Slice()
	if err != nil {
		return Window{}, err
	}
	return Window{m.most, m.most - counted[0], max(1, time.Duration(counted[1])) * time.Millisecond}, nil
}

// check is refusal, with the time to wait, beyond the limit.
func (w Window) check(refusal error) error {
	if w.left >= 0 {
		return nil
	}
	return &WaitError{refusal, w.rest}
}

// Tell writes the fields of draft-ietf-httpapi-ratelimit-headers.
func (w Window) Tell(h http.Header) {
	if w.most == 0 {
		return
	}
	h.Set(wire.HeaderRatePolicy, fmt.Sprintf(`"minute";q=%d;w=60`, w.most))
	h.Set(wire.HeaderRateLimit, fmt.Sprintf(`"minute";r=%d;t=%s`, max(0, w.left), (&WaitError{wait: w.rest}).Seconds()))
}

func (m minutes) forget(ctx context.Context, key string) error {
	return m.rdb.Del(ctx, minuteKey(key)).Err()
}

// Gauge bounds what goes on at once in this process, by key.
type Gauge struct {
	most int
	mu   sync.Mutex
	busy map[string]int
}

// NewGauge returns a gauge that lets at most so many things go on at once under each key.
func NewGauge(most int) *Gauge { return &Gauge{most: most, busy: map[string]int{}} }

// Begin reports whether there is room and takes it. End gives it back.
func (g *Gauge) Begin(key string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy[key] >= g.most {
		return false
	}
	g.busy[key]++
	return true
}

// Count is how much goes on under a key.
func (g *Gauge) Count(key string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.busy[key]
}

// End gives the room back that one successful Begin took. Call it once for each.
func (g *Gauge) End(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy[key]--; g.busy[key] == 0 {
		delete(g.busy, key)
	}
}

// Limiter bounds the endpoints without a charge, by the minute and at once, across all processes.
type Limiter struct {
	*Gauge  // of this process: what is left where Redis is away
	places  places
	minutes minutes
}

// New returns a limiter that counts in Redis. It allows an organisation 4 requests at once on an endpoint, and 60 a
// minute where they enter through Enter.
func New(rdb redis.UniversalClient) *Limiter {
	return &Limiter{NewGauge(freeAtOnce), places{rdb, freeAtOnce}, minutes{rdb, freePerMinute}}
}

// Enter admits a request or returns a CodeRateLimited error, and what is left of the minute. Redis away
// admits: the limit protects capacity, not a secret.
func (l *Limiter) Enter(ctx context.Context, organisationID, endpoint string) (release func(), w Window, err error) {
	key := organisationID + ":" + endpoint
	return l.enter(ctx, key, l.minutes, "free:"+key, errTooFast)
}

// LookUp is Enter for look-ups: as many at once of an organisation, by the minute of each caller.
func (l *Limiter) LookUp(ctx context.Context, organisationID, caller, endpoint string) (release func(), w Window, err error) {
	return l.enter(ctx, organisationID+":"+endpoint, minutes{l.minutes.rdb, lookUpsPerMinute}, "lookup:"+caller+":"+endpoint, errLookUps)
}

func (l *Limiter) enter(ctx context.Context, key string, m minutes, counter string, refusal error) (release func(), w Window, err error) {
	if !l.Begin(key) {
		return nil, w, &WaitError{errAtOnce, time.Second}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	leave, room, err := l.places.take(ctx, key)
	if err == nil && !room {
		l.End(key)
		return nil, w, &WaitError{errAtOnce, time.Second}
	}
	release = func() { leave(); l.End(key) }
	w, _ = m.take(ctx, counter)
	if err := w.check(refusal); err != nil {
		release()
		return nil, w, err
	}
	return release, w, nil
}

// visitsPerMinute bounds the calls without a token from one network address, for each endpoint.
const visitsPerMinute = 10

var errVisits = fail.Newf(fail.CodeRateLimited, "more than %d requests a minute from your network address: try again in a minute", visitsPerMinute)

// Visit counts a call without a token. Redis away admits: what such calls reach is behind 256 random bits.
func (l *Limiter) Visit(ctx context.Context, address, endpoint string) (Window, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	sum := sha256.Sum256([]byte(address)) // addresses stay out of Redis
	w, _ := minutes{l.minutes.rdb, visitsPerMinute}.take(ctx, "visit:"+endpoint+":"+hex.EncodeToString(sum[:]))
	return w, w.check(errVisits)
}

// What uploads may take of a process's memory, in bytes of request. A byte counts about twice: once
// as it is spilled, which may be to memory, and once as it is read.
const (
	UploadBytes = 256 << 20
	shareBytes  = UploadBytes / 2 // of one organisation: a body holds room for all of its length while it arrives, however slowly
	lightBytes  = 256 << 10       // a request without files, however long its text, does not queue behind files
	uploadWait  = 30 * time.Second
)

// Uploads bounds the bodies that a process holds at once, of one organisation and in all.
type Uploads struct {
	room   *semaphore.Weighted
	mu     sync.Mutex
	shares map[string]*share // of the organisations that hold room or wait for it
}

// share bounds the part of the room that one organisation may hold.
type share struct {
	room  *semaphore.Weighted
	calls int
}

// NewUploads returns bounds for one process: UploadBytes in all, and half of that for one organisation.
func NewUploads() *Uploads {
	return &Uploads{room: semaphore.NewWeighted(UploadBytes), shares: map[string]*share{}}
}

// share is the organisation's until done.
func (u *Uploads) share(organisation string) (of *semaphore.Weighted, done func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	s := u.shares[organisation]
	if s == nil {
		s = &share{room: semaphore.NewWeighted(shareBytes)}
		u.shares[organisation] = s
	}
	s.calls++
	return s.room, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if s.calls--; s.calls == 0 {
			delete(u.shares, organisation)
		}
	}
}

// Enter waits for room for a body of so many bytes, negative where they are not known. It is
// CodeUnavailable after uploadWait: before its body is read nobody notices that a caller has gone.
// What exceeds an organisation's share waits for that alone, so that it does not stand before others.
func (u *Uploads) Enter(ctx context.Context, organisation string, length int64) (leave func(), err error) {
	if length < 0 || length > wire.MaxRequestBytes {
		length = wire.MaxRequestBytes
	}
	if length <= lightBytes {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, uploadWait)
	defer cancel()
	own, done := u.share(organisation)
	if err := own.Acquire(ctx, length); err != nil {
		done()
		return nil, fail.Wrap(err, fail.CodeUnavailable, "too many uploads of your organisation at the moment: wait for one to end")
	}
	leaveOwn := func() { own.Release(length); done() }
	if err := u.room.Acquire(ctx, length); err != nil {
		leaveOwn()
		return nil, fail.Wrap(err, fail.CodeUnavailable, "too many uploads at the moment: try again")
	}
	return func() { u.room.Release(length); leaveOwn() }, nil
}

// signInsPerMinute is how many failures an account and address may have.
const signInsPerMinute = 5

var errThrottled = fail.New(fail.CodeRateLimited, "too many failed sign-ins: try again in a minute")

// Throttle counts failed sign-ins in Redis, for all processes. It implements account.Throttle.
type Throttle struct{ minutes minutes }

// NewThrottle returns a throttle on a Redis client.
func NewThrottle(rdb redis.UniversalClient) *Throttle {
	return &Throttle{minutes{rdb, signInsPerMinute}}
}

// Take counts an attempt; CodeRateLimited beyond the limit, until the minute that began with the
// first attempt is over.
func (t *Throttle) Take(ctx context.Context, key string) error {
	w, err := t.minutes.take(ctx, key)
	if err != nil {
		return err
	}
	return w.check(errThrottled)
}

// Forgive forgets the attempts under key.
func (t *Throttle) Forgive(ctx context.Context, key string) error { return t.minutes.forget(ctx, key) }
