-- +goose Up
-- Versions of the lists that authorities publish, as they were imported.
CREATE TABLE blacklist_versions (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- grows with each import, of whichever list
    source      text NOT NULL CHECK (source IN ('sat-69b', 'sat-69', 'arca-apoc', 'dian', 'us-csl')),
    part        text NOT NULL DEFAULT '', -- of sat-69: which of its lists
    as_of       date NOT NULL,
    rows        integer NOT NULL CHECK (rows > 0),
    file_name   text NOT NULL,
    content     bytea NOT NULL, -- as the verification package encodes it
    imported_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX blacklist_versions_newest ON blacklist_versions (source, part, id DESC);

CREATE TABLE verifications (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations,
    external_id     text NOT NULL DEFAULT '' CHECK (length(external_id) <= 128),
    country         text NOT NULL CHECK (country IN ('MEX', 'COL', 'ARG', 'USA')),
    legal_name      text NOT NULL CHECK (length(legal_name) BETWEEN 1 AND 300),
    tax_id          text NOT NULL, -- as it is compared
    tax_id_shown    text NOT NULL,
    address         text NOT NULL DEFAULT '',
    representatives json NOT NULL DEFAULT '[]',
    state           text NOT NULL CHECK (state IN ('draft', 'submitted', 'in_review', 'approved', 'rejected', 'closed')),
    reason          text NOT NULL DEFAULT '',
    listed          text[] NOT NULL DEFAULT '{}', -- what the lists said when they were last searched
    checked_lists   bigint NOT NULL DEFAULT 0,    -- the newest version of a list it was checked with
    created_at      timestamptz NOT NULL DEFAULT now(),
    submitted_at    timestamptz,
    decided_at      timestamptz,
    expires_at      timestamptz,
    closed_at       timestamptz, -- when it was closed or rejected
    CHECK ((state = 'approved') = (expires_at IS NOT NULL)),
    CHECK ((state IN ('rejected', 'closed')) = (closed_at IS NOT NULL))
);
CREATE INDEX verifications_of_organisation ON verifications (organisation_id, created_at DESC, id DESC);
CREATE INDEX verifications_queue ON verifications (state, created_at DESC, id DESC);
CREATE INDEX verifications_expiring ON verifications (expires_at) WHERE state = 'approved';

-- How far the check of all verifications with a version of the lists has come.
CREATE TABLE verification_runs (
    version  bigint PRIMARY KEY,
    after    uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', -- the last verification that was checked
    ended_at timestamptz
);

-- What happened, for ever: nothing here is changed or removed.
CREATE TABLE verification_events (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    verification_id uuid NOT NULL REFERENCES verifications,
    at              timestamptz NOT NULL DEFAULT now(),
    type            text NOT NULL,
    from_state      text NOT NULL,
    to_state        text NOT NULL,
    reason          text NOT NULL DEFAULT '',
    actor_kind      text NOT NULL CHECK (actor_kind IN ('key', 'operator', 'provider', 'system')),
    actor_id        text NOT NULL DEFAULT '',
    detail          json
);
CREATE INDEX verification_events_of ON verification_events (verification_id, id);

CREATE TRIGGER verification_events_stay BEFORE UPDATE OR DELETE ON verification_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER verification_events_stay_whole BEFORE TRUNCATE ON verification_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Files of a verification. Personal data: the blob and what was read of it go when the row is removed.
CREATE TABLE verification_documents (
    id              uuid PRIMARY KEY,
    verification_id uuid NOT NULL REFERENCES verifications,
    kind            text NOT NULL,
    name            text NOT NULL,
    media_type      text NOT NULL,
    size_bytes      integer NOT NULL,
    pages           integer NOT NULL,
    state           text NOT NULL DEFAULT 'reading' CHECK (state IN ('reading', 'read', 'failed', 'removed')),
    problem         text NOT NULL DEFAULT '',
    blob_key        text NOT NULL DEFAULT '', -- '' once the blob is gone
    created_at      timestamptz NOT NULL DEFAULT now(),
    read_at         timestamptz,
    removed_at      timestamptz,
    CHECK ((state = 'removed') = (removed_at IS NOT NULL))
);
CREATE INDEX verification_documents_of ON verification_documents (verification_id, created_at, id);
CREATE INDEX verification_documents_blobs ON verification_documents (verification_id) WHERE blob_key <> '';

-- The newest outcome of each check.
CREATE TABLE verification_checks (
    verification_id uuid NOT NULL REFERENCES verifications,
    name            text NOT NULL,
    subject         text NOT NULL,
    document_id     uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', -- that of no document
    body            jsonb NOT NULL,
    checked_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (verification_id, name, subject, document_id)
);

-- Services that send in the results of checks of their own, and which of their messages came.
CREATE TABLE verification_providers (
    name       text PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    secret     bytea NOT NULL CHECK (octet_length(secret) >= 24), -- signs, so it cannot be hashed
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE verification_receipts (
    provider    text NOT NULL REFERENCES verification_providers ON DELETE CASCADE,
    message_id  text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, message_id)
);
CREATE INDEX verification_receipts_old ON verification_receipts (received_at);

-- Deliveries may tell of what is no job: their data stand with them.
ALTER TABLE webhook_deliveries ALTER COLUMN job_id DROP NOT NULL;
ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS payload json;
