-- +goose Up
-- What callers corrected in the results of extractions, and where the right value stood: the caption that the next document of the
-- same issuer is read by. marks are what tells the issuer; an empty caption teaches nothing.
CREATE TABLE extraction_corrections (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
    job_id          uuid NOT NULL,
    document        integer NOT NULL CHECK (document >= 1),
    pointer         text NOT NULL,
    issuer          text NOT NULL,
    marks           text[] NOT NULL,
    caption         text NOT NULL,
    place           text NOT NULL CHECK (place IN ('', 'beside', 'below')),
    value           text NOT NULL,
    at              timestamptz NOT NULL DEFAULT now(),
    by_name         text NOT NULL
);
CREATE INDEX extraction_corrections_of_organisation ON extraction_corrections (organisation_id, at DESC, id DESC);
