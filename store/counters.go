package store

import (
	"github.com/jackc/pgx/v5"

	"tariffdesk/credit"
	"tariffdesk/jobs"
)

// lockCounters is a statement of its own: the one after it must see what the holder before has done. It is
// spelt out, as the balance is below: a function in SQL is parsed and planned anew by every call.
const (
	lockCounters       = `SELECT ` + takeLock
	lockCountersLazily = `SELECT set_config('synchronous_commit', 'off', true), ` + takeLock

	takeLock = `pg_advisory_xact_lock(hashtextextended($1::uuid::text, 7))` // that of lock_counters, for the triggers
)

// balanceMoved is how much the calls of organisation o have moved its balance.
const balanceMoved = `coalesce((SELECT c.total FROM counters c WHERE c.organisation_id = o.id AND c.name = '' ORDER BY c.n DESC LIMIT 1), 0)`

const selectBalance = `SELECT o.balance + ` + balanceMoved + ` FROM organisations o WHERE o.id = $1`

// newest is the last move of a counter of organisation $1, found at once however many went before.
const newest = `LEFT JOIN LATERAL (SELECT c.n, c.total FROM counters c WHERE c.organisation_id = $1 AND c.name = `

const newestEnds = ` ORDER BY c.n DESC LIMIT 1) last ON true`

// swept are the moves before the last hundred, removed a hundred at a time. Their range is closed at
// both ends: one that begins at the front would pass by all that were ever removed. They are looked for only
// when it is time (OFFSET 0): as a join, all moves of the organisation would be read by each call.
const swept = `swept AS (DELETE FROM counters WHERE ctid = ANY (ARRAY (
	    SELECT old.ctid FROM moved m, LATERAL (SELECT c.ctid FROM counters c
	        WHERE c.organisation_id = $1 AND c.name = m.name AND c.n > m.n - 200 AND c.n <= m.n - 100 OFFSET 0) old WHERE m.n % 100 = 0)))`

// debit is conditional, under the lock: reading the balance first would let simultaneous calls overspend.
const debit = `WITH moved AS (
	    INSERT INTO counters (organisation_id, name, n, total)
	    SELECT o.id, '', coalesce(last.n, 0) + 1, coalesce(last.total, 0) - $2::bigint FROM organisations o ` + newest + `''` + newestEnds + `
	     WHERE o.id = $1 AND o.balance + coalesce(last.total, 0) >= $2::bigint RETURNING name, n, total), ` + swept + `
	SELECT o.balance + m.total FROM organisations o, moved m WHERE o.id = $1`

// useProduct notes what is used of a product, within its limit. Its first use makes its row.
const useProduct = `WITH known AS (
	    INSERT INTO product_limits (organisation_id, product) SELECT $1::uuid, $2::text
	     WHERE NOT EXISTS (SELECT FROM product_limits WHERE organisation_id = $1 AND product = $2) ON CONFLICT DO NOTHING),
	moved AS (
	    INSERT INTO counters (organisation_id, name, n, total)
	    SELECT $1::uuid, $2::text, coalesce(last.n, 0) + 1, coalesce(last.total, 0) + $3::bigint
	      FROM (SELECT) one LEFT JOIN product_limits l ON l.organisation_id = $1 AND l.product = $2 ` + newest + `$2` + newestEnds + `
	     WHERE l.max IS NULL OR l.used + coalesce(last.total, 0) + $3::bigint <= l.max RETURNING name, n, total), ` + swept + `
	SELECT total FROM moved`

// What is given back is moved without a condition: $2 is the job, $3 the amount.
const (
	ofProduct = `(SELECT product FROM jobs WHERE id = $2::uuid)`
	moveWith  = `WITH moved AS (
	    INSERT INTO counters (organisation_id, name, n, total)
	    SELECT j.organisation_id, `
	moveFrom = `, coalesce(last.n, 0) + 1, coalesce(last.total, 0) + $3::bigint FROM jobs j ` + newest
	moveEnds = newestEnds + ` WHERE j.id = $2::uuid RETURNING name, n), ` + swept + ` SELECT FROM moved`

	returnUsage   = moveWith + `j.product` + moveFrom + ofProduct + moveEnds
	returnCredits = moveWith + `''` + moveFrom + `''` + moveEnds
)

// moveCounter moves counter $2 of organisation $1 by $3, without a condition.
const moveCounter = `WITH moved AS (
	    INSERT INTO counters (organisation_id, name, n, total)
	    SELECT $1::uuid, $2::text, coalesce(last.n, 0) + 1, coalesce(last.total, 0) + $3::bigint
	      FROM (SELECT) one ` + newest + `$2` + newestEnds + ` RETURNING name, n), ` + swept + ` SELECT FROM moved`

// giveBack takes the locks of a refund in the order of a submit: key, then counters. The other way
// round, a charge and a refund of one organisation would wait for each other.
func giveBack(b *pgx.Batch, j jobs.Job, amount credit.Amount) {
	b.Queue(lockCounters, j.OrganisationID)
	b.Queue(returnUsage, j.OrganisationID, j.ID, -amount)
	b.Queue(returnCredits, j.OrganisationID, j.ID, amount)
}
