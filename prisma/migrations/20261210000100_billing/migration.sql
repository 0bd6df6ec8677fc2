-- Bills, what is paid, and one ledger for both and for store credit (docs/decisions/103, 104).

CREATE TYPE document_kind AS ENUM ('invoice', 'credit_note');
CREATE TYPE document_purpose AS ENUM ('repair', 'order', 'deposit', 'interest');
CREATE TYPE document_state AS ENUM ('waiting', 'issued', 'withdrawn');
CREATE TYPE payment_method AS ENUM ('stripe', 'transfer', 'card', 'cash');
CREATE TYPE refund_state AS ENUM ('waiting', 'asked', 'done', 'refused', 'failed');
CREATE TYPE checkout_state AS ENUM ('asked', 'open', 'paid', 'ended');
CREATE TYPE bank_line_state AS ENUM ('open', 'matched', 'ignored');
CREATE TYPE vat_number_state AS ENUM ('unchecked', 'valid', 'invalid', 'unknown');

-- Whom a bill names: one for each customer who was ever billed, kept after their account is gone.
CREATE TABLE buyers (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL,
    email text,
    full_name text,
    is_business boolean NOT NULL DEFAULT false,
    company text,
    -- In lines; the postal one is null where it is the same.
    billing_address text,
    postal_address text,
    -- ISO 3166.
    country text NOT NULL DEFAULT 'GB',
    vat_number text,
    vat_number_state vat_number_state NOT NULL DEFAULT 'unchecked',
    vat_number_checked_at timestamptz(3),
    -- Null: as the seller's details say.
    terms_days integer,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT buyers_pkey PRIMARY KEY (id),
    CONSTRAINT buyers_terms CHECK (terms_days BETWEEN 0 AND 365)
);
CREATE UNIQUE INDEX buyers_user_id_key ON buyers (user_id);

-- Whom a bill is from, and how it can be paid. One row; without it the site's own name and address stand on bills, without VAT.
CREATE TABLE seller_details (
    id integer NOT NULL DEFAULT 1,
    legal_name text,
    address text,
    company_number text,
    vat_number text,
    bank_name text,
    account_name text,
    iban text,
    bic text,
    sort_code text,
    account_number text,
    terms_days integer NOT NULL DEFAULT 14,
    -- EUR that may be taken in cash for one invoice.
    cash_limit numeric(12, 2) NOT NULL DEFAULT 1000,
    -- Percent of an accepted estimate to pay before the work, by service: `{"hashboard": 30}`.
    deposits jsonb NOT NULL DEFAULT '{}',
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT seller_details_pkey PRIMARY KEY (id),
    CONSTRAINT seller_details_one CHECK (id = 1),
    CONSTRAINT seller_details_terms CHECK (terms_days BETWEEN 0 AND 365),
    CONSTRAINT seller_details_cash CHECK (cash_limit >= 0 AND cash_limit < 10000)
);

-- Rates of VAT since a day. 'outside' is outside the scope of VAT, which an administrator chooses.
CREATE TABLE vat_rates (
    code text NOT NULL,
    valid_from date NOT NULL,
    percent numeric(5, 2) NOT NULL,

    CONSTRAINT vat_rates_pkey PRIMARY KEY (code, valid_from),
    CONSTRAINT vat_rates_percent CHECK (percent >= 0 AND percent < 100)
);
-- The standard rate of the Value Added Tax Act 1994, section 2, since 4 January 2011.
INSERT INTO vat_rates (code, valid_from, percent) VALUES ('standard', '2011-01-04', 20), ('zero', '1973-04-01', 0), ('outside', '1973-04-01', 0);

-- Sterling for one euro on a day, and who says so.
CREATE TABLE exchange_rates (
    day date NOT NULL,
    sterling numeric(12, 6) NOT NULL,
    source text NOT NULL,
    created_by uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),

    CONSTRAINT exchange_rates_pkey PRIMARY KEY (day),
    CONSTRAINT exchange_rates_sterling CHECK (sterling > 0 AND sterling < 1000)
);

