-- Rules of money and documents: the ledger is only added to and keeps every sum, what is issued stays as it is, and what was billed keeps
-- its customer.

-- What an entry adds to one side.
CREATE FUNCTION credit_added(entry credit_entries, side credit_book) RETURNS numeric LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT CASE side WHEN entry.credit THEN entry.amount WHEN entry.debit THEN -entry.amount ELSE 0 END
$$;

-- What an entry says beside what the customer is shown; of money also what it is of.
CREATE FUNCTION credit_entry_seal(entry credit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to((CASE WHEN entry.lot_id IS NULL
    THEN json_build_array(
      entry.actor_id::text, entry.actor_email, entry.key, entry.part::text, entry.movement_id::text, entry.payment_id::text,
      entry.document_id::text, entry.receipt_id::text)
    ELSE json_build_array(
      entry.actor_id::text, entry.actor_email, entry.key, entry.part::text, entry.movement_id::text, entry.payment_id::text)
  END)::text, 'UTF8')), 'hex')
$$;

-- The hash of an entry: of a JSON array of texts, written as PostgreSQL does (with a blank after each comma).
CREATE FUNCTION credit_entry_hash(entry credit_entries) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT encode(sha256(convert_to(json_build_array(
    entry.previous_hash, entry.account_id::text, entry.number::text, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.kind::text, entry.debit::text, entry.credit::text, entry.amount::text, entry.lot_id::text,
    entry.cause_noun, entry.cause_id, entry.reason, credit_entry_seal(entry)
  )::text, 'UTF8')), 'hex')
$$;

-- Accounts, lots and payments begin empty, stay, and keep what the entries have made of them: only the trigger above changes that.
CREATE FUNCTION begin_credit_account() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_accounts FOR EACH ROW EXECUTE FUNCTION begin_credit_account();

CREATE FUNCTION begin_credit_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.available := 0;
  NEW.held := 0;
  RETURN NEW;
END
$$;
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_lots FOR EACH ROW EXECUTE FUNCTION begin_credit_lot();

CREATE FUNCTION begin_credit_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.held := 0;
  NEW.captured := 0;
  RETURN NEW;
END
$$;
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_payments FOR EACH ROW EXECUTE FUNCTION begin_credit_payment();

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

-- Chains an entry to the one before it in its account, and keeps the sums of the account and of what the entry is of. The account's row is
-- the lock: of two movements of one account the second waits for the first, and finds what that has left. Money on account is the
-- customer's, so an entry that leaves that side adds to it.
CREATE FUNCTION chain_credit_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
CREATE TRIGGER chain BEFORE INSERT ON credit_entries FOR EACH ROW EXECUTE FUNCTION chain_credit_entry();

-- Adding rows waits for nobody; a job brings past days back to one row for each key.
CREATE FUNCTION sum_credit_entries() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO credit_sums (day, lot_kind, expires_month, kind, debit, credit, amount)
  SELECT (added.at AT TIME ZONE 'UTC')::date, lots.kind, date_trunc('month', lots.expires_at AT TIME ZONE 'UTC')::date, added.kind, added.debit, added.credit, sum(added.amount)
  FROM added JOIN credit_lots AS lots ON lots.id = added.lot_id
  GROUP BY 1, 2, 3, 4, 5, 6;
  PERFORM announce_credit_accounts((SELECT array_agg(DISTINCT account_id) FROM added));
  RETURN NULL;
END
$$;
CREATE TRIGGER sum_entries AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_credit_entries();

