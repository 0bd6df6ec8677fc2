-- Credit notes alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS billing_documents_credit_notes_idx ON billing_documents (created_at DESC, id DESC) WHERE kind = 'credit_note';
