package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

var errNoRow = fail.New(fail.CodeNotFound, "no such row of a batch")

const rowColumns = `job_id::text, n, country_code, description, hscode, confidence, question, error, confirmed_hscode, confirmed_at, created_at`

const selectRow = `SELECT ` + rowColumns + ` FROM batch_rows WHERE organisation_id = $1 AND job_id = $2 AND n = $3`

const confirmRow = `UPDATE batch_rows SET confirmed_hscode = $4, confirmed_at = CASE WHEN $4 = '' THEN NULL ELSE coalesce($5, now()) END
	WHERE organisation_id = $1 AND job_id = $2 AND n = $3 RETURNING ` + rowColumns

const selectRows = `SELECT job_id::text, n, country_code, left(description, 500), hscode, confidence, question, error, confirmed_hscode, confirmed_at, created_at
	FROM batch_rows`

const selectFailedRows = `SELECT n, description FROM batch_rows WHERE organisation_id = $1 AND job_id = $2 AND error <> '' ORDER BY n`

// Rows of a chunk that nobody finished are read from its input. Items count from 1, without the
// header that only our workbook has.
const insertLostRows = `INSERT INTO batch_rows (job_id, n, organisation_id, country_code, description, error)
	SELECT c.job_id, r.n::int - CASE WHEN j.input ->> 'name' = '' THEN (j.input -> 'layout' ->> 'HeaderRow')::int ELSE 0 END,
	       c.organisation_id, j.input ->> 'country_code', left(t ->> 'text', $3), $4
	  FROM batch_chunks c JOIN jobs j ON j.id = c.job_id, json_array_elements(CASE WHEN json_typeof(c.input) = 'array' THEN c.input ELSE '[]' END) t,
	       json_array_elements_text(t -> 'rows') AS r (n)
	 WHERE c.job_id = $1 AND c.n = $2 ON CONFLICT DO NOTHING`

// maxRowChars bounds the stored text of a row's description: as much as is read of it.
const maxRowChars = 20_000

// lostRow is the message of a row whose chunk was lost; it was refunded.
const lostRow = "the row could not be processed"

// Rows are only looked at by age: those of an older batch are gone with its result.
const purgeRows = `DELETE FROM batch_rows WHERE ctid = ANY (ARRAY (SELECT ctid FROM batch_rows WHERE created_at < now() - interval '31 days' LIMIT $1))`

// keepRows writes the rows of a chunk in the transaction that ends it.
func keepRows(ctx context.Context, tx pgx.Tx, c jobs.Chunk, o jobs.ChunkOutcome) error {
	if len(o.Rows) == 0 && o.Failed > 0 {
		return keepLostRows(ctx, tx, c.JobID, c.N)
	}
	columns := []string{"job_id", "n", "organisation_id", "country_code", "description", "hscode", "confidence", "question", "error"}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"batch_rows"}, columns, pgx.CopyFromSlice(len(o.Rows), func(i int) ([]any, error) {
		r := o.Rows[i]
		return []any{c.JobID, r.N, c.OrganisationID, r.CountryCode, r.Description, r.HSCode, r.Confidence, r.Question, r.Error}, nil
	}))
	if err != nil {
		return fmt.Errorf("keep rows of chunk %d of batch %s: %w", c.N, c.JobID, err)
	}
	return nil
}

func keepLostRows(ctx context.Context, tx pgx.Tx, jobID string, n int) error {
	if _, err := tx.Exec(ctx, insertLostRows, jobID, n, maxRowChars, lostRow); err != nil {
		return fmt.Errorf("keep lost rows of chunk %d of batch %s: %w", n, jobID, err)
	}
	return nil
}

