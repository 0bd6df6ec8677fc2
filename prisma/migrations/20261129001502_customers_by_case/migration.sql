CREATE INDEX CONCURRENTLY case_customers_case_id_idx ON case_customers (case_id);
