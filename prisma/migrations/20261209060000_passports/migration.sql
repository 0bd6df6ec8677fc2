-- Keys that sign passports of machines (docs/decisions/101), apart from those of sessions: they stay published for as long as a passport may
-- be checked, and no program takes what they signed for a session.
CREATE TABLE passport_keys (
    kid text NOT NULL,
    public_jwk jsonb NOT NULL,
    private_sealed text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),

    CONSTRAINT passport_keys_pkey PRIMARY KEY (kid)
);

-- The card of a product says what was measured of its listed units, by their passports.
CREATE FUNCTION announce_products_of_passports() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS first_rows) > 50 THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', 'products', 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', 'products', 'id', product_id)::text)
    FROM (SELECT DISTINCT u.product_id FROM changed AS c JOIN units AS u ON u.id = kept_unit(c.unit_id) WHERE u.product_id IS NOT NULL) AS named;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_products_insert AFTER INSERT ON passports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();
CREATE TRIGGER announce_products_update AFTER UPDATE ON passports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();
CREATE TRIGGER announce_products_delete AFTER DELETE ON passports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();
