package store

import (
	"context"

	"github.com/google/uuid"

	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

// Lines are the kinds of jobs and the organisations that have open ones, each found from the one
// before by a single look into the index jobs_unfinished. The first of each kind is nobody, the last NULL.
// To equate the kinds would let the planner walk another index, in which ended jobs stand too.
const lines = `WITH RECURSIVE lines (kind, organisation_id) AS (
	    SELECT kind, '00000000-0000-0000-0000-000000000000'::uuid FROM unnest($5::text[]) AS kind
	  UNION ALL
	    SELECT l.kind, (SELECT j.organisation_id FROM jobs j
	                     WHERE j.finished_at IS NULL AND (j.kind, j.organisation_id) > (l.kind, l.organisation_id) AND j.kind <= l.kind
	                     ORDER BY j.kind, j.organisation_id LIMIT 1)
	      FROM lines l WHERE l.organisation_id IS NOT NULL)`

// An organisation's jobs at work stand in front of those that wait, which stand there by age. A
// job's place in that line is its turn, so that claims at the same moment, which see the same lines
// and skip what another holds, go from organisation to organisation as well. The limits bound how many
// jobs that other claims hold at this moment are looked past, and how many at work are counted: they are
// the oldest, and beyond some dozens of them it makes no difference who has more.
const waiting = `, waiting AS (
	    SELECT w.id, w.created_at, busy.n + row_number() OVER (PARTITION BY l.organisation_id ORDER BY w.created_at, w.id) AS place
	      FROM lines l,
	           LATERAL (SELECT count(*) AS n FROM unnest($5::text[]) AS k, LATERAL (SELECT state, lease_until FROM jobs j
	                     WHERE j.finished_at IS NULL AND j.kind = k AND j.organisation_id = l.organisation_id ORDER BY j.created_at, j.id LIMIT 60) j
	                     WHERE j.state = 'running' AND j.lease_until > now()) busy,
	           LATERAL (SELECT j.id, j.created_at FROM jobs j WHERE j.finished_at IS NULL AND j.state = 'queued' AND j.kind = l.kind AND j.organisation_id = l.organisation_id
	                       AND j.run_after <= now() AND j.deadline > now() AND j.attempt < $4 ORDER BY j.created_at, j.id LIMIT 50) w
	     ORDER BY place, w.created_at, w.id LIMIT 100)`

const turn = `(` + lines + waiting + `
	SELECT j.id FROM waiting w JOIN jobs j ON j.id = w.id WHERE j.state = 'queued' AND j.run_after <= now()
	 ORDER BY w.place, w.created_at, w.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED)`

const claimTurn = claimOf + `coalesce(` + turn + `, $1)` + ifClaimable

// ClaimTurn takes, of the queued jobs of kinds, the one whose turn it is under a fresh run token, and
// where there is none the job id as ClaimJob does. It says whether there was one to take.
//
// A task in a queue in turns is only a permission: it stands for any job there. What is promised of a
// job does not depend on whose task it was claimed with:
//   - A claim sets the job's own run token, attempt and lease, and what follows is fenced on them. The
//     row's lock lets one of two claims win, or a claim or a cancellation.
//   - Each claim uses up one task and one job, so that a task taken by another's job leaves that one's
//     task behind for its own. One that then finds nothing, as that of a cancelled job does, is spent.
//   - A lost task is missed as soon as the queue runs dry. The reconciler offers every job that stays
//     queued again, under the next generation where its task is busy with another job; a task too many
//     does no harm.
//   - An abandoned job is no longer queued: its own task still finds it, and the reconciler queues it again.
func (s jobQueue) ClaimTurn(ctx context.Context, kinds []jobs.Kind, id string) (jobs.Job, bool, error) {
	if !db.IsID(id) {
		return jobs.Job{}, false, nil
	}
	return s.claimed(ctx, "claim turn "+id, claimTurn, id, uuid.NewString(), jobs.Lease, jobs.Attempts, db.Texts(kinds))
}
