package tariff

import (
	"slices"
	"testing"
)

// mexicoToday is a tariff of today with some of the lines that those of 2012 became.
func mexicoToday(t *testing.T) *Schedule {
	t.Helper()
	s, err := ParseSchedule([]byte("# country: MEX\n# vintage: 2026-01-01\n# covered_from: 2026-01-01\n# certainty: verified\n# source: x\n" +
		"01012999\tPza\tfree\t\t01;99\n01051103\tCbza\tfree\t\t01;02;91\n03019301\tKg\tfree\n03019999\tKg\tfree\n"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestATraceSaysHowAnOldCodeStandsToTodays(t *testing.T) {
	t.Parallel()
	e := editions(t)
	mexico := e.Into(mexicoToday(t))
	for _, c := range []struct {
		tracer    Tracer
		code      string
		from      Edition
		relation  Relation
		successor string
		tariff    string
		edition   Edition
	}{
		{e.Into(), "610910", EditionUnknown, RelationKept, "610910", HarmonizedSystem, Edition2022},
		{e.Into(), "61091001", EditionUnknown, RelationKept, "610910", HarmonizedSystem, Edition2022},
		{e.Into(), "851770", EditionUnknown, RelationSeveral, "", HarmonizedSystem, Edition2017},
		{e.Into(), "999999", EditionUnknown, RelationUnknown, "", HarmonizedSystem, EditionUnknown},
		{e.Into(), "851713", Edition2012, RelationUnknown, "", HarmonizedSystem, EditionUnknown}, // new in 2022
		{mexico, "0101299999", EditionUnknown, RelationKept, "0101299999", "MEX", Edition2022},
		{mexico, "01012901", EditionUnknown, RelationOne, "0101299901", "MEX", Edition2012},
		{mexico, "01051101", EditionUnknown, RelationOne, "01051103", "MEX", Edition2012},
		{mexico, "03019999", EditionUnknown, RelationKept, "03019999", "MEX", Edition2022},
		{mexico, "03019999", Edition2012, RelationKept, "03019999", "MEX", Edition2012},
		{mexico, "61091001", EditionUnknown, RelationUnknown, "", HarmonizedSystem, EditionUnknown},
		{mexico, "85177001", Edition2017, RelationSeveral, "", HarmonizedSystem, Edition2017},
	} {
		got := c.tracer.Follow(c.code, c.from)
		if got.Relation != c.relation || got.Successor != c.successor || got.Tariff != c.tariff || got.Edition != c.edition {
			t.Errorf("%s of %q: %+v", c.code, c.from, got)
		}
		if c.relation == RelationSeveral && len(got.Successors) < 2 {
			t.Errorf("%s: several successors, named are %v", c.code, got.Successors)
		}
	}
}

func TestEverySuccessorOfAMexicanLineStandsToday(t *testing.T) {
	t.Parallel()
	e := editions(t)
	s := loaded(t, "MEX")
	tracer := e.Into(s)
	for code := range e.lines {
		for _, successor := range tracer.Follow(code, Edition2012).Successors {
			if !s.Holds(successor) && !e.known(successor) {
				t.Errorf("%s leads to %s, which is no code of today", code, successor)
			}
		}
	}
}

func TestACodeOfTodayNamesTheOlderCodesThatLedToIt(t *testing.T) {
	t.Parallel()
	e := editions(t)
	find := func(list []Origin, tariff string, edition Edition) []string {
		for _, o := range list {
			if o.Tariff == tariff && o.Edition == edition {
				return o.Codes
			}
		}
		return nil
	}
	smartphones := e.Origins("MEX", "851713")
	if got := find(smartphones, HarmonizedSystem, Edition2017); !slices.Equal(got, []string{"851712"}) {
		t.Errorf("851713 of 2017: %v", got)
	}
	if got := find(e.Origins("WORLD", "610910"), HarmonizedSystem, Edition2012); !slices.Equal(got, []string{"610910"}) {
		t.Errorf("an unchanged code: %v", got)
	}
	if got := find(e.Origins("MEX", "01012999"), "MEX", Edition2012); !slices.Contains(got, "01012901") {
		t.Errorf("Mexican lines of 2012: %v", got)
	}
	if got := find(e.Origins("USA", "01012999"), "MEX", Edition2012); got != nil {
		t.Errorf("Mexican lines before a line of another country: %v", got)
	}
	if got := e.Origins("WORLD", "85"); got != nil {
		t.Errorf("a chapter: %v", got)
	}
}
