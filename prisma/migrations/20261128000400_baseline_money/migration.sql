-- Money: the ledger of store credit and bills, documents, payments, and what waits for a second administrator.

CREATE TYPE vat_number_state AS ENUM ('unchecked', 'valid', 'invalid', 'unknown');

-- Whom a bill names: one for each customer who was ever billed, kept after their account is gone, and those of customers who were merged
-- into them (`former_of`).
CREATE TABLE buyers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  email text,
  full_name text,
  is_business boolean NOT NULL DEFAULT false,
  company text,
  billing_address text,
  postal_address text,
  country text NOT NULL DEFAULT 'GB',
  vat_number text,
  vat_number_state vat_number_state NOT NULL DEFAULT 'unchecked',
  vat_number_checked_at timestamptz(3),
  terms_days integer,
  former_of uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT buyers_terms CHECK (terms_days >= 0 AND terms_days <= 365)
);
-- Buyers by parts of their name, company and address.
CREATE INDEX buyers_search_idx ON buyers USING gin (email gin_trgm_ops, full_name gin_trgm_ops, company gin_trgm_ops);
CREATE INDEX buyers_user_id_idx ON buyers (user_id);
CREATE UNIQUE INDEX buyers_user_id_key ON buyers (user_id) WHERE former_of IS NULL;

-- Whom a bill is from, and how it can be paid: one row at most.
CREATE TABLE seller_details (
  id integer PRIMARY KEY DEFAULT 1,
  legal_name text,
  address text,
  company_number text,
  vat_number text,
  registered_office text,
  bank_name text,
  account_name text,
  iban text,
  bic text,
  sort_code text,
  account_number text,
  terms_days integer NOT NULL DEFAULT 14,
  cash_limit numeric(12,2) NOT NULL DEFAULT 1000,
  deposits jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT seller_details_cash CHECK (cash_limit >= 0 AND cash_limit < 10000),
  -- The percentage of each service that is asked before its repair.
  CONSTRAINT seller_details_deposits CHECK (jsonb_typeof(deposits) = 'object' AND NOT jsonb_path_exists(deposits, '$.* ? (@.type() != "number")')),
  CONSTRAINT seller_details_one CHECK (id = 1),
  CONSTRAINT seller_details_terms CHECK (terms_days >= 0 AND terms_days <= 365)
);

-- A rate of VAT since a day.
CREATE TABLE vat_rates (
  code text NOT NULL,
  valid_from date NOT NULL,
  percent numeric(5,2) NOT NULL,
  PRIMARY KEY (code, valid_from),
  CONSTRAINT vat_rates_percent CHECK (percent >= 0 AND percent < 100)
);

-- Sterling for one euro on a day, and who says so.
CREATE TABLE exchange_rates (
  day date PRIMARY KEY,
  sterling numeric(12,6) NOT NULL,
  source text NOT NULL,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT exchange_rates_sterling CHECK (sterling > 0 AND sterling < 1000)
);

-- The last number of a series in a year.
CREATE TABLE document_series (
  series text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL DEFAULT 0,
  PRIMARY KEY (series, year)
);

-- The store credit of one customer. No foreign key: it outlives the user's account, as the law on books wants. Sums, number of entries and
-- last hash are kept by the trigger of `credit_entries`, and refused to everybody else.
CREATE TABLE credit_accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL DEFAULT gen_random_uuid(),
  buyer_id uuid REFERENCES buyers ON DELETE RESTRICT,
  email text,
  full_name text,
  balance numeric(12,2) NOT NULL DEFAULT 0,
  held numeric(12,2) NOT NULL DEFAULT 0,
  owed numeric(12,2) NOT NULL DEFAULT 0,
  on_account numeric(12,2) NOT NULL DEFAULT 0,
  entries integer NOT NULL DEFAULT 0,
  last_hash text NOT NULL DEFAULT '',
  former_of uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT credit_accounts_money CHECK (owed >= 0 AND on_account >= 0),
  -- A balance is never negative, and an amount is one.
  CONSTRAINT credit_accounts_not_negative CHECK (balance >= 0 AND balance < 'Infinity' AND held >= 0 AND held < 'Infinity')
);
CREATE INDEX credit_accounts_balance_id_idx ON credit_accounts (balance, id);
CREATE UNIQUE INDEX credit_accounts_buyer_id_key ON credit_accounts (buyer_id);
CREATE INDEX credit_accounts_created_at_id_idx ON credit_accounts (created_at DESC, id DESC);
CREATE INDEX credit_accounts_on_account_idx ON credit_accounts (on_account) WHERE on_account > 0;
-- Buyers who owe something, by how much.
CREATE INDEX credit_accounts_owed_idx ON credit_accounts (owed, id) WHERE owed > 0;
CREATE INDEX credit_accounts_user_id_idx ON credit_accounts (user_id);
-- A customer has one account of store credit and one of money of their own, and those of customers who were merged into them.
CREATE UNIQUE INDEX credit_accounts_user_id_key ON credit_accounts (user_id) WHERE former_of IS NULL;

