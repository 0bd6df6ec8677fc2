-- squawk-ignore-file
-- When an unpaid order by transfer was reminded of, and what the shop shows of a product while orders hold its stock.

ALTER TABLE "order_sales" ADD COLUMN "reminded_at" TIMESTAMPTZ(3);

-- The products of an order whose hold has begun, changed or ended: public pages show what is free.
CREATE FUNCTION announce_held_products() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_ids('products', (
    SELECT array_agg(DISTINCT l.product_id) FROM order_lines AS l JOIN order_sales AS s ON s.order_id = l.order_id
    WHERE l.order_id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid AND l.product_id IS NOT NULL));
  RETURN NULL;
END
$function$;
CREATE TRIGGER announce_held_insert AFTER INSERT ON order_sales FOR EACH ROW EXECUTE FUNCTION announce_held_products('order_id');
CREATE TRIGGER announce_held_update AFTER UPDATE OF held_until, agreed_at, short_at ON order_sales
  FOR EACH ROW EXECUTE FUNCTION announce_held_products('order_id');
CREATE TRIGGER announce_held_status AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_held_products('id');
