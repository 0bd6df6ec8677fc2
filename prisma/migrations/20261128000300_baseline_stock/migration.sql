-- Machines and spare parts: units with their owners, parts, readings of boards, refurbishing, lines of orders, passports and claims.

-- What an order is of: from the shop platform, or written by the desk.
CREATE TABLE order_lines (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  order_id uuid NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  product_id uuid REFERENCES products ON UPDATE CASCADE ON DELETE SET NULL,
  external_id text,
  title text NOT NULL DEFAULT '',
  sku text,
  quantity integer NOT NULL DEFAULT 1,
  cancelled integer NOT NULL DEFAULT 0,
  price numeric(12,2) NOT NULL DEFAULT 0,
  tax numeric(12,2) NOT NULL DEFAULT 0,
  position integer NOT NULL DEFAULT 0,
  part_type_id uuid,
  vat_code text,
  taken integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT order_lines_taken CHECK (taken >= 0),
  CONSTRAINT order_lines_vat_code CHECK (vat_code IN ('standard', 'zero', 'outside')),
  CONSTRAINT some_quantity CHECK (quantity > 0)
);
CREATE UNIQUE INDEX order_lines_order_id_external_id_key ON order_lines (order_id, external_id);
CREATE INDEX order_lines_order_id_position_idx ON order_lines (order_id, position);
-- Lines that may hold stock of a product.
CREATE INDEX order_lines_holding_idx ON order_lines (product_id) WHERE taken < quantity;
CREATE INDEX order_lines_part_type_id_idx ON order_lines (part_type_id);
CREATE INDEX order_lines_product_id_idx ON order_lines (product_id);

CREATE TYPE sale_channel AS ENUM ('counter', 'checkout');

-- An order that is sold here, at the counter or at the checkout. An unpaid one holds its stock for a time.
CREATE TABLE order_sales (
  order_id uuid PRIMARY KEY REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  channel sale_channel NOT NULL,
  payment text,
  walk_in uuid,
  email text,
  full_name text,
  phone text,
  delivery_address text,
  held_until timestamptz(3),
  agreed_at timestamptz(3),
  short_at timestamptz(3),
  lapsed_at timestamptz(3),
  reminded_at timestamptz(3),
  token_hash text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX order_sales_token_hash_key ON order_sales (token_hash);
-- Sales that wait for their money.
CREATE INDEX order_sales_open_idx ON order_sales (held_until, order_id) WHERE agreed_at IS NULL AND short_at IS NULL;

CREATE SEQUENCE unit_number_seq START 10001;

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

-- Whose a machine is.
CREATE TYPE unit_owner AS ENUM ('customer', 'company');

-- Where a machine is in its life with the shop.
CREATE TYPE unit_state AS ENUM (
  'with_customer', 'awaited', 'quarantined', 'bought', 'refurbishing', 'ready', 'listed', 'sold', 'returned', 'scrapped'
);

-- One machine, whoever has it. Of the same maker and serial number there is one (docs/decisions/024).
CREATE TABLE units (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  unit_number text NOT NULL DEFAULT next_unit_number(),
  model_id uuid REFERENCES device_models ON UPDATE CASCADE ON DELETE SET NULL,
  manufacturer text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  serial_number text,
  maker_key text NOT NULL DEFAULT '',
  serial_key text,
  owner unit_owner NOT NULL DEFAULT 'customer',
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  owner_case_id uuid,
  owner_line_id uuid,
  state unit_state NOT NULL DEFAULT 'with_customer',
  location text,
  cost numeric(12,2),
  product_id uuid REFERENCES products ON UPDATE CASCADE ON DELETE SET NULL,
  notes text,
  merged_into uuid REFERENCES units ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT company_has_no_user CHECK (owner = 'customer' OR user_id IS NULL),
  CONSTRAINT company_owns_stock CHECK (owner = 'company' OR (state NOT IN ('bought', 'refurbishing', 'ready', 'listed'))),
  CONSTRAINT not_merged_into_itself CHECK (merged_into <> id)
);
CREATE INDEX units_created_at_id_idx ON units (created_at DESC, id DESC);
-- One machine is one unit: of the same maker and serial number there is one, beside those that were merged into another.
CREATE UNIQUE INDEX units_machine_key ON units (maker_key, serial_key) WHERE serial_key IS NOT NULL AND merged_into IS NULL;
CREATE INDEX units_kept_state_idx ON units (state) WHERE merged_into IS NULL;
CREATE INDEX units_merged_into_idx ON units (merged_into);
CREATE INDEX units_model_id_idx ON units (model_id);
CREATE INDEX units_product_id_state_idx ON units (product_id, state);
CREATE INDEX units_search_idx ON units
  USING gin (unit_number gin_trgm_ops, serial_number gin_trgm_ops, manufacturer gin_trgm_ops, model gin_trgm_ops, location gin_trgm_ops);
CREATE INDEX units_serial_key_idx ON units (serial_key);
CREATE INDEX units_state_created_at_id_idx ON units (state, created_at DESC, id DESC);
CREATE UNIQUE INDEX units_unit_number_key ON units (unit_number);
CREATE INDEX units_user_id_idx ON units (user_id);
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
ALTER TABLE cases ADD FOREIGN KEY (unit_id) REFERENCES units ON UPDATE CASCADE ON DELETE SET NULL;
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
ALTER TABLE case_readings ADD FOREIGN KEY (unit_id) REFERENCES units ON UPDATE CASCADE ON DELETE CASCADE;

-- The owners of a unit, now and before: written by a trigger of `units`, and changed by nothing else.
CREATE TABLE unit_ownerships (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  unit_id uuid NOT NULL REFERENCES units ON UPDATE CASCADE ON DELETE CASCADE,
  owner unit_owner NOT NULL,
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  case_id uuid REFERENCES cases ON UPDATE CASCADE ON DELETE SET NULL,
  line_id uuid REFERENCES order_lines ON UPDATE CASCADE ON DELETE SET NULL,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3)
);
CREATE INDEX unit_ownerships_case_id_idx ON unit_ownerships (case_id);
CREATE INDEX unit_ownerships_line_id_idx ON unit_ownerships (line_id);
CREATE UNIQUE INDEX unit_ownerships_now_key ON unit_ownerships (unit_id) WHERE ended_at IS NULL;
CREATE INDEX unit_ownerships_unit_id_started_at_idx ON unit_ownerships (unit_id, started_at);
CREATE INDEX unit_ownerships_user_id_idx ON unit_ownerships (user_id);

