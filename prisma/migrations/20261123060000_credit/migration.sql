-- CreateEnum
CREATE TYPE "credit_kind" AS ENUM ('trade_in', 'refund', 'adjustment');

-- CreateEnum
CREATE TYPE "credit_entry_kind" AS ENUM ('issue', 'authorize', 'capture', 'void', 'expire', 'adjust', 'reverse');

-- CreateEnum
CREATE TYPE "credit_book" AS ENUM ('available', 'held', 'issued', 'used', 'expired', 'adjusted');

-- CreateEnum
CREATE TYPE "credit_request_state" AS ENUM ('waiting', 'approved', 'refused', 'withdrawn');

-- CreateTable
CREATE TABLE "credit_accounts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "email" TEXT,
    "full_name" TEXT,
    "balance" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "held" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "entries" INTEGER NOT NULL DEFAULT 0,
    "last_hash" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_lots" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "kind" "credit_kind" NOT NULL DEFAULT 'adjustment',
    "available" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "held" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "cause_noun" TEXT NOT NULL DEFAULT 'adjustment',
    "cause_id" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_lots_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_payments" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "noun" TEXT NOT NULL,
    "noun_id" TEXT NOT NULL,
    "amount" DECIMAL(12,2) NOT NULL,
    "held" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "captured" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "trade_in_id" UUID,
    "released_at" TIMESTAMPTZ(3),
    "key" TEXT NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_entries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "movement_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 0,
    "kind" "credit_entry_kind" NOT NULL,
    "debit" "credit_book" NOT NULL,
    "credit" "credit_book" NOT NULL,
    "amount" DECIMAL(12,2) NOT NULL,
    "lot_id" UUID NOT NULL,
    "payment_id" UUID,
    "cause_noun" TEXT NOT NULL DEFAULT 'adjustment',
    "cause_id" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL DEFAULT '',
    "actor_id" UUID,
    "actor_email" TEXT,
    "key" TEXT NOT NULL DEFAULT (gen_random_uuid())::text,
    "part" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "previous_hash" TEXT NOT NULL DEFAULT '',
    "hash" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "credit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "kind" "credit_kind" NOT NULL DEFAULT 'adjustment',
    "amount" DECIMAL(12,2) NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "cause_noun" TEXT NOT NULL DEFAULT 'adjustment',
    "cause_id" TEXT NOT NULL DEFAULT '',
    "state" "credit_request_state" NOT NULL DEFAULT 'waiting',
    "requested_by" UUID,
    "requested_at" TIMESTAMPTZ(3),
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "credit_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_sums" (
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "lot_kind" "credit_kind" NOT NULL,
    "expires_month" DATE,
    "kind" "credit_entry_kind" NOT NULL,
    "debit" "credit_book" NOT NULL,
    "credit" "credit_book" NOT NULL,
    "amount" DECIMAL(20,2) NOT NULL,

    CONSTRAINT "credit_sums_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_checks" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accounts" INTEGER NOT NULL DEFAULT 0,
    "entries" INTEGER NOT NULL DEFAULT 0,
    "differences" INTEGER NOT NULL DEFAULT 0,
    "faults" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "credit_checks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "credit_accounts_user_id_key" ON "credit_accounts"("user_id");

-- CreateIndex
CREATE INDEX "credit_accounts_created_at_id_idx" ON "credit_accounts"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "credit_accounts_balance_id_idx" ON "credit_accounts"("balance", "id");

-- CreateIndex
CREATE INDEX "credit_lots_account_id_expires_at_idx" ON "credit_lots"("account_id", "expires_at");

-- CreateIndex
CREATE INDEX "credit_lots_expires_at_idx" ON "credit_lots"("expires_at");

-- CreateIndex
CREATE INDEX "credit_lots_cause_noun_cause_id_idx" ON "credit_lots"("cause_noun", "cause_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_payments_key_key" ON "credit_payments"("key");

-- CreateIndex
CREATE INDEX "credit_payments_noun_noun_id_idx" ON "credit_payments"("noun", "noun_id");

-- CreateIndex
CREATE INDEX "credit_payments_account_id_idx" ON "credit_payments"("account_id");

-- CreateIndex
CREATE INDEX "credit_payments_trade_in_id_idx" ON "credit_payments"("trade_in_id");

-- CreateIndex
CREATE INDEX "credit_entries_at_id_idx" ON "credit_entries"("at", "id");

-- CreateIndex
CREATE INDEX "credit_entries_lot_id_idx" ON "credit_entries"("lot_id");

-- CreateIndex
CREATE INDEX "credit_entries_payment_id_idx" ON "credit_entries"("payment_id");

-- CreateIndex
CREATE INDEX "credit_entries_cause_noun_cause_id_idx" ON "credit_entries"("cause_noun", "cause_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entries_account_id_number_key" ON "credit_entries"("account_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entries_key_part_key" ON "credit_entries"("key", "part");

-- CreateIndex
CREATE INDEX "credit_requests_state_created_at_id_idx" ON "credit_requests"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "credit_requests_user_id_idx" ON "credit_requests"("user_id");

-- CreateIndex
CREATE INDEX "credit_requests_cause_noun_cause_id_idx" ON "credit_requests"("cause_noun", "cause_id");

-- CreateIndex
CREATE INDEX "credit_sums_day_idx" ON "credit_sums"("day");

-- AddForeignKey
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "credit_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_payments" ADD CONSTRAINT "credit_payments_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "credit_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "credit_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_lot_id_fkey" FOREIGN KEY ("lot_id") REFERENCES "credit_lots"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "credit_payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A balance is never negative, and an amount is one.
ALTER TABLE credit_accounts ADD CONSTRAINT credit_accounts_not_negative CHECK (balance >= 0 AND balance < 'Infinity' AND held >= 0 AND held < 'Infinity');
ALTER TABLE credit_lots ADD CONSTRAINT credit_lots_not_negative CHECK (available >= 0 AND available < 'Infinity' AND held >= 0 AND held < 'Infinity');
ALTER TABLE credit_payments ADD CONSTRAINT credit_payments_not_negative CHECK (amount > 0 AND amount < 'Infinity' AND held >= 0 AND held < 'Infinity' AND captured >= 0 AND captured < 'Infinity');
ALTER TABLE credit_requests ADD CONSTRAINT credit_requests_amount CHECK (amount <> 0 AND amount < 'Infinity');
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_amount CHECK (amount > 0 AND amount < 'Infinity');
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_at CHECK (isfinite(at));

-- What an entry of a kind may move, from which side to which.
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_sides CHECK (
  (kind, debit, credit) IN (
    ('issue', 'issued', 'available'),
    ('authorize', 'available', 'held'),
    ('capture', 'held', 'used'),
    ('void', 'held', 'available'),
    ('expire', 'available', 'expired'),
    ('adjust', 'adjusted', 'available'),
    ('adjust', 'available', 'adjusted'),
    -- Of an issue, and of a capture.
    ('reverse', 'available', 'issued'),
    ('reverse', 'used', 'held')
  )
);
-- Whatever is held or used is held and used for something.
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_payment CHECK ((debit IN ('held', 'used') OR credit IN ('held', 'used')) = (payment_id IS NOT NULL));

-- Nobody approves what they have asked for, whichever way it is written.
ALTER TABLE credit_requests ADD CONSTRAINT second_administrator CHECK (decided_by <> requested_by OR state <> 'approved');

-- What an entry says beside what the customer is shown. The file of a statement has its digest in place of it.
CREATE FUNCTION credit_entry_seal(entry credit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(json_build_array(
    entry.actor_id::text, entry.actor_email, entry.key, entry.part::text, entry.movement_id::text, entry.payment_id::text
  )::text, 'UTF8')), 'hex')
$$;

-- The hash of an entry: of a JSON array of texts, written as PostgreSQL does (with a blank after each comma).
CREATE FUNCTION credit_entry_hash(entry credit_entries) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT encode(sha256(convert_to(json_build_array(
    entry.previous_hash, entry.account_id::text, entry.number::text, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.kind::text, entry.debit::text, entry.credit::text, entry.amount::text, entry.lot_id::text,
    entry.cause_noun, entry.cause_id, entry.reason, credit_entry_seal(entry)
  )::text, 'UTF8')), 'hex')
$$;

-- What an entry adds to one side.
CREATE FUNCTION credit_added(entry credit_entries, side credit_book) RETURNS numeric LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT CASE side WHEN entry.credit THEN entry.amount WHEN entry.debit THEN -entry.amount ELSE 0 END
$$;

-- Chains an entry to the one before it in its account, and keeps the sums of account, lot and payment. The account's row is the
-- lock: of two movements of one account the second waits for the first, and finds what that has left.
CREATE FUNCTION chain_credit_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  account credit_accounts;
BEGIN
  SELECT * INTO account FROM credit_accounts WHERE id = NEW.account_id FOR UPDATE;
  IF account.id IS NULL THEN
    RAISE EXCEPTION 'There is no such account' USING ERRCODE = 'foreign_key_violation';
  END IF;
  NEW.number := account.entries + 1;
  NEW.previous_hash := account.last_hash;
  NEW.hash := credit_entry_hash(NEW);
  UPDATE credit_accounts
    SET balance = balance + credit_added(NEW, 'available'), held = held + credit_added(NEW, 'held'), entries = NEW.number, last_hash = NEW.hash
    WHERE id = NEW.account_id;
  UPDATE credit_lots SET available = available + credit_added(NEW, 'available'), held = held + credit_added(NEW, 'held')
    WHERE id = NEW.lot_id AND account_id = NEW.account_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The account has no such lot' USING ERRCODE = 'foreign_key_violation';
  END IF;
  IF NEW.payment_id IS NOT NULL THEN
    UPDATE credit_payments SET held = held + credit_added(NEW, 'held'), captured = captured + credit_added(NEW, 'used')
      WHERE id = NEW.payment_id AND account_id = NEW.account_id;
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
  PERFORM announce_ids('credit_accounts', (SELECT array_agg(DISTINCT account_id) FROM added));
  RETURN NULL;
END
$$;
CREATE TRIGGER sum_entries AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_credit_entries();

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

-- What happened stays written.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON credit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON credit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Accounts, lots and payments begin empty, stay, and keep what the entries have made of them: only the trigger above changes that.
CREATE FUNCTION begin_credit_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.balance := 0;
  NEW.held := 0;
  NEW.entries := 0;
  NEW.last_hash := repeat('0', 64);
  RETURN NEW;
END
$$;
CREATE FUNCTION begin_credit_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.available := 0;
  NEW.held := 0;
  RETURN NEW;
END
$$;
CREATE FUNCTION begin_credit_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.held := 0;
  NEW.captured := 0;
  RETURN NEW;
END
$$;
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_accounts FOR EACH ROW EXECUTE FUNCTION begin_credit_account();
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_lots FOR EACH ROW EXECUTE FUNCTION begin_credit_lot();
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_payments FOR EACH ROW EXECUTE FUNCTION begin_credit_payment();

CREATE FUNCTION refuse_kept_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'This of % is kept by the entries of the ledger', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER kept BEFORE UPDATE OF id, user_id, balance, held, entries, last_hash ON credit_accounts FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept BEFORE UPDATE ON credit_lots FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept BEFORE UPDATE OF id, account_id, noun, noun_id, held, captured ON credit_payments FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_lots FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER mark_change BEFORE UPDATE ON credit_requests FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER begin_version BEFORE INSERT ON credit_requests FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();

-- The change feed. What is paid with credit is announced too: its page shows what is left to pay.
CREATE TRIGGER announce_insert AFTER INSERT ON credit_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON credit_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON credit_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE FUNCTION announce_paid() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', noun, 'id', noun_id)::text)
    FROM changed WHERE noun IN ('repairs', 'orders') AND length(noun_id) <= 36;
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_insert AFTER INSERT ON credit_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_paid();
CREATE TRIGGER announce_update AFTER UPDATE ON credit_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_paid();