-- Why there is credit: each kind has its own rules (contracts/credit.ts).
CREATE TYPE credit_kind AS ENUM ('trade_in', 'refund', 'adjustment');

-- Credit that was issued together and expires together; what is left of it is kept by the trigger of `credit_entries`.
CREATE TABLE credit_lots (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES credit_accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  kind credit_kind NOT NULL DEFAULT 'adjustment',
  available numeric(12,2) NOT NULL DEFAULT 0,
  held numeric(12,2) NOT NULL DEFAULT 0,
  expires_at timestamptz(3),
  cause_noun text NOT NULL DEFAULT 'adjustment',
  cause_id text NOT NULL DEFAULT '',
  moved_from uuid REFERENCES credit_lots ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT credit_lots_not_negative CHECK (available >= 0 AND available < 'Infinity' AND held >= 0 AND held < 'Infinity')
);
CREATE INDEX credit_lots_account_id_expires_at_idx ON credit_lots (account_id, expires_at);
CREATE INDEX credit_lots_cause_noun_cause_id_idx ON credit_lots (cause_noun, cause_id);
CREATE INDEX credit_lots_expires_at_idx ON credit_lots (expires_at);
CREATE INDEX credit_lots_moved_from_idx ON credit_lots (moved_from);

-- Credit that is put aside for something: held, then captured or given back. With `tradeInId` and nothing held it waits for the credit of
-- that trade-in.
CREATE TABLE credit_payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES credit_accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  noun text NOT NULL,
  noun_id text NOT NULL,
  amount numeric(12,2) NOT NULL,
  held numeric(12,2) NOT NULL DEFAULT 0,
  captured numeric(12,2) NOT NULL DEFAULT 0,
  trade_in_id uuid,
  released_at timestamptz(3),
  told_at timestamptz(3),
  key text NOT NULL,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT credit_payments_not_negative CHECK (
    amount > 0 AND amount < 'Infinity' AND held >= 0 AND held < 'Infinity' AND captured >= 0 AND captured < 'Infinity'
  )
);
CREATE INDEX credit_payments_account_id_idx ON credit_payments (account_id);
CREATE UNIQUE INDEX credit_payments_key_key ON credit_payments (key);
CREATE INDEX credit_payments_noun_noun_id_idx ON credit_payments (noun, noun_id);
CREATE INDEX credit_payments_trade_in_id_idx ON credit_payments (trade_in_id);
-- For the round that sends receipts.
CREATE INDEX credit_payments_untold_idx ON credit_payments (created_at, id) WHERE told_at IS NULL AND captured > 0;

CREATE TYPE document_kind AS ENUM ('invoice', 'credit_note');

CREATE TYPE document_purpose AS ENUM ('repair', 'order', 'deposit', 'interest');

CREATE TYPE document_state AS ENUM ('waiting', 'issued', 'withdrawn');

