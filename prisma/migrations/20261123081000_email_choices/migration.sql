-- Which emails a customer wants beside those that are needed.
-- AlterTable
ALTER TABLE "profiles" ADD COLUMN     "wants_reminders" BOOLEAN NOT NULL DEFAULT true;
