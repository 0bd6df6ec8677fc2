-- CreateEnum
CREATE TYPE "credit_transfer_direction" AS ENUM ('out', 'back');

-- CreateEnum
CREATE TYPE "credit_transfer_state" AS ENUM ('waiting', 'asked', 'unknown', 'done', 'refused', 'taken_back');

-- CreateEnum
CREATE TYPE "credit_transfer_carrier" AS ENUM ('account', 'gift_card');

-- CreateTable
CREATE TABLE "credit_transfers" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "direction" "credit_transfer_direction" NOT NULL DEFAULT 'out',
    "batch_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "part" INTEGER NOT NULL DEFAULT 1,
    "payment_id" UUID NOT NULL,
    "of_id" UUID,
    "amount" DECIMAL(12,2) NOT NULL,
    "taken_back" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "state" "credit_transfer_state" NOT NULL DEFAULT 'waiting',
    "carrier" "credit_transfer_carrier",
    "owner_ref" TEXT,
    "account_ref" TEXT,
    "movement_ref" TEXT,
    "known_refs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sealed_code" TEXT,
    "failure" TEXT,
    "asked_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_by" UUID,
    "created_by_email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "credit_transfers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "credit_transfers_account_id_created_at_idx" ON "credit_transfers"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "credit_transfers_payment_id_idx" ON "credit_transfers"("payment_id");

-- CreateIndex
CREATE INDEX "credit_transfers_of_id_idx" ON "credit_transfers"("of_id");

-- AddForeignKey
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "credit_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "credit_payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE credit_transfers ADD CONSTRAINT credit_transfers_amount
  CHECK (amount > 0 AND amount < 'Infinity' AND taken_back >= 0 AND taken_back <= amount);
-- What takes back says what.
ALTER TABLE credit_transfers ADD CONSTRAINT credit_transfers_of CHECK ((direction = 'back') = (of_id IS NOT NULL));

-- One at a time is asked for: so what is new in a customer's account at the platform is its doing.
CREATE UNIQUE INDEX credit_transfers_asked ON credit_transfers (account_id) WHERE state IN ('asked', 'unknown');
-- A movement there stands for one transfer here.
CREATE UNIQUE INDEX credit_transfers_movement ON credit_transfers (movement_ref) WHERE movement_ref IS NOT NULL;
CREATE INDEX credit_transfers_open ON credit_transfers (account_id) WHERE state IN ('waiting', 'asked', 'unknown');

CREATE TRIGGER mark_change BEFORE UPDATE ON credit_transfers FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER begin_version BEFORE INSERT ON credit_transfers FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The change feed: screens show transfers with their account.
CREATE FUNCTION announce_credit_transfers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('credit_accounts', (SELECT array_agg(DISTINCT account_id) FROM changed));
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_insert AFTER INSERT ON credit_transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_credit_transfers();
CREATE TRIGGER announce_update AFTER UPDATE ON credit_transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_credit_transfers();

-- What was asked is settled in the background.
SELECT shop_queue.create_queue('credit-transfers', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 60}');
