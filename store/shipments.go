package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/shipment"
	"tariffdesk/store/internal/activity"
	"tariffdesk/store/internal/db"
)

// shipments keeps shipments with their lines, files and steps. What a run writes is fenced by its run token and by the
// version that it has read; what a person writes locks the shipment first, then the line.
type shipments struct{ pool *db.Pool }

var errNoShipment = fail.New(fail.CodeNotFound, "no such operation")

type shipmentRow struct {
	header, papers, checks, priced []byte
	differences                    int
}

func encodeShipment(sh *shipment.Shipment) (row shipmentRow, err error) {
	if row.header, err = sh.Header(); err != nil {
		return row, err
	}
	papers, checks := sh.Papers, sh.Checks
	if papers == nil {
		papers = []shipment.Paper{}
	}
	if checks == nil {
		checks = []shipment.Check{}
	}
	if row.papers, err = json.Marshal(papers); err == nil {
		row.checks, err = json.Marshal(checks)
	}
	if err == nil && sh.Priced != nil {
		row.priced, err = json.Marshal(sh.Priced)
	}
	if err != nil {
		return row, fmt.Errorf("encode shipment %s: %w", sh.ID, err)
	}
	for _, c := range checks {
		if c.Status == shipment.StatusDiffers {
			row.differences++
		}
	}
	return row, nil
}

func encodeLine(l *shipment.Line) ([]byte, error) {
	content := *l
	content.Version = 0 // it stands in a column: a line that stays as it is has the same text
	body, err := json.Marshal(content)
	if err != nil {
		return nil, fmt.Errorf("encode line %s: %w", l.ID, err)
	}
	return body, nil
}

const shipmentColumns = `id::text, organisation_id::text, state, step, version, job_id::text, failure, user_identifier, header, papers, checks, priced, created_at, updated_at, ended_at`

const selectShipment = `SELECT ` + shipmentColumns + ` FROM shipments WHERE organisation_id = $1 AND id = $2`

const selectShipmentLines = `SELECT line_id, position, version, body FROM shipment_lines WHERE shipment_id = $1 ORDER BY position, line_id`

func scanShipment(row pgx.CollectableRow) (sh shipment.Shipment, err error) {
	var header, papers, checks, priced []byte
	if err = row.Scan(&sh.ID, &sh.OrganisationID, &sh.State, &sh.Step, &sh.Version, &sh.JobID, &sh.Failure, &sh.UserIdentifier,
		&header, &papers, &checks, &priced, &sh.CreatedAt, &sh.UpdatedAt, &sh.EndedAt); err != nil {
		return sh, err
	}
	for _, part := range []struct {
		text []byte
		into any
	}{{papers, &sh.Papers}, {checks, &sh.Checks}, {priced, &sh.Priced}} {
		if part.text == nil {
			continue
		}
		if err = json.Unmarshal(part.text, part.into); err != nil {
			return sh, fmt.Errorf("shipment %s: %w", sh.ID, err)
		}
	}
	return sh, sh.SetHeader(header)
}

