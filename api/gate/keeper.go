package gate

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

// Keeper knows callers by their tokens, and the user ops by its password.
type Keeper struct {
	auth     *account.Auth
	now      func() time.Time
	password string // of the user ops; "" for none
}

// NewKeeper returns a keeper that finds callers through auth and reads the time from now. An empty opsPassword
// shuts the user ops out.
func NewKeeper(auth *account.Auth, now func() time.Time, opsPassword string) *Keeper {
	return &Keeper{auth, now, opsPassword}
}

// Admit finds the caller of k and judges the level of access, then what the plan allows. A caller that is
// refused is kept in k too: the log names the organisation.
func (g *Keeper) Admit(k *Call, may Access, plan func(account.Caller, *http.Request) error) error {
	if err := g.identify(k); err != nil {
		return err
	}
	if err := may(k.Caller, g.now()); err != nil {
		return err
	}
	if plan != nil {
		return plan(k.Caller, k.Request)
	}
	return nil
}

// AdmitMember lets callers with a subscription pass.
func (g *Keeper) AdmitMember(k *Call) error { return g.Admit(k, Current, nil) }

// identify finds the caller of k by its token.
func (g *Keeper) identify(k *Call) error {
	caller, err := g.auth.Authenticate(k.Request.Context(), bearer(k.Request.Header))
	if err != nil {
		return err
	}
	k.Caller, k.Actor, k.known = caller, caller.Actor(k.Origin()), true
	return nil
}

// AdmitOperations lets the user ops pass where a request carries its password, and reports whether it did. A browser
// sends that by itself, to whatever page asks it to: one of another origin does not count.
func (g *Keeper) AdmitOperations(k *Call) bool {
	if k.Operations = g.isOps(k.Request) && http.NewCrossOriginProtection().Check(k.Request) == nil; k.Operations {
		k.Actor = k.ops()
	}
	return k.Operations
}

// AdmitOperator lets the user ops and sessions of operators pass; answer takes the challenge.
func (g *Keeper) AdmitOperator(k *Call, answer http.Header) error {
	if g.password == "" {
		return wire.ErrNothingHere
	}
	if g.isOps(k.Request) {
		// A browser sends the password by itself, to whatever page asks it to.
		if err := http.NewCrossOriginProtection().Check(k.Request); err != nil {
			return fail.Wrap(err, fail.CodeForbidden, "a page of another origin may not use the operations password")
		}
		k.Actor = k.ops()
		return nil
	}
	if _, _, basic := k.Request.BasicAuth(); basic || len(k.Request.Header.Values("Authorization")) == 0 {
		answer.Set("WWW-Authenticate", opsRealm)
	}
	if err := g.identify(k); err != nil {
		return err
	}
	return k.Caller.CheckOperator()
}

const opsRealm = `Basic realm="tariffdesk operations", charset="UTF-8"`

// OpsOnly lets the user ops pass. Without a password configured nothing is here.
func (g *Keeper) OpsOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.password == "" {
			wire.Refuse(w, r, wire.ErrNothingHere)
			return
		}
		if !g.isOps(r) {
			w.Header().Set("WWW-Authenticate", opsRealm)
			wire.Refuse(w, r, fail.New(fail.CodeUnauthorized, "the operations password is missing or wrong"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOps reports whether a request comes from the user ops.
func (g *Keeper) isOps(r *http.Request) bool {
	user, password, _ := r.BasicAuth()
	// Of one length, so that the comparison tells none.
	got, want := sha256.Sum256([]byte(password)), sha256.Sum256([]byte(g.password))
	return g.password != "" && subtle.ConstantTimeCompare(got[:], want[:]) == 1 && user == "ops"
}

// bearer returns the token of the Authorization header; "" where there is none, and a token that
// cannot be valid where the header is there but is not one Bearer token.
func bearer(h http.Header) string {
	values := h.Values("Authorization")
	if len(values) == 0 {
		return ""
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	token = strings.TrimSpace(token)
	switch {
	case len(values) > 1 || !strings.EqualFold(scheme, "Bearer"):
		return "-"
	case strings.ContainsAny(token, " \t,"):
		return "-"
	}
	return token
}
