CREATE INDEX CONCURRENTLY case_files_customer_id_idx ON case_files (customer_id);
