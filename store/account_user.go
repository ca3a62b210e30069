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