-- An invoice or a credit note (docs/decisions/020): frozen once it is issued.
CREATE TABLE billing_documents (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  kind document_kind NOT NULL DEFAULT 'invoice',
  purpose document_purpose NOT NULL,
  state document_state NOT NULL DEFAULT 'waiting',
  waits_for text[] NOT NULL DEFAULT '{}',
  number text,
  series text NOT NULL DEFAULT 'INV',
  year integer,
  place integer,
  buyer_id uuid REFERENCES buyers ON DELETE RESTRICT,
  account_id uuid REFERENCES credit_accounts ON DELETE RESTRICT,
  noun text,
  noun_id uuid,
  of_id uuid REFERENCES billing_documents ON DELETE RESTRICT,
  issued_at timestamptz(3),
  issued_on date,
  supplied_on date,
  due_on date,
  net numeric(12,2) NOT NULL DEFAULT 0,
  vat numeric(12,2) NOT NULL DEFAULT 0,
  total numeric(12,2) NOT NULL DEFAULT 0,
  vat_sterling numeric(12,2),
  rate_sterling numeric(12,6),
  rate_day date,
  rate_source text,
  seller jsonb NOT NULL DEFAULT '{}',
  buyer jsonb NOT NULL DEFAULT '{}',
  reason text,
  owed numeric(12,2) NOT NULL DEFAULT 0,
  paid numeric(12,2) NOT NULL DEFAULT 0,
  store_credit numeric(12,2) NOT NULL DEFAULT 0,
  credited numeric(12,2) NOT NULL DEFAULT 0,
  reminded_days integer NOT NULL DEFAULT 0,
  told_at timestamptz(3),
  key text,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT billing_documents_issued CHECK (state <> 'issued' OR num_nulls(year, place, buyer_id, account_id, issued_at, issued_on, supplied_on) = 0),
  CONSTRAINT billing_documents_not_negative CHECK (owed >= 0 AND paid >= 0 AND store_credit >= 0 AND credited >= 0),
  CONSTRAINT billing_documents_numbered CHECK ((state = 'issued') = (number IS NOT NULL)),
  CONSTRAINT billing_documents_of CHECK ((kind = 'credit_note') <= (of_id IS NOT NULL)),
  CONSTRAINT billing_documents_sums CHECK ((owed + paid + store_credit + credited) <= total),
  CONSTRAINT billing_documents_total CHECK (total = (net + vat) AND total >= 0 AND total < 'Infinity')
);
CREATE INDEX billing_documents_account_id_idx ON billing_documents (account_id);
CREATE INDEX billing_documents_buyer_id_idx ON billing_documents (buyer_id, issued_on);
CREATE INDEX billing_documents_created_at_id_idx ON billing_documents (created_at DESC, id DESC);
-- Credit notes alone.
CREATE INDEX billing_documents_credit_notes_idx ON billing_documents (created_at DESC, id DESC) WHERE kind = 'credit_note';
-- The few invoices that credit notes have taken back.
CREATE INDEX billing_documents_credited_idx ON billing_documents (created_at DESC, id DESC) WHERE credited > 0;
-- Sums of what is owed, by buyer and by age, from the index alone.
CREATE INDEX billing_documents_debts_idx ON billing_documents (buyer_id, due_on) INCLUDE (owed) WHERE owed > 0;
-- By the day on which they are due; what has none comes last.
CREATE INDEX billing_documents_due_idx ON billing_documents (coalesce(due_on, '9999-12-31'::date), id);
CREATE INDEX billing_documents_issued_on_id_idx ON billing_documents (issued_on, id);
CREATE INDEX billing_documents_kind_state_idx ON billing_documents (kind, state);
CREATE UNIQUE INDEX billing_documents_key_key ON billing_documents (key);
CREATE INDEX billing_documents_noun_noun_id_idx ON billing_documents (noun, noun_id);
CREATE UNIQUE INDEX billing_documents_number_key ON billing_documents (number);
CREATE INDEX billing_documents_of_id_idx ON billing_documents (of_id);
CREATE INDEX billing_documents_open_idx ON billing_documents (due_on, id) WHERE owed > 0;
-- What is owed, the newest first.
CREATE INDEX billing_documents_owed_idx ON billing_documents (created_at DESC, id DESC) WHERE owed > 0;
CREATE INDEX billing_documents_search_idx ON billing_documents USING gin (number gin_trgm_ops);
CREATE UNIQUE INDEX billing_documents_series_year_place_key ON billing_documents (series, year, place);
CREATE INDEX billing_documents_total_id_idx ON billing_documents (total, id);
CREATE INDEX billing_documents_untold_idx ON billing_documents (issued_at, id) WHERE state = 'issued' AND told_at IS NULL;
CREATE INDEX billing_documents_waiting_idx ON billing_documents (created_at DESC, id DESC) WHERE state = 'waiting';
-- The few documents that were withdrawn.
CREATE INDEX billing_documents_withdrawn_idx ON billing_documents (created_at DESC, id DESC) WHERE state = 'withdrawn';

