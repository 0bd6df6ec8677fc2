-- Machines and their parts as records of their own (docs/decisions/096): models, units and their owners, parts and where they are,
-- refurbishing, lines of orders, passports. Nothing that there is changes its meaning: cases, products, trade-in machines and
-- lines of estimates may name a model, a unit or a part, and none of them has to.
CREATE SEQUENCE unit_number_seq START 10001;
CREATE SEQUENCE part_number_seq START 10001;

CREATE FUNCTION next_unit_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'U-' || nextval('unit_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM units WHERE unit_number = candidate);
  END LOOP;
  RETURN candidate;
END
$$;

CREATE FUNCTION next_part_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'P-' || nextval('part_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM parts WHERE part_number = candidate);
  END LOOP;
  RETURN candidate;
END
$$;

-- A serial number as people may write it in several ways: without case, spaces and signs, O as 0 and I as 1. Null where nothing is left.
CREATE FUNCTION serial_key(serial text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(translate(regexp_replace(upper(left(serial, 200)), '[^0-9A-Z]', '', 'g'), 'OI', '01'), '')
$$;
CREATE FUNCTION maker_key(maker text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(left(coalesce(maker, ''), 200)), '[^0-9a-z]', '', 'g')
$$;

CREATE TYPE unit_owner AS ENUM ('customer', 'company');

CREATE TYPE unit_state AS ENUM ('with_customer', 'awaited', 'quarantined', 'bought', 'refurbishing', 'ready', 'listed', 'sold', 'returned', 'scrapped');

CREATE TYPE part_kind AS ENUM ('hashboard', 'control_board', 'psu', 'fan', 'other');

CREATE TYPE part_state AS ENUM ('in_stock', 'reserved', 'installed', 'taken_out', 'scrapped');

CREATE TYPE board_verdict AS ENUM ('first_seen', 'same', 'swapped_here', 'foreign', 'not_read');

ALTER TABLE case_readings ADD COLUMN unit_id uuid;

ALTER TABLE cases ADD COLUMN unit_id uuid;

ALTER TABLE products ADD COLUMN model_id uuid,
ADD COLUMN tracks_units boolean NOT NULL DEFAULT false;

ALTER TABLE repair_lines ADD COLUMN part_type_id uuid;

ALTER TABLE trade_in_machines ADD COLUMN model_id uuid;

CREATE TABLE device_models (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    manufacturer text NOT NULL,
    name text NOT NULL,
    category text NOT NULL DEFAULT 'ASIC Miner',
    algorithm text,
    hashrate decimal(12,3),
    hashrate_unit text NOT NULL DEFAULT 'TH/s',
    power_watts integer,
    boards integer,
    chips_per_board integer,
    checklist text[] DEFAULT ARRAY[]::text[],
    load_test_minutes integer NOT NULL DEFAULT 60,
    tolerance_percent decimal(5,2) NOT NULL DEFAULT 5,
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT device_models_pkey PRIMARY KEY (id),
    CONSTRAINT plain_checklist CHECK (coalesce(array_ndims(checklist), 1) = 1 AND array_position(checklist, NULL) IS NULL)
);

CREATE TABLE units (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    unit_number text NOT NULL DEFAULT next_unit_number(),
    model_id uuid,
    manufacturer text NOT NULL DEFAULT '',
    model text NOT NULL DEFAULT '',
    serial_number text,
    maker_key text NOT NULL DEFAULT '',
    serial_key text,
    owner unit_owner NOT NULL DEFAULT 'customer',
    user_id uuid,
    owner_case_id uuid,
    owner_line_id uuid,
    state unit_state NOT NULL DEFAULT 'with_customer',
    location text,
    cost decimal(12,2),
    product_id uuid,
    notes text,
    merged_into uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT units_pkey PRIMARY KEY (id)
);

CREATE TABLE unit_ownerships (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    unit_id uuid NOT NULL,
    owner unit_owner NOT NULL,
    user_id uuid,
    case_id uuid,
    line_id uuid,
    started_at timestamptz(3) NOT NULL DEFAULT now(),
    ended_at timestamptz(3),

    CONSTRAINT unit_ownerships_pkey PRIMARY KEY (id)
);

CREATE TABLE part_types (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    name text NOT NULL,
    kind part_kind NOT NULL DEFAULT 'other',
    sku text,
    fits text[] DEFAULT ARRAY[]::text[],
    cost decimal(12,2),
    price decimal(12,2),
    reorder_point integer,
    stock_level integer,
    in_stock integer NOT NULL DEFAULT 0,
    reserved integer NOT NULL DEFAULT 0,
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT part_types_pkey PRIMARY KEY (id),
    CONSTRAINT plain_fits CHECK (coalesce(array_ndims(fits), 1) = 1 AND array_position(fits, NULL) IS NULL)
);

CREATE TABLE parts (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    part_number text NOT NULL DEFAULT next_part_number(),
    type_id uuid NOT NULL,
    serial_number text,
    serial_key text,
    state part_state NOT NULL DEFAULT 'in_stock',
    location text,
    cost decimal(12,2),
    reserved_case_id uuid,
    reserved_line_id uuid,
    notes text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT parts_pkey PRIMARY KEY (id)
);

CREATE TABLE installations (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    part_id uuid NOT NULL,
    unit_id uuid NOT NULL,
    slot text NOT NULL,
    installed_at timestamptz(3) NOT NULL DEFAULT now(),
    installed_by uuid,
    case_id uuid,
    removed_at timestamptz(3),
    removed_by uuid,
    removed_case_id uuid,

    CONSTRAINT installations_pkey PRIMARY KEY (id)
);

CREATE TABLE reading_boards (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    reading_id uuid NOT NULL,
    unit_id uuid NOT NULL,
    slot integer NOT NULL,
    serial_number text,
    serial_key text,
    verdict board_verdict NOT NULL,
    answer text,
    answered_by uuid,
    answered_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),

    CONSTRAINT reading_boards_pkey PRIMARY KEY (id)
);

CREATE TABLE refurbishments (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    unit_id uuid NOT NULL,
    case_id uuid,
    started_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz(3),
    finished_by uuid,
    load_test_from timestamptz(3),
    load_test_until timestamptz(3),
    safety_tested_on date,
    safety_passed boolean,
    safety_reference text,
    safety_tested_by uuid,
    reading_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT refurbishments_pkey PRIMARY KEY (id)
);

CREATE TABLE refurbishment_steps (
    refurbishment_id uuid NOT NULL,
    position integer NOT NULL,
    label text NOT NULL,
    note text,
    done_at timestamptz(3),
    done_by uuid,

    CONSTRAINT refurbishment_steps_pkey PRIMARY KEY (refurbishment_id,position)
);

CREATE TABLE order_lines (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    order_id uuid NOT NULL,
    product_id uuid,
    external_id text,
    title text NOT NULL DEFAULT '',
    sku text,
    quantity integer NOT NULL DEFAULT 1,
    price decimal(12,2) NOT NULL DEFAULT 0,
    tax decimal(12,2) NOT NULL DEFAULT 0,
    position integer NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT order_lines_pkey PRIMARY KEY (id)
);

CREATE TABLE order_line_units (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    line_id uuid NOT NULL,
    unit_id uuid NOT NULL,
    dispatched_at timestamptz(3) NOT NULL DEFAULT now(),
    dispatched_by uuid,
    returned_at timestamptz(3),

    CONSTRAINT order_line_units_pkey PRIMARY KEY (id)
);

CREATE TABLE passports (
    id uuid NOT NULL DEFAULT uuid_by_time(),
    unit_id uuid NOT NULL,
    code text NOT NULL,
    content jsonb NOT NULL DEFAULT '{}',
    signed text NOT NULL DEFAULT '',
    issued_at timestamptz(3) NOT NULL DEFAULT now(),
    issued_by uuid,
    revoked_at timestamptz(3),
    revoked_by uuid,
    revoked_reason text,
    claimed_by uuid,
    claimed_at timestamptz(3),

    CONSTRAINT passports_pkey PRIMARY KEY (id)
);

CREATE INDEX device_models_manufacturer_name_id_idx ON device_models(manufacturer, name, id);

CREATE INDEX device_models_created_at_id_idx ON device_models(created_at DESC, id DESC);

CREATE INDEX device_models_search_idx ON device_models USING GIN (manufacturer gin_trgm_ops, name gin_trgm_ops);

CREATE UNIQUE INDEX units_unit_number_key ON units(unit_number);

CREATE INDEX units_created_at_id_idx ON units(created_at DESC, id DESC);

CREATE INDEX units_state_created_at_id_idx ON units(state, created_at DESC, id DESC);

CREATE INDEX units_user_id_idx ON units(user_id);

CREATE INDEX units_model_id_idx ON units(model_id);

CREATE INDEX units_product_id_state_idx ON units(product_id, state);

CREATE INDEX units_serial_key_idx ON units(serial_key);

CREATE INDEX units_merged_into_idx ON units(merged_into);

CREATE INDEX units_search_idx ON units USING GIN (unit_number gin_trgm_ops, serial_number gin_trgm_ops, manufacturer gin_trgm_ops, model gin_trgm_ops, location gin_trgm_ops);

CREATE INDEX unit_ownerships_unit_id_started_at_idx ON unit_ownerships(unit_id, started_at);

CREATE INDEX unit_ownerships_user_id_idx ON unit_ownerships(user_id);

CREATE INDEX unit_ownerships_case_id_idx ON unit_ownerships(case_id);

CREATE INDEX unit_ownerships_line_id_idx ON unit_ownerships(line_id);

CREATE INDEX part_types_name_id_idx ON part_types(name, id);

CREATE INDEX part_types_in_stock_id_idx ON part_types(in_stock, id);

CREATE INDEX part_types_created_at_id_idx ON part_types(created_at DESC, id DESC);

CREATE INDEX part_types_search_idx ON part_types USING GIN (name gin_trgm_ops, sku gin_trgm_ops);

CREATE UNIQUE INDEX parts_part_number_key ON parts(part_number);

CREATE INDEX parts_type_id_state_id_idx ON parts(type_id, state, id);

CREATE INDEX parts_created_at_id_idx ON parts(created_at DESC, id DESC);

CREATE INDEX parts_state_created_at_id_idx ON parts(state, created_at DESC, id DESC);

CREATE INDEX parts_serial_key_idx ON parts(serial_key);

CREATE INDEX parts_reserved_case_id_idx ON parts(reserved_case_id);

CREATE INDEX parts_reserved_line_id_idx ON parts(reserved_line_id);

CREATE INDEX parts_search_idx ON parts USING GIN (part_number gin_trgm_ops, serial_number gin_trgm_ops, location gin_trgm_ops);

CREATE INDEX installations_part_id_installed_at_idx ON installations(part_id, installed_at);

CREATE INDEX installations_unit_id_installed_at_idx ON installations(unit_id, installed_at);

CREATE INDEX installations_case_id_idx ON installations(case_id);

CREATE INDEX installations_removed_case_id_idx ON installations(removed_case_id);

CREATE INDEX reading_boards_unit_id_created_at_idx ON reading_boards(unit_id, created_at);

CREATE UNIQUE INDEX reading_boards_reading_id_slot_key ON reading_boards(reading_id, slot);

CREATE INDEX refurbishments_unit_id_started_at_idx ON refurbishments(unit_id, started_at);

CREATE INDEX refurbishments_case_id_idx ON refurbishments(case_id);

CREATE INDEX order_lines_order_id_position_idx ON order_lines(order_id, position);

CREATE INDEX order_lines_product_id_idx ON order_lines(product_id);

CREATE UNIQUE INDEX order_lines_order_id_external_id_key ON order_lines(order_id, external_id);

CREATE INDEX order_line_units_line_id_idx ON order_line_units(line_id);

CREATE INDEX order_line_units_unit_id_idx ON order_line_units(unit_id);

CREATE UNIQUE INDEX passports_code_key ON passports(code);

CREATE INDEX passports_unit_id_issued_at_idx ON passports(unit_id, issued_at);

CREATE INDEX passports_claimed_by_idx ON passports(claimed_by);

ALTER TABLE products ADD CONSTRAINT products_model_id_fkey FOREIGN KEY (model_id) REFERENCES device_models(id) ON DELETE SET NULL ON UPdate CASCADE NOT VALID;

ALTER TABLE cases ADD CONSTRAINT cases_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE SET NULL ON UPdate CASCADE NOT VALID;

ALTER TABLE trade_in_machines ADD CONSTRAINT trade_in_machines_model_id_fkey FOREIGN KEY (model_id) REFERENCES device_models(id) ON DELETE SET NULL ON UPdate CASCADE NOT VALID;

ALTER TABLE case_readings ADD CONSTRAINT case_readings_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE CASCADE ON UPdate CASCADE NOT VALID;

ALTER TABLE repair_lines ADD CONSTRAINT repair_lines_part_type_id_fkey FOREIGN KEY (part_type_id) REFERENCES part_types(id) ON DELETE SET NULL ON UPdate CASCADE NOT VALID;

ALTER TABLE units ADD CONSTRAINT units_model_id_fkey FOREIGN KEY (model_id) REFERENCES device_models(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE units ADD CONSTRAINT units_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE units ADD CONSTRAINT units_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE units ADD CONSTRAINT units_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES units(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE unit_ownerships ADD CONSTRAINT unit_ownerships_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE CASCADE ON UPdate CASCADE;

ALTER TABLE unit_ownerships ADD CONSTRAINT unit_ownerships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE unit_ownerships ADD CONSTRAINT unit_ownerships_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE unit_ownerships ADD CONSTRAINT unit_ownerships_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE parts ADD CONSTRAINT parts_type_id_fkey FOREIGN KEY (type_id) REFERENCES part_types(id) ON DELETE RESTRICT ON UPdate CASCADE;

ALTER TABLE parts ADD CONSTRAINT parts_reserved_case_id_fkey FOREIGN KEY (reserved_case_id) REFERENCES cases(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE parts ADD CONSTRAINT parts_reserved_line_id_fkey FOREIGN KEY (reserved_line_id) REFERENCES repair_lines(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE installations ADD CONSTRAINT installations_part_id_fkey FOREIGN KEY (part_id) REFERENCES parts(id) ON DELETE RESTRICT ON UPdate CASCADE;

ALTER TABLE installations ADD CONSTRAINT installations_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE RESTRICT ON UPdate CASCADE;

ALTER TABLE installations ADD CONSTRAINT installations_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE installations ADD CONSTRAINT installations_removed_case_id_fkey FOREIGN KEY (removed_case_id) REFERENCES cases(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE reading_boards ADD CONSTRAINT reading_boards_reading_id_fkey FOREIGN KEY (reading_id) REFERENCES case_readings(id) ON DELETE CASCADE ON UPdate CASCADE;

ALTER TABLE reading_boards ADD CONSTRAINT reading_boards_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE CASCADE ON UPdate CASCADE;

ALTER TABLE refurbishments ADD CONSTRAINT refurbishments_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE CASCADE ON UPdate CASCADE;

ALTER TABLE refurbishments ADD CONSTRAINT refurbishments_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE refurbishment_steps ADD CONSTRAINT refurbishment_steps_refurbishment_id_fkey FOREIGN KEY (refurbishment_id) REFERENCES refurbishments(id) ON DELETE CASCADE ON UPdate CASCADE;

ALTER TABLE order_lines ADD CONSTRAINT order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE ON UPdate CASCADE;

ALTER TABLE order_lines ADD CONSTRAINT order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL ON UPdate CASCADE;

ALTER TABLE order_line_units ADD CONSTRAINT order_line_units_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE CASCADE ON UPdate CASCADE;

ALTER TABLE order_line_units ADD CONSTRAINT order_line_units_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE RESTRICT ON UPdate CASCADE;

ALTER TABLE passports ADD CONSTRAINT passports_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES units(id) ON DELETE CASCADE ON UPdate CASCADE;

ALTER TABLE passports ADD CONSTRAINT passports_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES users(id) ON DELETE SET NULL ON UPdate CASCADE;

-- One machine is one unit: of the same maker and serial number there is one, beside those that were merged into another.
CREATE UNIQUE INDEX units_machine_key ON units (maker_key, serial_key) WHERE serial_key IS NOT NULL AND merged_into IS NULL;
CREATE UNIQUE INDEX unit_ownerships_now_key ON unit_ownerships (unit_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX installations_part_key ON installations (part_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX installations_slot_key ON installations (unit_id, slot) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX order_line_units_unit_key ON order_line_units (unit_id) WHERE returned_at IS NULL;
CREATE UNIQUE INDEX device_models_name_key ON device_models (maker_key(manufacturer), lower(name), coalesce(hashrate, 0));

ALTER TABLE units
    ADD CONSTRAINT company_has_no_user CHECK (owner = 'customer' OR user_id IS NULL),
    ADD CONSTRAINT company_owns_stock CHECK (owner = 'company' OR state NOT IN ('bought', 'refurbishing', 'ready', 'listed')),
    ADD CONSTRAINT not_merged_into_itself CHECK (merged_into <> id);
ALTER TABLE part_types ADD CONSTRAINT sensible_levels CHECK (reorder_point >= 0 AND stock_level >= 0);
ALTER TABLE order_lines ADD CONSTRAINT some_quantity CHECK (quantity > 0);
-- A reading may be of a unit that is in no case.
-- allowed takes-away: the version before writes readings of a case or a request alone, which the new rule allows too
ALTER TABLE case_readings DROP CONSTRAINT of_one_case;
ALTER TABLE case_readings ADD CONSTRAINT of_one_origin CHECK (num_nonnulls(case_id, request_id, unit_id) = 1) NOT VALID;

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
CREATE TRIGGER record_owner AFTER INSERT ON units FOR EACH ROW EXECUTE FUNCTION record_owner();
CREATE TRIGGER record_change_of_owner AFTER UPDATE OF owner, user_id ON units FOR EACH ROW
  WHEN (OLD.owner IS DISTINCT FROM NEW.owner OR OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION record_owner();

-- Written by triggers and foreign keys alone, which fire within another statement.
CREATE FUNCTION keep_as_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE restrict_violation USING MESSAGE = TG_TABLE_NAME || ' is only added to';
END
$$;
CREATE TRIGGER keep_as_written BEFORE INSERT OR UPDATE OR DELETE ON unit_ownerships FOR EACH ROW EXECUTE FUNCTION keep_as_written();

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
CREATE TRIGGER keep_installation BEFORE UPDATE OR DELETE ON installations FOR EACH ROW EXECUTE FUNCTION keep_installation();

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

CREATE FUNCTION move_part() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE parts SET state = 'taken_out' WHERE id = NEW.part_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER move_part AFTER INSERT OR UPDATE OF removed_at ON installations FOR EACH ROW EXECUTE FUNCTION move_part();

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
CREATE TRIGGER recount_part_types_of_changed AFTER UPDATE ON parts FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.type_id IS DISTINCT FROM NEW.type_id) EXECUTE FUNCTION recount_part_types();

-- The stock of a product that has units is the number of those listed, whoever writes it.
CREATE FUNCTION count_listed_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  SELECT count(*) INTO NEW.stock_quantity FROM units WHERE product_id = NEW.id AND state = 'listed' AND merged_into IS NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER count_listed_units BEFORE INSERT OR UPDATE ON products FOR EACH ROW WHEN (NEW.tracks_units) EXECUTE FUNCTION count_listed_units();

CREATE FUNCTION follow_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  product uuid;
BEGIN
  FOR product IN
    SELECT DISTINCT id FROM unnest(ARRAY[CASE WHEN TG_OP <> 'INSERT' THEN OLD.product_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.product_id END]) AS id
    WHERE id IS NOT NULL ORDER BY id
  LOOP
    UPDATE products SET tracks_units = EXISTS (SELECT FROM units WHERE product_id = product AND merged_into IS NULL) WHERE id = product;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER follow_units AFTER INSERT OR DELETE ON units FOR EACH ROW EXECUTE FUNCTION follow_units();
CREATE TRIGGER follow_changed_units AFTER UPDATE ON units FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.product_id IS DISTINCT FROM NEW.product_id OR OLD.merged_into IS DISTINCT FROM NEW.merged_into)
  EXECUTE FUNCTION follow_units();

-- What the page of a unit shows beside its row changes with it.
CREATE FUNCTION announce_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS first_rows) > 50 THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', 'units', 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', 'units', 'id', u.id, 'owner', u.user_id)::text)
    FROM units AS u WHERE u.id IN (SELECT unit_id FROM changed);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_insert AFTER INSERT ON installations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON installations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_insert AFTER INSERT ON reading_boards REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON reading_boards REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_insert AFTER INSERT ON refurbishments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON refurbishments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_insert AFTER INSERT ON order_line_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON order_line_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_insert AFTER INSERT ON passports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON passports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_insert AFTER INSERT ON units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON units REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows();
CREATE TRIGGER announce_delete AFTER DELETE ON units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON units FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON units FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER announce_insert AFTER INSERT ON parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_delete AFTER DELETE ON parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON parts FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON parts FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER announce_insert AFTER INSERT ON part_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON part_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_delete AFTER DELETE ON part_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON part_types FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE OF name, kind, sku, fits, cost, price, reorder_point, stock_level, is_active ON part_types FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER announce_insert AFTER INSERT ON device_models REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON device_models REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_delete AFTER DELETE ON device_models REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON device_models FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON device_models FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER announce_insert AFTER INSERT ON order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_delete AFTER DELETE ON order_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON order_lines FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON order_lines FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER begin_version BEFORE INSERT ON refurbishments FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON refurbishments FOR EACH ROW EXECUTE FUNCTION mark_change();

-- The counts of the lists of units and parts (docs/decisions/007).
CREATE FUNCTION count_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM list_counts WHERE noun = 'units';
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO list_counts (noun, key, rows) SELECT 'units', state::text, count(*) FROM added WHERE merged_into IS NULL GROUP BY state;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_counts (noun, key, rows) SELECT 'units', state::text, -count(*) FROM removed WHERE merged_into IS NULL GROUP BY state;
  ELSE
    INSERT INTO list_counts (noun, key, rows)
    SELECT 'units', state::text, sum(sign)
    FROM (SELECT 1 AS sign, state FROM added WHERE merged_into IS NULL UNION ALL SELECT -1, state FROM removed WHERE merged_into IS NULL) AS moved
    GROUP BY state HAVING sum(sign) <> 0;
  END IF;
  -- A stricter transaction would fail where another one has merged since it began.
  IF random() * 64 < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM merge_list_counts('units');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_insert AFTER INSERT ON units REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_units();
CREATE TRIGGER count_update AFTER UPDATE ON units REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_units();
CREATE TRIGGER count_delete AFTER DELETE ON units REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_units();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON units FOR EACH STATEMENT EXECUTE FUNCTION count_units();

CREATE FUNCTION count_parts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM list_counts WHERE noun = 'parts';
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO list_counts (noun, key, rows) SELECT 'parts', state::text, count(*) FROM added GROUP BY state;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_counts (noun, key, rows) SELECT 'parts', state::text, -count(*) FROM removed GROUP BY state;
  ELSE
    INSERT INTO list_counts (noun, key, rows)
    SELECT 'parts', state::text, sum(sign)
    FROM (SELECT 1 AS sign, state FROM added UNION ALL SELECT -1, state FROM removed) AS moved
    GROUP BY state HAVING sum(sign) <> 0;
  END IF;
  -- A stricter transaction would fail where another one has merged since it began.
  IF random() * 64 < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM merge_list_counts('parts');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_insert AFTER INSERT ON parts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_parts();
CREATE TRIGGER count_update AFTER UPDATE ON parts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_parts();
CREATE TRIGGER count_delete AFTER DELETE ON parts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_parts();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON parts FOR EACH STATEMENT EXECUTE FUNCTION count_parts();

CREATE FUNCTION recount_units() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE units, parts IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO list_counts (noun, key, rows) SELECT 'units', state::text, count(*) FROM units WHERE merged_into IS NULL GROUP BY state;
  INSERT INTO list_counts (noun, key, rows) SELECT 'parts', state::text, count(*) FROM parts GROUP BY state;
END
$$;

CREATE OR REPLACE FUNCTION recount_lists()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path FROM CURRENT
AS $function$
    BEGIN
      LOCK TABLE profiles, orders, products, repairs, trade_ins IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM list_counts;
      INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM profiles, LATERAL (VALUES ('profiles', role::text, 0), ('profiles by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 0), ('profiles by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM orders, LATERAL (VALUES ('orders', status::text, coalesce(nullif(total_amount, 'NaN'), 0)), ('orders by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), coalesce(nullif(total_amount, 'NaN'), 0)), ('orders by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), coalesce(nullif(total_amount, 'NaN'), 0))) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM products, LATERAL (VALUES ('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, CASE WHEN stock_quantity > 0 THEN 1 ELSE 0 END), ('products by category', left(category, 200), 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM repairs, LATERAL (VALUES ('repairs', status::text, 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM trade_ins, LATERAL (VALUES ('trade_ins', status::text, coalesce(nullif(final_value, 'NaN'), 0))) AS counts (noun, key, amount) GROUP BY noun, key;
      PERFORM recount_units();
    END
    $function$;
