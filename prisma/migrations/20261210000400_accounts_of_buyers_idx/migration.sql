CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS credit_accounts_buyer_id_key ON credit_accounts (buyer_id);
