package store_test

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/store/storetest"
)

func isCode(err error, code fail.Code) bool { return err != nil && fail.CodeOf(err) == code }

func TestAnOrganisationComesWithItsSubscriptionLimitsAndFirstGrant(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	end := time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond)
	want := account.Organisation{ID: uuid.NewString(), Name: "Acme", CreatedAt: end.Add(-time.Hour),
		Subscription: account.Subscription{Plan: account.PlanEnterprise, StartsAt: end.Add(-time.Hour), EndsAt: &end}}
	created, err := s.CreateOrganisation(t.Context(), want, 1250, map[string]int64{"quote": 500})
	if err != nil || created.Balance != 1250 {
		t.Fatal(created, err)
	}
	got, err := s.Organisation(t.Context(), want.ID)
	if err != nil || got.Name != "Acme" || got.Balance != 1250 || got.Subscription.Plan != account.PlanEnterprise || !got.Subscription.EndsAt.Equal(end) {
		t.Errorf("%+v %v", got, err)
	}
	v, err := s.Overview(t.Context(), want.ID)
	if err != nil || v.Granted != 1250 || v.Used != 0 || *v.Products["quote"].Limit != 500 {
		t.Errorf("%+v %v", v, err)
	}
	named, err := s.OrganisationsNamed(t.Context(), "Acme")
	if err != nil || len(named) != 1 {
		t.Errorf("%v %v", named, err)
	}
	for _, id := range []string{uuid.NewString(), "x", ""} {
		if _, err := s.Organisation(t.Context(), id); !isCode(err, fail.CodeNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	storetest.CheckInvariants(t, s)
}

func TestAnOrganisationsNameIsItsOwnWhateverItsCaseAndAccents(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	create := func(name string) error {
		_, err := s.CreateOrganisation(t.Context(), account.Organisation{ID: uuid.NewString(), Name: name, CreatedAt: time.Now(),
			Subscription: account.Subscription{Plan: account.PlanPro, StartsAt: time.Now()}}, 0, nil)
		return err
	}
	if err := create("Aceros del Ñandú"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Aceros del Ñandú", "ACEROS DEL ÑANDÚ", "aceros del nandu", "Aceros  del\u00a0Ñandú", "Aceros del N\u0303andu\u0301", "Aceros\u200b del Ñandú"} {
		if err := create(name); !isCode(err, fail.CodeConflict) || fail.As(err).Message != `name: an organisation is called "Aceros del Ñandú" already` {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"Aceros del Ñandú 2", "Aceros de Ñandú", "Straße", "Ιστός", "İzmir"} {
		if err := create(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"STRASSE", "ΙΣΤΟΣ", "izmir"} {
		if err := create(name); !isCode(err, fail.CodeConflict) {
			t.Errorf("%q: %v", name, err)
		}
	}
	storetest.CheckInvariants(t, s)
}

func TestOfOrganisationsMadeAtOnceOneHasTheName(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	var made atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := s.CreateOrganisation(t.Context(), account.Organisation{ID: uuid.NewString(), Name: []string{"Acme", "ACMÉ"}[i%2], CreatedAt: time.Now(),
				Subscription: account.Subscription{Plan: account.PlanPro, StartsAt: time.Now()}}, 0, nil)
			switch {
			case err == nil:
				made.Add(1)
			case !isCode(err, fail.CodeConflict):
				t.Error(err)
			}
		})
	}
	if wg.Wait(); made.Load() != 1 {
		t.Errorf("%d were made", made.Load())
	}
}

func TestOrganisationsThatShareANameAlreadyStay(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	for range 2 { // made before names were compared
		storetest.Organisation(t, s, credit.One)
	}
	all, err := s.Organisations(t.Context())
	if err != nil || len(all) != 2 || all[0].Name != all[1].Name {
		t.Fatalf("%+v %v", all, err)
	}
	_, err = s.CreateOrganisation(t.Context(), account.Organisation{ID: uuid.NewString(), Name: all[0].Name, CreatedAt: time.Now(),
		Subscription: account.Subscription{Plan: account.PlanPro, StartsAt: time.Now()}}, 0, nil)
	if !isCode(err, fail.CodeConflict) {
		t.Errorf("a third: %v", err)
	}
}