-- Brings the rows of past days together.
CREATE FUNCTION merge_credit_sums(before date) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH split AS (
    SELECT day, lot_kind, expires_month, kind, debit, credit FROM credit_sums WHERE day < before
    GROUP BY day, lot_kind, expires_month, kind, debit, credit HAVING count(*) > 1
  ), locked AS MATERIALIZED (
    SELECT s.id FROM credit_sums AS s JOIN split
      ON s.day = split.day AND s.lot_kind = split.lot_kind AND s.expires_month IS NOT DISTINCT FROM split.expires_month
      AND s.kind = split.kind AND s.debit = split.debit AND s.credit = split.credit
    FOR UPDATE OF s SKIP LOCKED
  ), taken AS (
    DELETE FROM credit_sums USING locked WHERE credit_sums.id = locked.id
    RETURNING credit_sums.day, credit_sums.lot_kind, credit_sums.expires_month, credit_sums.kind, credit_sums.debit, credit_sums.credit, credit_sums.amount
  )
  INSERT INTO credit_sums (day, lot_kind, expires_month, kind, debit, credit, amount)
  SELECT day, lot_kind, expires_month, kind, debit, credit, sum(amount) FROM taken GROUP BY day, lot_kind, expires_month, kind, debit, credit
$$;

CREATE FUNCTION refuse_kept_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'This of % is kept by the entries of the ledger', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER kept BEFORE UPDATE OF owed, paid, store_credit, credited ON billing_documents
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept BEFORE UPDATE OF id, user_id, balance, held, entries, last_hash ON credit_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
-- What is kept by entries changes by them alone; what is issued stays as it was issued. Waiting documents may still go.
CREATE TRIGGER kept_money BEFORE UPDATE OF buyer_id, owed, on_account ON credit_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept BEFORE UPDATE ON credit_lots FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept BEFORE UPDATE OF id, account_id, noun, noun_id, held, captured ON credit_payments
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept BEFORE UPDATE OF id, account_id, buyer_id, method, amount, on_account, allocated, refunded ON payments
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();

CREATE FUNCTION refuse_issued_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What is issued is corrected by another document' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER frozen BEFORE UPDATE OF id, kind, purpose, state, number, series, year, place, buyer_id, account_id, noun, noun_id, of_id,
    issued_at, issued_on, supplied_on, due_on, net, vat, total, vat_sterling, rate_sterling, rate_day, rate_source, seller, buyer, reason,
    key ON billing_documents
  FOR EACH ROW WHEN (OLD.state = 'issued') EXECUTE FUNCTION refuse_issued_change();
CREATE TRIGGER frozen_rows BEFORE DELETE ON billing_documents
  FOR EACH ROW WHEN (OLD.state = 'issued') EXECUTE FUNCTION refuse_issued_change();
CREATE TRIGGER frozen_table BEFORE TRUNCATE ON billing_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change();

CREATE FUNCTION refuse_issued_line() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM billing_documents WHERE id = CASE WHEN TG_OP = 'INSERT' THEN NEW.document_id ELSE OLD.document_id END AND state = 'issued') THEN
    RAISE EXCEPTION 'What is issued is corrected by another document' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER frozen BEFORE INSERT OR DELETE OR UPDATE ON billing_lines FOR EACH ROW EXECUTE FUNCTION refuse_issued_line();

-- Whether something is paid with store credit that was not given back. A function, because its look at the payments begins when it
-- is called: what a change of status locks first is seen with the payments that were made while it waited.
CREATE FUNCTION has_open_payments(paid_noun text, paid_id uuid) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM credit_payments WHERE noun = paid_noun AND noun_id = paid_id::text AND released_at IS NULL);
END
$$;

