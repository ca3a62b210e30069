package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"tariffdesk/fail"
)

func TestASubscriptionHoldsFromItsStartUntilItsEnd(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	end := start.AddDate(0, 1, 0)
	bounded, open := Subscription{Plan: PlanPro, StartsAt: start, EndsAt: &end}, Subscription{Plan: PlanPro, StartsAt: start}
	for _, c := range []struct {
		s    Subscription
		at   time.Time
		want bool
	}{
		{bounded, start.Add(-1), false}, {bounded, start, true}, {bounded, end.Add(-1), true}, {bounded, end, false},
		{open, start.Add(-1), false}, {open, end.AddDate(100, 0, 0), true},
	} {
		if got := c.s.Current(c.at); got != c.want {
			t.Errorf("%v at %v: %v", c.s, c.at, got)
		}
	}
}

func TestAccessFollowsPlanRoleAndKindOfCaller(t *testing.T) {
	t.Parallel()
	now := time.Now()
	with := func(p Plan, key bool, r Role) Caller {
		c := Caller{Organisation: Organisation{Subscription: Subscription{Plan: p, StartsAt: now.Add(-time.Hour)}}, Role: r}
		if key {
			c.Key = &Key{}
		}
		return c
	}
	for name, c := range map[string]struct {
		err    error
		passes bool
	}{
		"key of pro":                    {with(PlanPro, true, "").CheckSubscription(now), true},
		"key of enterprise":             {with(PlanEnterprise, true, "").CheckSubscription(now), true},
		"key of free":                   {with(PlanFree, true, "").CheckSubscription(now), false},
		"session of free":               {with(PlanFree, false, RoleMember).CheckSubscription(now), true},
		"session of free, WORLD":        {with(PlanFree, false, RoleMember).CheckCountry(World), true},
		"session of free, MEX":          {with(PlanFree, false, RoleMember).CheckCountry("MEX"), false},
		"session of pro, MEX":           {with(PlanPro, false, RoleMember).CheckCountry("MEX"), true},
		"session of free, paid product": {with(PlanFree, false, RoleOwner).CheckPaid(), false},
		"owner manages":                 {with(PlanPro, false, RoleOwner).CheckManager(), true},
		"admin manages":                 {with(PlanPro, false, RoleAdmin).CheckManager(), true},
		"member does not manage":        {with(PlanPro, false, RoleMember).CheckManager(), false},
		"key does not manage":           {with(PlanPro, true, RoleOwner).CheckManager(), false},
	} {
		if (c.err == nil) != c.passes {
			t.Errorf("%s: %v", name, c.err)
		}
		if c.err != nil && fail.CodeOf(c.err) != fail.CodeForbidden {
			t.Errorf("%s: code %s", name, fail.CodeOf(c.err))
		}
	}
}

func TestRequestsNameEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	past := time.Now().Add(-time.Hour)
	for name, c := range map[string]struct {
		err    error
		fields []string
	}{
		"organisation": {NewOrganisation{Plan: "gold", Credits: -1, CurrentPeriodEnd: &past}.Validate(time.Now()), []string{"name", "plan", "credits", "current_period_end"}},
		"user":         {NewUser{Email: "x", Password: "short", Role: "king"}.Validate(), []string{"email", "password", "role"}},
		"user's name":  {NewUser{Email: "Ann <ann@example.com>", Password: "long enough", Role: RoleOwner}.Validate(), []string{"email"}},
		"key":          {NewKey{Name: " ", Type: "zz"}.Validate(), []string{"name", "type"}},
	} {
		details := fail.As(c.err).Details
		if len(details) != len(c.fields) {
			t.Errorf("%s: %v", name, details)
			continue
		}
		for i, f := range c.fields {
			if !strings.HasPrefix(details[i], f+": ") {
				t.Errorf("%s: %q does not name %s", name, details[i], f)
			}
		}
	}
}

func TestTokensOfEachTypeAreWellFormedAndTheirPrefixShowsLittle(t *testing.T) {
	t.Parallel()
	for kind, digits := range map[KeyType]int{KeyTypeSecret: 64, KeyTypeTest: 64, KeyTypeInternal: 64, KeyTypeCompact: 32} {
		token := newToken(kind)
		if got, ok := keyType(token); !ok || got != kind || !wellFormed(kind, token) || len(token) != len(kind)+1+digits {
			t.Errorf("token %q of type %s", token, kind)
		}
		if p := displayPrefix(token); !strings.HasPrefix(token, p) || len(p) != len(kind)+1+8 {
			t.Errorf("prefix %q", p)
		}
		if wellFormed(kind, token+"0") || wellFormed(kind, token[:len(token)-1]) || wellFormed(kind, token[:len(token)-1]+"G") {
			t.Errorf("a spoilt %s passes", kind)
		}
	}
}

func TestPasswordsMatchTheirOwnHashAlone(t *testing.T) {
	t.Parallel()
	h := NewHasher()
	hash, err := h.Hash(t.Context(), "correct horse", "here")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %q", hash)
	}
	for password, c := range map[string]struct {
		hash string
		want bool
	}{"correct horse": {hash, true}, "correct horsf": {hash, false}, "": {hash, false}, "anything": {"", false}} {
		if got, err := h.Matches(t.Context(), password, c.hash, "here"); err != nil || got != c.want {
			t.Errorf("%q: %v %v", password, got, err)
		}
	}
	if _, err := h.Matches(t.Context(), "x", "$2b$bcrypt", "here"); err == nil {
		t.Error("an unknown form passes")
	}
	other, err := h.Hash(t.Context(), "correct horse", "here")
	if err != nil || other == hash {
		t.Errorf("the salt is not fresh: %v", err)
	}
}

