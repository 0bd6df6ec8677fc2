CREATE INDEX CONCURRENTLY case_readings_case_id_created_at_id_idx ON case_readings (case_id, created_at DESC, id DESC);
