-- What is owed, the newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS billing_documents_owed_idx ON billing_documents (created_at DESC, id DESC) WHERE owed > 0;
