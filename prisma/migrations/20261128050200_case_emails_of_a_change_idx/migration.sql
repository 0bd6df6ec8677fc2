CREATE INDEX CONCURRENTLY case_emails_change_id_idx ON case_emails (change_id) WHERE change_id IS NOT NULL;
