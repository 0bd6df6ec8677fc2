-- Parts that were ordered from a supplier, and what is expected when.
CREATE TABLE "part_orders" (
  "id" UUID NOT NULL DEFAULT uuid_by_time(),
  "type_id" UUID NOT NULL,
  "supplier" TEXT NOT NULL DEFAULT '',
  "reference" TEXT,
  "quantity" INTEGER NOT NULL DEFAULT 1,
  "received" INTEGER NOT NULL DEFAULT 0,
  "cost" DECIMAL(12,2),
  "expected_on" DATE,
  "cancelled_at" TIMESTAMPTZ(3),
  "created_by" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "version" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "part_orders_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "part_orders_quantity" CHECK ("quantity" BETWEEN 1 AND 100000),
  CONSTRAINT "part_orders_received" CHECK ("received" BETWEEN 0 AND "quantity"),
  CONSTRAINT "part_orders_type_id_fkey" FOREIGN KEY ("type_id") REFERENCES "part_types"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "part_orders_type_id_idx" ON "part_orders"("type_id");

CREATE TRIGGER begin_version BEFORE INSERT ON part_orders FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON part_orders FOR EACH ROW EXECUTE FUNCTION mark_change();

-- Lists show what is on order beside the stock of its type: an order is a change of its type's row there.
CREATE FUNCTION tell_part_type() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE part_types SET updated_at = now() WHERE id = coalesce(NEW.type_id, OLD.type_id);
  RETURN NULL;
END
$function$;
CREATE TRIGGER tell_part_type AFTER INSERT OR UPDATE OR DELETE ON part_orders FOR EACH ROW EXECUTE FUNCTION tell_part_type();
