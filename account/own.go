package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tariffdesk/fail"
)

// What a user may see and change of the own account, through Auth, which checks the password.

// SessionInfo is a sign-in as its user sees it.
type SessionInfo struct {
	ID         string
	CreatedAt  time.Time
	LastUsedAt time.Time // when its tokens were last renewed
	ExpiresAt  time.Time
	Address    string
	UserAgent  string
}

var (
	errPassword    = fail.New(fail.CodeForbidden, "current_password: wrong")
	errNewPassword = fail.New(fail.CodeValidation, "new_password: want 8 to 1024 bytes, and another than the current one")
)

// User returns the caller's own account, CodeForbidden for an API key.
func (a *Auth) User(ctx context.Context, c Caller) (User, error) {
	if err := c.CheckSession(); err != nil {
		return User{}, err
	}
	return a.store.UserByID(ctx, c.UserID)
}

// ChangePassword sets a new password and ends the user's other sessions. A wrong current one is
// CodeForbidden, and counts against the limit of failed sign-ins.
func (a *Auth) ChangePassword(ctx context.Context, c Caller, current, fresh, address string) error {
	u, err := a.User(ctx, c)
	if err != nil {
		return err
	}
	if len(fresh) < minPasswordBytes || len(fresh) > maxPasswordBytes || fresh == current {
		return errNewPassword
	}
	if err := a.prove(ctx, u, current, address); err != nil {
		if errors.Is(err, errCredentials) {
			return errPassword
		}
		return err
	}
	hash, err := a.hasher.Hash(ctx, fresh, address)
	if err != nil {
		return fmt.Errorf("change password: %w", err)
	}
	return a.store.SetPassword(ctx, u.ID, hash, c.SessionID, a.now())
}

// Sessions lists the caller's own live sessions, newest first.
func (a *Auth) Sessions(ctx context.Context, c Caller) ([]SessionInfo, error) {
	if err := c.CheckSession(); err != nil {
		return nil, err
	}
	return a.store.SessionsOf(ctx, c.UserID, a.now())
}

// EndOwnSession ends one of the caller's own sessions, CodeNotFound for any other.
func (a *Auth) EndOwnSession(ctx context.Context, c Caller, id string) error {
	n, err := a.store.EndSessions(ctx, c.UserID, id, "", a.now())
	if err == nil && n == 0 {
		err = fail.New(fail.CodeNotFound, "no such session")
	}
	return err
}

// EndOtherSessions ends all of the caller's sessions but the one that asks, and says how many.
func (a *Auth) EndOtherSessions(ctx context.Context, c Caller) (int, error) {
	return a.store.EndSessions(ctx, c.UserID, "", c.SessionID, a.now())
}
