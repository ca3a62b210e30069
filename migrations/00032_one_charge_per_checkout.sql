-- +goose NO TRANSACTION
-- +goose Up
-- Whatever goes wrong above it, a checkout is charged once. Built beside the calls on the ledger; a
-- failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS one_charge_per_checkout;
CREATE UNIQUE INDEX CONCURRENTLY one_charge_per_checkout ON ledger (note) WHERE product = 'marketplace_quote' AND kind = 'charge';
SET lock_timeout = '500ms';
