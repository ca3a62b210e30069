package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"tariffdesk/fail"
)

// AuthStore reads and writes what signing in and authenticating need. What does not exist is CodeNotFound.
type AuthStore interface {
	// UserByEmail finds a user by the normalised address.
	UserByEmail(ctx context.Context, email string) (User, error)
	// KeyCaller returns a key with its organisation, subscription and balance, in one query.
	KeyCaller(ctx context.Context, hash []byte) (Key, Organisation, error)
	// TouchKey notes that a key was used.
	TouchKey(ctx context.Context, id string, at time.Time) error

	CreateSession(ctx context.Context, s Session) error
	// Session returns a session with its user's role, organisation, subscription and balance, in one query.
	Session(ctx context.Context, id string) (Session, error)
	// RotateSession moves a live session from one generation to the next and reports whether it did.
	RotateSession(ctx context.Context, id string, generation int, at, expires time.Time) (bool, error)
	// EndSession ends a session; one that has ended keeps its time.
	EndSession(ctx context.Context, id string, at time.Time) error

	// UserByID finds a user.
	UserByID(ctx context.Context, id string) (User, error)
	// SetPassword stores a hash and ends the user's sessions but one.
	SetPassword(ctx context.Context, userID, hash, keep string, at time.Time) error
	// SessionsOf lists a user's live sessions, newest first, at most a hundred.
	SessionsOf(ctx context.Context, userID string, at time.Time) ([]SessionInfo, error)
	// EndSessions ends the user's live session only, or where that is "" all but except, and counts.
	EndSessions(ctx context.Context, userID, only, except string, at time.Time) (int, error)
}

// Throttle counts failures to sign in across all processes.
type Throttle interface {
	// Take counts an attempt under key; CodeRateLimited where it is beyond the limit.
	Take(ctx context.Context, key string) error
	// Forgive forgets the attempts under key.
	Forgive(ctx context.Context, key string) error
}

// Auth turns credentials into sessions and tokens into callers. It is safe for concurrent use.
type Auth struct {
	store    AuthStore
	signer   signer
	hasher   *Hasher
	throttle Throttle
	now      func() time.Time
}

// MinSecretBytes is the least length of the secret that signs tokens.
const MinSecretBytes = 32

// NewAuth returns an Auth that signs with secret, of MinSecretBytes or more.
func NewAuth(store AuthStore, secret []byte, throttle Throttle, now func() time.Time) (*Auth, error) {
	if len(secret) < MinSecretBytes {
		return nil, fmt.Errorf("the signing secret has %d bytes, want %d or more", len(secret), MinSecretBytes)
	}
	return &Auth{store: store, signer: newSigner(secret), hasher: NewHasher(), throttle: throttle, now: stored(now)}, nil
}

// The refusals of a token. All name the same public reason, so that a client needs one rule.
var (
	errNoToken      = fail.New(fail.CodeUnauthorized, "missing token: send the header Authorization: Bearer <token>")
	errToken        = fail.New(fail.CodeUnauthorized, "invalid or expired token")
	errTokenExpired = fail.New(fail.CodeUnauthorized, "invalid or expired token: the token has expired")
	errSessionEnded = fail.New(fail.CodeUnauthorized, "invalid or expired token: the session has ended")
	errKeyRevoked   = fail.New(fail.CodeUnauthorized, "invalid or expired token: the API key is revoked")
	errCredentials  = fail.New(fail.CodeUnauthorized, "the email address or the password is wrong")
	errRefresh      = fail.New(fail.CodeUnauthorized, "invalid or expired refresh token")
	errRefreshRaced = fail.New(fail.CodeConflict, "this refresh token was just used: use the newer one")
)

// Authenticate turns a bearer token ("" for none) into its caller. It asks the store each time, so
// that a revoked key and an ended session stop at once. It does not judge the subscription.
func (a *Auth) Authenticate(ctx context.Context, token string) (Caller, error) {
	if token == "" {
		return Caller{}, errNoToken
	}
	if t, ok := keyType(token); ok {
		if !wellFormed(t, token) {
			return Caller{}, errToken
		}
		return a.byKey(ctx, token)
	}
	return a.bySession(ctx, token)
}

func (a *Auth) byKey(ctx context.Context, token string) (Caller, error) {
	key, org, err := a.store.KeyCaller(ctx, hashToken(token))
	switch {
	case isNotFound(err):
		return Caller{}, errToken
	case err != nil:
		return Caller{}, err
	case key.RevokedAt != nil:
		return Caller{}, errKeyRevoked
	}
	if now := a.now(); key.LastUsedAt == nil || now.Sub(*key.LastUsedAt) >= time.Minute {
		if err := a.store.TouchKey(ctx, key.ID, now); err != nil {
			return Caller{}, err
		}
	}
	return Caller{Organisation: org, Key: &key}, nil
}

