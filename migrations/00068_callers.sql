-- +goose Up
-- Where a call came from: its network address, what its program said of itself, and the entry it came through
-- (console, mcp, api); '' of what was logged before. Constraints hold for new rows: old ones need no reading.
ALTER TABLE request_log ADD COLUMN address text NOT NULL DEFAULT '', ADD COLUMN user_agent text NOT NULL DEFAULT '', ADD COLUMN source text NOT NULL DEFAULT '',
    ADD CONSTRAINT request_log_user_agent_check CHECK (length(user_agent) <= 200) NOT VALID,
    ADD CONSTRAINT request_log_source_check CHECK (source IN ('', 'console', 'mcp', 'api')) NOT VALID;
ALTER TABLE audit_log ADD COLUMN user_agent text NOT NULL DEFAULT '', ADD COLUMN source text NOT NULL DEFAULT '',
    ADD CONSTRAINT audit_log_user_agent_check CHECK (length(user_agent) <= 200) NOT VALID,
    ADD CONSTRAINT audit_log_source_check CHECK (source IN ('', 'console', 'mcp', 'api')) NOT VALID;
