package store_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"tariffdesk/logline"
	"tariffdesk/logline/logtest"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

func TestASlowStatementIsLoggedUnderItsRequestWithoutArguments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		threshold time.Duration
		want      bool
	}{"beyond": {time.Nanosecond, true}, "below": {time.Hour, false}, "never": {0, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := &logtest.Lines{}
			s, err := store.Open(t.Context(), storetest.URL(t), 4, slog.New(slog.NewTextHandler(log, nil)), store.SlowAfter(c.threshold))
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			ctx := logline.Begin(t.Context(), slog.String("request_id", "r-17"))
			if _, err := s.KeyByHash(ctx, []byte("a secret")); err == nil {
				t.Fatal("a key was found")
			}
			told := log.About("slow query")
			if !c.want {
				if len(told) > 0 {
					t.Fatalf("logged %q", told)
				}
				return
			}
			statements := log.About("SELECT")
			if len(statements) == 0 || !strings.Contains(statements[0], "request_id=r-17") || !strings.Contains(statements[0], "duration_ms=") || !strings.Contains(statements[0], "level=WARN") {
				t.Errorf("logged %q, want the statement, its time and its request", told)
			}
			if len(log.About("wait for a connection")) == 0 {
				t.Errorf("logged %q, want the wait for a connection too", told)
			}
			if len(log.About("secret")) > 0 {
				t.Error("an argument stands in the log")
			}
		})
	}
}