CREATE TABLE billing_lines (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  document_id uuid NOT NULL REFERENCES billing_documents ON DELETE CASCADE,
  position integer NOT NULL DEFAULT 0,
  description text NOT NULL,
  quantity numeric(10,2) NOT NULL DEFAULT 1,
  price numeric(12,2) NOT NULL DEFAULT 0,
  vat_code text NOT NULL DEFAULT 'standard',
  vat_percent numeric(5,2) NOT NULL DEFAULT 0,
  net numeric(12,2) NOT NULL DEFAULT 0,
  vat numeric(12,2) NOT NULL DEFAULT 0,
  total numeric(12,2) NOT NULL DEFAULT 0,
  of_line_id uuid REFERENCES billing_lines ON DELETE RESTRICT,
  CONSTRAINT billing_lines_total CHECK (total = (net + vat) AND total < 'Infinity' AND total > '-Infinity')
);
CREATE INDEX billing_lines_document_id_idx ON billing_lines (document_id, position);
CREATE INDEX billing_lines_of_line_id_idx ON billing_lines (of_line_id);

CREATE TYPE payment_method AS ENUM ('stripe', 'transfer', 'card', 'cash');

-- Money received. What is on account pays no invoice, and can be refunded.
CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  account_id uuid NOT NULL REFERENCES credit_accounts ON DELETE RESTRICT,
  buyer_id uuid NOT NULL REFERENCES buyers ON DELETE RESTRICT,
  method payment_method NOT NULL,
  amount numeric(12,2) NOT NULL,
  on_account numeric(12,2) NOT NULL DEFAULT 0,
  allocated numeric(12,2) NOT NULL DEFAULT 0,
  refunded numeric(12,2) NOT NULL DEFAULT 0,
  received_on date NOT NULL,
  reference text,
  note text,
  document_id uuid REFERENCES billing_documents ON DELETE RESTRICT,
  noun text,
  noun_id uuid,
  external_id text,
  dispute_state text,
  dispute_amount numeric(12,2),
  disputed_at timestamptz(3),
  reversed_at timestamptz(3),
  reversed_by uuid,
  reversal_reason text,
  told_at timestamptz(3),
  key text NOT NULL DEFAULT gen_random_uuid()::text,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT payments_amount CHECK (amount > 0 AND amount < 'Infinity'),
  CONSTRAINT payments_not_negative CHECK (on_account >= 0 AND allocated >= 0 AND refunded >= 0 AND (on_account + allocated + refunded) <= amount)
);
CREATE INDEX payments_account_id_idx ON payments (account_id);
CREATE INDEX payments_buyer_id_idx ON payments (buyer_id);
CREATE INDEX payments_created_at_id_idx ON payments (created_at DESC, id DESC);
CREATE INDEX payments_document_id_idx ON payments (document_id);
CREATE UNIQUE INDEX payments_external_id_key ON payments (method, external_id);
CREATE UNIQUE INDEX payments_key_key ON payments (key);
CREATE INDEX payments_noun_noun_id_idx ON payments (noun, noun_id);
CREATE INDEX payments_on_account_idx ON payments (created_at DESC, id DESC) WHERE on_account > 0;
CREATE INDEX payments_received_on_method_idx ON payments (received_on, method);
-- For the round that sends receipts.
CREATE INDEX payments_untold_idx ON payments (created_at, id) WHERE told_at IS NULL;

CREATE TYPE refund_state AS ENUM ('waiting', 'asked', 'done', 'refused', 'failed');

CREATE TABLE refunds (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  payment_id uuid NOT NULL REFERENCES payments ON DELETE RESTRICT,
  amount numeric(12,2) NOT NULL,
  reason text NOT NULL,
  state refund_state NOT NULL DEFAULT 'waiting',
  requested_by uuid,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  requested_ip text,
  because text,
  decided_by uuid,
  decided_at timestamptz(3),
  decision_note text,
  external_id text,
  failure text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT refunds_amount CHECK (amount > 0 AND amount < 'Infinity'),
  CONSTRAINT refunds_second_administrator CHECK (decided_by <> requested_by OR state = 'refused')
);
CREATE UNIQUE INDEX refunds_external_id_key ON refunds (external_id);
CREATE INDEX refunds_payment_id_idx ON refunds (payment_id);
CREATE INDEX refunds_requested_by_idx ON refunds (requested_by, requested_at);
CREATE INDEX refunds_state_created_at_idx ON refunds (state, created_at, id);

