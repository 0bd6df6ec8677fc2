-- A product's collections are a plain list of texts, whatever plain SQL puts there: a list without a value in
-- one of its places, or of several dimensions, is none that the shop's client can read, and one such row
-- would keep the whole catalogue from being shown.
CREATE FUNCTION flatten_collections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.collections := ARRAY(SELECT name FROM unnest(NEW.collections) AS name WHERE name IS NOT NULL);
  RETURN NEW;
END
$$;

CREATE TRIGGER flatten_collections BEFORE INSERT OR UPDATE OF collections ON products FOR EACH ROW EXECUTE FUNCTION flatten_collections();

UPDATE products SET collections = collections
WHERE collections IS NULL OR array_ndims(collections) > 1 OR EXISTS (SELECT FROM unnest(collections) AS name WHERE name IS NULL);
