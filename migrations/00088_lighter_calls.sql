-- +goose Up
-- A classification's answer with what it came from, packed (store/internal/packed); NULL for those of before, whose
-- answer stands in result. What is packed does not compress again.
ALTER TABLE classification_records ADD COLUMN packed bytea;
ALTER TABLE classification_records ALTER COLUMN packed SET STORAGE EXTERNAL;
ALTER TABLE classification_records ALTER COLUMN result DROP NOT NULL;
ALTER TABLE classification_records ADD CONSTRAINT records_have_an_answer CHECK (result IS NOT NULL OR packed IS NOT NULL) NOT VALID;

-- The statements that write these rows read the organisation, or write the job, themselves. Each check read the row
-- again and marked it: calls of one organisation at the same moment all marked the same row.
ALTER TABLE jobs DROP CONSTRAINT jobs_organisation_id_fkey;
ALTER TABLE ledger DROP CONSTRAINT ledger_organisation_id_fkey;
ALTER TABLE ledger DROP CONSTRAINT ledger_job_id_fkey;
ALTER TABLE classification_records DROP CONSTRAINT classification_records_organisation_id_fkey;
ALTER TABLE classification_records DROP CONSTRAINT classification_records_job_id_fkey;

-- What the constraints did where an organisation or a job is deleted.
-- +goose StatementBegin
CREATE FUNCTION forget_organisation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM classification_records WHERE organisation_id = OLD.id;
    DELETE FROM ledger WHERE organisation_id = OLD.id;
    DELETE FROM jobs WHERE organisation_id = OLD.id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION forget_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ledger SET job_id = NULL WHERE job_id = OLD.id;
    UPDATE classification_records SET job_id = NULL WHERE job_id = OLD.id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER organisation_forgotten AFTER DELETE ON organisations FOR EACH ROW EXECUTE FUNCTION forget_organisation();
CREATE TRIGGER job_forgotten AFTER DELETE ON jobs FOR EACH ROW EXECUTE FUNCTION forget_job();
