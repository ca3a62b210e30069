-- +goose Up
ALTER TABLE users ADD COLUMN name text NOT NULL DEFAULT '' CHECK (length(name) <= 100);
ALTER TABLE users ALTER COLUMN organisation_id DROP NOT NULL;
ALTER TABLE users DROP CONSTRAINT users_role_check;
-- An operator belongs to no organisation, all others to one.
ALTER TABLE users ADD CONSTRAINT users_role_check CHECK ((role = 'operator') = (organisation_id IS NULL) AND role IN ('owner', 'admin', 'member', 'operator'));

ALTER TABLE sessions ADD COLUMN address text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300);

CREATE TABLE invitations (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    email           text NOT NULL CHECK (email = lower(email)),
    role            text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    hash            bytea NOT NULL UNIQUE CHECK (length(hash) = 32), -- SHA-256 of the token
    invited_by      text NOT NULL DEFAULT '',
    created_at      timestamptz NOT NULL DEFAULT now(),
    expires_at      timestamptz NOT NULL,
    accepted_at     timestamptz,
    revoked_at      timestamptz,
    CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
CREATE INDEX invitations_of_organisation ON invitations (organisation_id, created_at DESC, id DESC);
