CREATE INDEX CONCURRENTLY cases_without_unit_idx ON cases (id DESC) WHERE unit_id IS NULL;