CREATE TYPE checkout_state AS ENUM ('asked', 'open', 'paid', 'ended');

-- A page of the payment provider on which somebody was sent to pay.
CREATE TABLE checkout_sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  buyer_id uuid NOT NULL REFERENCES buyers ON DELETE RESTRICT,
  document_id uuid REFERENCES billing_documents ON DELETE CASCADE,
  noun text,
  noun_id uuid,
  amount numeric(12,2) NOT NULL,
  state checkout_state NOT NULL DEFAULT 'asked',
  external_id text,
  url text,
  expires_at timestamptz(3),
  payment_id uuid REFERENCES payments ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT checkout_sessions_amount CHECK (amount > 0 AND amount < 'Infinity')
);
CREATE INDEX checkout_sessions_buyer_id_idx ON checkout_sessions (buyer_id);
CREATE INDEX checkout_sessions_document_id_idx ON checkout_sessions (document_id);
CREATE UNIQUE INDEX checkout_sessions_external_id_key ON checkout_sessions (external_id);
CREATE INDEX checkout_sessions_noun_noun_id_idx ON checkout_sessions (noun, noun_id);
CREATE INDEX checkout_sessions_payment_id_idx ON checkout_sessions (payment_id);
CREATE INDEX checkout_sessions_state_idx ON checkout_sessions (state, updated_at);

-- A signed message of the payment provider, so that one that comes twice is known.
CREATE TABLE stripe_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  outcome text NOT NULL DEFAULT '',
  received_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX stripe_events_received_at_idx ON stripe_events (received_at);

-- Accounts of the shop at banks: the currency of each is asked once, and so are the columns of files whose layout is not known.
CREATE TABLE bank_accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  currency text NOT NULL,
  number text,
  mapping jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT bank_accounts_currency CHECK (currency ~ '^[A-Z]{3}$')
);

CREATE UNIQUE INDEX bank_accounts_name_key ON bank_accounts (name);
CREATE UNIQUE INDEX bank_accounts_number_key ON bank_accounts (number);

CREATE TYPE bank_line_state AS ENUM ('open', 'matched', 'ignored');

-- A line of a bank's file: there once, however often its file comes.
CREATE TABLE bank_lines (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  fingerprint text NOT NULL,
  booked_on date NOT NULL,
  amount numeric(12,2) NOT NULL,
  description text NOT NULL DEFAULT '',
  reference text NOT NULL DEFAULT '',
  state bank_line_state NOT NULL DEFAULT 'open',
  payment_id uuid REFERENCES payments ON DELETE RESTRICT,
  file_name text NOT NULL DEFAULT '',
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT bank_lines_matched CHECK ((state = 'matched') = (payment_id IS NOT NULL))
);
CREATE UNIQUE INDEX bank_lines_fingerprint_key ON bank_lines (fingerprint);
CREATE UNIQUE INDEX bank_lines_payment_id_key ON bank_lines (payment_id);
CREATE INDEX bank_lines_state_idx ON bank_lines (state, booked_on DESC, id DESC);

-- Counts of the cash of a day: the last one counts, earlier ones stay.
CREATE TABLE till_counts (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  day date NOT NULL,
  number integer NOT NULL DEFAULT 1,
  expected numeric(12,2) NOT NULL,
  counted numeric(12,2) NOT NULL,
  note text,
  counted_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT till_counts_counted CHECK (counted >= 0 AND counted < 'Infinity'),
  CONSTRAINT till_counts_number CHECK (number > 0)
);
CREATE UNIQUE INDEX till_counts_day_number_key ON till_counts (day, number);

