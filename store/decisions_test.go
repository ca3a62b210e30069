package store_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

// classified leaves a record of goods that a code was suggested for.
func (b *bundle) classified(t *testing.T, goods, suggested string) string {
	t.Helper()
	j := b.claim(t, b.submit(t, b.classify(1)).Job.ID)
	confidence := 0.8
	record := &jobs.Record{ID: uuid.NewString(), CountryCode: "MEX", Model: "fast", ProductDescription: goods, Result: []byte(`{}`), HSCode: suggested, Confidence: &confidence}
	if owned, err := b.SucceedJob(t.Context(), j, jobs.Outcome{Result: []byte(`{}`), Record: record}); !owned || err != nil {
		t.Fatal(owned, err)
	}
	return record.ID
}

// held is the codes of the organisation's precedents.
func (b *bundle) held(t *testing.T) (codes []string) {
	t.Helper()
	all, _, _ := b.precedents(t, b.org, 0)
	for _, p := range all {
		codes = append(codes, p.HS)
	}
	slices.Sort(codes)
	return codes
}

func (b *bundle) confirm(t *testing.T, id, code string) string {
	t.Helper()
	_, precedent, err := b.ConfirmRecord(t.Context(), b.org, id, jobs.Verdict{HSCode: code})
	if err != nil {
		t.Fatal(err)
	}
	return precedent
}

func (b *bundle) undo(t *testing.T, id, want string) {
	t.Helper()
	r, _, err := b.UndoRecord(t.Context(), b.org, id, "mistaken")
	if err != nil || r.ConfirmedHSCode != want || (r.ConfirmedAt == nil) != (want == "") {
		t.Fatalf("%q confirmed at %v, want %q: %v", r.ConfirmedHSCode, r.ConfirmedAt, want, err)
	}
}

