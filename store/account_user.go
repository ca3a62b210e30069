package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/fail"
)

const insertUser = `INSERT INTO users (id, organisation_id, email, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)`

const selectUserByEmail = `SELECT id, organisation_id, email, password_hash, role, created_at FROM users WHERE email = $1`

// CreateUser stores a user; CodeConflict where the address is taken.
func (s *Store) CreateUser(ctx context.Context, u account.User) (account.User, error) {
	_, err := s.pool.Exec(ctx, insertUser, u.ID, u.OrganisationID, u.Email, u.PasswordHash, u.Role, u.CreatedAt)
	switch {
	case violates(err, "one_user_per_email"):
		return account.User{}, fail.Wrap(err, fail.CodeConflict, "this email address is taken")
	case violates(err, "users_organisation_id_fkey"):
		return account.User{}, errNoOrganisation
	case err != nil:
		return account.User{}, fmt.Errorf("create user %s: %w", u.ID, err)
	}
	return u, nil
}

// UserByEmail finds a user by the normalised address.
func (s *Store) UserByEmail(ctx context.Context, email string) (u account.User, err error) {
	err = s.pool.QueryRow(ctx, selectUserByEmail, email).
		Scan(&u.ID, &u.OrganisationID, &u.Email, &u.PasswordHash, &u.Role, &u.CreatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return account.User{}, fail.New(fail.CodeNotFound, "no such user")
	}
	if err != nil {
		return account.User{}, fmt.Errorf("user by email: %w", err)
	}
	return u, nil
}
