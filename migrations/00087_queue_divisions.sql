-- +goose Up
-- Into how many queues the work of one is divided, and whether workers take from it. A queue without a row is undivided.
CREATE TABLE queue_divisions (
    queue      text PRIMARY KEY,
    parts      integer NOT NULL DEFAULT 1 CHECK (parts BETWEEN 1 AND 64),
    before     integer NOT NULL DEFAULT 1 CHECK (before BETWEEN 1 AND 64), -- the parts before the last change
    changed_at timestamptz NOT NULL DEFAULT '-infinity',
    paused     boolean NOT NULL DEFAULT false
);
