package storetest

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/store"
)

func run(t testing.TB, s *store.Store, sql string, args ...any) {
	t.Helper()
	if err := s.Exec(context.Background(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// Organisation creates an organisation on plan pro with a granted balance and returns its id.
func Organisation(t testing.TB, s *store.Store, balance credit.Amount) string {
	t.Helper()
	id := uuid.NewString()
	run(t, s, `INSERT INTO organisations (id, name, balance) VALUES ($1, 'Test', $2)`, id, balance)
	run(t, s, `INSERT INTO subscriptions (organisation_id, plan) VALUES ($1, 'pro')`, id)
	if balance > 0 {
		run(t, s, `INSERT INTO ledger (organisation_id, kind, amount) VALUES ($1, 'grant', $2)`, id, balance)
	}
	return id
}

// Limit sets what an organisation may use of a product.
func Limit(t testing.TB, s *store.Store, organisationID string, p credit.Product, limit credit.Amount) {
	t.Helper()
	run(t, s, `INSERT INTO product_limits (organisation_id, product, max) VALUES ($1, $2, $3)`, organisationID, p, limit)
}

// ExpireLease makes a running job look abandoned by its worker.
func ExpireLease(t testing.TB, s *store.Store, jobID string) {
	t.Helper()
	run(t, s, `UPDATE jobs SET lease_until = now() - interval '1 second' WHERE id = $1 AND state = 'running'`, jobID)
}

// PassDeadline puts a job's deadline behind it.
func PassDeadline(t testing.TB, s *store.Store, jobID string) {
	t.Helper()
	run(t, s, `UPDATE jobs SET deadline = now() - interval '1 second' WHERE id = $1`, jobID)
}

// Balance reads an organisation's balance.
func Balance(t testing.TB, s *store.Store, organisationID string) credit.Amount {
	t.Helper()
	var balance credit.Amount
	err := s.QueryRow(context.Background(), `SELECT balance_of($1)`, []any{organisationID}, &balance)
	if err != nil {
		t.Fatal(err)
	}
	return balance
}

// CheckInvariants fails the test where the ledger and the jobs disagree; each query counts violations.
func CheckInvariants(t testing.TB, s *store.Store) {
	t.Helper()
	for name, sql := range Invariants {
		var violations int
		if err := s.QueryRow(context.Background(), sql, nil, &violations); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if violations != 0 {
			t.Errorf("invariant broken %d times: %s", violations, name)
		}
	}
}

// Invariants hold at every moment, whatever was killed before. Each query counts violations.
var Invariants = map[string]string{
	"the ledger sums to the balance": `SELECT count(*) FROM organisations o
		WHERE balance_of(o.id) <> (SELECT coalesce(sum(amount), 0) FROM ledger WHERE organisation_id = o.id)`,
	"one charge per job": `SELECT count(*) FROM jobs j WHERE charged > 0
		AND (SELECT count(*) FROM ledger WHERE job_id = j.id AND kind = 'charge' AND amount = -j.charged) <> 1`,
	"a failed job is refunded in full": `SELECT count(*) FROM jobs WHERE state = 'failed' AND refunded <> charged`,
	"another is refunded exactly what failed, gave nothing or did not run": `SELECT count(*) FROM jobs
		WHERE state IN ('succeeded', 'cancelled') AND (refunded - (SELECT coalesce(sum(amount), 0) FROM ledger
		      WHERE job_id = jobs.id AND kind = 'refund' AND part <= -2)) * total <> charged * (total - completed)`, // an operator's refund aside
	"the counts of an ended job add up": `SELECT count(*) FROM jobs
		WHERE state = 'succeeded' AND completed + failed + empty <> total OR state = 'failed' AND (completed <> 0 OR failed <> total OR empty <> 0)
		   OR state = 'cancelled' AND completed + failed + empty > total`,
	"a classification with a code is not refunded as empty": `SELECT count(*) FROM jobs j JOIN classification_records r ON r.job_id = j.id
		WHERE empty > 0 AND r.hscode <> ''`,
	"an empty row of a batch has no code": `SELECT count(*) FROM jobs j WHERE kind = 'batch' AND finished_at IS NOT NULL AND state <> 'failed'
		AND empty <> (SELECT count(*) FROM batch_rows r WHERE r.job_id = j.id AND hscode = '' AND error = '')`,
	"what a job says it refunded stands in the ledger": `SELECT count(*) FROM jobs j
		WHERE refunded <> (SELECT coalesce(sum(amount), 0) FROM ledger WHERE job_id = j.id AND kind = 'refund')`,
	"refunds never exceed the charge": `SELECT count(*) FROM jobs j
		WHERE (SELECT coalesce(sum(amount), 0) FROM ledger WHERE job_id = j.id) > 0`,
	"a succeeded job keeps its result or has expired": `SELECT count(*) FROM jobs
		WHERE state = 'succeeded' AND result IS NULL AND expires_at > now() AND NOT EXISTS (SELECT FROM classification_records r WHERE r.job_id = jobs.id)`,
	"a cancelled batch keeps what was paid of it or has expired": `SELECT count(*) FROM jobs
		WHERE state = 'cancelled' AND kind = 'batch' AND completed + empty > 0 AND result IS NULL AND expires_at > now()`,
	"an open link holds its reservation, an ended one has given it back": `SELECT count(*) FROM share_links l
		WHERE (SELECT coalesce(-sum(amount), 0) FROM ledger WHERE note = l.id::text AND kind IN ('reserve', 'release')) <> CASE l.state WHEN 'open' THEN reserved ELSE 0 END`,
	"a link is answered by one job": `SELECT count(*) FROM share_links l WHERE answer_job_id IS NOT NULL AND NOT EXISTS (SELECT FROM jobs WHERE id = l.answer_job_id)`,
	"an entry of the ledger and a record belong to a job and an organisation that exist": `SELECT
		(SELECT count(*) FROM ledger l WHERE NOT EXISTS (SELECT FROM organisations WHERE id = l.organisation_id) OR job_id IS NOT NULL AND NOT EXISTS (SELECT FROM jobs j WHERE j.id = l.job_id AND j.organisation_id = l.organisation_id))
		+ (SELECT count(*) FROM classification_records r WHERE NOT EXISTS (SELECT FROM organisations WHERE id = r.organisation_id) OR job_id IS NOT NULL AND NOT EXISTS (SELECT FROM jobs j WHERE j.id = r.job_id AND j.organisation_id = r.organisation_id))
		+ (SELECT count(*) FROM jobs j WHERE NOT EXISTS (SELECT FROM organisations WHERE id = j.organisation_id))`,
	"a balance is not below zero": `SELECT count(*) FROM organisations o WHERE balance_of(o.id) < 0`,
	"product use equals the ledger": `SELECT count(*) FROM product_limits p WHERE used + counter_total(organisation_id, product) <>
		(SELECT coalesce(-sum(amount), 0) FROM ledger WHERE organisation_id = p.organisation_id AND product = p.product)`,
}

// ExpireChunkLeases makes every running chunk look abandoned by its worker.
func ExpireChunkLeases(t testing.TB, s *store.Store) {
	t.Helper()
	run(t, s, `UPDATE batch_chunks SET lease_until = now() - interval '1 second' WHERE state = 'running'`)
}
