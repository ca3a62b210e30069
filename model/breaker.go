package model

import (
	"sync"
	"time"
)

// breaker stops asking a server that has failed several times in a row. After a rest one call may try:
// its success closes the breaker, its failure starts another rest.
type breaker struct {
	threshold int
	rest      time.Duration
	now       func() time.Time

	mu       sync.Mutex
	failures int // in a row
	until    time.Time
	probing  bool
}

// verdict tells what the outcome of a call says about the server.
type verdict int

const (
	verdictNone verdict = iota // the caller ended it
	verdictUp                  // it answered, be it to refuse
	verdictDown
)

// allow reports whether a call may be made; each that may is followed by one report.
func (b *breaker) allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < b.threshold {
		return true
	}
	if b.probing || b.now().Before(b.until) {
		return false
	}
	b.probing = true
	return true
}

// report says how an allowed call ended, and whether that opened or closed the breaker.
func (b *breaker) report(v verdict) (opened, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	was := b.failures >= b.threshold
	b.probing = false
	switch v {
	case verdictUp:
		b.failures = 0
	case verdictDown:
		b.failures++
		b.until = b.now().Add(b.rest)
	case verdictNone:
	}
	is := b.failures >= b.threshold
	return is && !was, was && !is
}

func (b *breaker) open() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failures >= b.threshold
}