-- The last number of each series and year. Its row is the lock: a number that is taken back with its transaction leaves no gap.
CREATE TABLE document_series (
    series text NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL DEFAULT 0,

    CONSTRAINT document_series_pkey PRIMARY KEY (series, year)
);

CREATE TABLE billing_documents (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    kind document_kind NOT NULL DEFAULT 'invoice',
    purpose document_purpose NOT NULL,
    state document_state NOT NULL DEFAULT 'waiting',
    -- What a waiting one lacks.
    waits_for text[] NOT NULL DEFAULT '{}',
    -- 'INV-2026-00042', and the parts of it; null while it waits.
    number text,
    series text NOT NULL DEFAULT 'INV',
    year integer,
    place integer,
    buyer_id uuid,
    account_id uuid,
    -- What it is for: 'repairs' or 'orders', and the id.
    noun text,
    noun_id uuid,
    -- The invoice that a credit note corrects, or that interest is for.
    of_id uuid,
    issued_at timestamptz(3),
    issued_on date,
    -- The day of supply, which the rate of VAT goes by.
    supplied_on date,
    due_on date,
    -- EUR, as all amounts here but the VAT in sterling.
    net numeric(12, 2) NOT NULL DEFAULT 0,
    vat numeric(12, 2) NOT NULL DEFAULT 0,
    total numeric(12, 2) NOT NULL DEFAULT 0,
    vat_sterling numeric(12, 2),
    rate_sterling numeric(12, 6),
    rate_day date,
    rate_source text,
    -- As they were when it was issued.
    seller jsonb NOT NULL DEFAULT '{}',
    buyer jsonb NOT NULL DEFAULT '{}',
    reason text,
    -- What the ledger's entries make of an invoice.
    owed numeric(12, 2) NOT NULL DEFAULT 0,
    paid numeric(12, 2) NOT NULL DEFAULT 0,
    store_credit numeric(12, 2) NOT NULL DEFAULT 0,
    credited numeric(12, 2) NOT NULL DEFAULT 0,
    -- After how many days beyond its due day the customer was reminded last; 0: not yet.
    reminded_days integer NOT NULL DEFAULT 0,
    -- When its buyer was emailed; null: not yet.
    told_at timestamptz(3),
    -- One for each key, such as 'repair:…'.
    key text,
    created_by uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT billing_documents_pkey PRIMARY KEY (id),
    CONSTRAINT billing_documents_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers (id) ON DELETE RESTRICT,
    CONSTRAINT billing_documents_account_id_fkey FOREIGN KEY (account_id) REFERENCES credit_accounts (id) ON DELETE RESTRICT,
    CONSTRAINT billing_documents_of_id_fkey FOREIGN KEY (of_id) REFERENCES billing_documents (id) ON DELETE RESTRICT,
    CONSTRAINT billing_documents_numbered CHECK ((state = 'issued') = (number IS NOT NULL)),
    CONSTRAINT billing_documents_issued CHECK (state <> 'issued' OR num_nulls(year, place, buyer_id, account_id, issued_at, issued_on, supplied_on) = 0),
    CONSTRAINT billing_documents_total CHECK (total = net + vat AND total >= 0 AND total < 'Infinity'),
    CONSTRAINT billing_documents_not_negative CHECK (owed >= 0 AND paid >= 0 AND store_credit >= 0 AND credited >= 0),
    CONSTRAINT billing_documents_sums CHECK (owed + paid + store_credit + credited <= total),
    CONSTRAINT billing_documents_of CHECK ((kind = 'credit_note') <= (of_id IS NOT NULL))
);
CREATE UNIQUE INDEX billing_documents_number_key ON billing_documents (number);
CREATE UNIQUE INDEX billing_documents_series_year_place_key ON billing_documents (series, year, place);
CREATE UNIQUE INDEX billing_documents_key_key ON billing_documents (key);
CREATE INDEX billing_documents_created_at_id_idx ON billing_documents (created_at DESC, id DESC);
CREATE INDEX billing_documents_buyer_id_idx ON billing_documents (buyer_id, issued_on);
CREATE INDEX billing_documents_account_id_idx ON billing_documents (account_id);
CREATE INDEX billing_documents_noun_noun_id_idx ON billing_documents (noun, noun_id);
CREATE INDEX billing_documents_of_id_idx ON billing_documents (of_id);
CREATE INDEX billing_documents_total_id_idx ON billing_documents (total, id);
CREATE INDEX billing_documents_issued_on_id_idx ON billing_documents (issued_on, id);
CREATE INDEX billing_documents_open_idx ON billing_documents (due_on, id) WHERE owed > 0;
CREATE INDEX billing_documents_waiting_idx ON billing_documents (created_at DESC, id DESC) WHERE state = 'waiting';
CREATE INDEX billing_documents_untold_idx ON billing_documents (issued_at, id) WHERE state = 'issued' AND told_at IS NULL;
CREATE INDEX billing_documents_search_idx ON billing_documents USING gin (number gin_trgm_ops);

