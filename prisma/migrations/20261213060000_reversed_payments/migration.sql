-- A payment that was written down by mistake is reversed, which is no refund: its entries go back, and `refunded` has what has left it.
ALTER TABLE payments ADD COLUMN reversed_at timestamptz(3);
ALTER TABLE payments ADD COLUMN reversed_by uuid;
ALTER TABLE payments ADD COLUMN reversal_reason text;

-- When the customer was sent a receipt. Earlier payments count as told, so that nobody gets one years later.
ALTER TABLE payments ADD COLUMN told_at timestamptz(3) DEFAULT now();
ALTER TABLE payments ALTER COLUMN told_at DROP DEFAULT;
ALTER TABLE credit_payments ADD COLUMN told_at timestamptz(3) DEFAULT now();
ALTER TABLE credit_payments ALTER COLUMN told_at DROP DEFAULT;

ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_movements CHECK (
  (lot_id IS NOT NULL AND document_id IS NULL AND receipt_id IS NULL AND (kind, debit, credit) IN (
    ('issue', 'issued', 'available'),
    ('authorize', 'available', 'held'),
    ('capture', 'held', 'used'),
    ('void', 'held', 'available'),
    ('expire', 'available', 'expired'),
    ('adjust', 'adjusted', 'available'),
    ('adjust', 'available', 'adjusted'),
    ('reverse', 'available', 'issued'),
    ('reverse', 'used', 'held')
  ))
  OR (lot_id IS NULL AND payment_id IS NULL AND document_id IS NOT NULL AND receipt_id IS NULL AND (kind, debit, credit) IN (
    ('bill', 'billed', 'owed'),
    ('correct', 'owed', 'billed'),
    ('settle', 'owed', 'store_credit'),
    ('reverse', 'store_credit', 'owed')
  ))
  OR (lot_id IS NULL AND payment_id IS NULL AND document_id IS NOT NULL AND receipt_id IS NOT NULL AND (kind, debit, credit) IN (
    ('allocate', 'owed', 'on_account'),
    ('reverse', 'on_account', 'owed')
  ))
  OR (lot_id IS NULL AND payment_id IS NULL AND document_id IS NULL AND receipt_id IS NOT NULL AND (kind, debit, credit) IN (
    ('receive', 'on_account', 'received'),
    ('refund', 'received', 'on_account'),
    ('reverse', 'on_account', 'received'),
    -- A payment that never came.
    ('reverse', 'received', 'on_account')
  ))
) NOT VALID;
-- allowed takes-away: credit_entries_movements holds the same and one more
ALTER TABLE credit_entries DROP CONSTRAINT credit_entries_moves;
