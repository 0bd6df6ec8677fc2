-- The platform's own id of a delivery; what was taken before has none.
ALTER TABLE "webhook_deliveries" ADD COLUMN "delivery_id" TEXT;

CREATE INDEX "webhook_deliveries_delivery_id_idx" ON "webhook_deliveries"("delivery_id");
