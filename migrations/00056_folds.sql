-- +goose Up
-- Sums over what grows for ever: entries of the ledger up to an id, jobs that ended up to a time. What is
-- younger is added where a sum is read.
CREATE TABLE folds (
    one       boolean PRIMARY KEY DEFAULT true CHECK (one),
    ledger_id bigint NOT NULL DEFAULT 0,
    ended_at  timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO folds DEFAULT VALUES;

CREATE TABLE folded_ledger (kind text PRIMARY KEY, amount numeric NOT NULL);

CREATE TABLE folded_jobs (
    kind  text NOT NULL,
    state text NOT NULL,
    jobs  bigint NOT NULL,
    PRIMARY KEY (kind, state)
);
