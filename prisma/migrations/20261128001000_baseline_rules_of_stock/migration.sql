-- Rules of machines and parts: models, owners, places, and stock that is the number of units or parts.

-- Keys are made of plain letters alone, so that they are the same under every locale, and in the browser.
CREATE FUNCTION serial_key(serial text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(translate(regexp_replace(upper(left(serial, 200) COLLATE "C"), '[^0-9A-Z]', '', 'g'), 'OI', '01'), '')
$$;

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

-- '1,110.5 TH/s' as a number and its unit; null where a text says no hashrate.
CREATE FUNCTION told_hashrate(told text, OUT rate numeric, OUT unit text) RETURNS record LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(said[1]::numeric, 0),
    CASE lower(said[2]) WHEN 'k' THEN 'k' ELSE upper(said[2]) END || CASE lower(said[3]) WHEN 'sol' THEN 'Sol/s' ELSE 'H/s' END
  FROM (
    SELECT regexp_match(replace(left(told, 60), ',', ''), '^\s*(\d{1,9}(?:\.\d{1,3})?)\s*([kmgtpe]?)(h|sol|hash)(?:/?s|ps)?\s*$', 'i') AS said
  ) AS found
$$;

-- '3,250 W' in watts; null where a text says nothing in watts.
CREATE FUNCTION told_watts(told text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(substring(replace(left(told, 60), ',', '') FROM '^\s*(\d{1,6})(?:\.\d+)?\s*[wW]')::int, 0)
$$;

-- The model of a maker and a name, which is made if there is none; figures that it lacks are taken over. Models of one name may
-- differ in their hashrate: null if it is not told, and so cannot be known which is meant. Null also without a maker or a name.
CREATE FUNCTION name_device_model(maker text, model text, category text DEFAULT NULL::text, algorithm text DEFAULT NULL::text, hashrate text DEFAULT NULL::text, power text DEFAULT NULL::text) RETURNS uuid
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_column
DECLARE
  its_maker text := btrim(regexp_replace(left(maker, 200), '\s+', ' ', 'g'));
  its_name text := btrim(regexp_replace(left(model, 200), '\s+', ' ', 'g'));
  its_category text := nullif(btrim(left(name_device_model.category, 200)), '');
  its_algorithm text := nullif(btrim(left(name_device_model.algorithm, 200)), '');
  its_watts int := told_watts(power);
  its_rate numeric;
  its_unit text;
  candidates uuid[];
  found uuid;
BEGIN
  IF maker_key(its_maker) = '' OR coalesce(model_key(its_name), '') = '' THEN
    RETURN NULL;
  END IF;
  SELECT told.rate, told.unit INTO its_rate, its_unit FROM told_hashrate(name_device_model.hashrate) AS told;
  -- Twice: another transaction may make the same model at the same time.
  FOR attempt IN 1..2 LOOP
    SELECT coalesce(m.merged_into, m.id) INTO found FROM device_models AS m
    WHERE maker_key(m.manufacturer) = maker_key(its_maker) AND model_key(m.name) = model_key(its_name) AND m.hashrate = its_rate
    ORDER BY m.merged_into NULLS FIRST LIMIT 1;
    EXIT WHEN found IS NOT NULL;
    SELECT array_agg(DISTINCT coalesce(m.merged_into, m.id)) INTO candidates FROM device_models AS m
    WHERE maker_key(m.manufacturer) = maker_key(its_maker) AND model_key(m.name) = model_key(its_name)
      AND (its_rate IS NULL OR m.hashrate IS NULL);
    IF cardinality(candidates) > 1 THEN
      RETURN NULL;
    END IF;
    found := candidates[1];
    EXIT WHEN found IS NOT NULL;
    INSERT INTO device_models (manufacturer, name, category, algorithm, hashrate, hashrate_unit, power_watts)
    VALUES (its_maker, its_name, coalesce(its_category, 'ASIC Miner'), its_algorithm, its_rate, coalesce(its_unit, 'TH/s'), its_watts)
    ON CONFLICT DO NOTHING RETURNING id INTO found;
    IF found IS NOT NULL THEN
      RETURN found;
    END IF;
  END LOOP;
  BEGIN
    UPDATE device_models AS m SET algorithm = coalesce(m.algorithm, its_algorithm), power_watts = coalesce(m.power_watts, its_watts),
      hashrate = coalesce(m.hashrate, its_rate), hashrate_unit = CASE WHEN m.hashrate IS NULL THEN coalesce(its_unit, m.hashrate_unit) ELSE m.hashrate_unit END
    WHERE m.id = found AND (its_rate IS NULL OR m.hashrate IS NULL OR m.hashrate = its_rate)
      AND ((m.algorithm IS NULL AND its_algorithm IS NOT NULL) OR (m.power_watts IS NULL AND its_watts IS NOT NULL)
        OR (m.hashrate IS NULL AND its_rate IS NOT NULL));
  EXCEPTION WHEN unique_violation THEN
    -- Another transaction has just made the one of that hashrate.
    NULL;
  END;
  RETURN found;
END
$$;

-- A row keeps its model until its maker or model is another one, and one that is named with the row counts as it is.
CREATE FUNCTION name_model() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.model_id IS NOT NULL THEN
      RETURN NEW;
    END IF;
  ELSIF NEW.model_id IS DISTINCT FROM OLD.model_id
    OR (NEW.model_id IS NOT NULL AND maker_key(NEW.manufacturer) = maker_key(OLD.manufacturer) AND model_key(NEW.model) = model_key(OLD.model)) THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'products' THEN
    NEW.model_id := name_device_model(NEW.manufacturer, NEW.model, NEW.category, NEW.algorithm, NEW.hashrate, NEW.power);
  ELSIF TG_TABLE_NAME = 'trade_in_machines' THEN
    NEW.model_id := name_device_model(NEW.manufacturer, NEW.model, NEW.category, NULL, NEW.hashrate, NEW.power_consumption);
  ELSE
    NEW.model_id := name_device_model(NEW.manufacturer, NEW.model);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER name_model BEFORE INSERT OR UPDATE OF manufacturer, model ON products FOR EACH ROW EXECUTE FUNCTION name_model();
CREATE TRIGGER name_model BEFORE INSERT OR UPDATE OF manufacturer, model ON trade_in_machines FOR EACH ROW EXECUTE FUNCTION name_model();
CREATE TRIGGER name_model BEFORE INSERT OR UPDATE OF manufacturer, model ON units FOR EACH ROW EXECUTE FUNCTION name_model();

CREATE FUNCTION key_unit() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.maker_key := maker_key(NEW.manufacturer);
  NEW.serial_key := serial_key(NEW.serial_number);
  -- Nothing is listed without its product, which may have been deleted.
  IF NEW.state = 'listed' AND NEW.product_id IS NULL THEN
    NEW.state := 'ready';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER key_unit BEFORE INSERT OR UPDATE ON units FOR EACH ROW EXECUTE FUNCTION key_unit();

-- The record that is kept of a machine whose records were merged, its own where it was not. A circle, which plain SQL may have made, is
-- left at the record itself.
CREATE FUNCTION kept_unit(unit uuid) RETURNS uuid LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  WITH RECURSIVE steps AS (
    SELECT u.id, u.merged_into FROM units AS u WHERE u.id = unit
    UNION
    SELECT u.id, u.merged_into FROM steps AS s JOIN units AS u ON u.id = s.merged_into
  )
  SELECT coalesce((SELECT s.id FROM steps AS s WHERE s.merged_into IS NULL), unit)
$$;

-- A record and all that were merged into it: whoever reads the history of a machine reads theirs.
CREATE FUNCTION unit_family(unit uuid) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 2 SET search_path FROM CURRENT AS $$
  WITH RECURSIVE family AS (
    SELECT unit AS id
    UNION
    SELECT u.id FROM family AS f JOIN units AS u ON u.merged_into = f.id
  )
  SELECT id FROM family
$$;

CREATE FUNCTION record_owner() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE unit_ownerships SET ended_at = now() WHERE unit_id = NEW.id AND ended_at IS NULL;
  END IF;
  INSERT INTO unit_ownerships (unit_id, owner, user_id, case_id, line_id)
  VALUES (NEW.id, NEW.owner, NEW.user_id, (SELECT id FROM cases WHERE id = NEW.owner_case_id), (SELECT id FROM order_lines WHERE id = NEW.owner_line_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER record_change_of_owner AFTER UPDATE OF owner, user_id ON units FOR EACH ROW
  WHEN (OLD.owner IS DISTINCT FROM NEW.owner OR OLD.user_id IS DISTINCT FROM NEW.user_id AND NOT same_person(OLD.user_id, NEW.user_id)) EXECUTE FUNCTION record_owner();
CREATE TRIGGER record_owner AFTER INSERT ON units FOR EACH ROW EXECUTE FUNCTION record_owner();

-- Written by triggers and foreign keys alone, which fire within another statement.
CREATE FUNCTION keep_as_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE restrict_violation USING MESSAGE = TG_TABLE_NAME || ' is only added to';
END
$$;
CREATE TRIGGER keep_as_written BEFORE INSERT OR DELETE OR UPDATE ON unit_ownerships FOR EACH ROW EXECUTE FUNCTION keep_as_written();

-- A product that has lost its last unit has none in stock, and its stock is typed again.
CREATE FUNCTION follow_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
CREATE TRIGGER follow_changed_units AFTER UPDATE ON units
FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.product_id IS DISTINCT FROM NEW.product_id OR OLD.merged_into IS DISTINCT
    FROM NEW.merged_into) EXECUTE FUNCTION follow_units();
CREATE TRIGGER follow_units AFTER INSERT OR DELETE ON units FOR EACH ROW EXECUTE FUNCTION follow_units();

-- The stock of a product that has units is the number of those listed, whoever writes it.
CREATE FUNCTION count_listed_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  SELECT count(*) INTO NEW.stock_quantity FROM units WHERE product_id = NEW.id AND state = 'listed' AND merged_into IS NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER count_listed_units BEFORE INSERT OR UPDATE ON products
  FOR EACH ROW WHEN (NEW.tracks_units) EXECUTE FUNCTION count_listed_units();

-- The state of a part follows from where it is: in a machine exactly while an installation of it has no end.
CREATE FUNCTION place_part() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.serial_key := serial_key(NEW.serial_number);
  IF EXISTS (SELECT FROM installations WHERE part_id = NEW.id AND removed_at IS NULL) THEN
    NEW.state := 'installed';
    NEW.location := NULL;
  ELSIF NEW.state = 'installed' THEN
    NEW.state := 'taken_out';
  ELSIF NEW.state = 'reserved' AND NEW.reserved_case_id IS NULL THEN
    NEW.state := 'in_stock';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER place_part BEFORE INSERT OR UPDATE ON parts FOR EACH ROW EXECUTE FUNCTION place_part();

-- Counts of a type are counted again whenever its row changes, so that they are right whoever writes.
CREATE FUNCTION count_parts_of_type() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  SELECT count(*) FILTER (WHERE state = 'in_stock'), count(*) FILTER (WHERE state = 'reserved') INTO NEW.in_stock, NEW.reserved
  FROM parts WHERE type_id = NEW.id AND state IN ('in_stock', 'reserved');
  RETURN NEW;
END
$$;
CREATE TRIGGER count_parts_of_type BEFORE INSERT OR UPDATE ON part_types FOR EACH ROW EXECUTE FUNCTION count_parts_of_type();

CREATE FUNCTION recount_part_types() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  type uuid;
BEGIN
  -- In one order, so that no two wait for each other.
  FOR type IN
    SELECT DISTINCT id FROM unnest(ARRAY[CASE WHEN TG_OP <> 'INSERT' THEN OLD.type_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.type_id END]) AS id
    WHERE id IS NOT NULL ORDER BY id
  LOOP
    UPDATE part_types SET in_stock = 0 WHERE id = type;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER recount_part_types AFTER INSERT OR DELETE ON parts FOR EACH ROW EXECUTE FUNCTION recount_part_types();
CREATE TRIGGER recount_part_types_of_changed AFTER UPDATE ON parts
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.type_id IS DISTINCT FROM NEW.type_id) EXECUTE FUNCTION recount_part_types();

CREATE FUNCTION keep_installation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE restrict_violation USING MESSAGE = 'installations are only added to';
  END IF;
  IF pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  IF OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL
    OR (NEW.id, NEW.part_id, NEW.unit_id, NEW.slot, NEW.installed_at) IS DISTINCT FROM (OLD.id, OLD.part_id, OLD.unit_id, OLD.slot, OLD.installed_at)
    OR (NEW.installed_by, NEW.case_id) IS DISTINCT FROM (OLD.installed_by, OLD.case_id) THEN
    RAISE restrict_violation USING MESSAGE = 'an installation ends once, and nothing else of it changes';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_installation BEFORE DELETE OR UPDATE ON installations FOR EACH ROW EXECUTE FUNCTION keep_installation();

CREATE FUNCTION move_part() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE parts SET state = 'taken_out' WHERE id = NEW.part_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER move_part AFTER INSERT OR UPDATE OF removed_at ON installations FOR EACH ROW EXECUTE FUNCTION move_part();

-- A link goes with its owner: the foreign key alone would leave one that nobody can have.
CREATE FUNCTION drop_claim_link() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.token_hash := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER drop_link BEFORE UPDATE OF owner_id ON unit_claims
  FOR EACH ROW WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION drop_claim_link();

-- A machine that changes hands in another way, that is scrapped or turns out to be another record, ends what was asked of its owner. If the
-- owner is gone without another one, staff decide.
CREATE FUNCTION end_unit_claims() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.owner = 'customer' AND NEW.user_id IS NULL AND NEW.merged_into IS NOT DISTINCT FROM OLD.merged_into AND NEW.state <> 'scrapped' THEN
    UPDATE unit_claims SET owner_id = NULL, token_hash = NULL WHERE unit_id = NEW.id AND state = 'waiting';
  ELSE
    UPDATE unit_claims SET state = 'ended', decided_at = now(), token_hash = NULL WHERE unit_id = NEW.id AND state = 'waiting';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_claims AFTER UPDATE ON units FOR EACH ROW
  WHEN (OLD.owner IS DISTINCT FROM NEW.owner OR OLD.user_id IS DISTINCT FROM NEW.user_id AND NOT same_person(OLD.user_id, NEW.user_id)
    OR OLD.merged_into IS DISTINCT FROM NEW.merged_into OR OLD.state IS DISTINCT FROM NEW.state AND NEW.state = 'scrapped') EXECUTE FUNCTION end_unit_claims();

-- Lists show what is on order beside the stock of its type: an order is a change of its type's row there.
CREATE FUNCTION tell_part_type() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE part_types SET updated_at = now() WHERE id = coalesce(NEW.type_id, OLD.type_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER tell_part_type AFTER INSERT OR UPDATE OR DELETE ON part_orders FOR EACH ROW EXECUTE FUNCTION tell_part_type();
