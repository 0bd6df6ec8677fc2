CREATE INDEX CONCURRENTLY case_links_case_id_idx ON case_links (case_id);
