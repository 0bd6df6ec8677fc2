CREATE INDEX CONCURRENTLY case_readings_unit_id_idx ON case_readings (unit_id);
