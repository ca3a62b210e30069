-- +goose Up
-- A batch runs in chunks; its job row is never leased itself.
ALTER TABLE jobs ADD COLUMN cancelling boolean NOT NULL DEFAULT false; -- unstarted chunks were cancelled, started ones finish

CREATE TABLE batch_chunks (
    job_id          uuid NOT NULL REFERENCES jobs ON DELETE CASCADE,
    n               integer NOT NULL CHECK (n >= 0), -- 0 is the assembly of the result, claimed when all others have ended
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    state           text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'cancelled')),
    rows            integer NOT NULL CHECK (rows >= 0), -- charged rows in it
    completed       integer NOT NULL DEFAULT 0,
    failed          integer NOT NULL DEFAULT 0,
    input           json NOT NULL,
    output          json,
    attempt         integer NOT NULL DEFAULT 0,
    run_token       uuid,
    run_after       timestamptz NOT NULL DEFAULT now(),
    lease_until     timestamptz,
    PRIMARY KEY (job_id, n),
    CHECK ((state = 'running') = (run_token IS NOT NULL AND lease_until IS NOT NULL)),
    CHECK (completed + failed <= rows)
);
CREATE INDEX batch_chunks_open ON batch_chunks (job_id, n) WHERE state IN ('queued', 'running');
CREATE INDEX batch_chunks_busy ON batch_chunks (organisation_id) WHERE state = 'running';
