package logline_test

import (
	"log/slog"
	"testing"
	"time"

	"tariffdesk/logline"
)

func TestWhoeverMadeARequestWaitsWithIt(t *testing.T) {
	t.Parallel()
	outer := logline.Begin(t.Context(), slog.String("request_id", "page"))
	inner := logline.Begin(outer, slog.String("request_id", "call"))
	logline.Wait(outer, time.Second)
	logline.Wait(inner, 2*time.Second)
	if got := logline.Waited(outer); got != 3*time.Second {
		t.Errorf("the page waited %s, want 3s", got)
	}
	if got := logline.Waited(inner); got != 2*time.Second {
		t.Errorf("the call waited %s, want 2s", got)
	}
	if got := logline.Attrs(inner); len(got) != 1 || got[0].Value.String() != "call" {
		t.Errorf("the lines of the call bear %v", got)
	}
}

func TestNothingBegunHasNoNameAndNoTime(t *testing.T) {
	t.Parallel()
	logline.Wait(t.Context(), time.Second)
	if got := logline.Attrs(t.Context()); got != nil {
		t.Errorf("attributes %v", got)
	}
	if got := logline.Waited(t.Context()); got != 0 {
		t.Errorf("waited %s", got)
	}
}
