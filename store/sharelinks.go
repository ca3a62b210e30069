package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

// The credit of a link is reserved in the ledger under the link's id, and released once: when its
// answer is charged, or when it ends without one. The row of the link is locked before the counters.

const linkColumns = `id::text, organisation_id::text, kind, coalesce(record_id::text, ''), coalesce(job_id::text, ''), coalesce(shipment_id::text, ''), state, allow_files, language, message,
	reserved, coalesce((SELECT refunded FROM jobs WHERE id = answer_job_id), 0), draft, coalesce(answers, 'null'), coalesce(answer_job_id::text, ''), created_at, expires_at, ended_at, opened_at,
	coalesce((SELECT left(product_description, 500) FROM classification_records WHERE id = record_id),
		(SELECT left(r.product_description, 500) FROM classification_records r WHERE r.job_id = share_links.job_id),
		(SELECT left(j.input->'body'->'products'->0->>'product_description', 500) FROM jobs j WHERE j.id = share_links.job_id), ''), expires_at <= now()`

const insertLink = `INSERT INTO share_links (id, organisation_id, kind, record_id, job_id, hash, allow_files, language, message, reserved, expires_at, shipment_id)
	VALUES ($1, $2, $3, nullif($4, '')::uuid, nullif($5, '')::uuid, $6, $7, $8, $9, $10, now() + $11::interval, nullif($12, '')::uuid) RETURNING ` + linkColumns

const insertReserve = `INSERT INTO ledger (organisation_id, kind, amount, product, units, note) VALUES ($1, 'reserve', -$2::bigint, $3, 1, $4)`

const insertRelease = `INSERT INTO ledger (organisation_id, kind, amount, product, units, note) VALUES ($1, 'release', $2::bigint, $3, 1, $4)`

const selectLink = `SELECT ` + linkColumns + ` FROM share_links WHERE organisation_id = $1 AND id = $2`

const selectLinkByHash = `SELECT ` + linkColumns + ` FROM share_links WHERE hash = $1`

const lockLink = `SELECT ` + linkColumns + ` FROM share_links WHERE id = $1 FOR UPDATE`

const selectLinks = `SELECT ` + linkColumns + ` FROM share_links`

const endLink = `UPDATE share_links SET state = $2, ended_at = now() WHERE id = $1 AND state = 'open'`

const answerLink = `UPDATE share_links SET state = 'answered', ended_at = now(), answers = $2, draft = '[]', answer_job_id = $3 WHERE id = $1 AND state = 'open'`

const draftLink = `UPDATE share_links SET draft = $2 WHERE id = $1 AND state = 'open' AND expires_at > now()`

// tellAnswered sends an event to the organisation's webhook, where it has one.
const tellAnswered = `INSERT INTO webhook_deliveries (organisation_id, event, payload)
	SELECT organisation_id, 'sharelink.answered', json_build_object('organization_id', $1::uuid::text, 'id', $2::text, 'classification_record_id', $3::text, 'answer_job_id', $4::text)
	FROM webhooks WHERE organisation_id = $1::uuid`

// Links that another process ends at this moment are skipped.
const selectExpiredLink = `SELECT ` + linkColumns + ` FROM share_links WHERE state = 'open' AND expires_at <= now() ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED`

var (
	errNoLink       = fail.New(fail.CodeNotFound, "no such share link")
	errLinkAnswered = fail.New(fail.CodeConflict, "the questions of this link were answered already")
	errLinkEnded    = fail.New(fail.CodeGone, "the link has expired or was revoked")
)

// shareLinks keeps the links by which somebody without an account answers questions, with the credits that each reserves.
type shareLinks struct{ pool *db.Pool }

// CreateLink stores a link under the hash of its token and reserves its credit. It returns
// jobs.ErrInsufficientCredits or jobs.ErrLimitReached where nothing was written.
func (s shareLinks) CreateLink(ctx context.Context, n jobs.NewLink) (l jobs.Link, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if l, err = link(tx.Query(ctx, insertLink, n.ID, n.OrganisationID, n.Kind, n.RecordID, n.JobID, n.Hash, n.AllowFiles, n.Language, n.Message, n.Reserved, n.Life, n.ShipmentID)); err != nil {
			return err
		}
		if err := activity.Note(ctx, tx, n.OrganisationID, "sharelink.created", n.ID, activity.Details{"kind": n.Kind, "classification_record_id": n.RecordID, "job_id": n.JobID, "operation_id": n.ShipmentID}); err != nil {
			return err
		}
		return reserve(ctx, tx, l)
	})
	return l, err
}

