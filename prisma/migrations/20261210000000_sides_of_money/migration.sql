-- The ledger of store credit becomes the ledger of all money (docs/decisions/103). New values may be used once this script is committed.
ALTER TYPE credit_entry_kind ADD VALUE IF NOT EXISTS 'bill';
ALTER TYPE credit_entry_kind ADD VALUE IF NOT EXISTS 'correct';
ALTER TYPE credit_entry_kind ADD VALUE IF NOT EXISTS 'receive';
ALTER TYPE credit_entry_kind ADD VALUE IF NOT EXISTS 'allocate';
ALTER TYPE credit_entry_kind ADD VALUE IF NOT EXISTS 'settle';
ALTER TYPE credit_entry_kind ADD VALUE IF NOT EXISTS 'refund';
ALTER TYPE credit_book ADD VALUE IF NOT EXISTS 'billed';
ALTER TYPE credit_book ADD VALUE IF NOT EXISTS 'owed';
ALTER TYPE credit_book ADD VALUE IF NOT EXISTS 'received';
ALTER TYPE credit_book ADD VALUE IF NOT EXISTS 'on_account';
ALTER TYPE credit_book ADD VALUE IF NOT EXISTS 'store_credit';
