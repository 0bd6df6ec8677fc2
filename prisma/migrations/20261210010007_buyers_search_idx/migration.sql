-- Buyers by parts of their name, company and address.
CREATE INDEX CONCURRENTLY IF NOT EXISTS buyers_search_idx ON buyers USING gin (email gin_trgm_ops, full_name gin_trgm_ops, company gin_trgm_ops);
