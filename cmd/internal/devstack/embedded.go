package devstack

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// embeddedRedis is a Redis within this process, for machines without a server.
type embeddedRedis struct {
	server   *miniredis.Miniredis
	password string
	stop     chan struct{}
	finished chan struct{}
	once     sync.Once
}

func startEmbedded() (*embeddedRedis, error) {
	e := &embeddedRedis{server: miniredis.NewMiniRedis(), password: rand.Text(), stop: make(chan struct{}), finished: make(chan struct{})}
	e.server.RequireAuth(e.password) // it listens on a port that every local user can reach
	if err := e.server.Start(); err != nil {
		return nil, fmt.Errorf("start embedded redis: %w", err)
	}
	go e.tick()
	return e, nil
}

// tick moves its clock on: by itself it never expires a key.
func (e *embeddedRedis) tick() {
	defer close(e.finished)
	const step = 100 * time.Millisecond
	ticker := time.NewTicker(step)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			e.server.FastForward(step)
		case <-e.stop:
			return
		}
	}
}

func (e *embeddedRedis) url() string {
	u := url.URL{Scheme: "redis", User: url.UserPassword("", e.password), Host: e.server.Addr(), Path: "/0"}
	return u.String()
}

func (e *embeddedRedis) close() {
	e.once.Do(func() {
		close(e.stop)
		<-e.finished
		e.server.Close()
	})
}
