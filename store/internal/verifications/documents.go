package verifications

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/store/internal/db"
	"tariffdesk/verification"
)

var errNoDocument = fail.New(fail.CodeNotFound, "no such document")

const documentColumns = `d.id::text, d.verification_id::text, v.organisation_id::text, d.kind, d.name, d.media_type, d.size_bytes, d.pages, d.state, d.problem,
	d.blob_key, d.created_at, d.read_at, d.removed_at`

func scanDocument(row pgx.Row) (d verification.Document, err error) {
	err = row.Scan(&d.ID, &d.VerificationID, &d.OrganisationID, &d.Kind, &d.Name, &d.MediaType, &d.Size, &d.Pages, &d.State, &d.Problem, &d.Blob,
		&d.CreatedAt, &d.ReadAt, &d.RemovedAt)
	return d, err
}

// lockVerification keeps a verification in its state until the transaction ends.
const lockVerification = `SELECT ` + verificationColumns + ` FROM verifications WHERE id = $1 FOR UPDATE`

const insertDocument = `INSERT INTO verification_documents (id, verification_id, kind, name, media_type, size_bytes, pages, blob_key)
	SELECT $1, $2, $3, $4, $5, $6, $7, $8
	WHERE (SELECT count(*) FROM verification_documents WHERE verification_id = $2 AND state <> 'removed') < $9`

// AddDocument notes a document before its blob is written, so that none is ever forgotten. CodeConflict
// where the verification has ended, CodeBadRequest where it has as many documents as it may.
func (s Store) AddDocument(ctx context.Context, d verification.Document, by verification.Actor) error {
	return s.pool.InTx(ctx, func(tx pgx.Tx) error {
		v, err := scanVerification(tx.QueryRow(ctx, lockVerification, d.VerificationID))
		if err != nil {
			return fmt.Errorf("lock verification %s: %w", d.VerificationID, err)
		}
		if !v.State.Takes() {
			return fail.Newf(fail.CodeConflict, "the verification is %s: it takes no documents", v.State)
		}
		tag, err := tx.Exec(ctx, insertDocument, d.ID, d.VerificationID, d.Kind, d.Name, d.MediaType, d.Size, d.Pages, d.Blob, verification.MaxDocuments)
		if err != nil {
			return fmt.Errorf("add document to verification %s: %w", d.VerificationID, err)
		}
		if tag.RowsAffected() == 0 {
			return fail.Newf(fail.CodeBadRequest, "file: a verification takes at most %d documents", verification.MaxDocuments)
		}
		return documentEvent(ctx, tx, v, d, verification.EventDocumentAdded, by)
	})
}

func documentEvent(ctx context.Context, tx pgx.Tx, v verification.Verification, d verification.Document, t verification.EventType, by verification.Actor) error {
	detail := fmt.Appendf(nil, `{"document_id":%q,"kind":%q}`, d.ID, d.Kind)
	return appendEvent(ctx, tx, verification.Event{VerificationID: v.ID, Type: t, From: v.State, To: v.State, Actor: by, Detail: detail})
}

const selectDocument = `SELECT ` + documentColumns + ` FROM verification_documents d JOIN verifications v ON v.id = d.verification_id
	WHERE d.id = $1 AND ($2 = '' OR d.verification_id::text = $2)`

// VerificationDocument returns a document of a verification, or of any where verificationID is empty.
func (s Store) VerificationDocument(ctx context.Context, verificationID, id string) (verification.Document, error) {
	if !db.IsID(id) {
		return verification.Document{}, errNoDocument
	}
	d, err := scanDocument(s.pool.QueryRow(ctx, selectDocument, id, verificationID))
	if errors.Is(err, pgx.ErrNoRows) {
		return d, errNoDocument
	}
	if err != nil {
		return d, fmt.Errorf("read document %s: %w", id, err)
	}
	return d, nil
}

const selectDocuments = `SELECT ` + documentColumns + ` FROM verification_documents d JOIN verifications v ON v.id = d.verification_id
	WHERE d.verification_id = $1 ORDER BY d.created_at, d.id LIMIT 1000`

