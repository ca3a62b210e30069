package store

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tariffdesk/jobs"
)

// ClaimTurn is the statement of Store.ClaimTurn.
const ClaimTurn = claimTurn

// Scaled are queries whose cost must not grow with jobs and ledger, each with arguments for an organisation.
func Scaled(organisation, job string) map[string][]any {
	return map[string][]any{
		selectJobs: {organisation, job, 21, ""}, selectGranted: {organisation}, selectProducts: {organisation},
		selectLedgerTotals: nil, selectJobCounts: nil, selectTurn: {2}, countClaimable: {2, 20}, selectLostChunks: {20},
		selectLateBatches: {20}, selectDeadUploads: {20}, selectEnded: {[]string{job}},
	}
}

// Bulk gives calls the time that many rows take.
func Bulk(ctx context.Context) context.Context { return bulk(ctx) }

// RecordsQuery is the query behind Records.
func RecordsQuery(q jobs.ReviewQuery) (sql string, args []any) { return recordsQuery(q) }

// InTx lets tests stop in the middle of a transaction.
func (s *Store) InTx(ctx context.Context, do func(pgx.Tx) error) error { return s.inTx(ctx, do) }