func scanShipmentLine(row pgx.CollectableRow) (l shipment.Line, err error) {
	var id string
	var position, version int
	var body []byte
	if err = row.Scan(&id, &position, &version, &body); err != nil {
		return l, err
	}
	if err = json.Unmarshal(body, &l); err != nil {
		return l, fmt.Errorf("line %s: %w", id, err)
	}
	l.ID, l.Position, l.Version, l.Stored = id, position, version, true
	return l, nil
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func readShipment(ctx context.Context, q querier, lock, organisationID, id string) (sh shipment.Shipment, err error) {
	if !db.IsID(id) {
		return sh, errNoShipment
	}
	rows, err := q.Query(ctx, selectShipment+lock, organisationID, id)
	if err != nil {
		return sh, fmt.Errorf("read shipment %s: %w", id, err)
	}
	sh, err = pgx.CollectExactlyOneRow(rows, scanShipment)
	if errors.Is(err, pgx.ErrNoRows) {
		return sh, errNoShipment
	}
	if err != nil {
		return sh, fmt.Errorf("read shipment %s: %w", id, err)
	}
	rows, err = q.Query(ctx, selectShipmentLines, id)
	if err != nil {
		return sh, fmt.Errorf("read lines of shipment %s: %w", id, err)
	}
	if sh.Lines, err = pgx.CollectRows(rows, scanShipmentLine); err != nil {
		return sh, fmt.Errorf("read lines of shipment %s: %w", id, err)
	}
	return sh, nil
}

// Shipment returns the organisation's shipment with all its lines, CodeNotFound for any other id.
func (s shipments) Shipment(ctx context.Context, organisationID, id string) (shipment.Shipment, error) {
	return readShipment(ctx, s.pool, "", organisationID, id)
}

// The number of lines and differences stands in the row, so that a list reads none of them.
const listShipments = `SELECT id::text, state, step, reference, job_id::text, header->'facts', lines, differences, open_needs, json_array_length(papers),
	       priced->'totals', created_at, updated_at FROM shipments`

// Shipments lists an organisation's shipments, newest first.
func (s shipments) Shipments(ctx context.Context, q shipment.Query) ([]shipment.Summary, error) {
	if q.StartingAfter != "" && !db.IsID(q.StartingAfter) {
		return nil, nil
	}
	f := &db.Filter{}
	f.Add(`organisation_id = $%d`, q.OrganisationID)
	if q.State != "" {
		f.Add(`state = $%d`, q.State)
	}
	if q.Text != "" {
		f.Add(`reference ILIKE $%d`, db.Within(q.Text))
	}
	if q.StartingAfter != "" {
		f.Add(`(created_at, id) < (SELECT created_at, id FROM shipments WHERE id = $%d)`, q.StartingAfter)
	}
	rows, err := s.pool.Query(ctx, listShipments+f.Where()+` ORDER BY created_at DESC, id DESC`+f.Limit(q.Limit), f.Args...)
	if err != nil {
		return nil, fmt.Errorf("list shipments: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (one shipment.Summary, err error) {
		var facts, totals []byte
		if err = row.Scan(&one.ID, &one.State, &one.Step, &one.Reference, &one.JobID, &facts, &one.Lines, &one.Differences, &one.Needs, &one.Papers, &totals, &one.CreatedAt, &one.UpdatedAt); err != nil {
			return one, err
		}
		one.Totals = totals
		return one, json.Unmarshal(facts, &one.Facts)
	})
	if err != nil {
		return nil, fmt.Errorf("list shipments: %w", err)
	}
	return found, nil
}

const selectTwin = `SELECT id::text FROM shipments WHERE organisation_id = $1 AND id <> $2 AND created_at <= (SELECT created_at FROM shipments WHERE id = $2)
	AND files_hash = (SELECT files_hash FROM shipments WHERE id = $2) AND state <> 'cancelled' ORDER BY created_at DESC LIMIT 1`

// EarlierShipment is the latest shipment before that came with the same files, "" where there is none. One that was
// cancelled does not count.
func (s shipments) EarlierShipment(ctx context.Context, organisationID, id string) (earlier string, err error) {
	err = s.pool.QueryRow(ctx, selectTwin, organisationID, id).Scan(&earlier)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return earlier, db.Wrapped(err, "find an earlier shipment than %s", id)
}

const selectCosts = `SELECT t.step, count(*)::int, coalesce(sum(j.charged), 0)::bigint, coalesce(sum(j.refunded), 0)::bigint
	FROM shipment_steps t JOIN jobs j ON j.id = t.job_id WHERE t.shipment_id = $1 GROUP BY t.step`

// ShipmentCosts gives what each step has cost, by the charges of its jobs.
func (s shipments) ShipmentCosts(ctx context.Context, id string) ([]shipment.Cost, error) {
	rows, err := s.pool.Query(ctx, selectCosts, id)
	if err != nil {
		return nil, fmt.Errorf("costs of shipment %s: %w", id, err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c shipment.Cost, err error) {
		var charged, refunded credit.Amount
		err = row.Scan(&c.Step, &c.Jobs, &charged, &refunded)
		c.Charged, c.Refunded = int64(charged), int64(refunded)
		return c, err
	})
	return found, db.Wrapped(err, "costs of shipment %s", id)
}

const touchShipment = `UPDATE shipments SET version = version + 1, updated_at = now(), header = $2, open_needs = $3, reference = $4 WHERE id = $1`

// ChangeShipment lets a person change a shipment in a state of rest. change sees it locked, and says which lines it has
// changed and which classifications it has decided; where it returns an error nothing is written. A decision on a line and
// the precedent that it becomes are one transaction.
func (s shipments) ChangeShipment(ctx context.Context, organisationID, id, action string, change func(*shipment.Shipment) (jobs.ShipmentChange, error)) (sh shipment.Shipment, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if sh, err = readShipment(ctx, tx, ` FOR UPDATE`, organisationID, id); err != nil {
			return err
		}
		changed, err := change(&sh)
		if err != nil {
			return err
		}
		// Records before lines, as where a supplier's answer moves a line.
		for _, recordID := range slices.Sorted(maps.Keys(changed.Verdicts)) {
			_, _, err := confirm(ctx, tx, organisationID, recordID, changed.Verdicts[recordID])
			if err != nil && !errors.Is(err, fail.New(fail.CodeNotFound, "")) { // the record was removed: nothing is to be learned from it
				return err
			}
		}
		if len(changed.Verdicts) > 0 { // the record's precedent stands for what the line's said
			for _, line := range changed.Lines {
				if err := confirmPrecedent(ctx, tx, confirmed{organisationID: organisationID, line: id + "." + line}); err != nil {
					return err
				}
			}
		}
		for _, g := range changed.Goods {
			c := confirmed{organisationID: organisationID, description: g.Description, country: g.CountryCode, hscode: g.HSCode, decision: uuid.NewString(), line: id + "." + g.Line}
			if err := confirmPrecedent(ctx, tx, c); err != nil {
				return err
			}
		}
		lines := changed.Lines
		header, err := sh.Header()
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, touchShipment, id, db.Document(header), len(sh.Needs), sh.Facts.Reference); err != nil {
			return fmt.Errorf("change shipment %s: %w", id, err)
		}
		if len(lines) > 0 {
			versions, err := saveLines(ctx, tx, &sh, lines)
			if err != nil {
				return err
			}
			stored(&sh, versions)
		}
		sh.Version++
		return activity.Note(ctx, tx, organisationID, "operation."+action, id, activity.Details{"lines": lines})
	})
	if errors.Is(err, jobs.ErrShipmentMoved) {
		err = errShipmentChanged
	}
	return sh, db.Wrapped(err, "change shipment %s", id)
}