// BatchRows lists rows of an organisation's batches, newest batch first, each in the order of its sheet.
func (s batches) BatchRows(ctx context.Context, q jobs.ReviewQuery) ([]jobs.BatchRow, error) {
	if q.JobID != "" && !db.IsID(q.JobID) {
		return nil, nil
	}
	f := &db.Filter{}
	f.Add(`organisation_id = $%d`, q.OrganisationID)
	reviewed(f, q, `hscode = '' AND error = ''`)
	if q.Text != "" {
		f.Add(`description ILIKE $%d`, db.Within(q.Text))
	}
	if q.QuestionOpen != nil {
		f.Add(`(question <> '') = $%d`, *q.QuestionOpen)
	}
	if q.Failed != nil {
		f.Add(`(error <> '') = $%d`, *q.Failed)
	}
	if q.StartingAfter != "" {
		job, n, ok := rowID(q.StartingAfter)
		if !ok {
			return nil, nil
		}
		// Ids of jobs grow with time: the newest batch comes first.
		f.Add(`(job_id < $%[1]d OR job_id = $%[1]d`, job)
		f.Conditions[len(f.Conditions)-1] += fmt.Sprintf(` AND n > $%d)`, len(f.Args)+1)
		f.Args = append(f.Args, n)
	}
	rows, err := s.pool.Query(ctx, selectRows+f.Where()+` ORDER BY batch_rows.job_id DESC, n`+f.Limit(q.Limit), f.Args...)
	if err != nil {
		return nil, fmt.Errorf("list rows of batches: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[jobs.BatchRow])
	if err != nil {
		return nil, fmt.Errorf("list rows of batches: %w", err)
	}
	return found, nil
}

// rowID splits the id of a row.
func rowID(id string) (job string, n int, ok bool) {
	job, number, _ := strings.Cut(id, ".")
	n, err := strconv.Atoi(number)
	return job, n, db.IsID(job) && err == nil && n >= 0 && n < 1<<31
}

// BatchRow returns a row of the organisation's batches, CodeNotFound for any other id.
func (s batches) BatchRow(ctx context.Context, organisationID, id string) (jobs.BatchRow, error) {
	job, n, ok := rowID(id)
	if !ok {
		return jobs.BatchRow{}, errNoRow
	}
	return batchRow(s.pool.Query(ctx, selectRow, organisationID, job, n))
}

func batchRow(rows pgx.Rows, err error) (jobs.BatchRow, error) {
	if err != nil {
		return jobs.BatchRow{}, fmt.Errorf("read row of a batch: %w", err)
	}
	r, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[jobs.BatchRow])
	if errors.Is(err, pgx.ErrNoRows) {
		return r, errNoRow
	}
	if err != nil {
		return r, fmt.Errorf("read row of a batch: %w", err)
	}
	return r, nil
}

// ConfirmRow is ConfirmRecord for a row of a batch.
func (s batches) ConfirmRow(ctx context.Context, organisationID, id string, v jobs.Verdict) (r jobs.BatchRow, precedentID string, err error) {
	job, n, ok := rowID(id)
	if !ok {
		return r, "", errNoRow
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		before, err := batchRow(tx.Query(ctx, selectRow+` FOR UPDATE`, organisationID, job, n))
		if err != nil {
			return err
		}
		if r, err = batchRow(tx.Query(ctx, confirmRow, organisationID, job, n, v.HSCode, nil)); err != nil {
			return err
		}
		if precedentID, err = decide(ctx, tx, organisationID, r.ID(), v, before.HSCode, before.ConfirmedHSCode); err != nil {
			return err
		}
		c := confirmedOfRow(organisationID, r)
		c.decision = precedentID
		return confirmPrecedent(ctx, tx, c)
	})
	return r, precedentID, err
}

// UndoRow is UndoRecord for a row of a batch.
func (s batches) UndoRow(ctx context.Context, organisationID, id, reason string) (r jobs.BatchRow, precedentID string, err error) {
	job, n, ok := rowID(id)
	if !ok {
		return r, "", errNoRow
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		before, err := batchRow(tx.Query(ctx, selectRow+` FOR UPDATE`, organisationID, job, n))
		if err != nil {
			return err
		}
		u, err := undo(ctx, tx, confirmedOfRow(organisationID, before), before.ID(), before.ConfirmedHSCode, reason)
		if err != nil {
			return err
		}
		precedentID = u.standing.ID
		r, err = batchRow(tx.Query(ctx, confirmRow, organisationID, job, n, u.standing.HSCode, u.at))
		return err
	})
	return r, precedentID, err
}

func confirmedOfRow(organisationID string, r jobs.BatchRow) confirmed {
	return confirmed{organisationID: organisationID, description: r.Description, country: r.CountryCode, hscode: r.ConfirmedHSCode, row: r.ID()}
}

// FailedRows calls do with each failed row of a batch, in the order of its sheet.
func (s batches) FailedRows(ctx context.Context, organisationID, jobID string, do func(n int, description string) error) error {
	rows, err := s.pool.Query(db.Bulk(ctx), selectFailedRows, organisationID, jobID)
	if err != nil {
		return fmt.Errorf("failed rows of batch %s: %w", jobID, err)
	}
	var n int
	var description string
	if _, err := pgx.ForEachRow(rows, []any{&n, &description}, func() error { return do(n, description) }); err != nil {
		return fmt.Errorf("failed rows of batch %s: %w", jobID, err)
	}
	return nil
}
