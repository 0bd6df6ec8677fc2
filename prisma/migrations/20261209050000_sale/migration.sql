-- Orders have lines whose pieces may be cancelled (docs/decisions/100): taken out of the order, or refunded.
ALTER TABLE order_lines ADD COLUMN cancelled integer NOT NULL DEFAULT 0;

-- A product that has lost its last unit has none in stock, and its stock is typed again.
CREATE OR REPLACE FUNCTION follow_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  product uuid;
BEGIN
  FOR product IN
    SELECT DISTINCT id FROM unnest(ARRAY[CASE WHEN TG_OP <> 'INSERT' THEN OLD.product_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.product_id END]) AS id
    WHERE id IS NOT NULL ORDER BY id
  LOOP
    UPDATE products SET tracks_units = EXISTS (SELECT FROM units WHERE product_id = product AND merged_into IS NULL),
      stock_quantity = CASE WHEN tracks_units THEN 0 ELSE stock_quantity END
    WHERE id = product;
  END LOOP;
  RETURN NULL;
END
$$;