CREATE TABLE billing_lines (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    document_id uuid NOT NULL,
    position integer NOT NULL DEFAULT 0,
    description text NOT NULL,
    quantity numeric(10, 2) NOT NULL DEFAULT 1,
    -- EUR for one with VAT; below 0 for what was billed before.
    price numeric(12, 2) NOT NULL DEFAULT 0,
    vat_code text NOT NULL DEFAULT 'standard',
    vat_percent numeric(5, 2) NOT NULL DEFAULT 0,
    net numeric(12, 2) NOT NULL DEFAULT 0,
    vat numeric(12, 2) NOT NULL DEFAULT 0,
    total numeric(12, 2) NOT NULL DEFAULT 0,
    -- The line that a credit note corrects, or the deposit that is taken off.
    of_line_id uuid,

    CONSTRAINT billing_lines_pkey PRIMARY KEY (id),
    CONSTRAINT billing_lines_document_id_fkey FOREIGN KEY (document_id) REFERENCES billing_documents (id) ON DELETE CASCADE,
    CONSTRAINT billing_lines_of_line_id_fkey FOREIGN KEY (of_line_id) REFERENCES billing_lines (id) ON DELETE RESTRICT,
    CONSTRAINT billing_lines_total CHECK (total = net + vat AND total < 'Infinity' AND total > '-Infinity')
);
CREATE INDEX billing_lines_document_id_idx ON billing_lines (document_id, position);
CREATE INDEX billing_lines_of_line_id_idx ON billing_lines (of_line_id);

-- Money received. What is on account pays no invoice, and can be refunded.
CREATE TABLE payments (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    account_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    method payment_method NOT NULL,
    amount numeric(12, 2) NOT NULL,
    on_account numeric(12, 2) NOT NULL DEFAULT 0,
    allocated numeric(12, 2) NOT NULL DEFAULT 0,
    refunded numeric(12, 2) NOT NULL DEFAULT 0,
    received_on date NOT NULL,
    reference text,
    note text,
    -- What it was for when it was paid: an invoice, or a repair or order without one.
    document_id uuid,
    noun text,
    noun_id uuid,
    -- The provider's own id, once for each provider.
    external_id text,
    -- Of a dispute at the provider: its state there, EUR, and when it began.
    dispute_state text,
    dispute_amount numeric(12, 2),
    disputed_at timestamptz(3),
    key text NOT NULL DEFAULT (gen_random_uuid())::text,
    created_by uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT payments_pkey PRIMARY KEY (id),
    CONSTRAINT payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES credit_accounts (id) ON DELETE RESTRICT,
    CONSTRAINT payments_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers (id) ON DELETE RESTRICT,
    CONSTRAINT payments_document_id_fkey FOREIGN KEY (document_id) REFERENCES billing_documents (id) ON DELETE RESTRICT,
    CONSTRAINT payments_amount CHECK (amount > 0 AND amount < 'Infinity'),
    CONSTRAINT payments_not_negative CHECK (on_account >= 0 AND allocated >= 0 AND refunded >= 0 AND on_account + allocated + refunded <= amount)
);
CREATE UNIQUE INDEX payments_key_key ON payments (key);
CREATE UNIQUE INDEX payments_external_id_key ON payments (method, external_id);
CREATE INDEX payments_account_id_idx ON payments (account_id);
CREATE INDEX payments_buyer_id_idx ON payments (buyer_id);
CREATE INDEX payments_document_id_idx ON payments (document_id);
CREATE INDEX payments_noun_noun_id_idx ON payments (noun, noun_id);
CREATE INDEX payments_received_on_method_idx ON payments (received_on, method);
CREATE INDEX payments_created_at_id_idx ON payments (created_at DESC, id DESC);
CREATE INDEX payments_on_account_idx ON payments (created_at DESC, id DESC) WHERE on_account > 0;

