CREATE INDEX CONCURRENTLY case_emails_case_id_created_at_id_idx ON case_emails (case_id, created_at DESC, id DESC);
