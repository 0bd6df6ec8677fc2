-- Pictures of products that the desk has uploaded, in the order in which the shop shows them.
-- CreateTable
CREATE TABLE "product_pictures" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "product_id" UUID NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL,
    "alt_text" TEXT NOT NULL DEFAULT '',
    "bytes" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "storage_key" TEXT NOT NULL,
    "thumbnail_key" TEXT NOT NULL,
    "uploaded_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "product_pictures_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "product_pictures_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "product_pictures_uploaded_by_fkey" FOREIGN KEY ("uploaded_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "product_pictures_product_id_position_created_at_id_idx" ON "product_pictures"("product_id", "position", "created_at", "id");

-- CreateIndex
CREATE INDEX "product_pictures_uploaded_by_idx" ON "product_pictures"("uploaded_by");

-- The shop's pages and open lists follow. A change says which product it is of.
CREATE TRIGGER announce_insert AFTER INSERT ON product_pictures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('product_id');
CREATE TRIGGER announce_update AFTER UPDATE ON product_pictures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('product_id');
CREATE TRIGGER announce_delete AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('product_id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON product_pictures FOR EACH STATEMENT EXECUTE FUNCTION announce_table();

-- A row that goes, its product's among the ways, takes its two files with it.
CREATE TRIGGER remove_files AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_case_files();
