package tariff

import (
	"slices"
	"testing"
)

func editions(t *testing.T) *Editions {
	t.Helper()
	e, err := LoadEditions(embeddedKnowledge(t).HasSubheading)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestOldSubheadingsAreCarriedOverWhereTheRelationDecides(t *testing.T) {
	t.Parallel()
	e := editions(t)
	for _, c := range []struct {
		code string
		from Edition
		want string
		kept bool
		many bool
	}{
		{"610910", EditionUnknown, "610910", true, false},
		{"851770", EditionUnknown, "", false, true},   // parts of telephones: split in 2022
		{"030211", Edition2012, "030211", true, true}, // its offal moved
	} {
		got, ok := e.Subheading(c.code, c.from)
		if !ok || got.Successor != c.want || got.Kept != c.kept || (len(got.Successors) > 1) != c.many {
			t.Errorf("%s of %q: %+v", c.code, c.from, got)
		}
	}
	if _, ok := e.Subheading("999999", EditionUnknown); ok {
		t.Error("a code of no edition is carried over")
	}
}

func TestEverySuccessorIsASubheadingOfToday(t *testing.T) {
	t.Parallel()
	e := editions(t)
	for edition, codes := range e.hs {
		for code, successors := range codes {
			for _, s := range successors {
				if !e.known(s) {
					t.Errorf("%s of %s leads to %s, which HS 2022 has not", code, edition, s)
				}
			}
		}
	}
}

func TestMexicanLinesOf2012AreCarriedOver(t *testing.T) {
	t.Parallel()
	e := editions(t)
	got, ok := e.MexicanLine("01012901")
	if !ok || got.Successor != "0101299901" {
		t.Errorf("%+v", got)
	}
	got, ok = e.MexicanLine("01051101")
	if !ok || got.Successor != "01051103" || !slices.Contains(got.Successors, "0105110391") {
		t.Errorf("several NICO of one line: %+v", got)
	}
	if _, ok := e.MexicanLine("01012101"); ok {
		t.Error("a line that kept its number has no entry")
	}
}
