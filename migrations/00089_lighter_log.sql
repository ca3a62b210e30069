-- +goose NO TRANSACTION
-- +goose Up
-- Lists are read from their newest row on. An index that begins with the newest splits its pages in halves that are never
-- filled; one that ends with it fills them, and is read backwards as quickly. To wait for older transactions stops no
-- call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS jobs_in_order;
CREATE INDEX CONCURRENTLY jobs_in_order ON jobs (organisation_id, kind, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS jobs_listed;
DROP INDEX CONCURRENTLY IF EXISTS jobs_of_kind;
CREATE INDEX CONCURRENTLY jobs_of_kind ON jobs (kind, id);
DROP INDEX CONCURRENTLY IF EXISTS jobs_by_kind;
DROP INDEX CONCURRENTLY IF EXISTS records_in_order;
CREATE INDEX CONCURRENTLY records_in_order ON classification_records (organisation_id, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS records_listed;
DROP INDEX CONCURRENTLY IF EXISTS records_in_doubt;
CREATE INDEX CONCURRENTLY records_in_doubt ON classification_records (organisation_id, created_at, id) WHERE confirmed_hscode = '' AND (question_open OR confidence < 0.9);
DROP INDEX CONCURRENTLY IF EXISTS records_to_review;
DROP INDEX CONCURRENTLY IF EXISTS calls_in_order;
CREATE INDEX CONCURRENTLY calls_in_order ON request_log (organisation_id, at, id);
DROP INDEX CONCURRENTLY IF EXISTS request_log_of_organisation;
-- Logged calls leave by their ids, which grow with time.
DROP INDEX CONCURRENTLY IF EXISTS request_log_by_age;
SET lock_timeout = '500ms';
