package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
	"tariffdesk/store/internal/packed"
)

var errNoRecord = fail.New(fail.CodeNotFound, "no such classification record")

const recordColumns = `id, coalesce(parent_id::text, ''), organisation_id, coalesce(job_id::text, ''), country_code, model,
	product_description, user_identifier, confirmed_hscode, ` + packedAnswer + `, created_at, hscode, confidence, question_open, confirmed_at, provenance`

// packedAnswer is a record's answer as packed.Open reads it. One in plain text, as all of before are, begins with a zero.
const packedAnswer = `coalesce('\x00'::bytea || convert_to(result::text, 'UTF8'), packed)`

const selectRecord = `SELECT ` + recordColumns + ` FROM classification_records WHERE organisation_id = $1 AND id = $2`

const confirmRecord = `UPDATE classification_records SET confirmed_hscode = $3, confirmed_at = CASE WHEN $3 = '' THEN NULL ELSE coalesce($4, now()) END
	WHERE organisation_id = $1 AND id = $2 RETURNING ` + recordColumns

// A list shows no result, and of a description its beginning.
const selectRecords = `SELECT id, coalesce(parent_id::text, ''), organisation_id, coalesce(job_id::text, ''), country_code, model,
	left(product_description, 500), user_identifier, confirmed_hscode, NULL::bytea, created_at, hscode, confidence, question_open, confirmed_at, '{}'::jsonb`

// records keeps what was classified and what people decided about it.
type records struct{ pool *db.Pool }

// Record returns the organisation's stored classification, CodeNotFound for any other id.
func (s records) Record(ctx context.Context, organisationID, id string) (jobs.Record, error) {
	if !db.IsID(id) {
		return jobs.Record{}, errNoRecord
	}
	return record(s.pool.Query(ctx, selectRecord, organisationID, id))
}

// relations are read by an index each. A quote is listed as long as its answer is kept.
const relations = `SELECT
	ARRAY(SELECT id::text FROM classification_records WHERE organisation_id = $1 AND parent_id = $2 ORDER BY created_at, id LIMIT 100),
	ARRAY(SELECT j.id::text FROM quoted_records q JOIN jobs j ON j.id = q.quote_id
	       WHERE q.record_id = $2 AND j.organisation_id = $1 AND j.expires_at >= now() ORDER BY j.created_at DESC, j.id DESC LIMIT 100)`

// RelationsOf tells what came of a classification; nothing of one that the organisation does not have.
func (s records) RelationsOf(ctx context.Context, organisationID, id string) (r jobs.Relations, err error) {
	if !db.IsID(id) {
		return r, nil
	}
	err = s.pool.QueryRow(ctx, relations, organisationID, id).Scan(&r.Children, &r.Quotes)
	return r, db.Wrapped(err, "relations of record %s", id)
}

const heldRecords = `SELECT id::text FROM classification_records WHERE organisation_id = $1 AND id = ANY($2::uuid[])`

// RecordsHeld returns those of the ids that are classifications of the organisation.
func (s records) RecordsHeld(ctx context.Context, organisationID string, ids []string) ([]string, error) {
	asked := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !db.IsID(id) })
	if len(asked) == 0 {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, heldRecords, organisationID, asked)
	if err != nil {
		return nil, fmt.Errorf("find records: %w", err)
	}
	held, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return held, db.Wrapped(err, "find records")
}

// Records lists an organisation's classifications, newest first; after one that is not there, nothing.
func (s records) Records(ctx context.Context, q jobs.ReviewQuery) ([]jobs.Record, error) {
	if q.StartingAfter != "" && !db.IsID(q.StartingAfter) || q.JobID != "" && !db.IsID(q.JobID) {
		return nil, nil
	}
	var found []jobs.Record
	for _, ask := range recordsQueries(q) {
		rows, err := s.pool.Query(ctx, ask.sql, ask.args...)
		if err != nil {
			return nil, fmt.Errorf("list records: %w", err)
		}
		if found, err = pgx.CollectRows(rows, scanRecord); err != nil {
			return nil, fmt.Errorf("list records: %w", err)
		}
		if len(found) == q.Limit {
			break
		}
	}
	return found, nil
}

type question struct {
	sql  string
	args []any
}

// recentRecords are looked through for words before their index is asked. Words that fill no page from these are
// rare enough for the index: it has no order, and gives every record that has them.
const recentRecords = 2000

// hasWords is the expression of the index records_by_words: the words of a description, and its organisation.
const hasWords = `(to_tsvector('simple', left(product_description, 2000)) || array_to_tsvector(ARRAY[organisation_id::text])) @@
	(quote_literal($1::text)::tsquery && to_tsquery('simple', $%d))`

// recordsQueries are asked in turn until one fills the page; the last finds all there is. For words the planner is
// not left to choose: of a word that it knows nothing of it would walk through all records, newest first.
func recordsQueries(q jobs.ReviewQuery) []question {
	const order = ` ORDER BY created_at DESC, id DESC`
	f := recordsFilter(q)
	w := db.Words(q.Text)
	if w == "" {
		sql := selectRecords + ` FROM classification_records` + f.Where() + order + f.Limit(q.Limit)
		return []question{{sql, f.Args}}
	}
	narrowed := f.Where()
	f.Add(hasWords, w)
	found := f.Conditions[len(f.Conditions)-1]
	limit := f.Limit(q.Limit)
	return []question{
		{selectRecords + ` FROM (SELECT * FROM classification_records` + narrowed + order + fmt.Sprintf(` LIMIT %d) recent WHERE `, recentRecords) + found + order + limit, f.Args},
		{`WITH found AS MATERIALIZED (SELECT * FROM classification_records` + f.Where() + `) ` + selectRecords + ` FROM found` + order + limit, f.Args},
	}
}

