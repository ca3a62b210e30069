-- +goose Up
-- Files that a job leaves are kept as long as its result; other uploads go when it ends.
ALTER TABLE uploads ADD COLUMN kept boolean NOT NULL DEFAULT false;

-- Where an organisation wants to be told of the end of its jobs.
CREATE TABLE webhooks (
    organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE,
    url             text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
    secret          bytea NOT NULL CHECK (octet_length(secret) >= 24), -- signs, so it cannot be hashed
    created_at      timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE webhook_deliveries (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(), -- the webhook-id of every attempt
    organisation_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    job_id          uuid NOT NULL REFERENCES jobs ON DELETE CASCADE,
    event           text NOT NULL,
    state           text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts        integer NOT NULL DEFAULT 0,
    next_at         timestamptz NOT NULL DEFAULT now(),
    last_status     integer, -- of the answer, NULL where there was none
    last_error      text NOT NULL DEFAULT '',
    created_at      timestamptz NOT NULL DEFAULT now(),
    ended_at        timestamptz,
    UNIQUE (job_id, event)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_of_organisation ON webhook_deliveries (organisation_id, created_at DESC);

-- A delivery is due in the transaction that ends the job, whichever that is.
-- +goose StatementBegin
CREATE FUNCTION announce_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_deliveries (organisation_id, job_id, event)
    SELECT w.organisation_id, NEW.id, 'job.' || NEW.state FROM webhooks w WHERE w.organisation_id = NEW.organisation_id
    ON CONFLICT (job_id, event) DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER job_ended AFTER UPDATE OF state ON jobs FOR EACH ROW
    WHEN (NEW.state IN ('succeeded', 'failed', 'cancelled') AND OLD.state IN ('queued', 'running'))
    EXECUTE FUNCTION announce_job();
