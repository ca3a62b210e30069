package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/account"
	"tariffdesk/fail"
	"tariffdesk/store/internal/db"
)

var errNoSession = fail.New(fail.CodeNotFound, "no such session")

const insertSession = `INSERT INTO sessions (id, user_id, generation, rotated_at, expires_at, address, user_agent) VALUES ($1, $2, $3, $4, $5, $6, $7)`

const sessionColumns = `t.id, t.user_id, t.generation, t.rotated_at, t.expires_at, t.ended_at, u.role, u.email`

const selectSession = `SELECT ` + sessionColumns + `, ` + organisationColumns +
	fromOrganisations + `JOIN users u ON u.organisation_id = o.id JOIN sessions t ON t.user_id = u.id WHERE t.id = $1`

// selectOperatorSession is asked where the other has found nothing: operators are few.
const selectOperatorSession = `SELECT ` + sessionColumns + ` FROM sessions t JOIN users u ON u.id = t.user_id WHERE t.id = $1 AND u.role = 'operator'`

const selectSessionsOf = `SELECT id::text, created_at, rotated_at, expires_at, address, user_agent FROM sessions
	WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, id LIMIT 100`

// endSessions ends the user's session $2, or where that is ” all but $3.
const endSessions = `UPDATE sessions SET ended_at = $4 WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $4
	AND CASE WHEN $2::text <> '' THEN id::text = $2 ELSE id::text <> $3::text END`

// rotateSession is conditional on the generation: of two refreshes at once, one moves the session.
const rotateSession = `UPDATE sessions SET generation = generation + 1, rotated_at = $3, expires_at = $4
	WHERE id = $1 AND generation = $2 AND ended_at IS NULL AND expires_at > $3`

const endSession = `UPDATE sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL`

// deleteOldSessions forgets sessions that expired a day ago or earlier.
const deleteOldSessions = `DELETE FROM sessions WHERE id IN
	(SELECT id FROM sessions WHERE expires_at < now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED)`

// CreateSession stores a session.
func (s users) CreateSession(ctx context.Context, t account.Session) error {
	if _, err := s.pool.Exec(ctx, insertSession, t.ID, t.UserID, t.Generation, t.RotatedAt, t.ExpiresAt, t.Origin.Address, t.Origin.UserAgent); err != nil {
		return fmt.Errorf("create session %s: %w", t.ID, err)
	}
	return nil
}

// Session returns a session with its user's role, organisation, subscription and balance.
func (s users) Session(ctx context.Context, id string) (t account.Session, err error) {
	if !db.IsID(id) {
		return t, errNoSession
	}
	fields := []any{&t.ID, &t.UserID, &t.Generation, &t.RotatedAt, &t.ExpiresAt, &t.EndedAt, &t.Role, &t.Email}
	err = s.pool.QueryRow(ctx, selectSession, id).Scan(append(fields, organisationFields(&t.Organisation)...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		err = s.pool.QueryRow(ctx, selectOperatorSession, id).Scan(fields...)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return account.Session{}, errNoSession
	}
	if err != nil {
		return account.Session{}, fmt.Errorf("session %s: %w", id, err)
	}
	return t, nil
}

// RotateSession moves a live session from generation to the next and reports whether it did.
func (s users) RotateSession(ctx context.Context, id string, generation int, at, expires time.Time) (bool, error) {
	tag, err := s.pool.Exec(ctx, rotateSession, id, generation, at, expires)
	if err != nil {
		return false, fmt.Errorf("rotate session %s: %w", id, err)
	}
	return tag.RowsAffected() == 1, nil
}

// EndSession ends a session; one that has ended keeps its time.
func (s users) EndSession(ctx context.Context, id string, at time.Time) error {
	if _, err := s.pool.Exec(ctx, endSession, id, at); err != nil {
		return fmt.Errorf("end session %s: %w", id, err)
	}
	return nil
}

// SessionsOf lists a user's live sessions, newest first, at most a hundred.
func (s users) SessionsOf(ctx context.Context, userID string, at time.Time) ([]account.SessionInfo, error) {
	rows, err := s.pool.Query(ctx, selectSessionsOf, userID, at)
	if err != nil {
		return nil, fmt.Errorf("sessions of user %s: %w", userID, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[account.SessionInfo])
	if err != nil {
		return nil, fmt.Errorf("sessions of user %s: %w", userID, err)
	}
	return found, nil
}

// EndSessions ends a user's live session only, or where that is "" all but except, and counts them.
func (s users) EndSessions(ctx context.Context, userID, only, except string, at time.Time) (int, error) {
	tag, err := s.pool.Exec(ctx, endSessions, userID, only, except, at)
	if err != nil {
		return 0, fmt.Errorf("end sessions of user %s: %w", userID, err)
	}
	return int(tag.RowsAffected()), nil
}
