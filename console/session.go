package console

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	"tariffdesk/client"
)

// The cookies of a session. Browsers keep the prefix to what was set for this very host over a
// connection that they trust, which http://127.0.0.1 and http://localhost are too.
const (
	accessCookie  = "__Host-access"
	refreshCookie = "__Host-refresh"
)

// sessionLife is how long a browser keeps the refresh token; the API ends it earlier where it wants.
const sessionLife = 30 * 24 * time.Hour

// renewBefore is the rest of an access token's life at which it is renewed: a page with several calls
// must not run out of it half-way.
const renewBefore = time.Minute

// tokens are handed out by a sign-in or a renewal.
type tokens = client.TokensOutputBody

// openSession reads the cookies and renews the access token where it is about to end.
func (v *visit) openSession() error {
	v.token, v.refresh = cookie(v.r, accessCookie), cookie(v.r, refreshCookie)
	left := expiry(v.token).Sub(v.c.cfg.Now())
	if v.refresh == "" || left > renewBefore {
		return nil
	}
	got, err := v.c.renewals.renew(v.refresh, func() (tokens, error) { return v.renew() })
	switch {
	case err == nil:
		v.keep(got)
		return nil
	case refused(err, http.StatusConflict) != nil && left > 0:
		return nil // another process renews it: what we have still works
	case refused(err, http.StatusConflict) != nil:
		v.token = ""
		return errRenewing
	case refused(err, http.StatusUnauthorized) != nil:
		v.forget()
		return nil //nolint:nilerr // a session that has ended is a stranger's visit
	}
	v.token = ""
	return err
}

// renew asks for new tokens. A visitor who leaves must not lose them: the API has used the old one up.
func (v *visit) renew() (tokens, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(v.r.Context()), 10*time.Second)
	defer cancel()
	var got tokens
	stranger := &visit{c: v.c, w: v.w, r: v.r.WithContext(ctx), language: v.language}
	return got, stranger.post("/api/refresh-token", map[string]string{"refresh_token": v.refresh}, &got)
}

// keep gives the browser new tokens.
func (v *visit) keep(t tokens) {
	v.token, v.refresh = t.AccessToken, t.RefreshToken
	setCookie(v.w, accessCookie, t.AccessToken, time.Duration(t.ExpiresIn)*time.Second)
	setCookie(v.w, refreshCookie, t.RefreshToken, sessionLife)
}

// forget takes the tokens away.
func (v *visit) forget() {
	v.token, v.refresh, v.viewer = "", "", nil
	setCookie(v.w, accessCookie, "", -time.Second)
	setCookie(v.w, refreshCookie, "", -time.Second)
}

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil || len(c.Value) > 4096 {
		return ""
	}
	return c.Value
}

// setCookie replaces what this answer may have set under the name before.
func setCookie(w http.ResponseWriter, name, value string, life time.Duration) {
	kept := w.Header().Values("Set-Cookie")
	w.Header().Del("Set-Cookie")
	for _, line := range kept {
		if !strings.HasPrefix(line, name+"=") {
			w.Header().Add("Set-Cookie", line)
		}
	}
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life.Seconds()),
		Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// expiry reads when an access token ends, the zero time where it does not say. Nothing is decided by
// it but when to ask for another: the API judges the token.
func expiry(token string) time.Time {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return time.Time{}
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	var claims struct {
		Expires int64 `json:"exp"`
	}
	if err != nil || json.Unmarshal(body, &claims) != nil {
		return time.Time{}
	}
	return time.Unix(claims.Expires, 0)
}

// renewals lets one request of a session renew its tokens while the others wait for the same answer.
// The answer is held for a while: a browser that missed it still shows the old refresh token, which the
// API would take for a stolen one.
type renewals struct {
	now  func() time.Time
	mu   sync.Mutex
	held map[[sha256.Size]byte]*renewal
}

type renewal struct {
	done  chan struct{}
	until time.Time
	got   tokens
	err   error
}

// Bounds of what is held.
const (
	renewalHeld = 2 * time.Minute
	maxRenewals = 10_000
)

func newRenewals(now func() time.Time) *renewals {
	return &renewals{now: now, held: map[[sha256.Size]byte]*renewal{}}
}

func (n *renewals) renew(refresh string, ask func() (tokens, error)) (tokens, error) {
	key := sha256.Sum256([]byte(refresh))
	n.mu.Lock()
	if r := n.held[key]; r != nil && n.now().Before(r.until) {
		n.mu.Unlock()
		<-r.done // ask has its own deadline
		return r.got, r.err
	}
	n.sweep()
	r := &renewal{done: make(chan struct{}), until: n.now().Add(renewalHeld)}
	n.held[key] = r
	n.mu.Unlock()

	r.got, r.err = ask()
	if r.err != nil { // worth another try with the next request
		n.mu.Lock()
		delete(n.held, key)
		n.mu.Unlock()
	}
	close(r.done)
	return r.got, r.err
}

// sweep makes room; the lock is held.
func (n *renewals) sweep() {
	now := n.now()
	for key, r := range n.held {
		if now.After(r.until) || len(n.held) >= maxRenewals {
			delete(n.held, key)
		}
	}
}
