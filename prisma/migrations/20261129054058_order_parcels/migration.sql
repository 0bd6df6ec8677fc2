-- AlterTable
ALTER TABLE "order_sales" ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "sent_email" UUID,
ADD COLUMN     "tracking_number" TEXT;