CREATE TABLE refunds (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    payment_id uuid NOT NULL,
    amount numeric(12, 2) NOT NULL,
    reason text NOT NULL,
    state refund_state NOT NULL DEFAULT 'waiting',
    -- The first administrator; null: the provider itself, as for a dispute that was lost.
    requested_by uuid,
    requested_at timestamptz(3) NOT NULL DEFAULT now(),
    requested_ip text,
    -- Which sum was above the limit.
    because text,
    decided_by uuid,
    decided_at timestamptz(3),
    decision_note text,
    external_id text,
    failure text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT refunds_pkey PRIMARY KEY (id),
    CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments (id) ON DELETE RESTRICT,
    CONSTRAINT refunds_amount CHECK (amount > 0 AND amount < 'Infinity'),
    CONSTRAINT refunds_second_administrator CHECK (decided_by <> requested_by OR state = 'refused')
);
CREATE INDEX refunds_payment_id_idx ON refunds (payment_id);
CREATE UNIQUE INDEX refunds_external_id_key ON refunds (external_id);
CREATE INDEX refunds_state_created_at_idx ON refunds (state, created_at, id);
CREATE INDEX refunds_requested_by_idx ON refunds (requested_by, requested_at);

-- A page of the payment provider on which somebody was sent to pay.
CREATE TABLE checkout_sessions (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    buyer_id uuid NOT NULL,
    document_id uuid,
    noun text,
    noun_id uuid,
    amount numeric(12, 2) NOT NULL,
    state checkout_state NOT NULL DEFAULT 'asked',
    external_id text,
    url text,
    expires_at timestamptz(3),
    payment_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),

    CONSTRAINT checkout_sessions_pkey PRIMARY KEY (id),
    CONSTRAINT checkout_sessions_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers (id) ON DELETE RESTRICT,
    CONSTRAINT checkout_sessions_document_id_fkey FOREIGN KEY (document_id) REFERENCES billing_documents (id) ON DELETE CASCADE,
    CONSTRAINT checkout_sessions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments (id) ON DELETE RESTRICT,
    CONSTRAINT checkout_sessions_amount CHECK (amount > 0 AND amount < 'Infinity')
);
CREATE UNIQUE INDEX checkout_sessions_external_id_key ON checkout_sessions (external_id);
CREATE INDEX checkout_sessions_document_id_idx ON checkout_sessions (document_id);
CREATE INDEX checkout_sessions_noun_noun_id_idx ON checkout_sessions (noun, noun_id);
CREATE INDEX checkout_sessions_buyer_id_idx ON checkout_sessions (buyer_id);
CREATE INDEX checkout_sessions_payment_id_idx ON checkout_sessions (payment_id);
CREATE INDEX checkout_sessions_state_idx ON checkout_sessions (state, updated_at);