const endShipment = `UPDATE shipments SET state = $3, version = version + 1, updated_at = now(), ended_at = now(), header = $4
	WHERE organisation_id = $1 AND id = $2`

// The job of a run that is cancelled ends with it: its worker is fenced and writes nothing.
const endRun = `UPDATE jobs SET state = 'cancelled', input = 'null', run_token = NULL, lease_until = NULL, finished_at = now(),
	       expires_at = now() + $2::interval, run_after = now()
	WHERE id = $1 AND state IN ('queued', 'running')`

// The row of the run is locked before that of its shipment, here as in what ends a job.
const lockRunOf = `SELECT j.id FROM shipments s JOIN jobs j ON j.id = s.job_id WHERE s.organisation_id = $1 AND s.id = $2 FOR UPDATE OF j`

func lockRun(ctx context.Context, tx pgx.Tx, organisationID, id string) error {
	if !db.IsID(id) {
		return errNoShipment
	}
	_, err := tx.Exec(ctx, lockRunOf, organisationID, id)
	return db.Wrapped(err, "lock the run of shipment %s", id)
}

const selectOpenSteps = `SELECT t.job_id::text FROM shipment_steps t JOIN jobs j ON j.id = t.job_id WHERE t.shipment_id = $1 AND j.state = 'queued'`