// reserve comes last: the organisation's counters stay locked until the commit.
func reserve(ctx context.Context, tx pgx.Tx, l jobs.Link) error {
	if l.Reserved == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, lockCounters, l.OrganisationID); err != nil {
		return fmt.Errorf("reserve for share link %s: %w", l.ID, err)
	}
	var used, left credit.Amount
	if err := tx.QueryRow(ctx, useProduct, l.OrganisationID, credit.ProductClassification, l.Reserved).Scan(&used); err != nil {
		return refusal(err, jobs.ErrLimitReached)
	}
	if _, err := tx.Exec(ctx, insertReserve, l.OrganisationID, l.Reserved, credit.ProductClassification, l.ID); err != nil {
		return fmt.Errorf("reserve for share link %s: %w", l.ID, err)
	}
	return refusal(tx.QueryRow(ctx, debit, l.OrganisationID, l.Reserved).Scan(&left), jobs.ErrInsufficientCredits)
}

// release gives the reserved credit back. That it is given back once is the ledger's own rule too.
func release(ctx context.Context, tx pgx.Tx, l jobs.Link) error {
	if l.Reserved == 0 {
		return nil
	}
	b := &pgx.Batch{}
	b.Queue(lockCounters, l.OrganisationID)
	b.Queue(insertRelease, l.OrganisationID, l.Reserved, credit.ProductClassification, l.ID)
	b.Queue(moveCounter, l.OrganisationID, credit.ProductClassification, -l.Reserved)
	b.Queue(moveCounter, l.OrganisationID, "", l.Reserved)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("release what share link %s reserved: %w", l.ID, err)
	}
	return nil
}

// Link returns the organisation's link, CodeNotFound for any other id.
func (s shareLinks) Link(ctx context.Context, organisationID, id string) (jobs.Link, error) {
	if !db.IsID(id) {
		return jobs.Link{}, errNoLink
	}
	return link(s.pool.Query(ctx, selectLink, organisationID, id))
}

// LinkByHash returns a link of any organisation by the hash of its token, in whichever state.
func (s shareLinks) LinkByHash(ctx context.Context, hash []byte) (jobs.Link, error) {
	return link(s.pool.Query(ctx, selectLinkByHash, hash))
}

// Links lists an organisation's links, newest first, those of a record where it is named.
func (s shareLinks) Links(ctx context.Context, organisationID, recordID string, limit int, after string) ([]jobs.Link, error) {
	if after != "" && !db.IsID(after) || recordID != "" && !db.IsID(recordID) {
		return nil, nil
	}
	f := &db.Filter{}
	f.Add(`organisation_id = $%d`, organisationID)
	if recordID != "" {
		f.Add(`record_id = $%d`, recordID)
	}
	if after != "" {
		f.Add(`(created_at, id) < (SELECT created_at, id FROM share_links WHERE id = $%d)`, after)
	}
	rows, err := s.pool.Query(ctx, selectLinks+f.Where()+` ORDER BY created_at DESC, id DESC`+f.Limit(limit), f.Args...)
	if err != nil {
		return nil, fmt.Errorf("list share links: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanLink)
	if err != nil {
		return nil, fmt.Errorf("list share links: %w", err)
	}
	return found, nil
}

// RevokeLink ends an open link and releases its credit; one that was revoked or has expired stays so,
// one that was answered is CodeConflict.
func (s shareLinks) RevokeLink(ctx context.Context, organisationID, id string) error {
	if _, err := s.Link(ctx, organisationID, id); err != nil {
		return err
	}
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		l, err := link(tx.Query(ctx, lockLink, id))
		switch {
		case err != nil:
			return err
		case l.State == jobs.LinkAnswered:
			return errLinkAnswered
		case l.State != jobs.LinkOpen:
			return nil
		}
		if err := activity.Note(ctx, tx, organisationID, "sharelink.revoked", id, nil); err != nil {
			return err
		}
		return end(ctx, tx, l, jobs.LinkRevoked)
	})
	return db.Wrapped(err, "revoke share link %s", id)
}

func end(ctx context.Context, tx pgx.Tx, l jobs.Link, as jobs.LinkState) error {
	if _, err := tx.Exec(ctx, endLink, l.ID, as); err != nil {
		return fmt.Errorf("end share link %s: %w", l.ID, err)
	}
	return release(ctx, tx, l)
}

