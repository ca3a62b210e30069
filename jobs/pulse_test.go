package jobs_test

import (
	"strings"
	"testing"
	"time"

	"tariffdesk/jobs"
)

func TestALoopThatHangsIsNamedUntilItComesRound(t *testing.T) {
	t.Parallel()
	now := time.Now()
	p := jobs.NewPulse(func() time.Time { return now })
	beat := p.Watch("reconciler", 30*time.Second)
	p.Watch("janitor", time.Hour)
	now = now.Add(31 * time.Second)
	if err := p.Late(t.Context()); err == nil || !strings.Contains(err.Error(), "reconciler") || strings.Contains(err.Error(), "janitor") {
		t.Errorf("late: %v", err)
	}
	if age := p.Ages()["reconciler"]; age != 31*time.Second {
		t.Errorf("age %s", age)
	}
	beat()
	if err := p.Late(t.Context()); err != nil {
		t.Error(err)
	}
	(*jobs.Pulse)(nil).Watch("nobody's", 0)()
}
