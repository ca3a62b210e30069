-- +goose Up
-- Imported versions of national schedules; the one embedded in the binary is version 0.
CREATE TABLE tariff_versions (
    country    text NOT NULL CHECK (country IN ('MEX', 'COL', 'USA', 'ARG')),
    version    integer NOT NULL CHECK (version > 0),
    vintage    date NOT NULL,
    source     text NOT NULL,
    content    bytea NOT NULL, -- the schedule as the tariff package encodes it
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (country, version)
);