// ExpireLinks ends links past their time and releases their credit, each in its own transaction.
func (s shareLinks) ExpireLinks(ctx context.Context, limit int) (n int, err error) {
	for found := true; found && n < limit; {
		err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
			l, err := link(tx.Query(ctx, selectExpiredLink))
			if found = !errors.Is(err, errNoLink); err != nil {
				return err
			}
			n++
			return end(ctx, tx, l, jobs.LinkExpired)
		})
		if err != nil && found {
			return n, fmt.Errorf("expire share links: %w", err)
		}
	}
	return n, nil
}

// OpenLink notes when who holds a link has first looked at it.
func (s shareLinks) OpenLink(ctx context.Context, id string) error {
	_, err := s.pool.Exec(ctx, `UPDATE share_links SET opened_at = now() WHERE id = $1 AND opened_at IS NULL`, id)
	return db.Wrapped(err, "open share link %s", id)
}

// SaveDraft keeps answers that are not sent yet.
func (s shareLinks) SaveDraft(ctx context.Context, id string, answers []jobs.Answer) error {
	content, err := json.Marshal(answers)
	if err != nil {
		return fmt.Errorf("encode draft of share link %s: %w", id, err)
	}
	tag, err := s.pool.Exec(ctx, draftLink, id, db.Document(content))
	if err == nil && tag.RowsAffected() == 0 {
		return errLinkEnded
	}
	return db.Wrapped(err, "save draft of share link %s", id)
}

// settle uses a link up within the transaction that submits its answer: the reserved credit is
// released, so that the job's own charge finds it. The files become the job's.
func settle(ctx context.Context, tx pgx.Tx, n jobs.NewJob) error {
	l, err := link(tx.Query(ctx, lockLink, n.Link.ID))
	switch {
	case err != nil:
		return err
	case l.State == jobs.LinkAnswered && l.AnswerJobID == n.ID:
		return errSettled // an attempt whose answer was lost
	case l.State == jobs.LinkAnswered:
		return errLinkAnswered
	case l.State != jobs.LinkOpen || l.Late:
		return errLinkEnded
	}
	content, err := json.Marshal(n.Link.Answers)
	if err != nil {
		return fmt.Errorf("encode answers of share link %s: %w", l.ID, err)
	}
	if _, err := tx.Exec(ctx, answerLink, l.ID, db.Document(content), n.ID); err != nil {
		return fmt.Errorf("answer share link %s: %w", l.ID, err)
	}
	if err := handOver(ctx, tx, l.ID, n.Uploads); err != nil {
		return err
	}
	if err := activity.Note(ctx, tx, l.OrganisationID, "sharelink.answered", l.ID, activity.Details{"job_id": n.ID}); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, tellAnswered, l.OrganisationID, l.ID, l.RecordID, n.ID); err != nil {
		return fmt.Errorf("tell of share link %s: %w", l.ID, err)
	}
	return release(ctx, tx, l)
}

// handOver leaves the files of a link to the job that was made with them.
func handOver(ctx context.Context, tx pgx.Tx, linkID string, uploads []string) error {
	rows, err := tx.Query(ctx, `DELETE FROM share_files WHERE link_id = $1 RETURNING blob_key`, linkID)
	if err != nil {
		return fmt.Errorf("hand over files of share link %s: %w", linkID, err)
	}
	kept, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("hand over files of share link %s: %w", linkID, err)
	}
	if slices.Sort(kept); !slices.Equal(kept, slices.Sorted(slices.Values(uploads))) {
		return errFilesChanged
	}
	return nil
}

var errFilesChanged = fail.New(fail.CodeConflict, "the files have changed meanwhile: send the answers again")

var errSettled = errors.New("the link was settled by this job already")

func link(rows pgx.Rows, err error) (jobs.Link, error) {
	if err != nil {
		return jobs.Link{}, fmt.Errorf("read share link: %w", err)
	}
	l, err := pgx.CollectExactlyOneRow(rows, scanLink)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, errNoLink
	}
	if err != nil {
		return l, fmt.Errorf("read share link: %w", err)
	}
	return l, nil
}

func scanLink(row pgx.CollectableRow) (l jobs.Link, err error) {
	var draft, answers []byte
	err = row.Scan(&l.ID, &l.OrganisationID, &l.Kind, &l.RecordID, &l.JobID, &l.ShipmentID, &l.State, &l.AllowFiles, &l.Language, &l.Message,
		&l.Reserved, &l.Returned, &draft, &answers, &l.AnswerJobID, &l.CreatedAt, &l.ExpiresAt, &l.EndedAt, &l.OpenedAt, &l.ProductDescription, &l.Late)
	if err == nil {
		err = errors.Join(json.Unmarshal(draft, &l.Draft), json.Unmarshal(answers, &l.Answers))
	}
	return l, err
}
