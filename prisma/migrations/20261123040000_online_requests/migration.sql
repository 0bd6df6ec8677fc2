-- What customers ask for online, until it becomes repairs and trade-ins: it waits for the link in the email to its address, with
-- the pictures and readings that were added to it.
-- AlterTable
ALTER TABLE "case_files" ADD COLUMN     "request_id" UUID;

-- AlterTable
ALTER TABLE "case_readings" ADD COLUMN     "request_id" UUID;

-- AlterTable
ALTER TABLE "repairs" ADD COLUMN     "arrived_at" TIMESTAMPTZ(3),
ADD COLUMN     "inbound_carrier" TEXT,
ADD COLUMN     "inbound_tracking_number" TEXT,
ADD COLUMN     "is_expedited" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "request_id" UUID,
ADD COLUMN     "sent_in_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "trade_ins" ADD COLUMN     "arrived_at" TIMESTAMPTZ(3),
ADD COLUMN     "inbound_carrier" TEXT,
ADD COLUMN     "inbound_tracking_number" TEXT,
ADD COLUMN     "quoted_until" TIMESTAMPTZ(3),
ADD COLUMN     "request_id" UUID,
ADD COLUMN     "sent_in_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "case_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "noun" TEXT NOT NULL,
    "draft_hash" TEXT,
    "token_hash" TEXT,
    "user_id" UUID,
    "email" TEXT,
    "full_name" TEXT,
    "phone" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "network" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "case_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "case_requests_draft_hash_key" ON "case_requests"("draft_hash");

-- CreateIndex
CREATE UNIQUE INDEX "case_requests_token_hash_key" ON "case_requests"("token_hash");

-- CreateIndex
CREATE INDEX "case_requests_user_id_idx" ON "case_requests"("user_id");

-- CreateIndex
CREATE INDEX "case_requests_network_idx" ON "case_requests"("network");

-- CreateIndex
CREATE INDEX "case_requests_expires_at_idx" ON "case_requests"("expires_at");

-- CreateIndex
CREATE INDEX "case_files_request_id_idx" ON "case_files"("request_id");

-- CreateIndex
CREATE INDEX "case_readings_request_id_idx" ON "case_readings"("request_id");

-- CreateIndex
CREATE INDEX "repairs_request_id_idx" ON "repairs"("request_id");

-- CreateIndex
CREATE INDEX "trade_ins_request_id_idx" ON "trade_ins"("request_id");

-- AddForeignKey
ALTER TABLE "repairs" ADD CONSTRAINT "repairs_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "case_requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "case_requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "case_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "case_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_requests" ADD CONSTRAINT "case_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A file or a reading belongs to one case, or to a request that has not become one yet.
ALTER TABLE case_files DROP CONSTRAINT one_case;
ALTER TABLE case_files ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id, request_id) = 1);
ALTER TABLE case_readings DROP CONSTRAINT one_case;
ALTER TABLE case_readings ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id, request_id) = 1);

ALTER TABLE case_requests ADD CONSTRAINT known_noun CHECK (noun IN ('repairs', 'tradeIns'));
