-- +goose NO TRANSACTION
-- +goose Up
-- What was decided before: by which decision, and in whose schedule.
UPDATE precedents p SET country_code = r.country_code,
       id = coalesce((SELECT d.id FROM decisions d WHERE d.organisation_id = p.organisation_id AND d.target = r.id::text ORDER BY d.at DESC, d.id DESC LIMIT 1), gen_random_uuid())
  FROM classification_records r WHERE r.id = p.record_id AND p.id IS NULL;
UPDATE precedents p SET country_code = b.country_code
  FROM batch_rows b
 WHERE p.batch_row IS NOT NULL AND p.id IS NULL AND b.job_id = split_part(p.batch_row, '.', 1)::uuid AND b.n = split_part(p.batch_row, '.', 2)::integer;
UPDATE precedents p SET
       id = coalesce((SELECT d.id FROM decisions d WHERE d.organisation_id = p.organisation_id AND d.target = p.batch_row ORDER BY d.at DESC, d.id DESC LIMIT 1), gen_random_uuid())
 WHERE p.batch_row IS NOT NULL AND p.id IS NULL;

-- To wait for older transactions stops no call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS precedents_by_id;
CREATE UNIQUE INDEX CONCURRENTLY precedents_by_id ON precedents (id) WHERE id IS NOT NULL;
SET lock_timeout = '500ms';
