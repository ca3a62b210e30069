-- +goose Up
-- Links by which somebody who has forgotten the password sets another. Only the hash of a token is kept.
CREATE TABLE password_resets (
    hash       bytea PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX password_resets_of_user ON password_resets (user_id);
