-- +goose Up
-- Which quotes the products of a classification record were quoted in. A quote names its records as it ends; one that
-- fails names none.
CREATE TABLE quoted_records (
    record_id uuid NOT NULL REFERENCES classification_records ON DELETE CASCADE,
    quote_id  uuid NOT NULL REFERENCES jobs ON DELETE CASCADE,
    PRIMARY KEY (record_id, quote_id)
);
CREATE INDEX quoted_records_by_quote ON quoted_records (quote_id);
