CREATE INDEX CONCURRENTLY IF NOT EXISTS credit_entries_document_id_idx ON credit_entries (document_id) WHERE document_id IS NOT NULL;
