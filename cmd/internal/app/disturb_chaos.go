//go:build chaos

package app

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"time"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// disturb makes classification obey a description such as "chaos sleep 2s": sleep (until its
// context ends), deaf (whatever its context does), fail, die (with its whole process). Where CHAOS_GATE
// names a file, the duration begins when that file is there: a test can wait until all its jobs run.
func disturb(handlers map[jobs.Kind]worker.Handler) map[jobs.Kind]worker.Handler {
	next := handlers[jobs.KindClassify]
	handlers[jobs.KindClassify] = func(ctx context.Context, t worker.Task) (jobs.Outcome, error) {
		var in jobs.ClassifyInput
		if err := json.Unmarshal(t.Job.Input, &in); err != nil {
			return jobs.Outcome{}, err
		}
		words := strings.Fields(in.Description)
		if len(words) < 3 || words[0] != "chaos" {
			return next(ctx, t)
		}
		d, err := time.ParseDuration(words[2])
		if err != nil {
			return jobs.Outcome{}, err
		}
		write("enter")
		defer write("leave")
		if err := atGate(ctx); err != nil {
			return jobs.Outcome{}, err
		}
		switch words[1] {
		case "die":
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		case "deaf":
			time.Sleep(d)
		default:
			select {
			case <-time.After(d):
			case <-ctx.Done():
				return jobs.Outcome{}, ctx.Err()
			}
		}
		if words[1] == "fail" {
			return jobs.Outcome{}, fail.New(fail.CodeSvcDocsProcessing, "disturbed")
		}
		in.Description = "men's knitted cotton t-shirt"
		if t.Job.Input, err = json.Marshal(in); err != nil {
			return jobs.Outcome{}, err
		}
		return next(ctx, t)
	}
	return handlers
}

// atGate waits for the file named by CHAOS_GATE, if any.
func atGate(ctx context.Context) error {
	path := os.Getenv("CHAOS_GATE")
	for path != "" {
		if _, err := os.Stat(path); err == nil {
			return nil
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// write keeps a diary that survives the process; an append of a few bytes is one write.
func write(line string) {
	if path := os.Getenv("CHAOS_DIARY"); path != "" {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		_, _ = f.WriteString(line + "\n")
		_ = f.Close()
	}
}