-- Returns of VAT by quarter: the amounts that nobody but the bookkeeper knows, and, once a quarter is locked, the boxes and the documents of it.
-- Amounts are GBP.
CREATE TABLE vat_returns (
  starts_on date PRIMARY KEY,
  ends_on date NOT NULL,
  other_vat_due numeric(12,2) NOT NULL DEFAULT 0,
  vat_on_acquisitions numeric(12,2) NOT NULL DEFAULT 0,
  vat_reclaimed numeric(12,2) NOT NULL DEFAULT 0,
  other_sales numeric(12,2) NOT NULL DEFAULT 0,
  other_purchases numeric(12,2) NOT NULL DEFAULT 0,
  goods_to_eu numeric(12,2) NOT NULL DEFAULT 0,
  goods_from_eu numeric(12,2) NOT NULL DEFAULT 0,
  note text,
  boxes jsonb,
  locked_at timestamptz(3),
  locked_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT vat_returns_quarter CHECK (isfinite(starts_on) AND starts_on = date_trunc('quarter', starts_on) AND ends_on = (starts_on + INTERVAL '3 months' - INTERVAL '1 day')::date),
  CONSTRAINT vat_returns_locked CHECK ((locked_at IS NULL) = (boxes IS NULL))
);

-- A document is in one locked return at most; one that came too late for its quarter is in the next.
CREATE TABLE vat_return_documents (
  document_id uuid PRIMARY KEY REFERENCES billing_documents ON DELETE RESTRICT,
  starts_on date NOT NULL REFERENCES vat_returns ON DELETE RESTRICT
);

CREATE INDEX vat_return_documents_starts_on_idx ON vat_return_documents (starts_on);

CREATE TYPE credit_entry_kind AS ENUM (
  'issue', 'authorize', 'capture', 'void', 'expire', 'adjust', 'reverse', 'bill', 'correct', 'receive', 'allocate', 'settle', 'refund'
);

-- The two sides of every entry. `available` and `held` are what the shop owes; the others say where it came from and went.
CREATE TYPE credit_book AS ENUM (
  'available', 'held', 'issued', 'used', 'expired', 'adjusted', 'billed', 'owed', 'received', 'on_account', 'store_credit'
);

-- One balanced entry of the ledger: an amount that leaves one side of a customer's books for another. Append-only; number, previous hash
-- and hash are written by the database (docs/decisions).
CREATE TABLE credit_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  movement_id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES credit_accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  number integer NOT NULL DEFAULT 0,
  kind credit_entry_kind NOT NULL,
  debit credit_book NOT NULL,
  credit credit_book NOT NULL,
  amount numeric(12,2) NOT NULL,
  lot_id uuid REFERENCES credit_lots ON UPDATE CASCADE ON DELETE RESTRICT,
  document_id uuid REFERENCES billing_documents ON DELETE RESTRICT,
  receipt_id uuid REFERENCES payments ON DELETE RESTRICT,
  payment_id uuid REFERENCES credit_payments ON UPDATE CASCADE ON DELETE RESTRICT,
  cause_noun text NOT NULL DEFAULT 'adjustment',
  cause_id text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  actor_id uuid,
  actor_email text,
  key text NOT NULL DEFAULT gen_random_uuid()::text,
  part integer NOT NULL DEFAULT 1,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  previous_hash text NOT NULL DEFAULT '',
  hash text NOT NULL DEFAULT '',
  CONSTRAINT credit_entries_amount CHECK (amount > 0 AND amount < 'Infinity'),
  CONSTRAINT credit_entries_at CHECK (isfinite(at)),
  CONSTRAINT credit_entries_movements CHECK (
    lot_id IS NOT NULL AND document_id IS NULL AND receipt_id IS NULL AND (
      kind = 'issue' AND debit = 'issued' AND credit = 'available'
      OR kind = 'authorize' AND debit = 'available' AND credit = 'held'
      OR kind = 'capture' AND debit = 'held' AND credit = 'used'
      OR kind = 'void' AND debit = 'held' AND credit = 'available'
      OR kind = 'expire' AND debit = 'available' AND credit = 'expired'
      OR kind = 'adjust' AND debit = 'adjusted' AND credit = 'available'
      OR kind = 'adjust' AND debit = 'available' AND credit = 'adjusted'
      OR kind = 'reverse' AND debit = 'available' AND credit = 'issued'
      OR kind = 'reverse' AND debit = 'used' AND credit = 'held'
    )
    OR lot_id IS NULL AND payment_id IS NULL AND document_id IS NOT NULL AND receipt_id IS NULL AND (
      kind = 'bill' AND debit = 'billed' AND credit = 'owed'
      OR kind = 'correct' AND debit = 'owed' AND credit = 'billed'
      OR kind = 'settle' AND debit = 'owed' AND credit = 'store_credit'
      OR kind = 'reverse' AND debit = 'store_credit' AND credit = 'owed'
    )
    OR lot_id IS NULL AND payment_id IS NULL AND document_id IS NOT NULL AND receipt_id IS NOT NULL AND (
      kind = 'allocate' AND debit = 'owed' AND credit = 'on_account'
      OR kind = 'reverse' AND debit = 'on_account' AND credit = 'owed'
    )
    OR lot_id IS NULL AND payment_id IS NULL AND document_id IS NULL AND receipt_id IS NOT NULL AND (
      kind = 'receive' AND debit = 'on_account' AND credit = 'received'
      OR kind = 'refund' AND debit = 'received' AND credit = 'on_account'
      OR kind = 'reverse' AND debit = 'on_account' AND credit = 'received'
      OR kind = 'reverse' AND debit = 'received' AND credit = 'on_account'
    )
  ),
  -- Whatever is held or used is held and used for something.
  CONSTRAINT credit_entries_payment CHECK (((debit IN ('held', 'used')) OR (credit IN ('held', 'used'))) = (payment_id IS NOT NULL))
);
CREATE UNIQUE INDEX credit_entries_account_id_number_key ON credit_entries (account_id, number);
-- For what an administrator has given within a time.
CREATE INDEX credit_entries_actor_id_at_idx ON credit_entries (actor_id, at);
CREATE INDEX credit_entries_at_id_idx ON credit_entries (at, id);
CREATE INDEX credit_entries_cause_noun_cause_id_idx ON credit_entries (cause_noun, cause_id);
CREATE INDEX credit_entries_document_id_idx ON credit_entries (document_id) WHERE document_id IS NOT NULL;
CREATE UNIQUE INDEX credit_entries_key_part_key ON credit_entries (key, part);
CREATE INDEX credit_entries_lot_id_idx ON credit_entries (lot_id);
CREATE INDEX credit_entries_payment_id_idx ON credit_entries (payment_id);
CREATE INDEX credit_entries_receipt_id_idx ON credit_entries (receipt_id) WHERE receipt_id IS NOT NULL;

