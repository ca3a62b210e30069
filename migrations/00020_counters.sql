-- +goose Up
-- What calls have moved since: each move is a row of its own, and the newest is found first. A row
-- that is updated by every call would keep all its versions as long as somebody's snapshot is open,
-- and each call would pass by all of them.
--
-- The balance of an organisation is organisations.balance, which grants move, with the newest total
-- of its counter ''; what it used of a product is product_limits.used with that of the product.
CREATE TABLE counters (
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    name            text NOT NULL, -- a product, or '' for the balance
    n               bigint NOT NULL CHECK (n > 0),
    total           bigint NOT NULL,
    PRIMARY KEY (organisation_id, name, n)
);

CREATE FUNCTION counter_total(organisation uuid, counter text) RETURNS bigint STABLE LANGUAGE sql AS
    'SELECT coalesce((SELECT total FROM counters WHERE organisation_id = organisation AND name = counter ORDER BY n DESC LIMIT 1), 0)';

CREATE FUNCTION balance_of(organisation uuid) RETURNS bigint STABLE LANGUAGE sql AS
    'SELECT balance + counter_total(id, '''') FROM organisations WHERE id = organisation';

-- The lock of an organisation's counters. It is held until the transaction ends; locks of rows come before it.
CREATE FUNCTION lock_counters(organisation uuid) RETURNS void LANGUAGE sql AS
    'SELECT pg_advisory_xact_lock(hashtextextended(organisation::text, 7))';

-- A process of the release before moves the balance itself. It may not take what the counter has
-- taken already: then its update finds no row, as where credits are short.
-- +goose StatementBegin
CREATE FUNCTION heed_balance_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM lock_counters(NEW.id);
    IF NEW.balance < OLD.balance AND NEW.balance + counter_total(NEW.id, '') < 0 THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION heed_product_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM lock_counters(NEW.organisation_id);
    IF NEW.used > OLD.used AND NEW.used + counter_total(NEW.organisation_id, NEW.product) > NEW.max THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER balance_heeds_counter BEFORE UPDATE OF balance ON organisations FOR EACH ROW EXECUTE FUNCTION heed_balance_counter();
CREATE TRIGGER product_heeds_counter BEFORE UPDATE OF used ON product_limits FOR EACH ROW EXECUTE FUNCTION heed_product_counter();

-- It may give back what the counter took.
ALTER TABLE product_limits DROP CONSTRAINT product_limits_used_check;
