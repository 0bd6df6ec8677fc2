CREATE INDEX CONCURRENTLY cases_unit_id_idx ON cases (unit_id);
