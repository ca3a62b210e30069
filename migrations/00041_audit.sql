-- +goose Up
-- What is only ever added to.
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- +goose StatementEnd

-- Who did what to an account, when and from where. It outlives what it tells of: nothing refers away.
CREATE TABLE audit_log (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organisation_id uuid, -- NULL: of no organisation
    at              timestamptz NOT NULL DEFAULT clock_timestamp(),
    action          text NOT NULL CHECK (length(action) BETWEEN 1 AND 60), -- such as key.created
    actor_kind      text NOT NULL CHECK (actor_kind IN ('user', 'key', 'operator', 'supplier', 'system')),
    actor_id        text NOT NULL DEFAULT '',
    actor_name      text NOT NULL DEFAULT '',
    address         text NOT NULL DEFAULT '',
    subject         text NOT NULL DEFAULT '', -- the id of what was acted on
    details         json NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_of_organisation ON audit_log (organisation_id, at DESC, id DESC);
CREATE INDEX audit_log_by_time ON audit_log (at DESC, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every confirmation and correction of a classification, of a record or of a row of a batch.
CREATE TABLE decisions (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organisation_id uuid NOT NULL,
    target          text NOT NULL, -- the record's id, or the row's: job.row
    at              timestamptz NOT NULL DEFAULT clock_timestamp(),
    action          text NOT NULL CHECK (action IN ('confirmed', 'corrected')),
    hscode          text NOT NULL,
    previous_hscode text NOT NULL DEFAULT '',
    reason          text NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
    actor_kind      text NOT NULL,
    actor_name      text NOT NULL DEFAULT ''
);
CREATE INDEX decisions_of_target ON decisions (organisation_id, target, at);
CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
