package editions_test

import (
	"bytes"
	"testing"

	"tariffdesk/store/storetest"
	"tariffdesk/tariff/ruling"
)

func TestALibraryOfRulingsIsReplacedWholeAndOthersStay(t *testing.T) {
	t.Parallel()
	b := storetest.New(t)
	of := func(source ruling.Source, references ...string) (out []ruling.Ruling) {
		for _, r := range references {
			out = append(out, ruling.Ruling{Source: source, Reference: r, Date: "2024-01-02", Codes: []string{"961511"}, Today: "961511", Description: "comb", Status: ruling.StatusValid})
		}
		return out
	}
	save := func(source ruling.Source, rulings []ruling.Ruling) (learnt int) {
		t.Helper()
		_, err := b.SaveRulings(t.Context(), source, "file", rulings, func(all []ruling.Ruling) []byte { learnt = len(all); return []byte{byte(len(all))} })
		if err != nil {
			t.Fatal(err)
		}
		return learnt
	}
	check := func(newer int64, want ...string) int64 {
		t.Helper()
		list, model, newest, err := b.Rulings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if seen, err := b.NewestRulings(t.Context()); err != nil || seen != newest || newest <= newer {
			t.Errorf("newest %d, seen %d (%v), before %d", newest, seen, err, newer)
		}
		var got []string
		for _, r := range list {
			got = append(got, r.Reference)
		}
		if len(got) != len(want) || len(want) > 0 && !bytes.Equal(model, []byte{byte(len(want))}) {
			t.Errorf("got %v with model %v, want %v", got, model, want)
		}
		return newest
	}
	save(ruling.SourceCROSS, of(ruling.SourceCROSS, "N1", "N2"))
	at := check(0, "N1", "N2")
	if n := save(ruling.SourceATaR, of(ruling.SourceATaR, "GB1")); n != 3 {
		t.Errorf("learnt of %d rulings", n)
	}
	at = check(at, "GB1", "N1", "N2")
	save(ruling.SourceCROSS, of(ruling.SourceCROSS, "N3"))
	at = check(at, "GB1", "N3")
	versions, err := b.RulingVersions(t.Context())
	if err != nil || len(versions) != 2 || versions[1].Rulings != 1 || versions[1].Counted != 1 || versions[1].File != "file" {
		t.Errorf("%v: %+v", err, versions)
	}
	save(ruling.SourceCROSS, nil)
	at = check(at, "GB1")
	save(ruling.SourceATaR, nil)
	check(at)
	if versions, err = b.RulingVersions(t.Context()); err != nil || len(versions) != 0 {
		t.Errorf("%v: %+v", err, versions)
	}
}
