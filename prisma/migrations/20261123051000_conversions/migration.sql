-- A repair that its customer has turned into a trade-in, and how far a customer was reminded of an answer.
-- AlterTable
ALTER TABLE "repair_estimates" ADD COLUMN     "reminded_days" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "trade_in_offers" ADD COLUMN     "reminded_days" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "trade_ins" ADD COLUMN     "from_repair" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "trade_ins_from_repair_key" ON "trade_ins"("from_repair");

-- AddForeignKey
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_from_repair_fkey" FOREIGN KEY ("from_repair") REFERENCES "repairs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Links to cases that somebody has asked for, and the round that reminds customers of an answer.
SELECT shop_queue.create_queue('tracking-links', '{"policy": "standard", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 30}');
SELECT shop_queue.create_queue('reminders', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