-- Sums of the entries by UTC day, kept by a trigger that only adds rows: a day is the sum of its rows.
CREATE TABLE credit_sums (
  id bigserial PRIMARY KEY,
  day date NOT NULL,
  lot_kind credit_kind NOT NULL,
  expires_month date,
  kind credit_entry_kind NOT NULL,
  debit credit_book NOT NULL,
  credit credit_book NOT NULL,
  amount numeric(20,2) NOT NULL
);
CREATE INDEX credit_sums_day_idx ON credit_sums (day);

-- Findings of the nightly comparison of balances with entries.
CREATE TABLE credit_checks (
  id bigserial PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  accounts integer NOT NULL DEFAULT 0,
  entries integer NOT NULL DEFAULT 0,
  differences integer NOT NULL DEFAULT 0,
  faults jsonb NOT NULL DEFAULT '[]'
);

CREATE TYPE credit_request_state AS ENUM ('waiting', 'approved', 'refused', 'withdrawn');

-- Credit above the limit that waits for a second administrator.
CREATE TABLE credit_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  kind credit_kind NOT NULL DEFAULT 'adjustment',
  amount numeric(12,2) NOT NULL,
  reason text NOT NULL DEFAULT '',
  cause_noun text NOT NULL DEFAULT 'adjustment',
  cause_id text NOT NULL DEFAULT '',
  state credit_request_state NOT NULL DEFAULT 'waiting',
  requested_by uuid,
  requested_at timestamptz(3),
  requested_ip text,
  because text,
  decided_by uuid,
  decided_at timestamptz(3),
  decision_note text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT credit_requests_amount CHECK (amount <> 0 AND amount < 'Infinity'),
  -- Nobody approves what they have asked for, whichever way it is written.
  CONSTRAINT second_administrator CHECK (decided_by <> requested_by OR state <> 'approved')
);
CREATE INDEX credit_requests_cause_noun_cause_id_idx ON credit_requests (cause_noun, cause_id);
CREATE INDEX credit_requests_state_created_at_id_idx ON credit_requests (state, created_at, id);
CREATE INDEX credit_requests_user_id_idx ON credit_requests (user_id);

CREATE TYPE approval_kind AS ENUM ('credit_note', 'release', 'payee');