// EndShipment cancels or closes a shipment and returns the jobs of its steps that are still queued, which the caller
// cancels. CodeConflict, naming the state, where the move is not legal.
func (s shipments) EndShipment(ctx context.Context, organisationID, id string, to shipment.State, by shipment.Event) (sh shipment.Shipment, queued []string, err error) {
	err = s.pool.InTx(ctx, func(tx pgx.Tx) error {
		if err := lockRun(ctx, tx, organisationID, id); err != nil {
			return err
		}
		if sh, err = readShipment(ctx, tx, ` FOR UPDATE`, organisationID, id); err != nil {
			return err
		}
		if !sh.State.May(to) {
			return fail.Newf(fail.CodeConflict, "the operation is %s: it cannot become %s", sh.State, to)
		}
		sh.History = append(sh.History, by)
		header, err := sh.Header()
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, endShipment, organisationID, id, to, db.Document(header)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, endRun, sh.JobID, jobs.ResultTTL); err != nil {
			return err
		}
		if to == shipment.StateCancelled {
			if _, err := tx.Exec(ctx, freeKey, sh.JobID); err != nil {
				return err
			}
		}
		rows, err := tx.Query(ctx, selectOpenSteps, id)
		if err != nil {
			return err
		}
		if queued, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "operation."+string(to), id, nil)
	})
	if err != nil {
		return sh, nil, db.Wrapped(err, "end shipment %s", id)
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	sh.State, sh.Version, sh.EndedAt = to, sh.Version+1, &now
	return sh, queued, nil
}

const deleteShipment = `DELETE FROM shipments WHERE organisation_id = $1 AND id = $2`

// DeleteShipment removes a shipment that was closed or cancelled, with its lines; its files go with the next sweep.
func (s shipments) DeleteShipment(ctx context.Context, organisationID, id string) error {
	err := s.pool.InTx(ctx, func(tx pgx.Tx) error {
		sh, err := readShipment(ctx, tx, ` FOR UPDATE`, organisationID, id)
		if err != nil {
			return err
		}
		if !sh.State.Ended() {
			return fail.Newf(fail.CodeConflict, "the operation is %s: close or cancel it first", sh.State)
		}
		if _, err := tx.Exec(ctx, deleteShipment, organisationID, id); err != nil {
			return err
		}
		return activity.Note(ctx, tx, organisationID, "operation.deleted", id, nil)
	})
	return db.Wrapped(err, "delete shipment %s", id)
}

// selectDeadFiles finds the files of shipments that are gone, ended 30 days ago, or 180 days old.
const selectDeadFiles = `SELECT f.blob_key FROM shipment_files f LEFT JOIN shipments s ON s.id = f.shipment_id
	 WHERE s.id IS NULL OR s.ended_at < now() - interval '30 days' OR f.created_at < now() - interval '180 days' LIMIT $1`

const selectLinesOfRecord = `SELECT l.shipment_id::text, l.line_id, l.position, l.version, l.body FROM shipment_lines l JOIN shipments s ON s.id = l.shipment_id
	 WHERE l.record_id = $1 AND s.organisation_id = $2 FOR UPDATE OF l`

const moveLine = `UPDATE shipment_lines SET version = version + 1, record_id = $3, body = $4 WHERE shipment_id = $1 AND line_id = $2`

// followRefinement moves the lines of shipments whose classification was refined, by a supplier's answers or by the
// organisation itself. What a person decided stays decided.
func followRefinement(ctx context.Context, tx pgx.Tx, organisationID string, r *jobs.Record) error {
	rows, err := tx.Query(ctx, selectLinesOfRecord, r.ParentID, organisationID)
	if err != nil {
		return fmt.Errorf("lines of record %s: %w", r.ParentID, err)
	}
	type found struct {
		shipmentID string
		line       shipment.Line
	}
	lines, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (f found, err error) {
		var id string
		var position, version int
		var body []byte
		if err = row.Scan(&f.shipmentID, &id, &position, &version, &body); err != nil {
			return f, err
		}
		err = json.Unmarshal(body, &f.line)
		f.line.ID = id
		return f, err
	})
	if err != nil {
		return fmt.Errorf("lines of record %s: %w", r.ParentID, err)
	}
	for _, f := range lines {
		if err := f.line.Refine(r.ID, r.Result, time.Now().UTC().Truncate(time.Microsecond)); err != nil {
			return err
		}
		body, err := encodeLine(&f.line)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, moveLine, f.shipmentID, f.line.ID, r.ID, db.Document(body)); err != nil {
			return fmt.Errorf("move line %s of shipment %s: %w", f.line.ID, f.shipmentID, err)
		}
	}
	return nil
}