-- A payment that waits for the credit of a trade-in has ended once that was rejected: whatever becomes of the trade-in later, its
-- customer is asked again.
CREATE FUNCTION end_pending_payments() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE credit_payments AS p SET released_at = now()
  WHERE p.trade_in_id = NEW.id AND p.released_at IS NULL AND NOT EXISTS (SELECT FROM credit_entries AS e WHERE e.payment_id = p.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER end_pending_payments AFTER UPDATE OF status ON trade_ins
  FOR EACH ROW WHEN (NEW.status = 'rejected' AND OLD.status <> 'rejected') EXECUTE FUNCTION end_pending_payments();

-- What was billed or paid keeps its customer: given to somebody else, both would owe the same work. Nobody may have it (a deleted account),
-- and it may go to the one whom all its documents and payments name.
CREATE FUNCTION is_billed_to_another(work text, work_id uuid, customer uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM billing_documents AS d JOIN buyers AS b ON b.id = d.buyer_id
    WHERE d.noun = work AND d.noun_id = work_id AND d.state = 'issued' AND b.user_id <> customer
  ) OR EXISTS (
    SELECT FROM payments AS p JOIN buyers AS b ON b.id = p.buyer_id WHERE p.noun = work AND p.noun_id = work_id AND b.user_id <> customer
  ) OR EXISTS (
    -- Store credit that was used. What is held pays nothing yet, and is given back.
    SELECT FROM credit_payments AS p JOIN credit_accounts AS a ON a.id = p.account_id
    WHERE p.noun = work AND p.noun_id = work_id::text AND p.captured > 0 AND a.user_id <> customer
  ) OR EXISTS (
    -- Store credit that was given for a trade-in, and not taken back.
    SELECT FROM credit_entries AS e JOIN credit_accounts AS a ON a.id = e.account_id
    WHERE work = 'trade_ins' AND e.cause_noun = 'tradeIns' AND e.cause_id = work_id::text AND e.kind IN ('issue', 'reverse') AND a.user_id <> customer
    GROUP BY a.id HAVING sum(credit_added(e, 'available')) > 0
  )
$$;

CREATE FUNCTION keep_billed_customer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF is_billed_to_another(TG_TABLE_NAME, NEW.id, NEW.user_id) THEN
    RAISE EXCEPTION 'What was billed or paid keeps its customer' USING ERRCODE = 'check_violation', CONSTRAINT = 'keep_billed_customer', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON orders
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL AND OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION keep_billed_customer();
CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON repairs
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL AND OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION keep_billed_customer();
CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON trade_ins
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL AND OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION keep_billed_customer();

-- By whichever way an account goes, its buyer names nobody any more: what issued documents need stands in the documents.
CREATE FUNCTION forget_buyer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE buyers SET email = NULL, full_name = NULL, is_business = false, company = NULL, billing_address = NULL, postal_address = NULL, vat_number = NULL,
    vat_number_state = 'unchecked', vat_number_checked_at = NULL WHERE user_id = OLD.id;
  UPDATE credit_accounts SET email = NULL, full_name = NULL
    WHERE (email IS NOT NULL OR full_name IS NOT NULL) AND buyer_id IN (SELECT id FROM buyers WHERE user_id = OLD.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_buyer AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_buyer();

-- Pieces of a product that sales hold and that have not left its stock: agreed ones, and those whose time is not over or whose money came in time.
CREATE FUNCTION held_pieces(product uuid, moment timestamptz, but uuid) RETURNS integer LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(sum(greatest(0, l.quantity - greatest(l.cancelled, 0) - l.taken
    - (SELECT count(*) FROM order_line_units AS d WHERE d.line_id = l.id AND d.returned_at IS NULL))), 0)::integer
  FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id JOIN order_sales AS s ON s.order_id = o.id
  WHERE l.product_id = product AND l.taken < l.quantity AND o.status <> 'cancelled' AND o.id IS DISTINCT FROM but AND (
    s.agreed_at IS NOT NULL OR s.short_at IS NULL AND (s.held_until > moment OR EXISTS (
      SELECT FROM payments AS p WHERE p.noun = 'orders' AND p.noun_id = o.id AND p.reversed_at IS NULL AND p.refunded < p.amount
        AND p.created_at <= s.held_until)))
$$;

-- A deleted account takes along whom its orders were sent to.
CREATE FUNCTION forget_sale() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE order_sales SET email = NULL, full_name = NULL, phone = NULL, delivery_address = NULL, token_hash = NULL WHERE order_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_sale AFTER UPDATE OF user_id ON orders
  FOR EACH ROW WHEN (NEW.user_id IS NULL AND OLD.user_id IS NOT NULL) EXECUTE FUNCTION forget_sale();

CREATE FUNCTION keep_till_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'counts of the till are only added to';
END
$$;
CREATE TRIGGER keep_till_count BEFORE UPDATE OR DELETE ON till_counts FOR EACH ROW EXECUTE FUNCTION keep_till_count();
