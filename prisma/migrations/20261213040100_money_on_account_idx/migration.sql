CREATE INDEX CONCURRENTLY IF NOT EXISTS credit_accounts_on_account_idx ON credit_accounts (on_account) WHERE on_account > 0;
