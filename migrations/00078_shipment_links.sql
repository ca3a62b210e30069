-- +goose Up
-- A link may show a shipment. The shipment may be deleted: the link then says that it has gone.
ALTER TABLE share_links ADD COLUMN shipment_id uuid;
ALTER TABLE share_links DROP CONSTRAINT share_links_kind_check;
ALTER TABLE share_links ADD CONSTRAINT share_links_kind_check CHECK (kind IN ('questions', 'info', 'shipment')) NOT VALID;
ALTER TABLE share_links DROP CONSTRAINT share_links_check;
ALTER TABLE share_links ADD CONSTRAINT share_links_check CHECK (
    (kind = 'questions') = (record_id IS NOT NULL) AND (kind = 'info') = (job_id IS NOT NULL) AND (kind = 'shipment') = (shipment_id IS NOT NULL)) NOT VALID;
