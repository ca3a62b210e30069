-- +goose NO TRANSACTION
-- +goose Up
-- Quotes that were answered, in their order. Among a million jobs of one organisation the planner went through every result that is
-- still kept to find a page of its quotes; this index holds quotes with a result alone. Its condition names no state: a claim changes it,
-- and no index may hold what a claim changes.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS quotes_in_order;
CREATE INDEX CONCURRENTLY quotes_in_order ON jobs (organisation_id, created_at, id) WHERE kind = 'quote' AND result IS NOT NULL;
SET lock_timeout = '500ms';
