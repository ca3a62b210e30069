-- +goose NO TRANSACTION
-- +goose Up
-- When an operator approved a key of type cmt that a user of its organisation had made.
ALTER TABLE api_keys ADD COLUMN IF NOT EXISTS approved_at timestamptz;
-- Who made a key. To wait for older transactions stops no call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS audit_log_keys_created;
CREATE INDEX CONCURRENTLY audit_log_keys_created ON audit_log (subject) WHERE action = 'key.created';
SET lock_timeout = '500ms';
