package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/fail"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

const insertUser = `INSERT INTO users (id, organisation_id, email, password_hash, role, created_at, name)
	VALUES ($1, nullif($2, '')::uuid, $3, $4, $5, $6, $7)`

const userColumns = `u.id, coalesce(u.organisation_id::text, ''), u.email, u.password_hash, u.role, u.created_at, u.name`

const selectUserByEmail = `SELECT ` + userColumns + ` FROM users u WHERE u.email = $1`

const selectUserByID = `SELECT ` + userColumns + ` FROM users u WHERE u.id = $1`

var errNoUser = fail.New(fail.CodeNotFound, "no such user")

func userFields(u *account.User) []any {
	return []any{&u.ID, &u.OrganisationID, &u.Email, &u.PasswordHash, &u.Role, &u.CreatedAt, &u.Name}
}

// users keeps the people of organisations: invitations, memberships, passwords and sessions.
type users struct{ pool *db.Pool }

// CreateUser stores a user; CodeConflict where the address is taken.
func (s users) CreateUser(ctx context.Context, u account.User) (account.User, error) {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error { return createUser(ctx, tx, u) })
	if err != nil {
		return account.User{}, err
	}
	return u, nil
}

func createUser(ctx context.Context, tx pgx.Tx, u account.User) error {
	_, err := tx.Exec(ctx, insertUser, u.ID, u.OrganisationID, u.Email, u.PasswordHash, u.Role, u.CreatedAt, u.Name)
	switch {
	case db.Violates(err, "one_user_per_email"):
		return fail.Wrap(err, fail.CodeConflict, "this email address is taken")
	case db.Violates(err, "users_organisation_id_fkey"):
		return errNoOrganisation
	case err != nil:
		return fmt.Errorf("create user %s: %w", u.ID, err)
	}
	return activity.Note(ctx, tx, u.OrganisationID, "member.created", u.ID, activity.Details{"email": u.Email, "role": u.Role})
}

// UserByEmail finds a user by the normalised address.
func (s users) UserByEmail(ctx context.Context, email string) (account.User, error) {
	return scanUser(s.pool.QueryRow(ctx, selectUserByEmail, email))
}

// UserByID finds a user of any organisation.
func (s users) UserByID(ctx context.Context, id string) (account.User, error) {
	if !db.IsID(id) {
		return account.User{}, errNoUser
	}
	return scanUser(s.pool.QueryRow(ctx, selectUserByID, id))
}

func scanUser(row pgx.Row) (u account.User, err error) {
	err = row.Scan(userFields(&u)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return account.User{}, errNoUser
	}
	if err != nil {
		return account.User{}, fmt.Errorf("read user: %w", err)
	}
	return u, nil
}

const setPassword = `UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING coalesce(organisation_id::text, '')`

// SetPassword stores the hash of a new password and ends the user's sessions but keep.
func (s users) SetPassword(ctx context.Context, userID, hash, keep string, at time.Time) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		var organisation string
		if err := tx.QueryRow(ctx, setPassword, userID, hash).Scan(&organisation); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, endSessions, userID, "", keep, at); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisation, "member.password_changed", userID, nil)
	})
	if err != nil {
		return fmt.Errorf("set password of user %s: %w", userID, err)
	}
	return nil
}

const insertReset = `INSERT INTO password_resets (hash, user_id, expires_at) VALUES ($1, $2, $3)`

const deleteResets = `DELETE FROM password_resets WHERE user_id = $1 AND expires_at < now()`

// useReset uses up every link of the user of one that holds. The row of the link is locked: of two uses at once one finds it.
const useReset = `WITH held AS (SELECT user_id FROM password_resets WHERE hash = $1 AND used_at IS NULL AND expires_at > $2 FOR UPDATE)
	UPDATE password_resets r SET used_at = $2 FROM held WHERE r.user_id = held.user_id AND r.used_at IS NULL RETURNING r.user_id::text`

// CreateReset stores the hash of a token by which a user sets a password, and forgets the user's expired ones.
func (s users) CreateReset(ctx context.Context, userID string, hash []byte, expires time.Time) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, deleteResets, userID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, insertReset, hash, userID, expires)
		return err
	})
	return db.Wrapped(err, "create password reset of user %s", userID)
}

// ResetHolds reports whether the token of a hash may still be used; CodeNotFound for an unknown one.
func (s users) ResetHolds(ctx context.Context, hash []byte, at time.Time) (holds bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT used_at IS NULL AND expires_at > $2 FROM password_resets WHERE hash = $1`, hash, at).Scan(&holds)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, errNoReset
	}
	return holds, db.Wrapped(err, "read password reset")
}

var errNoReset = fail.New(fail.CodeNotFound, "no such link to set a password")

// UseReset sets the password of the user of a token and ends every session of the user; false where it no longer holds.
func (s users) UseReset(ctx context.Context, hash []byte, passwordHash string, at time.Time) (used bool, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, useReset, hash, at)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || len(ids) == 0 {
			return err
		}
		used = true
		var organisation string
		if err := tx.QueryRow(ctx, setPassword, ids[0], passwordHash).Scan(&organisation); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, endSessions, ids[0], "", "", at); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisation, "member.password_reset", ids[0], nil)
	})
	return used && err == nil, db.Wrapped(err, "use password reset")
}
