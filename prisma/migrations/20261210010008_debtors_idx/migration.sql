-- Buyers who owe something, by how much.
CREATE INDEX CONCURRENTLY IF NOT EXISTS credit_accounts_owed_idx ON credit_accounts (owed, id) WHERE owed > 0;
