-- +goose Up
-- What lists of classifications are filtered by: the best code at its longest, its confidence, whether questions are open.
ALTER TABLE classification_records ADD COLUMN hscode text NOT NULL DEFAULT '';
ALTER TABLE classification_records ADD COLUMN confidence double precision;
ALTER TABLE classification_records ADD COLUMN question_open boolean NOT NULL DEFAULT false;
ALTER TABLE classification_records ADD COLUMN confirmed_at timestamptz;

-- A batch that classifies the failed rows of another again.
ALTER TABLE jobs ADD COLUMN retry_of uuid;

-- The rows of batches, to be reviewed: kept as long as the batch's result.
CREATE TABLE batch_rows (
    job_id           uuid NOT NULL REFERENCES jobs ON DELETE CASCADE,
    n                integer NOT NULL, -- in the sheet
    organisation_id  uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    country_code     text NOT NULL,
    description      text NOT NULL,
    hscode           text NOT NULL DEFAULT '',
    confidence       double precision,
    question         text NOT NULL DEFAULT '', -- the first that is open
    error            text NOT NULL DEFAULT '',
    confirmed_hscode text NOT NULL DEFAULT '',
    confirmed_at     timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job_id, n)
);
CREATE INDEX batch_rows_of_organisation ON batch_rows (organisation_id, job_id DESC, n); -- ids of jobs grow with time
CREATE INDEX batch_rows_by_age ON batch_rows (created_at);

ALTER TABLE precedents ADD COLUMN batch_row text; -- job.row of the row of a batch that was confirmed
