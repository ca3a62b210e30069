-- +goose Up
-- Units that were done and gave nothing: a classification without a suggestion, a document without print.
-- They are refunded. What ended before keeps its charge and counts as completed. The checks are not
-- validated: every row that exists has the default, and to look at each would hold the lock.
ALTER TABLE jobs ADD COLUMN empty integer NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD CONSTRAINT jobs_empty_check CHECK (empty >= 0) NOT VALID;
ALTER TABLE batch_chunks ADD COLUMN empty integer NOT NULL DEFAULT 0;
ALTER TABLE batch_chunks ADD CONSTRAINT batch_chunks_empty_check CHECK (empty >= 0 AND completed + failed + empty <= rows) NOT VALID;
