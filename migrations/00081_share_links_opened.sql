-- +goose Up
-- When a link was first opened by who holds it.
ALTER TABLE share_links ADD COLUMN opened_at timestamptz;