func TestGrantsAtOnceAllCount(t *testing.T) {
	t.Parallel()
	b := setup(t, credit.One)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if _, err := b.Grant(t.Context(), b.org, 25, "test"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := storetest.Balance(t, b.Store, b.org); got != 350 {
		t.Errorf("balance %s", got)
	}
	if _, err := b.Grant(t.Context(), uuid.NewString(), 25, "test"); !isCode(err, fail.CodeNotFound) {
		t.Errorf("grant to nobody: %v", err)
	}
	storetest.CheckInvariants(t, b.Store)
}

func TestAnAddressBelongsToOneUser(t *testing.T) {
	t.Parallel()
	b := setup(t, 0)
	u := account.User{ID: uuid.NewString(), OrganisationID: b.org, Email: "ann@example.com", PasswordHash: "h", Role: account.RoleOwner, CreatedAt: time.Now()}
	if _, err := b.CreateUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	u.ID = uuid.NewString()
	if _, err := b.CreateUser(t.Context(), u); !isCode(err, fail.CodeConflict) {
		t.Errorf("taken: %v", err)
	}
	if got, err := b.UserByEmail(t.Context(), "ann@example.com"); err != nil || got.Role != account.RoleOwner {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := b.UserByEmail(t.Context(), "bob@example.com"); !isCode(err, fail.CodeNotFound) {
		t.Errorf("unknown: %v", err)
	}
}

func TestAKeyIsFoundByItsHashWithItsOrganisation(t *testing.T) {
	t.Parallel()
	b := setup(t, 3*credit.One)
	hash := sha256.Sum256([]byte("token"))
	k := account.Key{ID: uuid.NewString(), OrganisationID: b.org, Type: account.KeyTypeCompact, Name: "n", Prefix: "cm_12345678", CreatedAt: time.Now()}
	if _, err := b.CreateKey(t.Context(), k, hash[:]); err != nil {
		t.Fatal(err)
	}
	got, org, err := b.KeyCaller(t.Context(), hash[:])
	if err != nil || got.ID != k.ID || org.ID != b.org || org.Balance != 300 || org.Subscription.Plan != account.PlanPro || got.LastUsedAt != nil {
		t.Errorf("%+v %+v %v", got, org, err)
	}
	now := time.Now()
	for _, at := range []time.Time{now, now.Add(59 * time.Second)} {
		if err := b.TouchKey(t.Context(), k.ID, at); err != nil {
			t.Fatal(err)
		}
	}
	if got, _, err = b.KeyCaller(t.Context(), hash[:]); err != nil || got.LastUsedAt.Sub(now).Abs() > time.Millisecond {
		t.Errorf("last used %v, want %v: %v", got.LastUsedAt, now, err)
	}
	first, err := b.RevokeKey(t.Context(), k.ID)
	if err != nil || first.RevokedAt == nil {
		t.Fatal(first, err)
	}
	if again, err := b.RevokeKey(t.Context(), k.ID); err != nil || !again.RevokedAt.Equal(*first.RevokedAt) {
		t.Errorf("%v %v", again.RevokedAt, err)
	}
	other := sha256.Sum256([]byte("other"))
	if _, _, err := b.KeyCaller(t.Context(), other[:]); !isCode(err, fail.CodeNotFound) {
		t.Errorf("unknown: %v", err)
	}
}

func TestOfManyRotationsOfAGenerationOneWins(t *testing.T) {
	t.Parallel()
	b := setup(t, 0)
	u := account.User{ID: uuid.NewString(), OrganisationID: b.org, Email: "ann@example.com", PasswordHash: "h", Role: account.RoleAdmin, CreatedAt: time.Now()}
	if _, err := b.CreateUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	session := account.Session{ID: uuid.NewString(), UserID: u.ID, Generation: 1, RotatedAt: now, ExpiresAt: now.Add(time.Hour)}
	if err := b.CreateSession(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	var won atomic.Int32
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			ok, err := b.RotateSession(t.Context(), session.ID, 1, now, now.Add(time.Hour))
			if err != nil {
				t.Error(err)
			}
			if ok {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	got, err := b.Session(t.Context(), session.ID)
	if err != nil || won.Load() != 1 || got.Generation != 2 || got.Role != account.RoleAdmin || got.Organisation.ID != b.org {
		t.Errorf("%d won, %+v %v", won.Load(), got, err)
	}
	if ok, err := b.RotateSession(t.Context(), session.ID, 2, now.Add(2*time.Hour), now.Add(3*time.Hour)); ok || err != nil {
		t.Errorf("an expired session rotated: %v", err)
	}
	if err := b.EndSession(t.Context(), session.ID, now); err != nil {
		t.Fatal(err)
	}
	if ok, err := b.RotateSession(t.Context(), session.ID, 2, now, now.Add(time.Hour)); ok || err != nil {
		t.Errorf("an ended session rotated: %v", err)
	}
}

func TestUsageIsNetOfRefundsAndByUserIdentifier(t *testing.T) {
	t.Parallel()
	b := setup(t, 10*credit.One)
	kept, failed := b.classify(1), b.classify(1)
	kept.UserIdentifier, failed.UserIdentifier = "ann", "bob"
	b.submit(t, kept)
	b.submit(t, failed)
	if _, err := b.FailJob(t.Context(), b.claim(t, failed.ID), fail.New(fail.CodeInternal, "x")); err != nil {
		t.Fatal(err)
	}
	q := account.UsageQuery{OrganisationID: b.org, From: time.Now().Add(-time.Hour), To: time.Now().Add(time.Hour)}
	for user, want := range map[string]account.UsageDay{"": {Credits: 100, Calls: 2}, "ann": {Credits: 100, Calls: 1}, "bob": {Credits: 0, Calls: 1}} {
		q.UserIdentifier = user
		days, err := b.Usage(t.Context(), q)
		if err != nil || len(days) != 1 || days[0].Credits != want.Credits || days[0].Calls != want.Calls || days[0].Product != "classification" {
			t.Errorf("%q: %+v %v", user, days, err)
		}
	}
	counts, err := b.JobCounts(t.Context())
	if err != nil || len(counts) != 2 {
		t.Errorf("%+v %v", counts, err)
	}
	totals, err := b.LedgerTotals(t.Context())
	if err != nil || totals["grant"] != 1000 || totals["charge"] != -200 || totals["refund"] != 100 {
		t.Errorf("%v %v", totals, err)
	}
}
