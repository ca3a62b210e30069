-- +goose Up
-- A shipment: one import or export with its papers, lines and duties. What is read as a whole stands in documents; the
-- lines are rows of their own, because persons change them one by one.
CREATE TABLE shipments (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    state           text NOT NULL CHECK (state IN ('reading', 'checking', 'classifying', 'quoting', 'ready', 'needs_input', 'needs_credits', 'failed', 'cancelled', 'closed')),
    step            text NOT NULL CHECK (step IN ('reading', 'checking', 'classifying', 'quoting')), -- that runs, or in a state of rest ran last
    version         integer NOT NULL DEFAULT 1,
    job_id          uuid NOT NULL REFERENCES jobs DEFERRABLE INITIALLY DEFERRED, -- of the latest run
    reference       text NOT NULL DEFAULT '' CHECK (length(reference) <= 200),
    files_hash      bytea NOT NULL CHECK (length(files_hash) = 32), -- of the hashes of all files, in their order by value
    user_identifier text NOT NULL DEFAULT '',
    failure         text NOT NULL DEFAULT '',
    header          json NOT NULL, -- facts, files, answers, needs, history
    papers          json NOT NULL DEFAULT '[]',
    checks          json NOT NULL DEFAULT '[]',
    priced          json,
    lines           integer NOT NULL DEFAULT 0,
    differences     integer NOT NULL DEFAULT 0, -- checks that differ
    open_needs      integer NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    ended_at        timestamptz,
    CHECK ((state IN ('cancelled', 'closed')) = (ended_at IS NOT NULL))
);
CREATE INDEX shipments_listed ON shipments (organisation_id, created_at DESC, id DESC);
CREATE INDEX shipments_by_files ON shipments (organisation_id, files_hash);
CREATE INDEX shipments_by_job ON shipments (job_id);

CREATE TABLE shipment_lines (
    shipment_id uuid NOT NULL REFERENCES shipments ON DELETE CASCADE,
    line_id     text NOT NULL CHECK (length(line_id) <= 20),
    position    integer NOT NULL,
    version     integer NOT NULL,
    record_id   uuid, -- of its classification: an answer to the questions of that one moves the line
    body        json NOT NULL,
    PRIMARY KEY (shipment_id, line_id)
);
CREATE INDEX shipment_lines_by_record ON shipment_lines (record_id) WHERE record_id IS NOT NULL;

-- The charged jobs that the steps of a shipment are made of.
CREATE TABLE shipment_steps (
    job_id      uuid PRIMARY KEY REFERENCES jobs DEFERRABLE INITIALLY DEFERRED,
    shipment_id uuid NOT NULL REFERENCES shipments ON DELETE CASCADE,
    step        text NOT NULL CHECK (step IN ('reading', 'classifying', 'quoting')),
    subject     text NOT NULL -- a file, a line; '' for the whole
);
CREATE INDEX shipment_steps_of ON shipment_steps (shipment_id);

-- The files of a shipment are kept until 30 days after its end, 180 days at most, or until it is deleted.
CREATE TABLE shipment_files (
    blob_key    text PRIMARY KEY,
    shipment_id uuid NOT NULL, -- without a reference: the row outlives the shipment until its file is deleted
    created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX shipment_files_of ON shipment_files (shipment_id);