func recordsFilter(q jobs.ReviewQuery) *db.Filter {
	f := &db.Filter{}
	f.Add(`organisation_id = $%d`, q.OrganisationID)
	reviewed(f, q, `hscode = '' AND question_open`)
	if q.QuestionOpen != nil {
		f.Add(`question_open = $%d`, *q.QuestionOpen)
	}
	if q.StartingAfter != "" {
		f.Add(`(created_at, id) < (SELECT created_at, id FROM classification_records WHERE id = $%d)`, q.StartingAfter)
	}
	return f
}

// reviewed adds what records and rows of batches are filtered by alike. noCode is true of those without a
// suggestion: they have no confidence, and are to be reviewed whatever the bound of it.
func reviewed(f *db.Filter, q jobs.ReviewQuery, noCode string) {
	if q.CountryCode != "" {
		f.Add(`country_code = $%d`, q.CountryCode)
	}
	if chapter, err := strconv.Atoi(q.Chapter); err == nil { // a range of the index, not a pattern
		f.Add(`hscode COLLATE "C" >= $%d`, fmt.Sprintf("%02d", chapter))
		f.Add(`hscode COLLATE "C" < $%d`, fmt.Sprintf("%02d", chapter)+":") // what follows 9
	}
	if q.ConfidenceBelow != nil {
		f.Add(`(confidence < $%d OR `+noCode+`)`, *q.ConfidenceBelow)
	}
	if q.ConfidenceFrom != nil {
		f.Add(`confidence >= $%d`, *q.ConfidenceFrom)
	}
	if q.Suggested {
		f.Conditions = append(f.Conditions, `hscode <> ''`)
	}
	if q.Confirmed != nil {
		f.Add(`(confirmed_hscode <> '') = $%d`, *q.Confirmed)
	}
	if q.JobID != "" {
		f.Add(`job_id = $%d`, q.JobID)
	}
	if !q.From.IsZero() {
		f.Add(`created_at >= $%d`, q.From)
	}
	if !q.To.IsZero() {
		f.Add(`created_at < $%d`, q.To)
	}
}

// ConfirmRecord stores the code that the organisation confirms or corrects a classification to, adds
// it to the trail, and makes the goods a precedent, whose id it returns.
func (s records) ConfirmRecord(ctx context.Context, organisationID, id string, v jobs.Verdict) (r jobs.Record, precedentID string, err error) {
	if !db.IsID(id) {
		return jobs.Record{}, "", errNoRecord
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		r, precedentID, err = confirm(ctx, tx, organisationID, id, v)
		return err
	})
	return r, precedentID, err
}

// confirm is ConfirmRecord within a transaction.
func confirm(ctx context.Context, tx pgx.Tx, organisationID, id string, v jobs.Verdict) (r jobs.Record, precedentID string, err error) {
	before, err := record(tx.Query(ctx, selectRecord+` FOR UPDATE`, organisationID, id))
	if err != nil {
		return r, "", err
	}
	if r, err = record(tx.Query(ctx, confirmRecord, organisationID, id, v.HSCode, nil)); err != nil {
		return r, "", err
	}
	if precedentID, err = decide(ctx, tx, organisationID, id, v, before.HSCode, before.ConfirmedHSCode); err != nil {
		return r, "", err
	}
	c := confirmedRecord(r)
	c.decision = precedentID
	return r, precedentID, confirmPrecedent(ctx, tx, c)
}

// UndoRecord takes the last decision on a classification back: the one before it stands again, or none. Without a decision it is a
// CodeConflict.
func (s records) UndoRecord(ctx context.Context, organisationID, id, reason string) (r jobs.Record, precedentID string, err error) {
	if !db.IsID(id) {
		return jobs.Record{}, "", errNoRecord
	}
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		before, err := record(tx.Query(ctx, selectRecord+` FOR UPDATE`, organisationID, id))
		if err != nil {
			return err
		}
		u, err := undo(ctx, tx, confirmedRecord(before), id, before.ConfirmedHSCode, reason)
		if err != nil {
			return err
		}
		precedentID = u.standing.ID
		r, err = record(tx.Query(ctx, confirmRecord, organisationID, id, u.standing.HSCode, u.at))
		return err
	})
	return r, precedentID, err
}

func confirmedRecord(r jobs.Record) confirmed {
	return confirmed{organisationID: r.OrganisationID, description: r.Goods(), country: r.CountryCode, hscode: r.ConfirmedHSCode, record: r.ID}
}

func record(rows pgx.Rows, err error) (jobs.Record, error) {
	if err != nil {
		return jobs.Record{}, fmt.Errorf("read record: %w", err)
	}
	r, err := pgx.CollectExactlyOneRow(rows, scanRecord)
	if errors.Is(err, pgx.ErrNoRows) {
		return jobs.Record{}, errNoRecord
	}
	if err != nil {
		return jobs.Record{}, fmt.Errorf("read record: %w", err)
	}
	return r, nil
}

func scanRecord(row pgx.CollectableRow) (r jobs.Record, err error) {
	var stored []byte
	err = row.Scan(&r.ID, &r.ParentID, &r.OrganisationID, &r.JobID, &r.CountryCode, &r.Model,
		&r.ProductDescription, &r.UserIdentifier, &r.ConfirmedHSCode, &stored, &r.CreatedAt,
		&r.HSCode, &r.Confidence, &r.QuestionOpen, &r.ConfirmedAt, &r.Provenance)
	if err != nil || stored == nil {
		return r, err
	}
	answer, origin, err := packed.Open(stored)
	if err == nil && len(origin) > 0 {
		err = json.Unmarshal(origin, &r.Provenance)
	}
	r.Result = answer
	return r, db.Wrapped(err, "answer of record %s", r.ID)
}
