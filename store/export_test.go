package store

import (
	"context"

	"tariffdesk/jobs"
)

// ClaimTurn is the statement of Store.ClaimTurn.
const ClaimTurn = claimTurn

// Bulk gives calls the time that many rows take.
func Bulk(ctx context.Context) context.Context { return bulk(ctx) }

// RecordsQuery is the query behind Records.
func RecordsQuery(q jobs.ReviewQuery) (sql string, args []any) { return recordsQuery(q) }
