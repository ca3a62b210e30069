-- +goose Up
CREATE TABLE organisations (
    id         uuid PRIMARY KEY,
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    balance    bigint NOT NULL DEFAULT 0 CONSTRAINT balance_not_negative CHECK (balance >= 0), -- hundredths of a credit
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE subscriptions (
    organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE,
    plan            text NOT NULL CHECK (plan IN ('free', 'pro', 'enterprise')),
    starts_at       timestamptz NOT NULL DEFAULT now(),
    ends_at         timestamptz CHECK (ends_at > starts_at) -- NULL: no end
);

-- A row a product: what was used, in hundredths of a credit, and the limit, NULL for none.
CREATE TABLE product_limits (
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    product         text NOT NULL,
    used            bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
    max             bigint CHECK (max >= 0),
    PRIMARY KEY (organisation_id, product)
);

CREATE TABLE jobs (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    kind            text NOT NULL,
    state           text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    product         text NOT NULL,
    progress        smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    total           integer NOT NULL CHECK (total > 0),
    completed       integer NOT NULL DEFAULT 0 CHECK (completed >= 0),
    failed          integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
    charged         bigint NOT NULL CHECK (charged >= 0),
    refunded        bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND charged),
    user_identifier text NOT NULL DEFAULT '',
    trace_parent    text NOT NULL DEFAULT '', -- W3C trace context of the request, '' where it was not traced
    input           json NOT NULL,
    result          json,
    error           json,
    generation      integer NOT NULL DEFAULT 1,
    attempt         integer NOT NULL DEFAULT 0,
    run_token       uuid,
    run_after       timestamptz NOT NULL DEFAULT now(),
    lease_until     timestamptz,
    offered_at      timestamptz NOT NULL DEFAULT now(), -- this generation first offered to Redis
    look_at         timestamptz NOT NULL DEFAULT now() + interval '2 seconds', -- when to ask after it again
    deadline        timestamptz NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    started_at      timestamptz,
    finished_at     timestamptz,
    expires_at      timestamptz,
    CHECK (kind = 'batch' OR (state = 'running') = (run_token IS NOT NULL AND lease_until IS NOT NULL)), -- a batch's chunks are leased instead
    CHECK ((state IN ('succeeded', 'failed', 'cancelled')) = (finished_at IS NOT NULL))
);
CREATE INDEX jobs_of_organisation ON jobs (organisation_id, created_at DESC, id DESC);
CREATE INDEX jobs_open ON jobs (state, kind) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_expiring ON jobs (expires_at) WHERE result IS NOT NULL;

-- Append-only. The sum of an organisation's entries is its balance.
CREATE TABLE ledger (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    job_id          uuid REFERENCES jobs ON DELETE SET NULL,
    kind            text NOT NULL CHECK (kind IN ('grant', 'charge', 'refund', 'reserve', 'release')),
    part            integer NOT NULL DEFAULT 0, -- 0 for the whole job, n for part n of a batch
    amount          bigint NOT NULL CHECK ((kind IN ('charge', 'reserve')) = (amount < 0) AND amount <> 0),
    product         text NOT NULL DEFAULT '',
    units           integer NOT NULL DEFAULT 0,
    user_identifier text NOT NULL DEFAULT '',
    note            text NOT NULL DEFAULT '',
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT one_entry_per_part UNIQUE (job_id, kind, part)
);
CREATE INDEX ledger_of_organisation ON ledger (organisation_id, created_at);

CREATE TABLE idempotency_keys (
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    key             text NOT NULL CHECK (octet_length(key) <= 255),
    fingerprint     bytea NOT NULL,
    job_id          uuid NOT NULL REFERENCES jobs ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, -- the key is claimed first
    waited_until    timestamptz, -- a request waits on the job, as long as this lies ahead
    detached        boolean NOT NULL DEFAULT false, -- the request was answered before the job ended
    created_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organisation_id, key)
);
CREATE INDEX idempotency_by_job ON idempotency_keys (job_id);
CREATE INDEX idempotency_by_age ON idempotency_keys (created_at);

-- Blobs a job owns, deleted once it has ended.
CREATE TABLE uploads (
    blob_key text PRIMARY KEY,
    job_id   uuid NOT NULL REFERENCES jobs ON DELETE CASCADE
);
CREATE INDEX uploads_by_job ON uploads (job_id);

CREATE TABLE classification_records (
    id                  uuid PRIMARY KEY,
    organisation_id     uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    parent_id           uuid REFERENCES classification_records ON DELETE SET NULL,
    job_id              uuid UNIQUE REFERENCES jobs ON DELETE SET NULL,
    country_code        text NOT NULL,
    model               text NOT NULL,
    product_description text NOT NULL,
    user_identifier     text NOT NULL DEFAULT '',
    confirmed_hscode    text NOT NULL DEFAULT '',
    result              json NOT NULL,
    created_at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX records_of_organisation ON classification_records (organisation_id, created_at DESC);
