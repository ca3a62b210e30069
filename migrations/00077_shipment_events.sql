-- +goose Up
-- A delivery is due in the transaction that moves the shipment, whichever that is.
-- +goose StatementBegin
CREATE FUNCTION announce_shipment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_deliveries (organisation_id, event, payload)
    SELECT w.organisation_id, 'operation.' || NEW.state,
           json_build_object('operation_id', NEW.id, 'status', NEW.state, 'reference', NEW.reference, 'job_id', NEW.job_id,
                             'lines', NEW.lines, 'differences', NEW.differences, 'needs', NEW.open_needs)
      FROM webhooks w WHERE w.organisation_id = NEW.organisation_id;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER shipment_moved AFTER UPDATE OF state ON shipments FOR EACH ROW
    WHEN (NEW.state IN ('needs_input', 'ready', 'failed') AND OLD.state <> NEW.state)
    EXECUTE FUNCTION announce_shipment();

-- A run that fails or is cancelled leaves no shipment in a step that nobody does. It is the same transaction, so that a
-- crash cannot come between.
-- +goose StatementBegin
CREATE FUNCTION end_shipment_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE shipments SET state = NEW.state, version = version + 1, updated_at = now(),
           ended_at = CASE WHEN NEW.state = 'cancelled' THEN now() END,
           failure = CASE WHEN NEW.state = 'failed' THEN coalesce(NEW.error->>'message', '') ELSE '' END
     WHERE job_id = NEW.id AND state IN ('reading', 'checking', 'classifying', 'quoting');
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER shipment_run_ended AFTER UPDATE OF state ON jobs FOR EACH ROW
    WHEN (NEW.kind = 'shipment' AND NEW.state IN ('failed', 'cancelled') AND OLD.state IN ('queued', 'running'))
    EXECUTE FUNCTION end_shipment_run();

-- The steps of a shipment are told by its own events: two thousand lines would be two thousand deliveries.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION announce_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_deliveries (organisation_id, job_id, event)
    SELECT w.organisation_id, NEW.id, 'job.' || NEW.state FROM webhooks w WHERE w.organisation_id = NEW.organisation_id
       AND NOT EXISTS (SELECT FROM shipment_steps WHERE job_id = NEW.id)
    ON CONFLICT (job_id, event) DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd
