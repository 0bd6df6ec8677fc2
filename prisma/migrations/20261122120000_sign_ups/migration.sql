-- AlterTable
ALTER TABLE "mail_tokens" ADD COLUMN     "browser_hash" TEXT,
ADD COLUMN     "full_name" TEXT,
ADD COLUMN     "password_hash" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "signed_up_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "users_signed_up_at_idx" ON "users"("signed_up_at");

-- Until now an account had the password of its first sign-up before anybody had proven the address. From now on each
-- letter stands for a sign-up of its own, and an account has a password only once its address is verified. Letters that
-- are under way lead to the password they were made with: whoever cannot name it sets another.
UPDATE "mail_tokens" AS t
SET "password_hash" = u."password_hash", "full_name" = p."full_name"
FROM "users" AS u LEFT JOIN "profiles" AS p ON p."user_id" = u."id"
WHERE u."id" = t."user_id" AND u."email_verified_at" IS NULL AND t."purpose" = 'verify_email' AND t."used_at" IS NULL;

-- Only sign-ups have made accounts with a password and without a proof.
UPDATE "users" SET "signed_up_at" = "created_at", "password_hash" = NULL
WHERE "email_verified_at" IS NULL AND "password_hash" IS NOT NULL;