// fill takes every place of a hasher, for addresses of its own.
func fill(t *testing.T, h *Hasher) (release func()) {
	t.Helper()
	var held []func()
	for i := range hashers {
		r, err := h.places.Take(t.Context(), fmt.Sprint("full", i))
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, r)
	}
	return func() {
		for _, r := range held {
			r()
		}
	}
}

func TestHashingIsAFewAtATime(t *testing.T) {
	t.Parallel()
	h := NewHasher()
	fill(t, h)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(ctx, "x", "here"); err == nil {
		t.Error("hashed beyond the limit")
	}
}

func TestAPasswordWaitsForItsTurnForAWhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := NewHasher()
		release := fill(t, h)
		began := time.Now()
		if _, err := h.Matches(t.Context(), "x", "", "here"); fail.CodeOf(err) != fail.CodeUnavailable || time.Since(began) != hashWait {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), hashWait/2)
		defer cancel()
		if _, err := h.Matches(ctx, "x", "", "here"); !errors.Is(err, context.DeadlineExceeded) || fail.CodeOf(err) == fail.CodeUnavailable {
			t.Errorf("a caller who left: %v", err)
		}
		release()
		if _, err := h.Matches(t.Context(), "x", "", "here"); err != nil {
			t.Error(err)
		}
	})
}

// TestAFloodFromOneAddressLeavesOthersTheirTurn lets an address hold all the places in line that it may, then
// another sign in.
func TestAFloodFromOneAddressLeavesOthersTheirTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := NewHasher()
		release := fill(t, h)
		var order []string
		var mu sync.Mutex
		var wg sync.WaitGroup
		sign := func(address string) {
			wg.Go(func() {
				r, err := h.places.Take(t.Context(), address)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, address)
				mu.Unlock()
				<-time.After(time.Millisecond) // at work, so that turns and not goroutines decide the order
				r()
			})
		}
		for range hashLine {
			leave, err := h.line("flood")
			if err != nil {
				t.Fatal(err)
			}
			defer leave()
			sign("flood")
		}
		synctest.Wait()
		if _, err := h.Matches(t.Context(), "x", "", "flood"); fail.CodeOf(err) != fail.CodeRateLimited {
			t.Errorf("one beyond the line: %v", err)
		}
		sign("other")
		synctest.Wait()
		release()
		wg.Wait()
		if at := slices.Index(order, "other"); at < 0 || at > 2*hashers {
			t.Errorf("the other address came at place %d", at)
		}
	})
}

func TestASecretTooShortIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := NewAuth(nil, []byte(strings.Repeat("s", 31)), nil, time.Now); err == nil {
		t.Error("accepted")
	}
}

func TestTokensOfAnotherSecretAreRefused(t *testing.T) {
	t.Parallel()
	ours, theirs := newSigner([]byte(strings.Repeat("a", 32))), newSigner([]byte(strings.Repeat("b", 32)))
	now := time.Now()
	tokens, err := theirs.tokens(Session{ID: uuid.NewString(), Generation: 1}, now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ours.parse(tokens.Access, now); err == nil {
		t.Error("the access token passes")
	}
	if _, _, ok := ours.parseRefresh(tokens.Refresh); ok {
		t.Error("the refresh token passes")
	}
	if id, generation, ok := theirs.parseRefresh(tokens.Refresh); !ok || uuid.Validate(id) != nil || generation != 1 {
		t.Error("a genuine refresh token is refused")
	}
}

// strangers knows no key and no session.
type strangers struct{ AuthStore }

func (strangers) KeyCaller(context.Context, []byte) (Key, Organisation, error) {
	return Key{}, Organisation{}, errNoKey
}

func (strangers) Session(context.Context, string) (Session, error) {
	return Session{}, fail.New(fail.CodeNotFound, "no such session")
}

// FuzzTokens looks for a token that is accepted, or refused with anything but 401.
func FuzzTokens(f *testing.F) {
	secret := []byte(strings.Repeat("s", 32))
	genuine, err := newSigner(secret).tokens(Session{ID: uuid.NewString(), UserID: uuid.NewString(), Generation: 3}, time.Now())
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", "x", "sk_", "sk_" + strings.Repeat("0", 64), "cm_" + strings.Repeat("f", 32), "cmt__", "_",
		genuine.Access, genuine.Refresh, "rt_" + strings.Repeat("A", 70), "eyJhbGciOiJub25lIn0.e30.", "..."} {
		f.Add(seed)
	}
	auth, err := NewAuth(strangers{}, secret, nil, time.Now)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, token string) {
		if _, err := auth.Authenticate(t.Context(), token); fail.CodeOf(err) != fail.CodeUnauthorized {
			t.Fatalf("%q: %v", token, err)
		}
		id, generation, ok := auth.signer.parseRefresh(token)
		if !ok {
			return
		}
		if again, err := auth.signer.refresh(id, generation); err != nil || again != token {
			t.Fatalf("%q passes for %q", token, again)
		}
	})
}