func TestAnUndoneDecisionGivesWayToTheOneBeforeIt(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	id := b.classified(t, "odd gadget", "847989")
	if _, _, err := b.UndoRecord(t.Context(), b.org, id, ""); fail.CodeOf(err) != fail.CodeConflict {
		t.Fatalf("nothing was decided: %v", err)
	}
	first, second := b.confirm(t, id, "8479899999"), b.confirm(t, id, "8543709999")
	if first == second || !slices.Equal(b.held(t), []string{"8543709999"}) {
		t.Fatal(first, second, b.held(t))
	}
	b.undo(t, id, "8479899999")
	if p, err := b.Precedent(t.Context(), b.org, first); err != nil || p.HSCode != "8479899999" || p.CountryCode != "MEX" || p.RecordID != id {
		t.Fatalf("%+v %v", p, err)
	}
	if _, err := b.Precedent(t.Context(), b.org, second); fail.CodeOf(err) != fail.CodeNotFound {
		t.Fatal(err)
	}
	third := b.confirm(t, id, "8543709901") // a later decision, and the undo of that one alone
	b.undo(t, id, "8479899999")
	b.undo(t, id, "")
	if held := b.held(t); len(held) > 0 {
		t.Fatal(held)
	}
	if _, _, err := b.UndoRecord(t.Context(), b.org, id, ""); fail.CodeOf(err) != fail.CodeConflict {
		t.Fatal(err)
	}
	trail, err := b.Decisions(t.Context(), b.org, id)
	var got []string
	for _, d := range trail {
		got = append(got, d.Action+" "+d.PreviousHSCode+">"+d.HSCode+d.PrecedentID)
	}
	want := []string{
		"confirmed 847989>8479899999", "corrected 8479899999>8543709999", "undone 8543709999>8479899999",
		"corrected 8479899999>8543709901", "undone 8543709901>8479899999", "undone 8479899999>",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	if d, err := b.Decision(t.Context(), b.org, id); err != nil || d.ID != "" {
		t.Errorf("%+v stands beside %s, %v", d, third, err)
	}
}

func TestTwoPeopleWhoDecideAtOnceLeaveOnePrecedentAndBothOnTheTrail(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	id := b.classified(t, "odd gadget", "847989")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if _, _, err := b.ConfirmRecord(t.Context(), b.org, id, jobs.Verdict{HSCode: fmt.Sprintf("84798999%02d", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	trail, err := b.Decisions(t.Context(), b.org, id)
	if err != nil || len(trail) != 8 {
		t.Fatal(len(trail), err)
	}
	r, err := b.Record(t.Context(), b.org, id)
	if last := trail[7]; err != nil || !slices.Equal(b.held(t), []string{last.HSCode}) || r.ConfirmedHSCode != last.HSCode || last.PrecedentID == "" {
		t.Errorf("%v, %s stands, %+v was last: %v", b.held(t), r.ConfirmedHSCode, last, err)
	}
	for i := 1; i < 8; i++ {
		if trail[i].PreviousHSCode != trail[i-1].HSCode || trail[i-1].PrecedentID != "" {
			t.Errorf("%+v after %+v", trail[i], trail[i-1])
		}
	}
	undone := make(chan error, 16)
	for range 16 { // twice as often as there are decisions
		group.Go(func() {
			_, _, err := b.UndoRecord(t.Context(), b.org, id, "")
			undone <- err
		})
	}
	group.Wait()
	close(undone)
	refused := 0
	for err := range undone {
		if fail.CodeOf(err) == fail.CodeConflict {
			refused++
		} else if err != nil {
			t.Error(err)
		}
	}
	if refused != 8 || len(b.held(t)) > 0 {
		t.Errorf("%d refused, %v held", refused, b.held(t))
	}
}

func TestADecisionOnManyLeavesWhatWasDecidedMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	free, decided, without, changed := b.classified(t, "odd gadget", "8479899999"), b.classified(t, "red widget", "847989"), b.classified(t, "thing", ""), b.classified(t, "green widget", "847989")
	b.confirm(t, decided, "854370")
	stranger := storetest.Organisation(t, b.Store, credit.One)
	wanted := []jobs.Suggestion{{ID: free, HSCode: "8479899999"}, {ID: decided, HSCode: "847989"}, {ID: without, HSCode: ""}, {ID: changed, HSCode: "854370"}}
	if n, err := b.ConfirmRecords(t.Context(), stranger, wanted); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := b.ConfirmRecords(t.Context(), b.org, wanted); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if held := b.held(t); !slices.Equal(held, []string{"8479899999", "854370"}) {
		t.Error(held)
	}
	d, err := b.Decision(t.Context(), b.org, free)
	if err != nil || d.Action != jobs.DecisionConfirmed || d.HSCode != "8479899999" || d.PrecedentID != d.ID {
		t.Errorf("%+v %v", d, err)
	}
	b.undo(t, free, "")
	if n, err := b.ConfirmRecords(t.Context(), b.org, wanted); n != 1 || err != nil {
		t.Error("undone, and decided again:", n, err)
	}
}

func TestAPrecedentIsOfItsOrganisationAlone(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	precedent := b.confirm(t, b.classified(t, "odd gadget", "847989"), "8479899999")
	stranger := storetest.Organisation(t, b.Store, credit.One)
	for _, id := range []string{precedent, uuid.NewString(), "x", ""} {
		if _, err := b.Precedent(t.Context(), stranger, id); fail.CodeOf(err) != fail.CodeNotFound {
			t.Errorf("%s: %v", id, err)
		}
		if err := b.DeletePrecedent(t.Context(), stranger, id); fail.CodeOf(err) != fail.CodeNotFound {
			t.Errorf("%s: %v", id, err)
		}
	}
	_, _, before := b.precedents(t, b.org, 0)
	if err := b.DeletePrecedent(t.Context(), b.org, precedent); err != nil || len(b.held(t)) > 0 {
		t.Error(err)
	}
	if _, _, after := b.precedents(t, b.org, 0); after != before+1 {
		t.Errorf("epoch %d after %d", after, before)
	}
	if err := b.DeletePrecedent(t.Context(), b.org, precedent); fail.CodeOf(err) != fail.CodeNotFound {
		t.Error(err)
	}
}
