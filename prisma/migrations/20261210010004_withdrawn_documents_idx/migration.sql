-- The few documents that were withdrawn.
CREATE INDEX CONCURRENTLY IF NOT EXISTS billing_documents_withdrawn_idx ON billing_documents (created_at DESC, id DESC) WHERE state = 'withdrawn';
