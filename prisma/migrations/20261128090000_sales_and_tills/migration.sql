-- Part of 2.0.0: no shop is open while it runs, so nobody waits for its locks.
-- squawk-ignore-file
-- Orders that are sold here, at the counter or at the checkout: their stock, and the counts of the till.

ALTER TYPE "part_state" ADD VALUE 'sold';

-- Numbers of orders that are sold here: 'ORD-10001'.
CREATE SEQUENCE order_number_seq START 10001;

CREATE FUNCTION next_order_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'ORD-' || nextval('order_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM orders WHERE order_number = candidate);
  END LOOP;
  RETURN candidate;
END
$function$;

ALTER TABLE "order_lines" ADD COLUMN "part_type_id" UUID;
ALTER TABLE "order_lines" ADD COLUMN "vat_code" TEXT;
ALTER TABLE "order_lines" ADD COLUMN "taken" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_part_type_id_fkey" FOREIGN KEY ("part_type_id") REFERENCES "part_types"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_vat_code" CHECK ("vat_code" IN ('standard', 'zero', 'outside'));
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_taken" CHECK ("taken" >= 0);
CREATE INDEX "order_lines_part_type_id_idx" ON "order_lines"("part_type_id");
-- Lines that may hold stock of a product.
CREATE INDEX "order_lines_holding_idx" ON "order_lines"("product_id") WHERE taken < quantity;

ALTER TABLE "parts" ADD COLUMN "sold_line_id" UUID;
ALTER TABLE "parts" ADD CONSTRAINT "parts_sold_line_id_fkey" FOREIGN KEY ("sold_line_id") REFERENCES "order_lines"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "parts_sold_line_id_idx" ON "parts"("sold_line_id");

CREATE TYPE "sale_channel" AS ENUM ('counter', 'checkout');

CREATE TABLE "order_sales" (
  "order_id" UUID NOT NULL,
  "channel" "sale_channel" NOT NULL,
  "payment" TEXT,
  "walk_in" UUID,
  "email" TEXT,
  "full_name" TEXT,
  "phone" TEXT,
  "delivery_address" TEXT,
  "held_until" TIMESTAMPTZ(3),
  "agreed_at" TIMESTAMPTZ(3),
  "short_at" TIMESTAMPTZ(3),
  "lapsed_at" TIMESTAMPTZ(3),
  "token_hash" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "order_sales_pkey" PRIMARY KEY ("order_id"),
  CONSTRAINT "order_sales_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "order_sales_token_hash_key" ON "order_sales"("token_hash");
-- Sales that wait for their money.
CREATE INDEX "order_sales_open_idx" ON "order_sales"("held_until", "order_id") WHERE agreed_at IS NULL AND short_at IS NULL;

-- Pieces of a product that sales hold and that have not left its stock: agreed ones, and those whose time is not over or whose money came in time.
CREATE FUNCTION held_pieces(product uuid, moment timestamptz, but uuid) RETURNS integer LANGUAGE sql STABLE SET search_path FROM CURRENT AS $function$
  SELECT coalesce(sum(greatest(0, l.quantity - greatest(l.cancelled, 0) - l.taken
    - (SELECT count(*) FROM order_line_units AS d WHERE d.line_id = l.id AND d.returned_at IS NULL))), 0)::integer
  FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id JOIN order_sales AS s ON s.order_id = o.id
  WHERE l.product_id = product AND l.taken < l.quantity AND o.status <> 'cancelled' AND o.id IS DISTINCT FROM but AND (
    s.agreed_at IS NOT NULL OR s.short_at IS NULL AND (s.held_until > moment OR EXISTS (
      SELECT FROM payments AS p WHERE p.noun = 'orders' AND p.noun_id = o.id AND p.reversed_at IS NULL AND p.refunded < p.amount
        AND p.created_at <= s.held_until)))
$function$;

-- A deleted account takes along whom its orders were sent to.
CREATE FUNCTION forget_sale() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE order_sales SET email = NULL, full_name = NULL, phone = NULL, delivery_address = NULL, token_hash = NULL WHERE order_id = NEW.id;
  RETURN NULL;
END
$function$;
CREATE TRIGGER forget_sale AFTER UPDATE OF user_id ON orders
  FOR EACH ROW WHEN (NEW.user_id IS NULL AND OLD.user_id IS NOT NULL) EXECUTE FUNCTION forget_sale();

-- Counts of the cash of a day: the last one counts, earlier ones stay.
CREATE TABLE "till_counts" (
  "id" UUID NOT NULL DEFAULT uuid_by_time(),
  "day" DATE NOT NULL,
  "number" INTEGER NOT NULL DEFAULT 1,
  "expected" DECIMAL(12,2) NOT NULL,
  "counted" DECIMAL(12,2) NOT NULL,
  "note" TEXT,
  "counted_by" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "till_counts_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "till_counts_counted" CHECK ("counted" >= 0 AND "counted" < 'Infinity'),
  CONSTRAINT "till_counts_number" CHECK ("number" > 0)
);
CREATE UNIQUE INDEX "till_counts_day_number_key" ON "till_counts"("day", "number");

CREATE FUNCTION keep_till_count() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'counts of the till are only added to';
END
$function$;
CREATE TRIGGER keep_till_count BEFORE UPDATE OR DELETE ON till_counts FOR EACH ROW EXECUTE FUNCTION keep_till_count();

-- Paid orders get their stock, and unpaid ones lapse.
DO $queues$
BEGIN
  PERFORM shop_queue.create_queue('own-sales', json_build_object('policy', 'stately', 'retryDelay', 0, 'retryBackoff', false, 'expireInSeconds', 300));
END
$queues$;
