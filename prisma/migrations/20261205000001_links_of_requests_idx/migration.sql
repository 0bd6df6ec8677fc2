CREATE INDEX CONCURRENTLY case_links_request_id_idx ON case_links (request_id);
