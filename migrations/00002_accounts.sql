-- +goose Up
CREATE TABLE users (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    email           text NOT NULL CONSTRAINT one_user_per_email UNIQUE CHECK (email = lower(email)),
    password_hash   text NOT NULL,
    role            text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    created_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_of_organisation ON users (organisation_id);

-- The generation counts the refresh tokens issued: only the newest may be used.
CREATE TABLE sessions (
    id         uuid PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    generation integer NOT NULL DEFAULT 1,
    rotated_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at   timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_expiring ON sessions (expires_at);

CREATE TABLE api_keys (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    type            text NOT NULL CHECK (type IN ('sk', 'st', 'cmt', 'cm')),
    name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    prefix          text NOT NULL, -- what is shown of the token
    hash            bytea NOT NULL UNIQUE CHECK (length(hash) = 32), -- SHA-256 of the token
    created_at      timestamptz NOT NULL DEFAULT now(),
    last_used_at    timestamptz, -- kept to the minute
    revoked_at      timestamptz
);
CREATE INDEX api_keys_of_organisation ON api_keys (organisation_id, created_at);
