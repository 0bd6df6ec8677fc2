-- Orders of the shop platform keep their own currency, and test orders count in no figure.
ALTER TABLE "orders" ADD COLUMN "currency" TEXT NOT NULL DEFAULT 'EUR',
ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "external_triggered_at" TIMESTAMPTZ(3),
ADD COLUMN "unread_lines" INTEGER NOT NULL DEFAULT 0,
ADD CONSTRAINT "orders_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
ADD CONSTRAINT "orders_unread_lines_check" CHECK ("unread_lines" >= 0);

CREATE TYPE "PlatformNoticeKind" AS ENUM ('currency', 'scope', 'left_out', 'version', 'deprecated', 'access', 'unread_lines');
CREATE TYPE "PlatformNoticeSource" AS ENUM ('list', 'storefront', 'admin', 'orders');

CREATE TABLE "platform_notices" (
  "source" "PlatformNoticeSource" NOT NULL,
  "kind" "PlatformNoticeKind" NOT NULL,
  "subject" TEXT NOT NULL,
  "detail" TEXT NOT NULL DEFAULT '',
  "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "platform_notices_pkey" PRIMARY KEY ("source", "kind", "subject"),
  CONSTRAINT "platform_notices_length_check" CHECK (length("subject") BETWEEN 1 AND 200 AND length("detail") <= 500)
);

CREATE TABLE "platform_tokens" (
  "client_id" TEXT NOT NULL,
  "sealed_token" TEXT,
  "scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "expires_at" TIMESTAMPTZ(3),
  "renewing_until" TIMESTAMPTZ(3),
  CONSTRAINT "platform_tokens_pkey" PRIMARY KEY ("client_id")
);
