-- +goose Up
-- What a classification came from, kept with it: the input of its job is forgotten. '{}' for those of before.
ALTER TABLE classification_records ADD COLUMN provenance jsonb NOT NULL DEFAULT '{}';
