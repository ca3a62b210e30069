-- +goose Up
-- Imported tables of the quote rules, the newest version of each in use; a table without one is the
-- one the binary carries.
CREATE TABLE rule_tables (
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    version    integer NOT NULL CHECK (version > 0),
    vintage    date NOT NULL,
    complete   boolean NOT NULL DEFAULT false, -- the table holds its annex whole
    content    bytea NOT NULL,                 -- as the quote package writes it
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (name, version)
);
