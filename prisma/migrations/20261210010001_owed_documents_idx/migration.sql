-- Sums of what is owed, by buyer and by age, from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS billing_documents_debts_idx ON billing_documents (buyer_id, due_on) INCLUDE (owed) WHERE owed > 0;
