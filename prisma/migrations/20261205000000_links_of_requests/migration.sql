-- A link that a customer gets for one machine of a request opens all machines of that request; earlier links open their own case alone.
ALTER TABLE case_links ADD COLUMN request_id uuid;
ALTER TABLE case_links ADD CONSTRAINT case_links_request_id_fkey FOREIGN KEY (request_id) REFERENCES case_requests (id) ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
