-- CreateTable
CREATE TABLE "import_batches" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "noun" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "failure" TEXT,
    "header" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "bytes_total" BIGINT NOT NULL DEFAULT 0,
    "bytes_read" BIGINT NOT NULL DEFAULT 0,
    "rows_read" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "import_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "batch_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "cells" JSONB NOT NULL,
    "data" JSONB,
    "given_id" UUID,
    "target_id" UUID,
    "target_version" INTEGER,
    "before" JSONB,
    "faults" JSONB,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("batch_id","line")
);

-- CreateIndex
CREATE INDEX "import_batches_created_at_idx" ON "import_batches"("created_at");

-- CreateIndex
CREATE INDEX "import_rows_batch_id_verdict_line_idx" ON "import_rows"("batch_id", "verdict", "line");

-- AddForeignKey
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "import_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
