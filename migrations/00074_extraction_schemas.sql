-- +goose Up
-- The JSON Schemas that an organisation keeps under names of its own. They are text: the order of properties counts.
CREATE TABLE extraction_schemas (
    organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
    name            text NOT NULL CHECK (name ~ '^[a-z][a-z0-9_]{0,63}$'),
    schema          text NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organisation_id, name)
);
