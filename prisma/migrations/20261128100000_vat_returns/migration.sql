-- Returns of VAT by quarter: the amounts that nobody but the bookkeeper knows, and, once a quarter is locked, the boxes and the documents of it.
-- Amounts are GBP.
CREATE TABLE "vat_returns" (
    "starts_on" DATE NOT NULL,
    "ends_on" DATE NOT NULL,
    "other_vat_due" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "vat_on_acquisitions" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "vat_reclaimed" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "other_sales" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "other_purchases" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "goods_to_eu" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "goods_from_eu" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "note" TEXT,
    "boxes" JSONB,
    "locked_at" TIMESTAMPTZ(3),
    "locked_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "vat_returns_pkey" PRIMARY KEY ("starts_on"),
    CONSTRAINT "vat_returns_quarter" CHECK (isfinite("starts_on") AND "starts_on" = date_trunc('quarter', "starts_on") AND "ends_on" = ("starts_on" + INTERVAL '3 months' - INTERVAL '1 day')::date),
    CONSTRAINT "vat_returns_locked" CHECK (("locked_at" IS NULL) = ("boxes" IS NULL))
);

-- A document is in one locked return at most; one that came too late for its quarter is in the next.
CREATE TABLE "vat_return_documents" (
    "document_id" UUID NOT NULL,
    "starts_on" DATE NOT NULL,

    CONSTRAINT "vat_return_documents_pkey" PRIMARY KEY ("document_id")
);

CREATE INDEX "vat_return_documents_starts_on_idx" ON "vat_return_documents"("starts_on");

ALTER TABLE "vat_return_documents" ADD CONSTRAINT "vat_return_documents_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "billing_documents"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "vat_return_documents" ADD CONSTRAINT "vat_return_documents_starts_on_fkey" FOREIGN KEY ("starts_on") REFERENCES "vat_returns"("starts_on") ON DELETE RESTRICT ON UPDATE NO ACTION;

CREATE TRIGGER mark_change BEFORE UPDATE ON vat_returns FOR EACH ROW EXECUTE FUNCTION mark_change();
