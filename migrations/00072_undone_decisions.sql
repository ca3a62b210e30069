-- +goose Up
-- A decision can be taken back. The check is not validated: what is there says confirmed or corrected.
ALTER TABLE decisions DROP CONSTRAINT decisions_action_check;
ALTER TABLE decisions ADD CONSTRAINT decisions_action_check CHECK (action IN ('confirmed', 'corrected', 'undone')) NOT VALID;

-- A precedent has the id of the decision that made it, one that was imported an id of its own. Its digits beyond six are of the
-- schedule of country_code, '' where nobody said. A default that is not constant would write every row anew, so it counts for new rows alone.
ALTER TABLE precedents ADD COLUMN id uuid;
ALTER TABLE precedents ALTER COLUMN id SET DEFAULT gen_random_uuid();
ALTER TABLE precedents ADD COLUMN country_code text NOT NULL DEFAULT '';
