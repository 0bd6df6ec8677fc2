-- Part of 2.0.0: no shop is open while it runs, so nobody waits for its locks.
-- squawk-ignore-file
-- A repair can claim the warranty of a sold machine, as it can that of an earlier repair.
ALTER TABLE "repairs" ADD COLUMN "warranty_sale" UUID;
ALTER TABLE "repairs" ADD CONSTRAINT "repairs_warranty_sale_fkey" FOREIGN KEY ("warranty_sale") REFERENCES "order_line_units"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "repairs_warranty_sale_idx" ON "repairs"("warranty_sale");
