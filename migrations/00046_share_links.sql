-- +goose Up
-- Links by which somebody without an account answers the questions of a classification, or reads a
-- result. The credit of the answer is reserved while a link of questions is open.
CREATE TABLE share_links (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    kind            text NOT NULL CHECK (kind IN ('questions', 'info')),
    record_id       uuid REFERENCES classification_records,
    job_id          uuid REFERENCES jobs ON DELETE CASCADE,
    hash            bytea NOT NULL UNIQUE CHECK (length(hash) = 32), -- SHA-256 of the token
    state           text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'expired', 'revoked')),
    allow_files     boolean NOT NULL DEFAULT false,
    language        text NOT NULL,
    message         text NOT NULL DEFAULT '' CHECK (length(message) <= 500),
    reserved        bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0), -- hundredths of a credit
    draft           json NOT NULL DEFAULT '[]',
    answers         json,
    answer_job_id   uuid,
    created_at      timestamptz NOT NULL DEFAULT now(),
    expires_at      timestamptz NOT NULL,
    ended_at        timestamptz,
    CHECK ((kind = 'questions') = (record_id IS NOT NULL) AND (kind = 'info') = (job_id IS NOT NULL)),
    CHECK ((state = 'open') = (ended_at IS NULL)),
    CHECK ((state = 'answered') = (answer_job_id IS NOT NULL))
);
CREATE INDEX share_links_of_organisation ON share_links (organisation_id, created_at DESC, id DESC);
CREATE INDEX share_links_expiring ON share_links (expires_at) WHERE state = 'open';

-- Files for the answer, owned by its job once it is sent.
CREATE TABLE share_files (
    id         uuid PRIMARY KEY,
    link_id    uuid NOT NULL REFERENCES share_links ON DELETE CASCADE,
    blob_key   text NOT NULL UNIQUE,
    name       text NOT NULL,
    media_type text NOT NULL,
    size_bytes integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX share_files_of_link ON share_files (link_id, created_at);
