CREATE INDEX CONCURRENTLY case_links_customer_id_idx ON case_links (customer_id);