-- Signed messages of the payment provider, so that one that comes twice is known.
CREATE TABLE stripe_events (
    id text NOT NULL,
    type text NOT NULL,
    outcome text NOT NULL DEFAULT '',
    received_at timestamptz(3) NOT NULL DEFAULT now(),

    CONSTRAINT stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_received_at_idx ON stripe_events (received_at);

-- Lines of a bank's file. The same line is there once, however often its file comes.
CREATE TABLE bank_lines (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    fingerprint text NOT NULL,
    booked_on date NOT NULL,
    amount numeric(12, 2) NOT NULL,
    description text NOT NULL DEFAULT '',
    reference text NOT NULL DEFAULT '',
    state bank_line_state NOT NULL DEFAULT 'open',
    payment_id uuid,
    file_name text NOT NULL DEFAULT '',
    created_by uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT bank_lines_pkey PRIMARY KEY (id),
    CONSTRAINT bank_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments (id) ON DELETE RESTRICT,
    CONSTRAINT bank_lines_matched CHECK ((state = 'matched') = (payment_id IS NOT NULL))
);
CREATE UNIQUE INDEX bank_lines_fingerprint_key ON bank_lines (fingerprint);
CREATE UNIQUE INDEX bank_lines_payment_id_key ON bank_lines (payment_id);
CREATE INDEX bank_lines_state_idx ON bank_lines (state, booked_on DESC, id DESC);

-- Notices to the owner of a machine that nobody collects (Torts (Interference with Goods) Act 1977, schedule 1).
CREATE TABLE collection_notices (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    repair_id uuid NOT NULL,
    number integer NOT NULL,
    body text NOT NULL DEFAULT '',
    sent_at timestamptz(3) NOT NULL DEFAULT now(),
    sent_by uuid,
    recipient text NOT NULL DEFAULT '',

    CONSTRAINT collection_notices_pkey PRIMARY KEY (id),
    CONSTRAINT collection_notices_repair_id_fkey FOREIGN KEY (repair_id) REFERENCES repairs (id) ON DELETE CASCADE,
    CONSTRAINT collection_notices_number CHECK (number IN (1, 2))
);
CREATE UNIQUE INDEX collection_notices_repair_id_number_key ON collection_notices (repair_id, number);

-- Accounts: of a user's store credit, or of a buyer's money. The version before reads `user_id` of all of them.
ALTER TABLE credit_accounts ADD COLUMN buyer_id uuid, ADD COLUMN owed numeric(12, 2) NOT NULL DEFAULT 0, ADD COLUMN on_account numeric(12, 2) NOT NULL DEFAULT 0;
ALTER TABLE credit_accounts ALTER COLUMN user_id SET DEFAULT gen_random_uuid();
ALTER TABLE credit_accounts ADD CONSTRAINT credit_accounts_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers (id) ON DELETE RESTRICT NOT VALID;
ALTER TABLE credit_accounts ADD CONSTRAINT credit_accounts_money CHECK (owed >= 0 AND on_account >= 0) NOT VALID;

ALTER TABLE credit_entries ADD COLUMN document_id uuid, ADD COLUMN receipt_id uuid;
-- allowed ban-drop-not-null: the version before writes entries of store credit alone, which the constraint below holds to a lot
ALTER TABLE credit_entries ALTER COLUMN lot_id DROP NOT NULL;
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_document_id_fkey FOREIGN KEY (document_id) REFERENCES billing_documents (id) ON DELETE RESTRICT NOT VALID;
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES payments (id) ON DELETE RESTRICT NOT VALID;
-- What an entry of a kind may move, from which side to which, and of what.
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_moves CHECK (
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
    ('reverse', 'on_account', 'received')
  ))
) NOT VALID;
-- allowed takes-away: credit_entries_moves holds the same and more
ALTER TABLE credit_entries DROP CONSTRAINT credit_entries_sides;

-- What an entry says beside what the customer is shown; of money also what it is of.
CREATE OR REPLACE FUNCTION credit_entry_seal(entry credit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to((CASE WHEN entry.lot_id IS NULL
    THEN json_build_array(
      entry.actor_id::text, entry.actor_email, entry.key, entry.part::text, entry.movement_id::text, entry.payment_id::text,
      entry.document_id::text, entry.receipt_id::text)
    ELSE json_build_array(
      entry.actor_id::text, entry.actor_email, entry.key, entry.part::text, entry.movement_id::text, entry.payment_id::text)
  END)::text, 'UTF8')), 'hex')
$$;

