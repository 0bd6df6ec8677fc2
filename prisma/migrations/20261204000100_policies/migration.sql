-- Limits and periods that administrators have set. Without a value the environment's counts.
CREATE TABLE policies (
    name text NOT NULL,
    value numeric(12,2),
    -- A higher limit that waits for a second administrator.
    wanted numeric(12,2),
    requested_by uuid,
    requested_at timestamptz(3),
    requested_ip text,
    created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT policies_pkey PRIMARY KEY (name)
);
CREATE INDEX policies_requested_by_idx ON policies (requested_by);
ALTER TABLE policies ADD CONSTRAINT policies_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TRIGGER announce_insert AFTER INSERT ON policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('name');
CREATE TRIGGER announce_update AFTER UPDATE ON policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('name');
CREATE TRIGGER announce_delete AFTER DELETE ON policies REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('name');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON policies FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER begin_version BEFORE INSERT ON policies FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON policies FOR EACH ROW EXECUTE FUNCTION mark_change();

-- What was promised stays promised: a quote keeps its reminders, a repair its warranty, whatever is set later.
ALTER TABLE case_quotes ADD COLUMN remind_after integer[] NOT NULL DEFAULT '{3,10}';
ALTER TABLE repairs ADD COLUMN warranty_days integer NOT NULL DEFAULT 30;
