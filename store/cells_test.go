package store_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"tariffdesk/store/storetest"
)

// These are why a unique key may stand without the organisation in it. A database that spreads rows over servers by
// organisation can hold no such key; the guide on scaling says what each kind needs there.
const (
	randomID  = "an id made at random: it is unique wherever it was made"
	counted   = "a number that this database counts up: another one counts the same, so a row that moves takes a new one"
	directory = "what is found before the organisation is known: keys, sign-in, links"
	parent    = "belongs to a row that names the organisation"
	everyCell = "the same in each cell: tariffs, lists, rulings, rules"
	ownCell   = "of one cell: its folds, its queues, its blob store"
)

// keysWithoutOrganisation are the unique keys that do not hold the organisation. A new one needs a reason of the kinds above.
func keysWithoutOrganisation() map[string]string {
	kinds := map[string][]string{
		randomID: {
			"api_keys_pkey", "audit_log_pkey", "classification_records_pkey", "decisions_pkey", "extraction_corrections_pkey",
			"invitations_pkey", "jobs_pkey", "marketplace_quotes_checkout_id_key", "marketplace_quotes_pkey",
			"organisations_pkey", "precedents_by_id", "request_log_pkey", "share_files_blob_key_key", "share_files_pkey",
			"share_links_pkey", "shipment_files_pkey", "shipments_pkey", "uploads_pkey", "users_pkey", "verification_documents_pkey",
			"verifications_pkey", "webhook_deliveries_pkey",
		},
		counted: {"ledger_pkey", "verification_events_pkey"},
		directory: {
			"api_keys_hash_key", "invitations_hash_key", "one_user_per_email", "password_resets_pkey", "sessions_pkey", "share_links_hash_key",
			"verification_receipts_pkey",
		},
		parent: {
			"batch_chunks_pkey", "batch_retries_pkey", "batch_rows_pkey", "classification_records_job_id_key", "one_charge_per_checkout",
			"one_entry_per_part", "one_reservation_per_link", "precedent_of_batch_row", "precedent_of_record", "precedent_of_shipment_line", "quoted_records_pkey",
			"shipment_lines_pkey", "shipment_steps_pkey", "verification_checks_pkey", "webhook_deliveries_job_id_event_key",
		},
		everyCell: {
			"blacklist_versions_pkey", "rule_tables_pkey", "ruling_libraries_pkey", "ruling_models_pkey", "tariff_versions_pkey",
			"verification_providers_pkey",
		},
		ownCell: {
			"blob_store_pkey", "folded_jobs_pkey", "folded_ledger_pkey", "folds_pkey", "goose_db_version_pkey", "queue_divisions_pkey",
			"verification_runs_pkey",
		},
	}
	why := map[string]string{}
	for kind, keys := range kinds {
		for _, key := range keys {
			why[key] = kind
		}
	}
	return why
}

func TestEveryUniqueKeyHoldsTheOrganisationOrIsKnownNotTo(t *testing.T) {
	t.Parallel()
	db, err := pgx.Connect(t.Context(), storetest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(t.Context()) })
	rows, _ := db.Query(t.Context(), `SELECT i.relname FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
		WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace
		AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.oid AND a.attname = 'organisation_id') ORDER BY 1`)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	why := keysWithoutOrganisation()
	for _, key := range found {
		if why[key] == "" {
			t.Errorf("the unique key %s does not hold organisation_id, and no reason is known", key)
		}
	}
	for key := range why {
		if !slices.Contains(found, key) {
			t.Errorf("%s is no unique key without organisation_id any more", key)
		}
	}
}
