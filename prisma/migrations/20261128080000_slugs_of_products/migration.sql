-- The names of products in addresses, those of now and those of before: a product that is renamed is found by its former ones.
CREATE TABLE "product_slugs" (
  "slug" TEXT NOT NULL,
  "product_id" UUID NOT NULL,
  "is_current" BOOLEAN NOT NULL DEFAULT true,
  CONSTRAINT "product_slugs_pkey" PRIMARY KEY ("slug"),
  CONSTRAINT "product_slugs_slug" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length("slug") <= 120),
  CONSTRAINT "product_slugs_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "product_slugs_current" ON "product_slugs" ("product_id") WHERE "is_current";
CREATE INDEX "product_slugs_product_id_idx" ON "product_slugs" ("product_id");

-- 'Antminer S21 Pro 234T' → 'antminer-s21-pro-234t': Latin letters without their accents, and digits; 'product' where a name has neither.
CREATE FUNCTION slug_of(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
  SELECT coalesce(nullif(trim(BOTH '-' FROM left(regexp_replace(
    lower(regexp_replace(normalize(left(name, 500), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "C"), '[^a-z0-9]+', '-', 'g'), 80)), ''), 'product')
$function$;

-- Gives a product its name in addresses. Where another product has it already, the end of the id follows.
CREATE FUNCTION name_in_address() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  base text := slug_of(NEW.name);
  wanted text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF slug_of(OLD.name) = base THEN RETURN NULL; END IF;
    UPDATE product_slugs SET is_current = false WHERE product_id = NEW.id AND is_current;
  END IF;
  FOREACH wanted IN ARRAY ARRAY[base, base || '-' || right(NEW.id::text, 6), base || '-' || replace(NEW.id::text, '-', '')] LOOP
    INSERT INTO product_slugs AS known (slug, product_id) VALUES (wanted, NEW.id)
      ON CONFLICT (slug) DO UPDATE SET is_current = true WHERE known.product_id = NEW.id;
    IF FOUND THEN RETURN NULL; END IF;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE TRIGGER name_in_address AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION name_in_address();
CREATE TRIGGER rename_in_address AFTER UPDATE OF name ON products FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION name_in_address();

-- The eldest of those with one name gets it.
INSERT INTO product_slugs (slug, product_id)
  SELECT CASE WHEN n = 1 THEN base ELSE base || '-' || replace(id::text, '-', '') END, id
  FROM (SELECT id, slug_of(name) AS base, row_number() OVER (PARTITION BY slug_of(name) ORDER BY created_at, id) AS n FROM products) AS named;