-- Chains an entry to the one before it in its account, and keeps the sums of the account and of what the entry is of. The account's row is
-- the lock: of two movements of one account the second waits for the first, and finds what that has left. Money on account is the
-- customer's, so an entry that leaves that side adds to it.
CREATE OR REPLACE FUNCTION chain_credit_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  account credit_accounts;
BEGIN
  SELECT * INTO account FROM credit_accounts WHERE id = NEW.account_id FOR UPDATE;
  IF account.id IS NULL THEN
    RAISE EXCEPTION 'There is no such account' USING ERRCODE = 'foreign_key_violation';
  END IF;
  IF (account.buyer_id IS NULL) <> (NEW.lot_id IS NOT NULL) THEN
    RAISE EXCEPTION 'Store credit and money have accounts of their own' USING ERRCODE = 'check_violation';
  END IF;
  NEW.number := account.entries + 1;
  NEW.previous_hash := account.last_hash;
  NEW.hash := credit_entry_hash(NEW);
  UPDATE credit_accounts
    SET balance = balance + credit_added(NEW, 'available'), held = held + credit_added(NEW, 'held'),
      owed = owed + credit_added(NEW, 'owed'), on_account = on_account - credit_added(NEW, 'on_account'),
      entries = NEW.number, last_hash = NEW.hash
    WHERE id = NEW.account_id;
  IF NEW.lot_id IS NOT NULL THEN
    UPDATE credit_lots SET available = available + credit_added(NEW, 'available'), held = held + credit_added(NEW, 'held')
      WHERE id = NEW.lot_id AND account_id = NEW.account_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The account has no such lot' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  IF NEW.payment_id IS NOT NULL THEN
    UPDATE credit_payments SET held = held + credit_added(NEW, 'held'), captured = captured + credit_added(NEW, 'used')
      WHERE id = NEW.payment_id AND account_id = NEW.account_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The account has no such payment' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  IF NEW.document_id IS NOT NULL THEN
    UPDATE billing_documents SET owed = owed + credit_added(NEW, 'owed'), paid = paid + credit_added(NEW, 'on_account'),
      store_credit = store_credit + credit_added(NEW, 'store_credit'), credited = credited + CASE NEW.kind WHEN 'correct' THEN NEW.amount ELSE 0 END
      WHERE id = NEW.document_id AND account_id = NEW.account_id AND kind = 'invoice' AND state = 'issued';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The account has no such invoice' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  IF NEW.receipt_id IS NOT NULL THEN
    UPDATE payments SET on_account = on_account - credit_added(NEW, 'on_account'), allocated = allocated - credit_added(NEW, 'owed'),
      refunded = refunded - CASE NEW.kind WHEN 'receive' THEN 0 ELSE credit_added(NEW, 'received') END
      WHERE id = NEW.receipt_id AND account_id = NEW.account_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The account has no such payment' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- What a document or a payment is when it begins, whoever writes it.
CREATE FUNCTION begin_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owed := 0;
  NEW.paid := 0;
  NEW.store_credit := 0;
  NEW.credited := 0;
  RETURN NEW;
END
$$;
CREATE TRIGGER begin_empty BEFORE INSERT ON billing_documents FOR EACH ROW EXECUTE FUNCTION begin_document();
CREATE FUNCTION begin_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.on_account := 0;
  NEW.allocated := 0;
  NEW.refunded := 0;
  RETURN NEW;
END
$$;
CREATE TRIGGER begin_empty BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION begin_receipt();
CREATE OR REPLACE FUNCTION begin_credit_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.balance := 0;
  NEW.held := 0;
  NEW.owed := 0;
  NEW.on_account := 0;
  NEW.entries := 0;
  NEW.last_hash := repeat('0', 64);
  RETURN NEW;
END
$$;

