-- For the round that sends receipts; by itself, since it cannot be in a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_untold_idx ON payments (created_at, id) WHERE told_at IS NULL;
