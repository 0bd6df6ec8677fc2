-- Products, trade-in machines and units find their model by maker and name, whoever writes them, and make the one that is not
-- there yet (docs/decisions/098). Rows from before get theirs in the background, a few at a time.

-- A model's name as people may write it: without case, spaces and hyphens. A plus sign counts: an M30S++ is no M30S.
CREATE FUNCTION model_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(left(coalesce(name, ''), 200)), '[\s_-]+', '', 'g')
$$;

-- Another spelling of a model that is kept; its row only leads there.
ALTER TABLE device_models ADD COLUMN merged_into uuid;
-- allowed adding-foreign-key-constraint: the table is as new as this, and nothing writes it yet
-- allowed constraint-missing-not-valid: the table is as new as this, and nothing writes it yet
ALTER TABLE device_models ADD CONSTRAINT device_models_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES device_models(id) ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE INITIALLY IMMEDIATE;
-- allowed constraint-missing-not-valid: the table is as new as this, and nothing writes it yet
ALTER TABLE device_models ADD CONSTRAINT not_merged_into_itself CHECK (merged_into <> id);

-- allowed require-concurrent-index-creation: the table is as new as this, and nothing writes it yet
CREATE INDEX device_models_merged_into_idx ON device_models(merged_into);
-- allowed require-concurrent-index-creation: the table is as new as this, and nothing writes it yet
CREATE UNIQUE INDEX device_models_key ON device_models (maker_key(manufacturer), model_key(name), coalesce(hashrate, 0)) WHERE merged_into IS NULL;
-- allowed require-concurrent-index-creation: the table is as new as this, and nothing writes it yet
CREATE INDEX device_models_spelling_idx ON device_models (maker_key(manufacturer), model_key(name));
-- allowed require-concurrent-index-deletion: no version writes the table yet, and the index above is stricter
DROP INDEX device_models_name_key;

-- '1,110.5 TH/s' as a number and its unit; null where a text says no hashrate.
CREATE FUNCTION told_hashrate(told text, OUT rate numeric, OUT unit text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(said[1]::numeric, 0),
    CASE lower(said[2]) WHEN 'k' THEN 'k' ELSE upper(said[2]) END || CASE lower(said[3]) WHEN 'sol' THEN 'Sol/s' ELSE 'H/s' END
  FROM (
    SELECT regexp_match(replace(left(told, 60), ',', ''), '^\s*(\d{1,9}(?:\.\d{1,3})?)\s*([kmgtpe]?)(h|sol|hash)(?:/?s|ps)?\s*$', 'i') AS said
  ) AS found
$$;

-- '3,250 W' in watts; null where a text says nothing in watts.
CREATE FUNCTION told_watts(told text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(substring(replace(left(told, 60), ',', '') FROM '^\s*(\d{1,6})(?:\.\d+)?\s*[wW]')::int, 0)
$$;

-- The model of a maker and a name, which is made if there is none; figures that it lacks are taken over. Models of one name may
-- differ in their hashrate: null if it is not told, and so cannot be known which is meant. Null also without a maker or a name.
CREATE FUNCTION name_device_model(maker text, model text, category text DEFAULT NULL, algorithm text DEFAULT NULL, hashrate text DEFAULT NULL, power text DEFAULT NULL)
RETURNS uuid LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

-- Who has a product or a machine open is not disturbed by its getting a model, and no other program is told of it.
CREATE OR REPLACE TRIGGER mark_change BEFORE UPDATE ON products FOR EACH ROW
  WHEN (OLD.model_id IS NOT DISTINCT FROM NEW.model_id) EXECUTE FUNCTION mark_change();
CREATE OR REPLACE TRIGGER mark_change BEFORE UPDATE ON trade_in_machines FOR EACH ROW
  WHEN (OLD.model_id IS NOT DISTINCT FROM NEW.model_id) EXECUTE FUNCTION mark_change();

CREATE OR REPLACE FUNCTION tell_of_changed_rows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE is_enabled) THEN
    INSERT INTO webhook_messages (endpoint_id, type, subject_id, subject_version)
      SELECT e.id, told.type, c.id, c.version
      FROM changed AS c JOIN former AS f ON f.id = c.id
      CROSS JOIN LATERAL (VALUES
        (TG_ARGV[0] || '.changed', to_jsonb(c) - '{version,updated_at,model_id}'::text[] <> to_jsonb(f) - '{version,updated_at,model_id}'::text[]),
        (TG_ARGV[0] || '.status_changed', to_jsonb(c) ->> TG_ARGV[1] <> to_jsonb(f) ->> TG_ARGV[1])
      ) AS told (type, happened)
      JOIN webhook_endpoints AS e ON e.is_enabled AND e.events @> to_jsonb(told.type)
      WHERE told.happened;
  END IF;
  RETURN NULL;
END
$$;

SELECT shop_queue.create_queue('models', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
