-- +goose NO TRANSACTION
-- +goose Up
-- Words are looked for among the records of one organisation: whose a record is stands among its words. To wait for
-- older transactions stops no call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS records_by_words;
CREATE INDEX CONCURRENTLY records_by_words ON classification_records
	USING gin ((to_tsvector('simple', left(product_description, 2000)) || array_to_tsvector(ARRAY[organisation_id::text])));
DROP INDEX CONCURRENTLY IF EXISTS records_by_text;
SET lock_timeout = '500ms';
