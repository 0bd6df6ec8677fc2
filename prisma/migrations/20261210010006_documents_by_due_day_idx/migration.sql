-- By the day on which they are due; what has none comes last.
CREATE INDEX CONCURRENTLY IF NOT EXISTS billing_documents_due_idx ON billing_documents (coalesce(due_on, DATE '9999-12-31'), id);
