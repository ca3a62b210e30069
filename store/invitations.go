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

const invitationColumns = `i.id::text, i.organisation_id::text, o.name, i.email, i.role, i.invited_by, i.created_at, i.expires_at, i.accepted_at, i.revoked_at
	FROM invitations i JOIN organisations o ON o.id = i.organisation_id`

const insertInvitation = `INSERT INTO invitations (id, organisation_id, email, role, hash, invited_by, created_at, expires_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

const selectInvitations = `SELECT ` + invitationColumns + ` WHERE i.organisation_id = $1
	  AND ($2 = '' OR (i.created_at, i.id) < (SELECT a.created_at, a.id FROM invitations a WHERE a.organisation_id = $1 AND a.id = nullif($2, '')::uuid))
	ORDER BY i.created_at DESC, i.id DESC LIMIT $3`

const selectInvitationByHash = `SELECT ` + invitationColumns + ` WHERE i.hash = $1`

const selectInvitation = `SELECT ` + invitationColumns + ` WHERE i.organisation_id = $1 AND i.id = $2 FOR UPDATE OF i`

const revokeInvitation = `UPDATE invitations SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1`

// acceptInvitation is conditional: of two who come with the same token, one gets in.
const acceptInvitation = `UPDATE invitations SET accepted_at = $2 WHERE id = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2`

var (
	errNoInvitation       = fail.New(fail.CodeNotFound, "no such invitation")
	errInvitationUsed     = fail.New(fail.CodeGone, "the invitation was used or revoked, or has expired: ask for a new one")
	errInvitationAccepted = fail.New(fail.CodeConflict, "the invitation was accepted already: remove the member instead")
)

// CreateInvitation stores an invitation under the hash of its token.
func (s users) CreateInvitation(ctx context.Context, i account.Invitation, hash []byte) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, insertInvitation, i.ID, i.OrganisationID, i.Email, i.Role, hash, i.InvitedBy, i.CreatedAt, i.ExpiresAt)
		if err != nil {
			return err
		}
		return activity.Note(ctx, tx, i.OrganisationID, "invitation.created", i.ID, activity.Details{"email": i.Email, "role": i.Role})
	})
	return db.Wrapped(err, "create invitation %s", i.ID)
}

// Invitations lists an organisation's invitations, newest first.
func (s users) Invitations(ctx context.Context, organisationID string, limit int, after string) ([]account.Invitation, error) {
	if after != "" && !db.IsID(after) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, selectInvitations, organisationID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[account.Invitation])
}

// InvitationByHash finds an invitation of any organisation by the hash of its token.
func (s users) InvitationByHash(ctx context.Context, hash []byte) (account.Invitation, error) {
	return invitation(s.pool.Query(ctx, selectInvitationByHash, hash))
}

func invitation(rows pgx.Rows, err error) (account.Invitation, error) {
	if err != nil {
		return account.Invitation{}, fmt.Errorf("read invitation: %w", err)
	}
	i, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[account.Invitation])
	if errors.Is(err, pgx.ErrNoRows) {
		return i, errNoInvitation
	}
	if err != nil {
		return i, fmt.Errorf("read invitation: %w", err)
	}
	return i, nil
}

// RevokeInvitation makes an invitation useless; CodeConflict for one that was accepted.
func (s users) RevokeInvitation(ctx context.Context, organisationID, id string) error {
	if !db.IsID(id) {
		return errNoInvitation
	}
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		i, err := invitation(tx.Query(ctx, selectInvitation, organisationID, id))
		if err != nil {
			return err
		}
		if i.AcceptedAt != nil {
			return errInvitationAccepted
		}
		if _, err := tx.Exec(ctx, revokeInvitation, id); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "invitation.revoked", id, activity.Details{"email": i.Email})
	})
	return db.Wrapped(err, "revoke invitation %s", id)
}

// AcceptInvitation creates the user and uses the invitation up, once.
func (s users) AcceptInvitation(ctx context.Context, id string, u account.User) (account.User, error) {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, acceptInvitation, id, u.CreatedAt)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errInvitationUsed
		}
		return createUser(ctx, tx, u)
	})
	if err != nil {
		return account.User{}, db.Wrapped(err, "accept invitation %s", id)
	}
	return u, nil
}
