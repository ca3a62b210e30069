-- +goose Up
-- Finds the organisations that wait in a queue, and the oldest job of each, however long the queue is.
DROP INDEX jobs_open;
CREATE INDEX jobs_open ON jobs (state, kind, organisation_id, created_at, id) WHERE state IN ('queued', 'running');
