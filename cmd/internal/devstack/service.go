package devstack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// service keeps one server at work: started, watched, started again when it falls.
type service struct {
	name     string
	as       identity
	logFile  string
	dir      string                      // the data folder, and the child's working folder
	command  []string                    // the program and its arguments
	clear    func(context.Context) error // removes what a killed predecessor left
	ready    func(context.Context) error // one attempt; nil once the server answers
	ask      syscall.Signal              // asks for a clean end
	orphaned syscall.Signal              // sent by the kernel when this process dies

	startTimeout, stopTimeout time.Duration
	log                       *slog.Logger

	cancel   context.CancelFunc
	finished chan struct{}
	stopErr  error // valid after finished
	once     sync.Once
}

// start returns once the server answers. ctx bounds the start; the server lives until close.
func (s *service) start(ctx context.Context) error {
	p, err := s.begin(ctx)
	if err != nil {
		return err
	}
	// The server outlives the start's context and ends by close alone.
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel, s.finished = cancel, make(chan struct{})
	go func() {
		defer close(s.finished)
		s.stopErr = s.supervise(run, p)
	}()
	return nil
}

func (s *service) begin(ctx context.Context) (*process, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.startTimeout, fmt.Errorf("%s did not answer within %s", s.name, s.startTimeout))
	defer cancel()
	if err := s.clear(ctx); err != nil {
		return nil, err
	}
	output, err := os.Create(s.logFile)
	if err != nil {
		return nil, fmt.Errorf("log of %s: %w", s.name, err)
	}
	defer output.Close()                                // the child holds its own copy
	cmd := exec.Command(s.command[0], s.command[1:]...) //nolint:noctx // it outlives ctx and is ended by close
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = s.dir, childEnv(s.dir), output, output
	p, err := launch(cmd, s.as, s.orphaned)
	if err != nil {
		return nil, err
	}
	if err := s.awaitReady(ctx, p); err != nil {
		_ = p.stop(syscall.SIGKILL, s.stopTimeout)
		return nil, err
	}
	return p, nil
}

func (s *service) awaitReady(ctx context.Context, p *process) error {
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	for {
		err := s.ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-poll.C:
		case <-p.done:
			return fmt.Errorf("%s ended while starting (%w):\n%s", s.name, endOf(p), tail(s.logFile))
		case <-ctx.Done():
			return fmt.Errorf("start %s: %w (last attempt: %w)", s.name, context.Cause(ctx), err)
		}
	}
}

// supervise brings a fallen server back until ctx ends, then ends it cleanly.
func (s *service) supervise(ctx context.Context, p *process) error {
	for {
		select {
		case <-ctx.Done():
			return p.stop(s.ask, s.stopTimeout)
		case <-p.done:
		}
		s.log.ErrorContext(ctx, "server ended unexpectedly and is started again", "server", s.name, "cause", endOf(p).Error())
		if p = s.revive(ctx); p == nil {
			return nil
		}
	}
}

// revive starts the server again, ever more slowly; nil means that ctx ended first.
func (s *service) revive(ctx context.Context) *process {
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		p, err := s.begin(ctx)
		if err == nil {
			return p
		}
		s.log.ErrorContext(ctx, "server does not start", "server", s.name, "error", err.Error())
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
	}
}

// close ends the server cleanly and waits for it. A second call does nothing.
func (s *service) close() (err error) {
	s.once.Do(func() {
		s.cancel()
		<-s.finished
		err = s.stopErr
	})
	return err
}

// childEnv leaves out PGDATA, PGPORT and their like, which would override the arguments.
func childEnv(home string) []string {
	return []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=" + home}
}

func endOf(p *process) error {
	if p.err == nil {
		return errors.New("exit status 0")
	}
	return p.err
}
