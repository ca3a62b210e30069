-- +goose Up
-- The blob store of this database's processes: its id stands there too, under a key of its own, so that
-- a process with another folder or bucket can tell.
CREATE TABLE blob_store (
    one    boolean PRIMARY KEY DEFAULT true CHECK (one),
    id     uuid NOT NULL DEFAULT gen_random_uuid(),
    marked boolean NOT NULL DEFAULT false -- the id was written there
);
INSERT INTO blob_store DEFAULT VALUES;
