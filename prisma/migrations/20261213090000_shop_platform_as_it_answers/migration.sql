-- Orders of the shop platform keep their own currency, and test orders count in no figure.
-- allowed constraint-missing-not-valid: the new columns have their defaults
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

-- EUR that an order adds to sums in euros: none in another currency, and none of an amount that is no number.
CREATE FUNCTION "order_revenue"("amount" NUMERIC, "currency" TEXT) RETURNS NUMERIC LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN "currency" = 'EUR' AND "amount" <> 'NaN' THEN "amount" ELSE 0 END;

CREATE OR REPLACE FUNCTION count_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path FROM CURRENT
AS $function$
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM list_counts WHERE noun IN ('orders', 'orders by hour', 'orders by day');
          RETURN NULL;
        ELSIF TG_OP = 'INSERT' THEN
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, count(*), sum(amount) FROM (SELECT * FROM added WHERE NOT is_test) AS added, LATERAL (VALUES ('orders', status::text, order_revenue(total_amount, currency)), ('orders by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), order_revenue(total_amount, currency)), ('orders by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), order_revenue(total_amount, currency))) AS counts (noun, key, amount) GROUP BY noun, key;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, -count(*), -sum(amount) FROM (SELECT * FROM removed WHERE NOT is_test) AS removed, LATERAL (VALUES ('orders', status::text, order_revenue(total_amount, currency)), ('orders by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), order_revenue(total_amount, currency)), ('orders by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), order_revenue(total_amount, currency))) AS counts (noun, key, amount) GROUP BY noun, key;
        ELSE
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, sum(sign), sum(sign * amount)
          FROM (
            SELECT 1 AS sign, noun, key, amount FROM (SELECT * FROM added WHERE NOT is_test) AS added, LATERAL (VALUES ('orders', status::text, order_revenue(total_amount, currency)), ('orders by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), order_revenue(total_amount, currency)), ('orders by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), order_revenue(total_amount, currency))) AS counts (noun, key, amount)
            UNION ALL
            SELECT -1, noun, key, amount FROM (SELECT * FROM removed WHERE NOT is_test) AS removed, LATERAL (VALUES ('orders', status::text, order_revenue(total_amount, currency)), ('orders by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), order_revenue(total_amount, currency)), ('orders by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), order_revenue(total_amount, currency))) AS counts (noun, key, amount)
          ) AS moved
          GROUP BY noun, key
          HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
        END IF;
        -- A stricter transaction would fail where another one has merged since it began.
        IF random() * 64 < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
          PERFORM merge_list_counts(noun) FROM unnest(ARRAY['orders', 'orders by hour', 'orders by day']) AS noun;
        END IF;
        RETURN NULL;
      END
      $function$;

CREATE OR REPLACE FUNCTION recount_lists()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path FROM CURRENT
AS $function$
    BEGIN
      LOCK TABLE profiles, orders, products, repairs, trade_ins IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM list_counts;
      INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM profiles, LATERAL (VALUES ('profiles', role::text, 0), ('profiles by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 0), ('profiles by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM (SELECT * FROM orders WHERE NOT is_test) AS orders, LATERAL (VALUES ('orders', status::text, order_revenue(total_amount, currency)), ('orders by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), order_revenue(total_amount, currency)), ('orders by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), order_revenue(total_amount, currency))) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM products, LATERAL (VALUES ('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, CASE WHEN stock_quantity > 0 THEN 1 ELSE 0 END), ('products by category', left(category, 200), 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM repairs, LATERAL (VALUES ('repairs', status::text, 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM trade_ins, LATERAL (VALUES ('trade_ins', status::text, coalesce(nullif(final_value, 'NaN'), 0))) AS counts (noun, key, amount) GROUP BY noun, key;
      PERFORM recount_units();
    END
    $function$;

-- allowed require-concurrent-index-creation: no order is of another currency yet
CREATE INDEX "orders_foreign_idx" ON "orders" ("currency", "status") WHERE "currency" <> 'EUR';

-- How far a round through the platform's orders has come; one row for each kind of round.
CREATE TABLE "platform_rounds" (
  "name" TEXT NOT NULL,
  "cursor" TEXT,
  "began_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "platform_rounds_pkey" PRIMARY KEY ("name")
);

SELECT shop_queue.create_queue('shop-orders', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