func (a *Auth) bySession(ctx context.Context, token string) (Caller, error) {
	claims, err := a.signer.parse(token, a.now())
	if err != nil {
		return Caller{}, err
	}
	s, err := a.store.Session(ctx, claims.Session)
	switch {
	case isNotFound(err):
		return Caller{}, errToken
	case err != nil:
		return Caller{}, err
	case !s.lives(a.now()):
		return Caller{}, errSessionEnded
	case s.UserID != claims.Subject || s.Organisation.ID != claims.Organisation:
		return Caller{}, errToken
	}
	return Caller{Organisation: s.Organisation, UserID: s.UserID, Email: s.Email, SessionID: s.ID, Role: s.Role}, nil
}

// Login starts a session. Five failures a minute from one network address on one account refuse
// further attempts. An unknown account gets the same answer in the
// same time as a wrong password.
func (a *Auth) Login(ctx context.Context, email, password string, from Origin) (Tokens, error) {
	user, err := a.store.UserByEmail(ctx, normalEmail(email))
	if err != nil && !isNotFound(err) {
		return Tokens{}, err
	}
	user.Email = normalEmail(email)
	if err := a.prove(ctx, user, password, from.Address); err != nil {
		return Tokens{}, err
	}
	return a.start(ctx, user, from)
}

// Begin starts a session of a user who has just set the password.
func (a *Auth) Begin(ctx context.Context, u User, from Origin) (Tokens, error) {
	return a.start(ctx, u, from)
}

// prove checks a user's password within the limit of failures; one without a hash is unknown.
func (a *Auth) prove(ctx context.Context, user User, password, address string) error {
	throttleKey := "login:" + hashHex(user.Email+"\x00"+address)
	// Counted before the check and forgiven afterwards: many attempts at once do not slip through.
	switch err := a.throttle.Take(ctx, throttleKey); {
	case errors.Is(err, fail.New(fail.CodeRateLimited, "")):
		return err
	case err != nil:
		return fail.Wrap(err, fail.CodeUnavailable, "signing in is not possible at the moment")
	}
	if len(password) > maxPasswordBytes {
		password = "" // matches nothing; hashing megabytes would be a gift to an attacker
	}
	matches, err := a.hasher.Matches(ctx, password, user.PasswordHash, address)
	if err != nil {
		_ = a.throttle.Forgive(ctx, throttleKey) // it was not looked at
		return fmt.Errorf("check password: %w", err)
	}
	if !matches {
		return errCredentials
	}
	if err := a.throttle.Forgive(ctx, throttleKey); err != nil {
		return fail.Wrap(err, fail.CodeUnavailable, "signing in is not possible at the moment")
	}
	return nil
}

func (a *Auth) start(ctx context.Context, u User, from Origin) (Tokens, error) {
	now := a.now()
	s := Session{
		ID: uuid.NewString(), UserID: u.ID, Role: u.Role, Organisation: Organisation{ID: u.OrganisationID}, Origin: from,
		Generation: 1, RotatedAt: now, ExpiresAt: now.Add(RefreshTTL),
	}
	if err := a.store.CreateSession(ctx, s); err != nil {
		return Tokens{}, err
	}
	return a.signer.tokens(s, now)
}

// Refresh exchanges a refresh token for new tokens. The immediate predecessor used again within
// ten seconds is CodeConflict: two tabs refreshed at once. Any other reuse ends the session, since
// one of the two who hold the token has stolen it.
func (a *Auth) Refresh(ctx context.Context, refreshToken string) (Tokens, error) {
	id, generation, ok := a.signer.parseRefresh(refreshToken)
	if !ok {
		return Tokens{}, errRefresh
	}
	now := a.now()
	rotated, err := a.store.RotateSession(ctx, id, generation, now, now.Add(RefreshTTL))
	if err != nil {
		return Tokens{}, err
	}
	s, err := a.store.Session(ctx, id)
	switch {
	case isNotFound(err):
		return Tokens{}, errRefresh
	case err != nil:
		return Tokens{}, err
	case rotated:
		s.Generation = generation + 1 // not what a later rotation may have made of it
		return a.signer.tokens(s, now)
	case !s.lives(now):
		return Tokens{}, errRefresh
	case generation == s.Generation-1 && now.Sub(s.RotatedAt) <= reuseGrace:
		return Tokens{}, errRefreshRaced
	}
	if err := a.store.EndSession(ctx, id, now); err != nil {
		return Tokens{}, err
	}
	return Tokens{}, errRefresh
}

// Logout ends the caller's session at once, in every process.
func (a *Auth) Logout(ctx context.Context, c Caller) error {
	if err := c.CheckSession(); err != nil {
		return err
	}
	return a.store.EndSession(ctx, c.SessionID, a.now())
}

func isNotFound(err error) bool { return errors.Is(err, fail.New(fail.CodeNotFound, "")) }
