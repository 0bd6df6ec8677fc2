CREATE INDEX CONCURRENTLY case_files_case_id_created_at_id_idx ON case_files (case_id, created_at DESC, id DESC);
