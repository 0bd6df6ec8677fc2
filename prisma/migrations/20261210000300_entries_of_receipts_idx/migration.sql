CREATE INDEX CONCURRENTLY IF NOT EXISTS credit_entries_receipt_id_idx ON credit_entries (receipt_id) WHERE receipt_id IS NOT NULL;
