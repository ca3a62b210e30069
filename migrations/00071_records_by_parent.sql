-- +goose NO TRANSACTION
-- +goose Up
-- The classifications that refine another one. To wait for older transactions stops no call; a failed attempt leaves an
-- index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS records_by_parent;
CREATE INDEX CONCURRENTLY records_by_parent ON classification_records (parent_id, created_at) WHERE parent_id IS NOT NULL;
SET lock_timeout = '500ms';
