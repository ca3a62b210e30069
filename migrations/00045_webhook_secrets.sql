-- +goose Up
-- After a rotation the secret before signs beside the new one for a day.
ALTER TABLE webhooks ADD COLUMN previous_secret bytea;
ALTER TABLE webhooks ADD COLUMN previous_until timestamptz;
-- The data of an event that is no job's; NULL: the job object.
ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS payload json;
ALTER TABLE webhook_deliveries ALTER COLUMN job_id DROP NOT NULL;
