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
CREATE INDEX products_model_id_idx ON products (model_id);
CREATE INDEX products_name_id_idx ON products (name, id);
CREATE INDEX products_search_idx ON products USING gin (name gin_trgm_ops, category gin_trgm_ops, manufacturer gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX products_stock_quantity_id_idx ON products (stock_quantity, id);

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
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT header_is_texts CHECK (coalesce(array_ndims(header), 1) = 1 AND array_position(header, NULL) IS NULL)
);
CREATE INDEX import_batches_created_at_idx ON import_batches (created_at);

-- One row of such a file, and what it would do.
CREATE TABLE import_rows (
  batch_id uuid NOT NULL REFERENCES import_batches ON UPDATE CASCADE ON DELETE CASCADE,
  line integer NOT NULL,
  verdict text NOT NULL,
  cells jsonb NOT NULL,
  data jsonb,
  given_id uuid,
  target_id uuid,
  target_version integer,
  before jsonb,
  faults jsonb,
  PRIMARY KEY (batch_id, line)
);
CREATE INDEX import_rows_batch_id_verdict_line_idx ON import_rows (batch_id, verdict, line);

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
