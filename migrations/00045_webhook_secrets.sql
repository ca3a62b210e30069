-- +goose Up
-- After a rotation the secret before signs beside the new one for a day.
ALTER TABLE webhooks ADD COLUMN previous_secret bytea;
ALTER TABLE webhooks ADD COLUMN previous_until timestamptz;
ALTER TABLE webhook_deliveries ALTER COLUMN job_id DROP NOT NULL; -- a test tells of no job
