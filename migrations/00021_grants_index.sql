-- +goose NO TRANSACTION
-- +goose Up
-- To wait for older transactions stops no call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS ledger_grants;
CREATE INDEX CONCURRENTLY ledger_grants ON ledger (organisation_id) INCLUDE (amount) WHERE kind = 'grant';
SET lock_timeout = '500ms';
