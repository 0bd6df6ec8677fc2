-- What the desk notes of an inspection for itself, beside what the customer reads.
ALTER TABLE "trade_in_checks" ADD COLUMN     "internal_note" TEXT;

-- AlterTable
ALTER TABLE "trade_in_offers" ADD COLUMN     "internal_note" TEXT;
