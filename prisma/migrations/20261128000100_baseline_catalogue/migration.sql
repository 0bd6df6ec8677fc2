-- The catalogue: models, products, orders and trade-in machines, the shop platform, imports, and the texts of the site.

-- One text of the site. The value is plain text, or JSON for an object (the address).
CREATE TABLE website_settings (
  setting_key text PRIMARY KEY,
  setting_value text NOT NULL DEFAULT '',
  setting_category text NOT NULL DEFAULT 'general',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX website_settings_setting_category_setting_key_idx ON website_settings (setting_category, setting_key);

-- An address that the newsletter goes to once its owner has confirmed it. Who unsubscribes has no row any more.
CREATE TABLE newsletter_subscribers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  confirmed_at timestamptz(3)
);
CREATE INDEX newsletter_subscribers_confirmed_at_id_idx ON newsletter_subscribers (confirmed_at, id);
CREATE UNIQUE INDEX newsletter_subscribers_email_key ON newsletter_subscribers (email);
CREATE INDEX newsletter_subscribers_requested_at_idx ON newsletter_subscribers (requested_at);

CREATE FUNCTION maker_key(maker text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(left(coalesce(maker, ''), 200) COLLATE "C"), '[^0-9a-z]', '', 'g')
$$;

-- A model's name as people may write it: without case, spaces and hyphens. A plus sign counts: an M30S++ is no M30S.
CREATE FUNCTION model_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(left(coalesce(name, ''), 200)), '[\s_-]+', '', 'g')
$$;

-- A UUID whose order is the order of creation (RFC 9562, version 7): the shop sorts products by id.
CREATE FUNCTION uuid_by_time() RETURNS uuid LANGUAGE sql PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(
      set_bit(
        overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
        52, 1),
      53, 1),
    'hex')::uuid
$$;

-- A model of machine: what products, trade-in machines and units of it have in common.
CREATE TABLE device_models (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  manufacturer text NOT NULL,
  name text NOT NULL,
  category text NOT NULL DEFAULT 'ASIC Miner',
  algorithm text,
  hashrate numeric(12,3),
  hashrate_unit text NOT NULL DEFAULT 'TH/s',
  power_watts integer,
  boards integer,
  chips_per_board integer,
  checklist text[] DEFAULT ARRAY[]::text[],
  load_test_minutes integer NOT NULL DEFAULT 60,
  tolerance_percent numeric(5,2) NOT NULL DEFAULT 5,
  is_active boolean NOT NULL DEFAULT true,
  merged_into uuid REFERENCES device_models ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT not_merged_into_itself CHECK (merged_into <> id),
  CONSTRAINT plain_checklist CHECK (coalesce(array_ndims(checklist), 1) = 1 AND array_position(checklist, NULL) IS NULL)
);
CREATE INDEX device_models_created_at_id_idx ON device_models (created_at DESC, id DESC);
CREATE UNIQUE INDEX device_models_key ON device_models (maker_key(manufacturer), model_key(name), coalesce(hashrate, 0))
  WHERE merged_into IS NULL;
CREATE INDEX device_models_manufacturer_name_id_idx ON device_models (manufacturer, name, id);
CREATE INDEX device_models_merged_into_idx ON device_models (merged_into);
CREATE INDEX device_models_search_idx ON device_models USING gin (manufacturer gin_trgm_ops, name gin_trgm_ops);
CREATE INDEX device_models_spelling_idx ON device_models (maker_key(manufacturer), model_key(name));