CREATE TYPE part_kind AS ENUM ('hashboard', 'control_board', 'psu', 'fan', 'other');

-- A kind of spare part that the shop keeps.
CREATE TABLE part_types (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  name text NOT NULL,
  kind part_kind NOT NULL DEFAULT 'other',
  sku text,
  fits text[] DEFAULT ARRAY[]::text[],
  cost numeric(12,2),
  price numeric(12,2),
  reorder_point integer,
  stock_level integer,
  in_stock integer NOT NULL DEFAULT 0,
  reserved integer NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT plain_fits CHECK (coalesce(array_ndims(fits), 1) = 1 AND array_position(fits, NULL) IS NULL),
  CONSTRAINT sensible_levels CHECK (reorder_point >= 0 AND stock_level >= 0)
);
CREATE INDEX part_types_created_at_id_idx ON part_types (created_at DESC, id DESC);
CREATE INDEX part_types_in_stock_id_idx ON part_types (in_stock, id);
CREATE INDEX part_types_name_id_idx ON part_types (name, id);
CREATE INDEX part_types_search_idx ON part_types USING gin (name gin_trgm_ops, sku gin_trgm_ops);
-- The number of types to reorder, which every page of parts says, from the index alone.
CREATE INDEX part_types_to_reorder_idx ON part_types (id) WHERE is_active AND in_stock <= reorder_point;
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
ALTER TABLE repair_lines ADD FOREIGN KEY (part_type_id) REFERENCES part_types ON UPDATE CASCADE ON DELETE SET NULL;
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
ALTER TABLE order_lines ADD FOREIGN KEY (part_type_id) REFERENCES part_types ON UPDATE CASCADE ON DELETE SET NULL;

-- Parts that were ordered from a supplier, and what is expected when.
CREATE TABLE part_orders (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  type_id uuid NOT NULL REFERENCES part_types ON UPDATE CASCADE ON DELETE CASCADE,
  supplier text NOT NULL DEFAULT '',
  reference text,
  quantity integer NOT NULL DEFAULT 1,
  received integer NOT NULL DEFAULT 0,
  cost numeric(12,2),
  expected_on date,
  cancelled_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT part_orders_quantity CHECK (quantity BETWEEN 1 AND 100000),
  CONSTRAINT part_orders_received CHECK (received BETWEEN 0 AND quantity)
);
CREATE INDEX part_orders_type_id_idx ON part_orders (type_id);

CREATE SEQUENCE part_number_seq START 10001;

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

CREATE TYPE part_state AS ENUM ('in_stock', 'reserved', 'installed', 'taken_out', 'scrapped', 'sold');

