-- +goose Up
-- The calls of the last fourteen days, written after their answers: a few may be missing.
CREATE TABLE request_log (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL,
    request_id      text NOT NULL,
    at              timestamptz NOT NULL,
    method          text NOT NULL,
    path            text NOT NULL,
    status          integer NOT NULL,
    duration_ms     double precision NOT NULL,
    credits         bigint NOT NULL DEFAULT 0, -- hundredths
    key_id          uuid,
    key_prefix      text NOT NULL DEFAULT '',
    user_id         uuid,
    job_id          uuid
);
CREATE INDEX request_log_of_organisation ON request_log (organisation_id, at DESC, id DESC);
CREATE INDEX request_log_by_age ON request_log (at);