-- What is kept by entries changes by them alone; what is issued stays as it was issued. Waiting documents may still go.
CREATE TRIGGER kept_money BEFORE UPDATE OF buyer_id, owed, on_account ON credit_accounts FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept BEFORE UPDATE OF id, account_id, buyer_id, method, amount, on_account, allocated, refunded ON payments FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OF owed, paid, store_credit, credited ON billing_documents FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE FUNCTION refuse_issued_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What is issued is corrected by another document' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER frozen BEFORE UPDATE OF id, kind, purpose, state, number, series, year, place, buyer_id, account_id, noun, noun_id, of_id, issued_at, issued_on,
  supplied_on, due_on, net, vat, total, vat_sterling, rate_sterling, rate_day, rate_source, seller, buyer, reason, key ON billing_documents
  FOR EACH ROW WHEN (OLD.state = 'issued') EXECUTE FUNCTION refuse_issued_change();
CREATE TRIGGER frozen_rows BEFORE DELETE ON billing_documents FOR EACH ROW WHEN (OLD.state = 'issued') EXECUTE FUNCTION refuse_issued_change();
CREATE TRIGGER frozen_table BEFORE TRUNCATE ON billing_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change();
CREATE FUNCTION refuse_issued_line() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM billing_documents WHERE id = CASE WHEN TG_OP = 'INSERT' THEN NEW.document_id ELSE OLD.document_id END AND state = 'issued') THEN
    RAISE EXCEPTION 'What is issued is corrected by another document' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER frozen BEFORE INSERT OR UPDATE OR DELETE ON billing_lines FOR EACH ROW EXECUTE FUNCTION refuse_issued_line();

CREATE TRIGGER mark_change BEFORE UPDATE ON buyers FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON seller_details FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON billing_documents FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON bank_lines FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_update_time BEFORE UPDATE ON checkout_sessions FOR EACH ROW EXECUTE FUNCTION mark_update_time();

-- The change feed: the document or payment itself, and what it is for, whose page shows what is left to pay.
CREATE FUNCTION announce_billing() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('billing_documents', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(noun, array_agg(DISTINCT noun_id)) FROM changed WHERE noun IN ('repairs', 'orders') AND noun_id IS NOT NULL GROUP BY noun;
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_insert AFTER INSERT ON billing_documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_billing();
CREATE TRIGGER announce_update AFTER UPDATE ON billing_documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_billing();
CREATE TRIGGER announce_delete AFTER DELETE ON billing_documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_billing();
CREATE FUNCTION announce_receipts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('payments', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(noun, array_agg(DISTINCT noun_id)) FROM changed WHERE noun IN ('repairs', 'orders') AND noun_id IS NOT NULL GROUP BY noun;
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_receipts();
CREATE TRIGGER announce_update AFTER UPDATE ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_receipts();
CREATE TRIGGER announce_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON bank_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON bank_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON buyers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON buyers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON exchange_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('day');
CREATE TRIGGER announce_update AFTER UPDATE ON seller_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');

-- An account of money is announced to its buyer's user.
CREATE OR REPLACE FUNCTION announce_credit_accounts(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  many CONSTANT integer := 50;
BEGIN
  IF cardinality(ids) > many THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', 'credit_accounts', 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', 'credit_accounts', 'id', a.id, 'owner', coalesce(b.user_id, a.user_id))::text)
    FROM credit_accounts AS a LEFT JOIN buyers AS b ON b.id = a.buyer_id WHERE a.id = ANY (ids);
  END IF;
END
$$;

-- Other programs are told of store credit; of money they are told by the document and the payment.
CREATE OR REPLACE FUNCTION tell_of_credit() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE is_enabled) THEN
    INSERT INTO webhook_messages (endpoint_id, type, subject_id, subject_version)
      SELECT e.id, 'credit.changed', c.account_id, max(c.number)
      FROM changed AS c JOIN webhook_endpoints AS e ON e.is_enabled AND e.events @> '"credit.changed"'
      WHERE c.lot_id IS NOT NULL
      GROUP BY e.id, c.account_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER tell_insert AFTER INSERT ON billing_documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('invoice');
CREATE TRIGGER tell_update AFTER UPDATE ON billing_documents REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('invoice');

-- Payments by card and refunds that nothing was heard of are asked after.
SELECT shop_queue.create_queue('card-payments', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
