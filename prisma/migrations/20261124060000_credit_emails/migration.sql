-- What customers were written about a lot of store credit: the key sees to it that each kind is written once.
-- CreateEnum
CREATE TYPE "credit_email_kind" AS ENUM ('issued', 'in_60_days', 'in_14_days');

-- CreateTable
CREATE TABLE "credit_emails" (
    "lot_id" UUID NOT NULL,
    "kind" "credit_email_kind" NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_emails_pkey" PRIMARY KEY ("lot_id","kind")
);

-- AddForeignKey
ALTER TABLE "credit_emails" ADD CONSTRAINT "credit_emails_lot_id_fkey" FOREIGN KEY ("lot_id") REFERENCES "credit_lots"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Credit that was issued before is not news.
INSERT INTO credit_emails (lot_id, kind) SELECT id, 'issued' FROM credit_lots;
