-- The few invoices that credit notes have taken back.
CREATE INDEX CONCURRENTLY IF NOT EXISTS billing_documents_credited_idx ON billing_documents (created_at DESC, id DESC) WHERE credited > 0;