// VerificationDocuments returns the documents of a verification in the order in which they came.
func (s Store) VerificationDocuments(ctx context.Context, verificationID string) ([]verification.Document, error) {
	rows, err := s.pool.Query(ctx, selectDocuments, verificationID)
	if err != nil {
		return nil, fmt.Errorf("read documents of verification %s: %w", verificationID, err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (verification.Document, error) { return scanDocument(row) })
	if err != nil {
		return nil, fmt.Errorf("read documents of verification %s: %w", verificationID, err)
	}
	return found, nil
}

const endDocument = `UPDATE verification_documents SET state = $2, problem = $3, read_at = now() WHERE id = $1 AND state = 'reading'`

// EndDocument notes what reading a document has found, once: a document that was read or removed
// meanwhile stays as it is, and nothing of the reading is kept.
func (s Store) EndDocument(ctx context.Context, d verification.Document, state verification.DocumentState, problem string, checks []verification.Check) error {
	return s.pool.InTx(ctx, func(tx pgx.Tx) error {
		v, err := scanVerification(tx.QueryRow(ctx, lockVerification, d.VerificationID))
		if err != nil {
			return fmt.Errorf("lock verification %s: %w", d.VerificationID, err)
		}
		tag, err := tx.Exec(ctx, endDocument, d.ID, state, problem)
		if err != nil {
			return fmt.Errorf("end document %s: %w", d.ID, err)
		}
		if tag.RowsAffected() == 0 {
			return nil
		}
		if err := saveChecks(ctx, tx, d.VerificationID, checks); err != nil {
			return err
		}
		return documentEvent(ctx, tx, v, d, verification.EventDocumentRead, verification.Actor{Kind: verification.ActorSystem})
	})
}

// What a document said goes with it.
const (
	removeDocument = `UPDATE verification_documents SET state = 'removed', removed_at = now(), name = '', problem = '' WHERE id = $1 AND state <> 'removed'`
	removeChecks   = `DELETE FROM verification_checks WHERE document_id = $1`
)

// RemoveDocument forgets what a document said; its blob is deleted afterwards, and ForgetBlob notes
// that. CodeConflict where the verification has ended.
func (s Store) RemoveDocument(ctx context.Context, d verification.Document, by verification.Actor) error {
	return s.pool.InTx(ctx, func(tx pgx.Tx) error {
		v, err := scanVerification(tx.QueryRow(ctx, lockVerification, d.VerificationID))
		if err != nil {
			return fmt.Errorf("lock verification %s: %w", d.VerificationID, err)
		}
		if !v.State.Takes() {
			return fail.Newf(fail.CodeConflict, "the verification is %s: its documents stay until they are deleted with it", v.State)
		}
		return removeIn(ctx, tx, v, d, verification.EventDocumentRemoved, by)
	})
}

func removeIn(ctx context.Context, tx pgx.Tx, v verification.Verification, d verification.Document, t verification.EventType, by verification.Actor) error {
	tag, err := tx.Exec(ctx, removeDocument, d.ID)
	if err != nil {
		return fmt.Errorf("remove document %s: %w", d.ID, err)
	}
	if tag.RowsAffected() == 0 {
		return errNoDocument
	}
	if _, err := tx.Exec(ctx, removeChecks, d.ID); err != nil {
		return fmt.Errorf("remove checks of document %s: %w", d.ID, err)
	}
	return documentEvent(ctx, tx, v, d, t, by)
}

const selectDueDocuments = `SELECT ` + documentColumns + ` FROM verification_documents d JOIN verifications v ON v.id = d.verification_id
	WHERE d.state <> 'removed' AND v.closed_at < $1 ORDER BY v.closed_at LIMIT $2 FOR UPDATE OF d SKIP LOCKED`

// RemoveEnded forgets the documents of verifications that ended before an instant, at most limit.
func (s Store) RemoveEnded(ctx context.Context, before time.Time, limit int) error {
	return s.pool.InTx(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selectDueDocuments, before, limit)
		if err != nil {
			return fmt.Errorf("find documents to delete: %w", err)
		}
		due, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (verification.Document, error) { return scanDocument(row) })
		if err != nil {
			return fmt.Errorf("find documents to delete: %w", err)
		}
		for _, d := range due {
			v, err := scanVerification(tx.QueryRow(ctx, lockVerification, d.VerificationID))
			if err != nil {
				return fmt.Errorf("lock verification %s: %w", d.VerificationID, err)
			}
			if err := removeIn(ctx, tx, v, d, verification.EventPurged, verification.Actor{Kind: verification.ActorSystem}); err != nil {
				return err
			}
		}
		return nil
	})
}

const selectDeadBlobs = `SELECT blob_key FROM verification_documents WHERE blob_key <> '' AND state = 'removed' ORDER BY removed_at LIMIT $1`

// DeadBlobs returns keys of blobs whose documents were removed.
func (s Store) DeadBlobs(ctx context.Context, limit int) ([]string, error) {
	rows, err := s.pool.Query(ctx, selectDeadBlobs, limit)
	if err != nil {
		return nil, fmt.Errorf("find blobs of removed documents: %w", err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("find blobs of removed documents: %w", err)
	}
	return keys, nil
}

const forgetBlob = `UPDATE verification_documents SET blob_key = '' WHERE blob_key = $1 AND state = 'removed'`

// ForgetBlob notes that the blob of a removed document is gone.
func (s Store) ForgetBlob(ctx context.Context, key string) error {
	if _, err := s.pool.Exec(ctx, forgetBlob, key); err != nil {
		return fmt.Errorf("forget blob: %w", err)
	}
	return nil
}

// EndLostReadings fails documents, at most $1, whose process died between noting them and submitting their job.
const EndLostReadings = `UPDATE verification_documents SET state = 'failed', problem = 'The document was not read in time: send it again.', read_at = now()
	WHERE id IN (SELECT id FROM verification_documents WHERE state = 'reading' AND created_at < now() - interval '20 minutes' LIMIT $1 FOR UPDATE SKIP LOCKED)`
