-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "external_status" "order_status",
ADD COLUMN     "external_updated_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "shop_lists" (
    "source" TEXT NOT NULL,
    "answer" JSONB,
    "content_id" TEXT,
    "fetched_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "wanted_at" TIMESTAMPTZ(3),
    "refreshing_until" TIMESTAMPTZ(3),

    CONSTRAINT "shop_lists_pkey" PRIMARY KEY ("source")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "digest" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_received_at_idx" ON "webhook_deliveries"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "orders_external_id_key" ON "orders"("external_id");

-- Every process shows a new list at once.
CREATE TRIGGER announce_insert AFTER INSERT ON shop_lists FOR EACH ROW WHEN (NEW.content_id IS NOT NULL) EXECUTE FUNCTION announce_row('source');
CREATE TRIGGER announce_update AFTER UPDATE ON shop_lists FOR EACH ROW WHEN (OLD.content_id IS DISTINCT FROM NEW.content_id) EXECUTE FUNCTION announce_row('source');
