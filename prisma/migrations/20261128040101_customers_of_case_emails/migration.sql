CREATE INDEX CONCURRENTLY case_emails_customer_id_idx ON case_emails (customer_id);
