package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/fail"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

const selectMembers = `SELECT ` + userColumns + `, (SELECT max(t.rotated_at) FROM sessions t WHERE t.user_id = u.id)
	FROM users u WHERE u.organisation_id = $1
	  AND ($2 = '' OR (u.created_at, u.id) > (SELECT a.created_at, a.id FROM users a WHERE a.organisation_id = $1 AND a.id = nullif($2, '')::uuid))
	ORDER BY u.created_at, u.id LIMIT $3`

const selectMember = `SELECT ` + userColumns + `, (SELECT max(t.rotated_at) FROM sessions t WHERE t.user_id = u.id)
	FROM users u WHERE u.organisation_id = $1 AND u.id = $2`

// lockOwners orders all that may leave an organisation without an owner: whoever comes second finds
// what the first has left.
const lockOwners = `SELECT id::text FROM users WHERE organisation_id = $1 AND role = 'owner' ORDER BY id FOR UPDATE`

const changeMember = `UPDATE users SET role = $3, name = $4 WHERE organisation_id = $1 AND id = $2`

const removeMember = `DELETE FROM users WHERE organisation_id = $1 AND id = $2 RETURNING email`

var (
	errNoMember  = fail.New(fail.CodeNotFound, "no such member")
	errLastOwner = fail.New(fail.CodeConflict, "an organisation keeps one owner at least: make another member owner first")
)

// Members lists an organisation's users, oldest first, after the one with the id after.
func (s users) Members(ctx context.Context, organisationID string, limit int, after string) ([]account.User, error) {
	if after != "" && !db.IsID(after) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, selectMembers, organisationID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("members of organisation %s: %w", organisationID, err)
	}
	found, err := pgx.CollectRows(rows, scanMember)
	if err != nil {
		return nil, fmt.Errorf("members of organisation %s: %w", organisationID, err)
	}
	return found, nil
}

func scanMember(row pgx.CollectableRow) (u account.User, err error) {
	return u, row.Scan(append(userFields(&u), &u.LastSeenAt)...)
}

// Member returns a user of the organisation, CodeNotFound for any other.
func (s users) Member(ctx context.Context, organisationID, userID string) (account.User, error) {
	if !db.IsID(userID) {
		return account.User{}, errNoMember
	}
	rows, err := s.pool.Query(ctx, selectMember, organisationID, userID)
	if err != nil {
		return account.User{}, fmt.Errorf("member %s: %w", userID, err)
	}
	u, err := pgx.CollectExactlyOneRow(rows, scanMember)
	if errors.Is(err, pgx.ErrNoRows) {
		return u, errNoMember
	}
	if err != nil {
		return u, fmt.Errorf("member %s: %w", userID, err)
	}
	return u, nil
}

// ChangeMember sets a member's role and name; CodeConflict where no owner would be left.
func (s users) ChangeMember(ctx context.Context, organisationID, userID string, role account.Role, name string) (account.User, error) {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if err := keepOwner(ctx, tx, organisationID, userID, role == account.RoleOwner); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, changeMember, organisationID, userID, role, name)
		if err == nil && tag.RowsAffected() == 0 {
			err = errNoMember
		}
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "member.changed", userID, activity.Details{"role": role, "name": name})
	})
	if err != nil {
		return account.User{}, db.Wrapped(err, "change member %s", userID)
	}
	return s.Member(ctx, organisationID, userID)
}

// RemoveMember deletes a user with the sessions; CodeConflict where no owner would be left.
func (s users) RemoveMember(ctx context.Context, organisationID, userID string) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if err := keepOwner(ctx, tx, organisationID, userID, false); err != nil {
			return err
		}
		var email string
		err := tx.QueryRow(ctx, removeMember, organisationID, userID).Scan(&email)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNoMember
		}
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "member.removed", userID, activity.Details{"email": email})
	})
	return db.Wrapped(err, "remove member %s", userID)
}

// keepOwner refuses to let the last owner cease to be one.
func keepOwner(ctx context.Context, tx pgx.Tx, organisationID, userID string, stays bool) error {
	rows, err := tx.Query(ctx, lockOwners, organisationID)
	if err != nil {
		return err
	}
	owners, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	if !stays && len(owners) == 1 && owners[0] == userID {
		return errLastOwner
	}
	return nil
}
