CREATE INDEX CONCURRENTLY credit_emails_change_id_idx ON credit_emails (change_id) WHERE change_id IS NOT NULL;
