package quote

import (
	"testing"

	"tariffdesk/tariff"
)

func setup(t testing.TB, options ...Option) *Engine {
	t.Helper()
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	return New(schedule, rules, options...)
}

func TestRulesHoldTogetherAndEveryPrefixHasALine(t *testing.T) {
	t.Parallel()
	e := setup(t)
	if err := e.rules.Check(e.schedule); err != nil {
		t.Fatal(err)
	}
}
