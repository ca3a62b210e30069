-- +goose Up
-- How many attempts ended with their worker. The last attempt of a job that lost one runs alone in its process.
ALTER TABLE jobs ADD COLUMN lost smallint NOT NULL DEFAULT 0;
ALTER TABLE batch_chunks ADD COLUMN lost smallint NOT NULL DEFAULT 0;
