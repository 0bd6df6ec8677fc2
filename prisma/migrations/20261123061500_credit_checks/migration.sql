-- An administrator has decided that a completed trade-in brings no store credit; it counts until it is completed anew.
-- AlterTable
ALTER TABLE "trade_ins" ADD COLUMN     "credit_declined_at" TIMESTAMPTZ(3);

-- Balances are compared with the ledger each night.
SELECT shop_queue.create_queue('credit-check', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
