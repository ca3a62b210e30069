-- +goose NO TRANSACTION
-- +goose Up
-- Indexes that no claim changes: what is open is told by the absence of an end. To wait for older
-- transactions stops no call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS jobs_unfinished;
CREATE INDEX CONCURRENTLY jobs_unfinished ON jobs (kind, organisation_id, created_at, id) WHERE finished_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS jobs_listed;
CREATE INDEX CONCURRENTLY jobs_listed ON jobs (organisation_id, kind, created_at DESC, id DESC);
-- For operators, who list those of all organisations: ids grow with time.
DROP INDEX CONCURRENTLY IF EXISTS jobs_by_kind;
CREATE INDEX CONCURRENTLY jobs_by_kind ON jobs (kind, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS jobs_not_done;
CREATE INDEX CONCURRENTLY jobs_not_done ON jobs (id) WHERE finished_at IS NOT NULL AND (completed < total OR kind = 'batch');
DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_by_age;
CREATE INDEX CONCURRENTLY webhook_deliveries_by_age ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS jobs_open;
DROP INDEX CONCURRENTLY IF EXISTS jobs_of_organisation;
DROP INDEX CONCURRENTLY IF EXISTS one_retry_per_job;
-- records_listed begins as it does.
DROP INDEX CONCURRENTLY IF EXISTS records_of_organisation;
SET lock_timeout = '500ms';
