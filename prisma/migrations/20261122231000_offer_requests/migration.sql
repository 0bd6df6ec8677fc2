-- An offer above the limit waits as a draft until a second administrator approves it: who has asked for that, when, and the
-- text of the email as they have edited it.
-- AlterTable
ALTER TABLE "trade_in_offers" ADD COLUMN     "email" JSONB,
ADD COLUMN     "requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "requested_by" UUID;

-- CreateIndex
CREATE INDEX "trade_in_offers_requested_by_idx" ON "trade_in_offers"("requested_by");

-- AddForeignKey
ALTER TABLE "trade_in_offers" ADD CONSTRAINT "trade_in_offers_requested_by_fkey" FOREIGN KEY ("requested_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Nobody approves what they have asked for, whichever way it is written.
ALTER TABLE "trade_in_offers" ADD CONSTRAINT "second_administrator" CHECK ("approved_by" <> "requested_by");
