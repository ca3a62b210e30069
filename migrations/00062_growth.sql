-- +goose Up
-- Room beside each row, so that an update which touches no indexed column stays on its page and leaves no
-- entry behind in any index: a claim, a heartbeat, a mark of a waiting request.
ALTER TABLE jobs SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000,
    autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE idempotency_keys SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
ALTER TABLE batch_chunks SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
ALTER TABLE webhook_deliveries SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

-- A hundred rows of each counter are live, however many went before.
ALTER TABLE counters SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0,
    autovacuum_analyze_threshold = 50000);

-- What is only added to, and what leaves at the other end: the share of a large table would come too late.
ALTER TABLE ledger SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE classification_records SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE request_log SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE batch_rows SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

-- A counter is moved by statements that have read its organisation or its limit: to ask for it again, and to
-- mark its row twice a call, says nothing more.
ALTER TABLE counters DROP CONSTRAINT counters_organisation_id_fkey;

-- The batch whose failed rows a job takes up, and the one job that does. Unlike an index over the states of
-- jobs it is not in the way of their updates.
CREATE TABLE batch_retries (
    retry_of uuid PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
    job_id   uuid NOT NULL REFERENCES jobs ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED -- the retry is claimed first
);
INSERT INTO batch_retries (retry_of, job_id)
SELECT retry_of, id FROM jobs WHERE retry_of IS NOT NULL AND state NOT IN ('failed', 'cancelled') ON CONFLICT DO NOTHING;

-- What organisations used by day (UTC), folded from the ledger up to an entry; what is younger is added where
-- it is read. No entry beyond it is older than folds.usage_at.
CREATE TABLE folded_usage (
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    day             date NOT NULL,
    product         text NOT NULL,
    user_identifier text NOT NULL,
    amount          bigint NOT NULL, -- hundredths of a credit
    calls           bigint NOT NULL,
    PRIMARY KEY (organisation_id, day, product, user_identifier)
);
ALTER TABLE folds ADD COLUMN usage_id bigint NOT NULL DEFAULT 0, ADD COLUMN usage_at timestamptz NOT NULL DEFAULT '-infinity';

-- Where the server was built with it, a quicker compression of what is wide. It holds for new values.
-- +goose StatementBegin
DO $$
BEGIN
    ALTER TABLE jobs ALTER COLUMN input SET COMPRESSION lz4, ALTER COLUMN result SET COMPRESSION lz4;
    ALTER TABLE classification_records ALTER COLUMN result SET COMPRESSION lz4;
    ALTER TABLE batch_chunks ALTER COLUMN input SET COMPRESSION lz4, ALTER COLUMN output SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR syntax_error THEN
    NULL;
END $$;
-- +goose StatementEnd
