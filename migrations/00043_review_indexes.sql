-- +goose NO TRANSACTION
-- +goose Up
-- To wait for older transactions stops no call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS records_listed;
CREATE INDEX CONCURRENTLY records_listed ON classification_records (organisation_id, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS records_to_review;
CREATE INDEX CONCURRENTLY records_to_review ON classification_records (organisation_id, created_at DESC, id DESC) WHERE confirmed_hscode = '' AND (question_open OR confidence < 0.9);
DROP INDEX CONCURRENTLY IF EXISTS records_by_code;
CREATE INDEX CONCURRENTLY records_by_code ON classification_records (organisation_id, hscode COLLATE "C", created_at DESC);
DROP INDEX CONCURRENTLY IF EXISTS records_by_text;
CREATE INDEX CONCURRENTLY records_by_text ON classification_records USING gin (to_tsvector('simple', left(product_description, 2000)));
DROP INDEX CONCURRENTLY IF EXISTS one_retry_per_job;
CREATE UNIQUE INDEX CONCURRENTLY one_retry_per_job ON jobs (retry_of) WHERE retry_of IS NOT NULL AND state NOT IN ('failed', 'cancelled');
DROP INDEX CONCURRENTLY IF EXISTS precedent_of_batch_row;
CREATE UNIQUE INDEX CONCURRENTLY precedent_of_batch_row ON precedents (batch_row) WHERE batch_row IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS one_reservation_per_link;
CREATE UNIQUE INDEX CONCURRENTLY one_reservation_per_link ON ledger (note, kind) WHERE kind IN ('reserve', 'release');
SET lock_timeout = '500ms';

-- Records that were made before.
UPDATE classification_records r SET
       hscode = coalesce(nullif(b.best -> 'hscode_10digits' ->> 'code', ''), nullif(b.best -> 'hscode_8digits' ->> 'code', ''), b.best -> 'hscode_6digits' ->> 'code', ''),
       confidence = (b.best ->> 'overall_confidence')::double precision,
       question_open = coalesce(json_array_length(r.result -> 'required_questions') > 0, false)
  FROM (SELECT id, result -> 'hscodes_array' -> 0 AS best FROM classification_records WHERE confidence IS NULL) b
 WHERE b.id = r.id AND b.best IS NOT NULL;