-- A request for a second administrator, beside those for store credit, refunds and offers.
CREATE TABLE approval_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind approval_kind NOT NULL,
  subject_id uuid,
  user_id uuid,
  amount numeric(12,2),
  reason text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}',
  because text,
  state credit_request_state NOT NULL DEFAULT 'waiting',
  requested_by uuid NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  requested_ip text,
  decided_by uuid,
  decided_at timestamptz(3),
  decision_note text,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT approval_requests_amount CHECK (amount > 0 AND amount < 'Infinity'),
  CONSTRAINT approval_requests_decided CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT approval_requests_subject CHECK ((subject_id IS NULL) = (kind = 'payee')),
  CONSTRAINT approval_requests_version CHECK (version > 0)
);
CREATE INDEX approval_requests_state_requested_at_id_idx ON approval_requests (state, requested_at, id);
CREATE INDEX approval_requests_subject_id_idx ON approval_requests (subject_id);
-- One of each subject waits.
CREATE UNIQUE INDEX approval_requests_waiting_key ON approval_requests (kind, coalesce(subject_id, '00000000-0000-0000-0000-000000000000'::uuid))
  WHERE state = 'waiting';

CREATE TYPE credit_transfer_direction AS ENUM ('out', 'back');

CREATE TYPE credit_transfer_state AS ENUM ('waiting', 'asked', 'unknown', 'done', 'refused', 'taken_back');

CREATE TYPE credit_transfer_carrier AS ENUM ('account', 'gift_card');

-- One amount with one expiry that is moved to the customer's account at the shop platform, or taken back from there. Written before each
-- step, so that whoever comes after a process that has died knows where it stood.
CREATE TABLE credit_transfers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES credit_accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  direction credit_transfer_direction NOT NULL DEFAULT 'out',
  batch_id uuid NOT NULL DEFAULT gen_random_uuid(),
  part integer NOT NULL DEFAULT 1,
  payment_id uuid NOT NULL REFERENCES credit_payments ON UPDATE CASCADE ON DELETE RESTRICT,
  of_id uuid,
  amount numeric(12,2) NOT NULL,
  taken_back numeric(12,2) NOT NULL DEFAULT 0,
  expires_at timestamptz(3),
  state credit_transfer_state NOT NULL DEFAULT 'waiting',
  carrier credit_transfer_carrier,
  owner_ref text,
  account_ref text,
  movement_ref text,
  known_refs text[] DEFAULT ARRAY[]::text[],
  sealed_code text,
  failure text,
  asked_at timestamptz(3),
  ended_at timestamptz(3),
  created_by uuid,
  created_by_email text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT credit_transfers_amount CHECK (amount > 0 AND amount < 'Infinity' AND taken_back >= 0 AND taken_back <= amount),
  -- What takes back says what.
  CONSTRAINT credit_transfers_of CHECK ((direction = 'back') = (of_id IS NOT NULL))
);
CREATE INDEX credit_transfers_account_id_created_at_idx ON credit_transfers (account_id, created_at);
-- One at a time is asked for: so what is new in a customer's account at the platform is its doing.
CREATE UNIQUE INDEX credit_transfers_asked ON credit_transfers (account_id) WHERE state IN ('asked', 'unknown');
-- A movement there stands for one transfer here.
CREATE UNIQUE INDEX credit_transfers_movement ON credit_transfers (movement_ref) WHERE movement_ref IS NOT NULL;
CREATE INDEX credit_transfers_of_id_idx ON credit_transfers (of_id);
CREATE INDEX credit_transfers_open ON credit_transfers (account_id) WHERE state IN ('waiting', 'asked', 'unknown');
CREATE INDEX credit_transfers_payment_id_idx ON credit_transfers (payment_id);

CREATE TYPE credit_email_kind AS ENUM ('issued', 'in_60_days', 'in_14_days');

-- Emails to customers about a lot: of each kind one, known by its id in the outbox.
CREATE TABLE credit_emails (
  lot_id uuid NOT NULL REFERENCES credit_lots ON UPDATE CASCADE ON DELETE RESTRICT,
  kind credit_email_kind NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  change_id uuid,
  PRIMARY KEY (lot_id, kind)
);
CREATE INDEX credit_emails_change_id_idx ON credit_emails (change_id) WHERE change_id IS NOT NULL;