CREATE TABLE products (
  id uuid PRIMARY KEY DEFAULT uuid_by_time(),
  name text NOT NULL,
  category text NOT NULL,
  manufacturer text,
  model text,
  price numeric(12,2),
  stock_quantity integer NOT NULL DEFAULT 0,
  description text,
  image_url text,
  is_active boolean NOT NULL DEFAULT true,
  is_pre_order boolean NOT NULL DEFAULT false,
  condition text NOT NULL DEFAULT 'New',
  collections text[] DEFAULT ARRAY[]::text[],
  rating numeric(2,1),
  hashrate text,
  power text,
  efficiency text,
  shop_url text,
  rating_count integer,
  algorithm text,
  voltage text,
  noise text,
  warranty text,
  delivery text,
  tracks_units boolean NOT NULL DEFAULT false,
  model_id uuid REFERENCES device_models ON UPDATE CASCADE ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX products_category_created_at_id_idx ON products (category, created_at DESC, id DESC);
CREATE INDEX products_category_is_active_idx ON products (category, is_active);
CREATE INDEX products_created_at_id_idx ON products (created_at DESC, id DESC);
CREATE INDEX products_is_active_id_idx ON products (is_active, id);
-- Rows of files are found whatever the case of their names.
CREATE INDEX products_lower_name_idx ON products (lower(name));
CREATE INDEX products_model_id_idx ON products (model_id);
CREATE INDEX products_name_id_idx ON products (name, id);
CREATE INDEX products_search_idx ON products USING gin (name gin_trgm_ops, category gin_trgm_ops, manufacturer gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX products_stock_quantity_id_idx ON products (stock_quantity, id);

-- The names of products in addresses, those of now and those of before: a product that is renamed is found by its former ones.
CREATE TABLE product_slugs (
  slug text PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products ON UPDATE CASCADE ON DELETE CASCADE,
  is_current boolean NOT NULL DEFAULT true,
  CONSTRAINT product_slugs_slug CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 120)
);
CREATE UNIQUE INDEX product_slugs_current ON product_slugs (product_id) WHERE is_current;
CREATE INDEX product_slugs_product_id_idx ON product_slugs (product_id);

-- 'Antminer S21 Pro 234T' → 'antminer-s21-pro-234t': Latin letters without their accents, and digits; 'product' where a name has neither.
CREATE FUNCTION slug_of(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(trim(BOTH '-' FROM left(regexp_replace(
    lower(regexp_replace(normalize(left(name, 500), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "C"), '[^a-z0-9]+', '-', 'g'), 80)), ''), 'product')
$$;

-- Gives a product its name in addresses. Where another product has it already, the end of the id follows.
CREATE FUNCTION name_in_address() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
$$;

CREATE TRIGGER name_in_address AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION name_in_address();
CREATE TRIGGER rename_in_address AFTER UPDATE OF name ON products FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION name_in_address();

-- A picture of a product that the desk has uploaded. Its address has the id, so its files never change.
CREATE TABLE product_pictures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  product_id uuid NOT NULL REFERENCES products ON UPDATE CASCADE ON DELETE CASCADE,
  position integer NOT NULL DEFAULT 0,
  name text NOT NULL,
  alt_text text NOT NULL DEFAULT '',
  bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  storage_key text NOT NULL,
  thumbnail_key text NOT NULL,
  uploaded_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX product_pictures_product_id_position_created_at_id_idx ON product_pictures (product_id, position, created_at, id);
CREATE INDEX product_pictures_uploaded_by_idx ON product_pictures (uploaded_by);

-- A used miner that the trade-in programme takes, with its store credit in EUR for each grade.
CREATE TABLE trade_in_machines (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  manufacturer text NOT NULL,
  model text NOT NULL,
  category text NOT NULL DEFAULT 'ASIC Miner',
  hashrate text NOT NULL DEFAULT '',
  power_consumption text NOT NULL DEFAULT '',
  base_value_excellent numeric(12,2) NOT NULL DEFAULT 0,
  base_value_good numeric(12,2) NOT NULL DEFAULT 0,
  base_value_fair numeric(12,2) NOT NULL DEFAULT 0,
  base_value_poor numeric(12,2) NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  notes text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  model_id uuid REFERENCES device_models ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX trade_in_machines_base_value_excellent_id_idx ON trade_in_machines (base_value_excellent, id);
CREATE INDEX trade_in_machines_is_active_manufacturer_model_id_idx ON trade_in_machines (is_active, manufacturer, model, id);
CREATE INDEX trade_in_machines_lower_name_idx ON trade_in_machines (lower(manufacturer), lower(model));
CREATE INDEX trade_in_machines_manufacturer_model_id_idx ON trade_in_machines (manufacturer, model, id);
CREATE INDEX trade_in_machines_model_id_idx ON trade_in_machines (model_id);
CREATE INDEX trade_in_machines_search_idx ON trade_in_machines
  USING gin (manufacturer gin_trgm_ops, model gin_trgm_ops, category gin_trgm_ops) WITH (fastupdate=off);

CREATE TYPE order_status AS ENUM ('pending', 'processing', 'completed', 'cancelled');

CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_number text NOT NULL,
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  status order_status NOT NULL DEFAULT 'pending',
  total_amount numeric(12,2) NOT NULL DEFAULT 0,
  external_id text,
  external_updated_at timestamptz(3),
  external_status order_status,
  external_triggered_at timestamptz(3),
  currency text NOT NULL DEFAULT 'EUR',
  is_test boolean NOT NULL DEFAULT false,
  unread_lines integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT orders_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT orders_unread_lines_check CHECK (unread_lines >= 0)
);
CREATE INDEX orders_counted_idx ON orders (status) WHERE NOT is_test;
CREATE INDEX orders_created_at_id_idx ON orders (created_at DESC, id DESC);
CREATE UNIQUE INDEX orders_external_id_key ON orders (external_id);
CREATE INDEX orders_foreign_idx ON orders (currency, status) WHERE currency <> 'EUR';
-- Finds a part of the number in the newest rows first: a search whose many hits are all old goes past what is newer.
CREATE INDEX orders_newest_search_idx ON orders
  USING gist (
    point(least(greatest(extract(epoch FROM created_at AT TIME ZONE 'UTC')::float, 0), 1e11), 0),
    (order_number || '') gist_trgm_ops (siglen = 512)
  );
CREATE UNIQUE INDEX orders_order_number_key ON orders (order_number);
-- What completed orders bring, for the dashboard.
CREATE INDEX orders_revenue_idx ON orders (total_amount)
  WHERE status = 'completed' AND currency = 'EUR' AND total_amount <> 'NaN' AND NOT is_test;
CREATE INDEX orders_search_idx ON orders USING gin (order_number gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX orders_status_created_at_id_idx ON orders (status, created_at DESC, id DESC);
-- Sorts of the lists of orders and products.
CREATE INDEX orders_total_amount_id_idx ON orders (total_amount, id);
CREATE INDEX orders_user_id_idx ON orders (user_id);

-- Numbers of orders that are sold here: 'ORD-10001'.
CREATE SEQUENCE order_number_seq START 10001;

CREATE FUNCTION next_order_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'ORD-' || nextval('order_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM orders WHERE order_number = candidate);
  END LOOP;
  RETURN candidate;
END
$$;

-- A file of rows on its way into a table: read and checked, but not applied. Goes after a day.
CREATE TABLE import_batches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  noun text NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  failure text,
  header text[] DEFAULT ARRAY[]::text[],
  bytes_total bigint NOT NULL DEFAULT 0,
  bytes_read bigint NOT NULL DEFAULT 0,
  rows_read integer NOT NULL DEFAULT 0,
  mapping jsonb,
  first_rows jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT header_is_texts CHECK (coalesce(array_ndims(header), 1) = 1 AND array_position(header, NULL) IS NULL)
);
CREATE INDEX import_batches_created_at_idx ON import_batches (created_at);

-- One row of such a file, and what it would do. Rows go with their file by a trigger: a foreign key is checked for each of them, which was a
-- third of the time of a preview. Rows are counted as a whole, and shown in their order: the primary key serves both.
CREATE TABLE import_rows (
  batch_id uuid NOT NULL,
  line integer NOT NULL,
  verdict text NOT NULL,
  cells jsonb,
  data jsonb,
  given_id uuid,
  target_id uuid,
  target_version integer,
  before jsonb,
  faults jsonb,
  unreadable text,
  PRIMARY KEY (batch_id, line),
  CONSTRAINT import_rows_cells_check CHECK (num_nonnulls(cells, data) > 0)
);

CREATE FUNCTION remove_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_rows WHERE batch_id IN (SELECT id FROM gone);
  RETURN NULL;
END
$$;

CREATE TRIGGER remove_rows AFTER DELETE ON import_batches
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_import_rows();

-- Which column of a file is which field, by the file's header.
CREATE TABLE import_mappings (
  noun text NOT NULL,
  header_key text NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (noun, header_key)
);

-- An import that was applied, and its rows as they were before, so that it can be undone.
CREATE TABLE applied_imports (
  id uuid PRIMARY KEY,
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  noun text NOT NULL,
  file_name text NOT NULL,
  added integer NOT NULL,
  changed integer NOT NULL,
  undone_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX applied_imports_noun_created_at_idx ON applied_imports (noun, created_at DESC);
CREATE INDEX applied_imports_user_id_idx ON applied_imports (user_id);

CREATE TABLE applied_import_rows (
  import_id uuid NOT NULL REFERENCES applied_imports ON UPDATE CASCADE ON DELETE CASCADE,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  version integer NOT NULL,
  before jsonb,
  PRIMARY KEY (import_id, subject_id)
);

-- The last list that a shop platform answered, so that visitors never wait for it; one row for each source.
CREATE TABLE shop_lists (
  source text PRIMARY KEY,
  answer jsonb,
  content_id text,
  fetched_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  wanted_at timestamptz(3),
  refreshing_until timestamptz(3),
  claim integer NOT NULL DEFAULT 0,
  kept_claim integer NOT NULL DEFAULT 0
);

CREATE TYPE "PlatformNoticeSource" AS ENUM ('list', 'storefront', 'admin', 'orders');

CREATE TYPE "PlatformNoticeKind" AS ENUM ('currency', 'scope', 'left_out', 'version', 'deprecated', 'access', 'unread_lines');

-- A problem at the shop platform for an administrator to fix.
CREATE TABLE platform_notices (
  source "PlatformNoticeSource" NOT NULL,
  kind "PlatformNoticeKind" NOT NULL,
  subject text NOT NULL,
  detail text NOT NULL DEFAULT '',
  first_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (source, kind, subject),
  CONSTRAINT platform_notices_length_check CHECK (length(subject) >= 1 AND length(subject) <= 200 AND length(detail) <= 500)
);

-- The platform's short-lived access token, encrypted; a row for each app.
CREATE TABLE platform_tokens (
  client_id text PRIMARY KEY,
  sealed_token text,
  scopes text[] NOT NULL DEFAULT ARRAY[]::text[],
  expires_at timestamptz(3),
  renewing_until timestamptz(3)
);

-- The progress of a round through the platform's orders; a row for each kind of round.
CREATE TABLE platform_rounds (
  name text PRIMARY KEY,
  cursor text,
  began_at timestamptz(3) NOT NULL
);

-- A message of the shop platform that has been dealt with: it may come again.
CREATE TABLE webhook_deliveries (
  digest text PRIMARY KEY,
  topic text NOT NULL,
  delivery_id text,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX webhook_deliveries_delivery_id_idx ON webhook_deliveries (delivery_id);
CREATE INDEX webhook_deliveries_received_at_idx ON webhook_deliveries (received_at);

-- What machines earn: the figures of networks, by coin, and what an estimate takes for granted. Hashrates are H/s, prices EUR, shares per cent.
CREATE TABLE network_coins (
  coin text PRIMARY KEY,
  name text NOT NULL,
  algorithm text NOT NULL,
  network_hashrate numeric(40,8),
  difficulty numeric(40,8),
  block_reward numeric(28,12) NOT NULL,
  block_seconds numeric(12,4) NOT NULL,
  price numeric(28,12) NOT NULL,
  merged_with text REFERENCES network_coins ON UPDATE CASCADE ON DELETE SET NULL,
  halves_on date,
  source text NOT NULL,
  is_typed boolean NOT NULL DEFAULT true,
  figures_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT network_coins_coin CHECK (coin ~ '^[A-Z0-9]{2,10}$'),
  CONSTRAINT network_coins_merged CHECK (merged_with <> coin),
  CONSTRAINT network_coins_work CHECK ((network_hashrate IS NULL) <> (difficulty IS NULL) AND coalesce(network_hashrate, difficulty) > 0 AND coalesce(network_hashrate, difficulty) < 'NaN'),
  CONSTRAINT network_coins_figures CHECK (block_reward > 0 AND block_seconds > 0 AND price > 0 AND greatest(block_reward, block_seconds, price) < 'NaN'),
  CONSTRAINT network_coins_times CHECK (figures_at >= '2009-01-03Z' AND figures_at < '3000-01-01Z' AND halves_on >= '2009-01-03' AND halves_on < '3000-01-01')
);
CREATE INDEX network_coins_merged_with_idx ON network_coins (merged_with);

-- One row at most; without it the defaults of the software count.
CREATE TABLE network_assumptions (
  id integer PRIMARY KEY DEFAULT 1,
  growth_low numeric(5,2) NOT NULL,
  growth_high numeric(5,2) NOT NULL,
  pool_fee numeric(5,2) NOT NULL,
  uptime numeric(5,2) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT network_assumptions_one CHECK (id = 1),
  CONSTRAINT network_assumptions_growth CHECK (growth_low >= -50 AND growth_high <= 100 AND growth_low <= growth_high),
  CONSTRAINT network_assumptions_shares CHECK (pool_fee >= 0 AND pool_fee < 100 AND uptime > 0 AND uptime <= 100)
);

-- How the last question to NETWORK_API_URL ended, so that no process asks again too soon. Of the address only a hash is kept: it may hold a key.
CREATE TABLE network_feeds (
  id integer PRIMARY KEY DEFAULT 1,
  address_hash text NOT NULL,
  etag text,
  tried_at timestamptz(3) NOT NULL,
  fetched_at timestamptz(3),
  failure text,
  CONSTRAINT network_feeds_one CHECK (id = 1)
);