-- One part. It is in one place: in stock, put aside for a case, or in a machine.
CREATE TABLE parts (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  part_number text NOT NULL DEFAULT next_part_number(),
  type_id uuid NOT NULL REFERENCES part_types ON UPDATE CASCADE ON DELETE RESTRICT,
  serial_number text,
  serial_key text,
  state part_state NOT NULL DEFAULT 'in_stock',
  location text,
  cost numeric(12,2),
  reserved_case_id uuid REFERENCES cases ON UPDATE CASCADE ON DELETE SET NULL,
  reserved_line_id uuid REFERENCES repair_lines ON UPDATE CASCADE ON DELETE SET NULL,
  sold_line_id uuid REFERENCES order_lines ON UPDATE CASCADE ON DELETE SET NULL,
  notes text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX parts_created_at_id_idx ON parts (created_at DESC, id DESC);
CREATE UNIQUE INDEX parts_part_number_key ON parts (part_number);
CREATE INDEX parts_reserved_case_id_idx ON parts (reserved_case_id);
CREATE INDEX parts_reserved_line_id_idx ON parts (reserved_line_id);
CREATE INDEX parts_search_idx ON parts USING gin (part_number gin_trgm_ops, serial_number gin_trgm_ops, location gin_trgm_ops);
CREATE INDEX parts_serial_key_idx ON parts (serial_key);
CREATE INDEX parts_sold_line_id_idx ON parts (sold_line_id);
CREATE INDEX parts_state_created_at_id_idx ON parts (state, created_at DESC, id DESC);
CREATE INDEX parts_state_idx ON parts (state);
CREATE INDEX parts_type_id_state_id_idx ON parts (type_id, state, id);

-- A part in a machine, from one day until another. Only its end is ever written again, once; a trigger refuses all else.
CREATE TABLE installations (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  part_id uuid NOT NULL REFERENCES parts ON UPDATE CASCADE ON DELETE RESTRICT,
  unit_id uuid NOT NULL REFERENCES units ON UPDATE CASCADE ON DELETE RESTRICT,
  slot text NOT NULL,
  installed_at timestamptz(3) NOT NULL DEFAULT now(),
  installed_by uuid,
  case_id uuid REFERENCES cases ON UPDATE CASCADE ON DELETE SET NULL,
  removed_at timestamptz(3),
  removed_by uuid,
  removed_case_id uuid REFERENCES cases ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX installations_case_id_idx ON installations (case_id);
CREATE INDEX installations_part_id_installed_at_idx ON installations (part_id, installed_at);
CREATE UNIQUE INDEX installations_part_key ON installations (part_id) WHERE removed_at IS NULL;
CREATE INDEX installations_removed_case_id_idx ON installations (removed_case_id);
CREATE UNIQUE INDEX installations_slot_key ON installations (unit_id, slot) WHERE removed_at IS NULL;
CREATE INDEX installations_unit_id_installed_at_idx ON installations (unit_id, installed_at);

-- What a reading says of a board, beside the record of its machine.
CREATE TYPE board_verdict AS ENUM ('first_seen', 'same', 'swapped_here', 'foreign', 'not_read');

CREATE TYPE read_part AS ENUM ('board', 'card');

-- A hashboard of a machine, or a graphics card of a rig, in a reading, with the verdict against the machine's record.
CREATE TABLE reading_boards (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  reading_id uuid NOT NULL REFERENCES case_readings ON UPDATE CASCADE ON DELETE CASCADE,
  unit_id uuid NOT NULL REFERENCES units ON UPDATE CASCADE ON DELETE CASCADE,
  slot integer NOT NULL,
  kind read_part NOT NULL DEFAULT 'board',
  serial_number text,
  serial_key text,
  verdict board_verdict NOT NULL,
  answer text,
  answered_by uuid,
  answered_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX reading_boards_reading_id_slot_key ON reading_boards (reading_id, slot);
-- Where else a graphics card was read, by its UUID.
CREATE INDEX reading_boards_serial_key_idx ON reading_boards (serial_key);
CREATE INDEX reading_boards_unit_id_created_at_idx ON reading_boards (unit_id, created_at);

-- The work that makes a bought machine ready for sale.
CREATE TABLE refurbishments (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  unit_id uuid NOT NULL REFERENCES units ON UPDATE CASCADE ON DELETE CASCADE,
  case_id uuid REFERENCES cases ON UPDATE CASCADE ON DELETE SET NULL,
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
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX refurbishments_case_id_idx ON refurbishments (case_id);
CREATE INDEX refurbishments_unit_id_started_at_idx ON refurbishments (unit_id, started_at);

-- A step of a refurbishment that has to be ticked.
CREATE TABLE refurbishment_steps (
  refurbishment_id uuid NOT NULL REFERENCES refurbishments ON UPDATE CASCADE ON DELETE CASCADE,
  position integer NOT NULL,
  label text NOT NULL,
  note text,
  done_at timestamptz(3),
  done_by uuid,
  PRIMARY KEY (refurbishment_id, "position")
);

-- A unit that was dispatched for a line of an order.
CREATE TABLE order_line_units (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  line_id uuid NOT NULL REFERENCES order_lines ON UPDATE CASCADE ON DELETE CASCADE,
  unit_id uuid NOT NULL REFERENCES units ON UPDATE CASCADE ON DELETE RESTRICT,
  dispatched_at timestamptz(3) NOT NULL DEFAULT now(),
  dispatched_by uuid,
  returned_at timestamptz(3)
);
CREATE INDEX order_line_units_line_id_idx ON order_line_units (line_id);
CREATE INDEX order_line_units_unit_id_idx ON order_line_units (unit_id);
CREATE UNIQUE INDEX order_line_units_unit_key ON order_line_units (unit_id) WHERE returned_at IS NULL;
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
ALTER TABLE repairs ADD FOREIGN KEY (warranty_sale) REFERENCES order_line_units ON UPDATE CASCADE ON DELETE SET NULL;

-- Signs passports. Its public half stays published for as long as they may be checked.
CREATE TABLE passport_keys (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  private_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- What was measured and done on a unit, signed, for whoever buys it.
CREATE TABLE passports (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  unit_id uuid NOT NULL REFERENCES units ON UPDATE CASCADE ON DELETE CASCADE,
  code text NOT NULL,
  content jsonb NOT NULL DEFAULT '{}',
  signed text NOT NULL DEFAULT '',
  issued_at timestamptz(3) NOT NULL DEFAULT now(),
  issued_by uuid,
  revoked_at timestamptz(3),
  revoked_by uuid,
  revoked_reason text,
  claimed_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  claimed_at timestamptz(3),
  released_at timestamptz(3)
);
CREATE INDEX passports_claimed_by_idx ON passports (claimed_by);
CREATE UNIQUE INDEX passports_code_key ON passports (code);
CREATE INDEX passports_unit_id_issued_at_idx ON passports (unit_id, issued_at);

-- The state of a request for a machine in somebody's account.
CREATE TYPE unit_claim_state AS ENUM ('waiting', 'agreed', 'refused', 'withdrawn', 'ended');

-- A request for a machine in somebody's account (docs/decisions/025). A person has at most one waiting request for a machine.
CREATE TABLE unit_claims (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  unit_id uuid NOT NULL REFERENCES units ON UPDATE CASCADE ON DELETE CASCADE,
  claimant_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  owner_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  state unit_claim_state NOT NULL DEFAULT 'waiting',
  token_hash text,
  link_until timestamptz(3),
  asked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  decided_at timestamptz(3),
  decided_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  note text,
  told_at timestamptz(3),
  staff_told_at timestamptz(3),
  CONSTRAINT unit_claims_decided_check CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT unit_claims_link_check CHECK (token_hash IS NULL OR state = 'waiting' AND owner_id IS NOT NULL AND link_until IS NOT NULL AND asked_at IS NOT NULL)
);
CREATE INDEX unit_claims_claimant_id_created_at_idx ON unit_claims (claimant_id, created_at);
CREATE INDEX unit_claims_decided_by_idx ON unit_claims (decided_by);
CREATE INDEX unit_claims_owner_id_idx ON unit_claims (owner_id);
CREATE INDEX unit_claims_staff_idx ON unit_claims (created_at) WHERE state = 'waiting' AND staff_told_at IS NULL;
CREATE INDEX unit_claims_staff_told_idx ON unit_claims (staff_told_at) WHERE staff_told_at IS NOT NULL;
CREATE INDEX unit_claims_state_created_at_idx ON unit_claims (state, created_at);
CREATE UNIQUE INDEX unit_claims_token_hash_key ON unit_claims (token_hash);
CREATE INDEX unit_claims_unit_id_created_at_idx ON unit_claims (unit_id, created_at);
-- The claimant is told of an end within a minute, whatever has ended it.
CREATE INDEX unit_claims_untold_idx ON unit_claims (decided_at) WHERE (state IN ('agreed', 'refused', 'ended')) AND told_at IS NULL;
-- Of one person for one machine one request waits at a time.
CREATE UNIQUE INDEX unit_claims_waiting_key ON unit_claims (unit_id, claimant_id) WHERE state = 'waiting';
