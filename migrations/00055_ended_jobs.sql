-- +goose NO TRANSACTION
-- +goose Up
-- To wait for older transactions stops no call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS jobs_ended;
CREATE INDEX CONCURRENTLY jobs_ended ON jobs (finished_at) WHERE finished_at IS NOT NULL;
SET lock_timeout = '500ms';
