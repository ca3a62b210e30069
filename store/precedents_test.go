package store_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/classify"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

func (b bundle) precedents(t *testing.T, org string, after int64) (all []classify.Precedent, revision, epoch int64) {
	t.Helper()
	state, err := b.CatalogueState(t.Context(), org)
	if err != nil {
		t.Fatal(err)
	}
	err = b.Precedents(t.Context(), org, after, state.Revision, func(p []classify.Precedent) { all = append(all, p...) })
	if err != nil {
		t.Fatal(err)
	}
	return all, state.Revision, state.Epoch
}

func TestPrecedentsBelongToTheirOrganisationAndArriveByRevision(t *testing.T) {
	t.Parallel()
	b := setup(t, credit.One)
	other := storetest.Organisation(t, b.Store, credit.One)
	rows := []classify.Precedent{{Description: "blue widget", HS: "847989"}, {Description: "red widget", HS: "8479899900"}, {Description: "blue widget", HS: "847989"}}
	for range 2 { // the second is the repetition after a crash
		if err := b.ImportPrecedents(t.Context(), b.org, "catalogue.csv", rows); err != nil {
			t.Fatal(err)
		}
	}
	all, revision, _ := b.precedents(t, b.org, 0)
	if !slices.Equal(all, rows[:2]) {
		t.Fatalf("%v", all)
	}
	if err := b.ImportPrecedents(t.Context(), b.org, "more.csv", []classify.Precedent{{Description: "green widget", HS: "847989"}}); err != nil {
		t.Fatal(err)
	}
	if fresh, _, _ := b.precedents(t, b.org, revision); len(fresh) != 1 || fresh[0].Description != "green widget" {
		t.Fatalf("%v", fresh)
	}
	if theirs, _, _ := b.precedents(t, other, 0); len(theirs) != 0 {
		t.Fatalf("another organisation sees %v", theirs)
	}
	if n, err := b.DeletePrecedents(t.Context(), other); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	sources, err := b.PrecedentSources(t.Context(), b.org)
	if err != nil || len(sources) != 2 || sources[0].Source != "more.csv" || sources[1].Count != 2 {
		t.Fatalf("%+v %v", sources, err)
	}
	if n, err := b.DeletePrecedents(t.Context(), b.org); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	if _, _, epoch := b.precedents(t, b.org, 0); epoch != 1 {
		t.Fatalf("epoch %d", epoch)
	}
}

func TestAConfirmedRecordIsAPrecedentAndItsCorrectionReplacesIt(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	j := b.claim(t, b.submit(t, b.classify(1)).Job.ID)
	record := &jobs.Record{ID: uuid.NewString(), CountryCode: "WORLD", Model: "fast", ProductDescription: "odd gadget", Result: []byte(`{}`)}
	if owned, err := b.SucceedJob(t.Context(), j, jobs.Outcome{Result: []byte(`{}`), Record: record}); !owned || err != nil {
		t.Fatal(owned, err)
	}
	for i, code := range []string{"847989", "854370"} {
		if r, _, err := b.ConfirmRecord(t.Context(), b.org, record.ID, jobs.Verdict{HSCode: code}); err != nil || r.ConfirmedHSCode != code {
			t.Fatalf("%+v %v", r, err)
		}
		all, _, epoch := b.precedents(t, b.org, 0)
		if len(all) != 1 || all[0] != (classify.Precedent{Description: "odd gadget", HS: code, Country: "WORLD", Decided: true}) || epoch != int64(i) {
			t.Fatalf("%v in epoch %d", all, epoch)
		}
	}
}

// TestAnOrganisationKeepsNoMorePrecedentsThanItsIndexMayHold though each import is within its own limit.
func TestAnOrganisationKeepsNoMorePrecedentsThanItsIndexMayHold(t *testing.T) {
	t.Parallel()
	b := setup(t, credit.One)
	const part = 100_000
	for source := range store.MaxPrecedents / part {
		rows := make([]classify.Precedent, part)
		for i := range rows {
			rows[i] = classify.Precedent{Description: fmt.Sprintf("widget %d of %d", i, source), HS: "847989"}
		}
		if err := b.ImportPrecedents(t.Context(), b.org, fmt.Sprint(source), rows); err != nil {
			t.Fatal(err)
		}
	}
	_, before, _ := b.precedents(t, b.org, 0)
	err := b.ImportPrecedents(t.Context(), b.org, "one more", []classify.Precedent{{Description: "the last straw", HS: "847989"}})
	if fail.CodeOf(err) != fail.CodeBadRequest {
		t.Fatalf("one more: %v", err)
	}
	if _, after, _ := b.precedents(t, b.org, before); after != before {
		t.Error("a refused import leaves its mark")
	}
}
