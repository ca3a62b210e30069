package store

import (
	"context"
	"fmt"

	"tariffdesk/jobs"
	"tariffdesk/store/internal/db"
)

// listed asks whether a list holds an id: $1 is the organisation, "" for any, $2 the id.
const listed = `SELECT EXISTS (SELECT FROM %s WHERE id = $2::uuid AND ($1 = '' OR %s = nullif($1, '')::uuid))`

const listedRow = `SELECT EXISTS (SELECT FROM batch_rows WHERE organisation_id = $1 AND job_id = $2 AND n = $3)`

// Listed reports whether a list of an organisation, "" for all of them, holds an id.
func (s *Store) Listed(ctx context.Context, list jobs.List, organisationID, id string) (held bool, err error) {
	if list == jobs.ListBatchRows {
		job, n, ok := rowID(id)
		if !ok {
			return false, nil
		}
		err = s.pool.QueryRow(ctx, listedRow, organisationID, job, n).Scan(&held)
	} else {
		if !db.IsID(id) {
			return false, nil
		}
		err = s.pool.QueryRow(ctx, fmt.Sprintf(listed, tableOf(list), ownerOf(list)), organisationID, id).Scan(&held)
	}
	if err != nil {
		return false, fmt.Errorf("find %s in %s: %w", id, list, err)
	}
	return held, nil
}

func tableOf(list jobs.List) string {
	switch list {
	case jobs.ListRecords:
		return "classification_records"
	case jobs.ListQuotes:
		return "(SELECT id, organisation_id FROM jobs WHERE kind = 'quote') AS quotes"
	case jobs.ListCalls:
		return "request_log"
	case jobs.ListAudit:
		return "audit_log"
	case jobs.ListMembers:
		return "users"
	case jobs.ListDeliveries:
		return "webhook_deliveries"
	case jobs.ListJobs, jobs.ListBatchRows, jobs.ListLinks, jobs.ListInvitations, jobs.ListOrganisations, jobs.ListShipments:
	}
	return string(list) // named as its table
}

func ownerOf(list jobs.List) string {
	if list == jobs.ListOrganisations {
		return "id"
	}
	return "organisation_id"
}
