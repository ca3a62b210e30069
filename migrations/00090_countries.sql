-- +goose Up
-- The program knows which countries have a schedule and refuses the others, so a new one needs no migration.
ALTER TABLE tariff_versions DROP CONSTRAINT tariff_versions_country_check,
    ADD CONSTRAINT tariff_versions_country_check CHECK (country ~ '^[A-Z]{3}$');
