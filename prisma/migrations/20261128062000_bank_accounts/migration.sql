-- Accounts of the shop at banks: the currency of each is asked once, and so are the columns of files whose layout is not known.
CREATE TABLE "bank_accounts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "number" TEXT,
    "mapping" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "bank_accounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "bank_accounts_currency" CHECK ("currency" ~ '^[A-Z]{3}$')
);

CREATE UNIQUE INDEX "bank_accounts_name_key" ON "bank_accounts"("name");
CREATE UNIQUE INDEX "bank_accounts_number_key" ON "bank_accounts"("number");

CREATE TRIGGER mark_change BEFORE UPDATE ON bank_accounts FOR EACH ROW EXECUTE FUNCTION mark_change();
