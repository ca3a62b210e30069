-- +goose Up
-- Marketplace quotes. A quote that was checked out is frozen: its body never changes and it is kept.
CREATE TABLE marketplace_quotes (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    body            json NOT NULL, -- as it was answered
    valid_until     timestamptz NOT NULL,
    checkout_id     uuid UNIQUE,
    checked_out_at  timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CHECK ((checkout_id IS NULL) = (checked_out_at IS NULL))
);
CREATE INDEX marketplace_quotes_expiring ON marketplace_quotes (valid_until) WHERE checkout_id IS NULL;
