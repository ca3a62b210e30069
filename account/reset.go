package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tariffdesk/fail"
)

// ResetTTL is how long the link to set another password holds.
const ResetTTL = time.Hour

// ResetStore keeps the links. What does not exist is CodeNotFound.
type ResetStore interface {
	UserByEmail(ctx context.Context, email string) (User, error)
	// CreateReset stores the hash of a token for a user, and forgets the user's expired ones.
	CreateReset(ctx context.Context, userID string, hash []byte, expires time.Time) error
	// ResetHolds reports whether a token may still be used; CodeNotFound for an unknown one.
	ResetHolds(ctx context.Context, hash []byte, at time.Time) (bool, error)
	// UseReset sets the password, uses all links of the user up and ends every session of the user. It reports false
	// where the token was used or has expired meanwhile.
	UseReset(ctx context.Context, hash []byte, passwordHash string, at time.Time) (bool, error)
}

// Resets lets people who have forgotten their password set another. It is safe for concurrent use.
type Resets struct {
	store ResetStore
	auth  *Auth // nil for Begin alone
	now   func() time.Time
	send  func(ctx context.Context, email, token string) error
	asked chan string
}

// maxAsked bounds what waits to be sent: a flood is dropped, and whoever asked in earnest asks again.
const maxAsked = 100

// NewResets returns resets that send the token to the address by send; nil where the service sends no mail.
func NewResets(store ResetStore, auth *Auth, send func(ctx context.Context, email, token string) error, now func() time.Time) *Resets {
	return &Resets{store: store, auth: auth, now: stored(now), send: send, asked: make(chan string, maxAsked)}
}

var (
	errManyResets = fail.New(fail.CodeRateLimited, "too many links to a new password were asked for: try again in a minute")
	errNoReset    = fail.New(fail.CodeNotFound, "no such link to set a password")
	errResetGone  = fail.New(fail.CodeGone, "the link was used or has expired: ask for a new one")
	errResetNew   = fail.New(fail.CodeValidation, "new: want 8 to 1024 bytes")
)

// Ask takes an address to send a link to. Whether an account has it shows neither in the answer nor in its time: Run
// does the work. More than five a minute for one account from one network address are CodeRateLimited.
func (r *Resets) Ask(ctx context.Context, email, address string) error {
	email = normalEmail(email)
	switch err := r.auth.throttle.Take(ctx, "reset:"+hashHex(email+"\x00"+address)); {
	case errors.Is(err, fail.New(fail.CodeRateLimited, "")):
		return errManyResets
	case err != nil:
		return fail.Wrap(err, fail.CodeUnavailable, "a new password is not possible at the moment")
	}
	select {
	case r.asked <- email:
	default:
	}
	return nil
}

// sendTime bounds the work for one address.
const sendTime = 30 * time.Second

// Run sends what was asked for, one at a time, until ctx ends. It tells failed of what could not be sent.
func (r *Resets) Run(ctx context.Context, failed func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case email := <-r.asked:
			if err := r.answer(ctx, email); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}

func (r *Resets) answer(ctx context.Context, email string) error {
	if r.send == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	token, err := r.Begin(ctx, email)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.send(ctx, email, token)
}

// Begin makes a token for the user of an address, CodeNotFound for any other address.
func (r *Resets) Begin(ctx context.Context, email string) (token string, err error) {
	u, err := r.store.UserByEmail(ctx, normalEmail(email))
	if err != nil {
		return "", err
	}
	token, hash := NewSecret()
	return token, r.store.CreateReset(ctx, u.ID, hash, r.now().Add(ResetTTL))
}

// Use sets the password of the token's user and ends every session of the user. A token works once.
func (r *Resets) Use(ctx context.Context, token, fresh, address string) error {
	if len(fresh) < minPasswordBytes || len(fresh) > maxPasswordBytes {
		return errResetNew
	}
	hash := HashSecret(token)
	if hash == nil {
		return errNoReset
	}
	holds, err := r.store.ResetHolds(ctx, hash, r.now())
	switch {
	case isNotFound(err):
		return errNoReset
	case err != nil:
		return err
	case !holds:
		return errResetGone
	}
	password, err := r.auth.hasher.Hash(ctx, fresh, address)
	if err != nil {
		return fmt.Errorf("reset password: %w", err)
	}
	used, err := r.store.UseReset(ctx, hash, password, r.now())
	if err == nil && !used {
		err = errResetGone
	}
	return err
}
