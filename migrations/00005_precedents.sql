-- +goose Up
-- One row an organisation that has precedents. Its lock orders writers, so that a reader who has
-- seen a revision has seen all before it; the epoch counts the changes that are no additions.
CREATE TABLE precedent_catalogues (
    organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE,
    revision        bigint NOT NULL DEFAULT 0,
    epoch           bigint NOT NULL DEFAULT 0
);

CREATE TABLE precedents (
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    revision        bigint NOT NULL,
    position        integer NOT NULL, -- within its revision
    description     text NOT NULL,
    hscode          text NOT NULL CHECK (hscode ~ '^[0-9]{6,10}$'),
    source          text NOT NULL, -- the imported file's name, or 'confirmed'
    record_id       uuid REFERENCES classification_records ON DELETE SET NULL,
    imported_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organisation_id, revision, position)
);
CREATE UNIQUE INDEX precedent_of_record ON precedents (record_id) WHERE record_id IS NOT NULL;
