-- The texts of emails that administrators have saved; of each template the highest number counts. Without a text it is the shop's own.
CREATE TABLE email_template_versions (
    template text NOT NULL,
    number integer NOT NULL,
    subject text,
    body text,
    saved_by uuid,
    saved_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT email_template_versions_pkey PRIMARY KEY (template, number)
);
CREATE INDEX email_template_versions_saved_by_idx ON email_template_versions (saved_by);
ALTER TABLE email_template_versions ADD CONSTRAINT email_template_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TRIGGER announce_insert AFTER INSERT ON email_template_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('template');
CREATE TRIGGER announce_update AFTER UPDATE ON email_template_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('template');
CREATE TRIGGER announce_delete AFTER DELETE ON email_template_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('template');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON email_template_versions FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
