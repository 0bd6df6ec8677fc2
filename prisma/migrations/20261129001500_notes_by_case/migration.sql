CREATE INDEX CONCURRENTLY case_notes_case_id_created_at_id_idx ON case_notes (case_id, created_at DESC, id DESC);
