-- +goose NO TRANSACTION
-- +goose Up
-- shipment.line of the line of a shipment that was decided before any classification.
ALTER TABLE precedents ADD COLUMN IF NOT EXISTS shipment_line text;

-- To wait for older transactions stops no call; a failed attempt leaves an index that is not valid.
SET lock_timeout = '10min';
DROP INDEX CONCURRENTLY IF EXISTS precedent_of_shipment_line;
CREATE UNIQUE INDEX CONCURRENTLY precedent_of_shipment_line ON precedents (shipment_line) WHERE shipment_line IS NOT NULL;
SET lock_timeout = '500ms';
