-- Messages between customers and the repair desk, and the emails that tell of those that nobody has read.
-- CreateEnum
CREATE TYPE "message_side" AS ENUM ('customer', 'desk');

-- AlterTable
ALTER TABLE "case_files" ADD COLUMN     "message_id" UUID;

-- AlterTable
ALTER TABLE "profiles" ADD COLUMN     "wants_messages" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "case_messages" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_id" UUID,
    "trade_in_id" UUID,
    "customer_id" UUID,
    "side" "message_side" NOT NULL,
    "author_id" UUID,
    "body" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "notified_at" TIMESTAMPTZ(3),

    CONSTRAINT "case_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "case_messages_repair_id_created_at_id_idx" ON "case_messages"("repair_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_messages_trade_in_id_created_at_id_idx" ON "case_messages"("trade_in_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_messages_customer_id_created_at_id_idx" ON "case_messages"("customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_messages_author_id_idx" ON "case_messages"("author_id");

-- CreateIndex
CREATE INDEX "case_files_message_id_idx" ON "case_files"("message_id");

-- AddForeignKey
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_repair_id_fkey" FOREIGN KEY ("repair_id") REFERENCES "repairs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "case_messages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE case_messages ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id) = 1);

-- Unread ones are few, however many there have been: lists mark them, and are narrowed to them, by these.
CREATE INDEX case_messages_unread_repair_idx ON case_messages (repair_id, side) WHERE read_at IS NULL;
CREATE INDEX case_messages_unread_trade_in_idx ON case_messages (trade_in_id, side) WHERE read_at IS NULL;
CREATE INDEX case_messages_unread_customer_idx ON case_messages (customer_id) WHERE read_at IS NULL AND side = 'desk';
-- Those of which an email may have to tell.
CREATE INDEX case_messages_untold_idx ON case_messages (created_at) WHERE read_at IS NULL AND notified_at IS NULL;

CREATE TRIGGER announce_insert AFTER INSERT ON case_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_update AFTER UPDATE ON case_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_delete AFTER DELETE ON case_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();

-- The round that writes those emails.
SELECT shop_queue.create_queue('unread-messages', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
