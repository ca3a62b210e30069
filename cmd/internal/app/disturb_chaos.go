//go:build chaos

package app

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/worker"
)

// disturb makes classification obey a description such as "chaos sleep 2s", and extraction a document that is called so:
// sleep (until its context ends), deaf (whatever its context does), fail, die (with its whole process), eat (memory
// until something ends it). Where CHAOS_GATE names a file, the duration begins when that file is there: a test can wait
// until all its jobs run.
func disturb(handlers map[jobs.Kind]worker.Handler) map[jobs.Kind]worker.Handler {
	classify := handlers[jobs.KindClassify]
	handlers[jobs.KindClassify] = func(ctx context.Context, t worker.Task) (jobs.Outcome, error) {
		var in jobs.ClassifyInput
		if err := json.Unmarshal(t.Job.Input, &in); err != nil {
			return jobs.Outcome{}, err
		}
		disturbed, err := obey(ctx, strings.Fields(in.Description))
		if err != nil {
			return jobs.Outcome{}, err
		}
		if disturbed {
			in.Description = "men's knitted cotton t-shirt"
			if t.Job.Input, err = json.Marshal(in); err != nil {
				return jobs.Outcome{}, err
			}
		}
		return classify(ctx, t)
	}
	extract := handlers[jobs.KindExtract]
	handlers[jobs.KindExtract] = func(ctx context.Context, t worker.Task) (jobs.Outcome, error) {
		var in jobs.ExtractInput
		if err := json.Unmarshal(t.Job.Input, &in); err != nil {
			return jobs.Outcome{}, err
		}
		if _, err := obey(ctx, strings.Fields(strings.TrimSuffix(in.Name, ".pdf"))); err != nil {
			return jobs.Outcome{}, err
		}
		return extract(ctx, t)
	}
	return handlers
}

// obey does what words say, and reports whether they said anything.
func obey(ctx context.Context, words []string) (bool, error) {
	if len(words) < 3 || words[0] != "chaos" {
		return false, nil
	}
	d, err := time.ParseDuration(words[2])
	if err != nil {
		return false, err
	}
	write("enter")
	defer write("leave")
	if err := atGate(ctx); err != nil {
		return false, err
	}
	if words[1] == "deaf" {
		time.Sleep(d)
		return true, nil
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
		return false, ctx.Err()
	}
	switch words[1] {
	case "die":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "eat":
		eat(ctx)
	case "fail":
		return false, fail.New(fail.CodeSvcDocsProcessing, "disturbed")
	}
	return true, nil
}

// eat takes memory until the process is ended for it.
func eat(ctx context.Context) {
	var eaten [][]byte
	for ctx.Err() == nil {
		block := make([]byte, 16<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		eaten = append(eaten, block)
	}
	write(strconv.Itoa(len(eaten)))
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
