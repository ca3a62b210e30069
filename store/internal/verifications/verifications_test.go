package verifications_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
	"tariffdesk/verification"
	"tariffdesk/verification/list"
)

var key = verification.Actor{Kind: verification.ActorKey, ID: "k"}

func newVerification(t testing.TB, s *store.Store, org string, n int) verification.Verification {
	t.Helper()
	v, err := s.CreateVerification(t.Context(), verification.Verification{ID: uuid.Must(uuid.NewV7()).String(), OrganisationID: org, Country: "MEX",
		LegalName: fmt.Sprintf("Company %d", n), TaxID: fmt.Sprintf("AAA010101%03d", n), TaxIDShown: "x", Representatives: []verification.Representative{}}, nil, key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func move(t testing.TB, s *store.Store, v verification.Verification, moves ...verification.Move) verification.Verification {
	t.Helper()
	for _, m := range moves {
		var err error
		if v, err = s.MoveVerification(t.Context(), v, verification.Change{Move: m, By: key}); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

func TestOfTwoDecisionsAtOnceOneIsMade(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	v := move(t, s, newVerification(t, s, storetest.Organisation(t, s, credit.One), 1), verification.MoveSubmit, verification.MoveReview)
	var all sync.WaitGroup
	errs := make([]error, 10)
	for i := range errs {
		all.Go(func() {
			m := []verification.Move{verification.MoveApprove, verification.MoveReject}[i%2]
			_, errs[i] = s.MoveVerification(t.Context(), v, verification.Change{Move: m, Reason: "r", By: key})
		})
	}
	all.Wait()
	made := 0
	for _, err := range errs {
		switch fail.CodeOf(err) {
		case fail.CodeConflict:
		default:
			if err != nil {
				t.Fatal(err)
			}
			made++
		}
	}
	events, err := s.VerificationEvents(t.Context(), v.ID, 0, 100)
	if err != nil || made != 1 || len(events) != 4 {
		t.Errorf("%d decisions, %d events, %v", made, len(events), err)
	}
}

func TestWhatHappenedCannotBeChanged(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	newVerification(t, s, storetest.Organisation(t, s, credit.One), 1)
	for _, sql := range []string{`UPDATE verification_events SET reason = 'x'`, `DELETE FROM verification_events`, `TRUNCATE verification_events`} {
		if err := s.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was done", sql)
		}
	}
}

func TestARunReadsEveryCompanyOnceAndWritesWhatChanged(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org := storetest.Organisation(t, s, credit.One)
	approved := move(t, s, newVerification(t, s, org, 1), verification.MoveSubmit, verification.MoveReview, verification.MoveApprove)
	closed := move(t, s, newVerification(t, s, org, 2), verification.MoveClose)
	for n := 3; n < 30; n++ {
		newVerification(t, s, org, n)
	}
	lists := list.NewRegister().With(list.Version{ID: 7, Source: list.SourceSAT69B, AsOf: "2026-01-01"}, []list.Entry{
		{TaxID: approved.TaxID, Shown: approved.TaxID, Situation: list.SituationDefinitive}, {TaxID: closed.TaxID, Shown: closed.TaxID, Situation: list.SituationDefinitive}})
	seen := map[string]int{}
	judge := func(v verification.Verification) (r verification.Rechecked) {
		seen[v.ID]++
		found := verification.Rescreen(v, lists)
		if r.Newly = found.Newly; found.Changed(v.Listed) {
			r.Checks, r.Listed = verification.Screen(v, lists, time.Now())
		}
		return r
	}
	run := func() (chunks int) {
		t.Helper()
		if err := s.StartRecheck(t.Context(), 7); err != nil {
			t.Fatal(err)
		}
		for ; ; chunks++ {
			n, err := s.RecheckVerifications(t.Context(), 7, 10, judge)
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				return chunks
			}
		}
	}
	if chunks := run(); chunks != 3 {
		t.Errorf("%d chunks", chunks)
	}
	if again := run(); again != 0 {
		t.Errorf("a run that has ended begins again: %d", again)
	}
	if len(seen) != 28 || seen[closed.ID] != 0 || seen[approved.ID] != 2 { // again under its lock
		t.Errorf("%d companies were seen, the closed one %d times, the listed one %d", len(seen), seen[closed.ID], seen[approved.ID])
	}
	now, err := s.Verification(t.Context(), org, approved.ID)
	if err != nil || now.State != verification.StateInReview || len(now.Listed) != 1 || now.ExpiresAt != nil {
		t.Errorf("%+v, %v", now, err)
	}
	if last, err := s.LastRecheck(t.Context()); err != nil || last != 7 {
		t.Errorf("%d, %v", last, err)
	}
}

func TestARunForAnOlderListIsGivenUp(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	newVerification(t, s, storetest.Organisation(t, s, credit.One), 1)
	for _, version := range []int64{3, 5, 4} {
		if err := s.StartRecheck(t.Context(), version); err != nil {
			t.Fatal(err)
		}
	}
	quiet := func(verification.Verification) verification.Rechecked { return verification.Rechecked{} }
	if n, err := s.RecheckVerifications(t.Context(), 3, 10, quiet); err != nil || n != 0 {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := s.RecheckVerifications(t.Context(), 5, 10, quiet); err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
}

func TestOfTwoImportsAtOnceOneIsKept(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	one := []list.New{{List: list.List{Source: list.SourceDIAN, AsOf: "2026-01-01", Entries: []list.Entry{{TaxID: "900123456", Situation: list.SituationDefinitive}}}, File: "a"}}
	if _, err := s.SaveBlacklists(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SaveBlacklists(t.Context(), one); err == nil {
		t.Error("a version was lost unseen")
	}
	found, err := s.Blacklists(t.Context())
	if err != nil || len(found) != 1 || found[0].Rows != 1 {
		t.Fatalf("%+v %v", found, err)
	}
	entries, err := s.Blacklist(t.Context(), found[0].ID)
	if err != nil || len(entries) != 1 || entries[0].TaxID != "900123456" {
		t.Errorf("%+v %v", entries, err)
	}
}

func TestADocumentIsReadOnceAndNotAfterItsRemoval(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	v := newVerification(t, s, storetest.Organisation(t, s, credit.One), 1)
	add := func() verification.Document {
		t.Helper()
		d := verification.Document{ID: uuid.NewString(), VerificationID: v.ID, Kind: "acta_constitutiva", Name: "n", MediaType: "application/pdf", Pages: 1, Size: 1, Blob: "verifications/" + uuid.NewString()}
		if err := s.AddDocument(t.Context(), d, key); err != nil {
			t.Fatal(err)
		}
		return d
	}
	check := []verification.Check{{Name: verification.CheckDocumentName, Subject: verification.SubjectCompany, Outcome: verification.OutcomeFailed}}
	kept, removed := add(), add()
	check[0].DocumentID = kept.ID
	for range 2 {
		if err := s.EndDocument(t.Context(), kept, verification.DocumentRead, "", check); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.RemoveDocument(t.Context(), removed, key); err != nil {
		t.Fatal(err)
	}
	check[0].DocumentID = removed.ID
	if err := s.EndDocument(t.Context(), removed, verification.DocumentRead, "", check); err != nil {
		t.Fatal(err)
	}
	checks, err := s.VerificationChecks(t.Context(), []string{v.ID})
	events, _ := s.VerificationEvents(t.Context(), v.ID, 0, 100)
	if err != nil || len(checks[v.ID]) != 1 || len(events) != 5 {
		t.Errorf("%+v, %d events, %v", checks, len(events), err)
	}
	for i := 1; i < verification.MaxDocuments; i++ {
		add()
	}
	if err := s.AddDocument(t.Context(), verification.Document{ID: uuid.NewString(), VerificationID: v.ID, Kind: "x"}, key); fail.CodeOf(err) != fail.CodeBadRequest {
		t.Errorf("one document too many: %v", err)
	}
}
