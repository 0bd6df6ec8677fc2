-- Finds a part of the number in the newest rows first: a search whose many hits are all old goes past what is newer.
CREATE INDEX CONCURRENTLY repairs_newest_search_idx ON repairs USING gist (
  point(least(greatest(extract(epoch FROM created_at AT TIME ZONE 'UTC')::float8, 0), 1e11), 0),
  (repair_number || '') gist_trgm_ops (siglen = 512)
);
