-- What follows every change: the change feed, versions, and the webhooks of other programs, attached from one list of tables.

CREATE FUNCTION announce_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', to_jsonb(NEW) ->> TG_ARGV[0])::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_end AFTER UPDATE ON sessions
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.aal IS DISTINCT FROM NEW.aal) EXECUTE FUNCTION announce_row('id');
-- Every process shows a new list at once.
CREATE TRIGGER announce_insert AFTER INSERT ON shop_lists
  FOR EACH ROW WHEN (NEW.content_id IS NOT NULL) EXECUTE FUNCTION announce_row('source');
CREATE TRIGGER announce_update AFTER UPDATE ON shop_lists
  FOR EACH ROW WHEN (OLD.content_id IS DISTINCT FROM NEW.content_id) EXECUTE FUNCTION announce_row('source');

-- What is announced of a row that belongs to somebody says to whom: the open pages of all others need not look.
CREATE FUNCTION announce_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many CONSTANT integer := 50;
  longest CONSTANT integer := 1000;
  affected integer;
  unnamed boolean;
BEGIN
  SELECT count(*), coalesce(bool_or(length(key) > longest), false) INTO affected, unnamed
  FROM (SELECT to_jsonb(changed) ->> TG_ARGV[0] AS key FROM changed LIMIT many + 1) AS first_rows;
  IF affected > many OR unnamed THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', fields ->> TG_ARGV[0], 'owner', fields ->> 'user_id')::text)
    FROM (SELECT to_jsonb(changed) AS fields FROM changed) AS named;
  END IF;
  RETURN NULL;
END
$$;

-- The same for rows that may pass from one to another: whoever had them before is told too.
CREATE FUNCTION announce_owned_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many CONSTANT integer := 50;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT many + 1) AS first_rows) > many THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  ELSE
    -- What both name is sent once.
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', id, 'owner', user_id)::text)
    FROM (SELECT id, user_id FROM changed UNION SELECT id, user_id FROM former WHERE user_id IS NOT NULL) AS owned;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  RETURN NULL;
END
$$;

-- What changes beneath a case (its messages, estimates, offers) is announced with whose case it is: open pages of an account follow their own.
CREATE FUNCTION announce_ids(named text, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  many CONSTANT integer := 50;
BEGIN
  IF cardinality(ids) > many THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', named, 'id', NULL)::text);
  ELSIF named = 'repairs' THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', named, 'id', each.id, 'owner', r.user_id)::text)
    FROM unnest(ids) AS each (id) LEFT JOIN repairs AS r ON r.id = each.id;
  ELSIF named = 'trade_ins' THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', named, 'id', each.id, 'owner', i.user_id)::text)
    FROM unnest(ids) AS each (id) LEFT JOIN trade_ins AS i ON i.id = each.id;
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', named, 'id', id)::text) FROM unnest(ids) AS id;
  END IF;
END
$$;

-- A case that goes with its rows is told of by its own table.
CREATE FUNCTION announce_cases() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids(c.kind::text, array_agg(c.id)) FROM cases AS c WHERE c.id IN (SELECT case_id FROM changed) GROUP BY c.kind;
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_repairs() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('repairs', (SELECT array_agg(DISTINCT repair_id) FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_trade_ins() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('trade_ins', (SELECT array_agg(DISTINCT trade_in_id) FROM changed));
  RETURN NULL;
END
$$;

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
CREATE TRIGGER announce_unit AFTER INSERT ON case_readings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_units();

-- The page of a unit changes with the steps of its refurbishment, and with readings of it that are in no case.
CREATE FUNCTION announce_units_of_steps() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', 'units', 'id', found.id, 'owner', found.user_id)::text)
  FROM (
    SELECT DISTINCT u.id, u.user_id FROM changed AS c JOIN refurbishments AS r ON r.id = c.refurbishment_id JOIN units AS u ON u.id = r.unit_id LIMIT 50
  ) AS found;
  RETURN NULL;
END
$$;

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
CREATE TRIGGER announce_products_delete AFTER DELETE ON passports REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();
CREATE TRIGGER announce_products_insert AFTER INSERT ON passports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();
CREATE TRIGGER announce_products_update AFTER UPDATE ON passports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();

-- The change feed: the document or payment itself, and what it is for, whose page shows what is left to pay.
CREATE FUNCTION announce_billing() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('billing_documents', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(noun, array_agg(DISTINCT noun_id)) FROM changed WHERE noun IN ('repairs', 'orders') AND noun_id IS NOT NULL GROUP BY noun;
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_receipts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('payments', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(noun, array_agg(DISTINCT noun_id)) FROM changed WHERE noun IN ('repairs', 'orders') AND noun_id IS NOT NULL GROUP BY noun;
  RETURN NULL;
END
$$;

-- A refund is announced with what its payment is for: the page of a repair or an order says whether money is on its way back.
CREATE FUNCTION announce_refunds() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('refunds', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(p.noun, array_agg(DISTINCT p.noun_id)) FROM changed AS r JOIN payments AS p ON p.id = r.payment_id
    WHERE p.noun IN ('repairs', 'orders') AND p.noun_id IS NOT NULL GROUP BY p.noun;
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_paid() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', noun, 'id', noun_id)::text)
    FROM changed WHERE noun IN ('repairs', 'orders') AND length(noun_id) <= 36;
  RETURN NULL;
END
$$;

-- An account of money is announced to its buyer's user.
CREATE FUNCTION announce_credit_accounts(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  many CONSTANT integer := 50;
BEGIN
  IF cardinality(ids) > many THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', 'credit_accounts', 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', 'credit_accounts', 'id', a.id, 'owner', coalesce(b.user_id, a.user_id))::text)
    FROM credit_accounts AS a LEFT JOIN buyers AS b ON b.id = a.buyer_id WHERE a.id = ANY (ids);
  END IF;
END
$$;

-- The change feed: screens show transfers with their account.
CREATE FUNCTION announce_credit_transfers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_credit_accounts((SELECT array_agg(DISTINCT account_id) FROM changed));
  RETURN NULL;
END
$$;

-- A row's version counts from 1, whatever plain SQL has written there: with another the back office could not save the row.
CREATE FUNCTION begin_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := 1;
  RETURN NEW;
END
$$;

-- Every change of a row counts its version on, and notes its time.
CREATE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  NEW.version := CASE WHEN OLD.version BETWEEN 1 AND 2147483646 THEN OLD.version + 1 ELSE 1 END;
  RETURN NEW;
END
$$;
CREATE TRIGGER mark_change BEFORE UPDATE OF email, full_name, is_business, company, billing_address, postal_address, country, vat_number,
    terms_days ON buyers
  FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE OF name, kind, sku, fits, cost, price, reorder_point, stock_level, is_active ON part_types
  FOR EACH ROW EXECUTE FUNCTION mark_change();
-- Who has a product or a machine open is not disturbed by its getting a model, and no other program is told of it.
CREATE TRIGGER mark_change BEFORE UPDATE ON products
  FOR EACH ROW WHEN (OLD.model_id IS NOT DISTINCT FROM NEW.model_id) EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON trade_in_machines
  FOR EACH ROW WHEN (OLD.model_id IS NOT DISTINCT FROM NEW.model_id) EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE OF url, events, is_enabled, secret ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION mark_change();

CREATE FUNCTION mark_update_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$$;

-- Writes down new rows for whoever wants them. The argument is the noun, as events are named by it.
CREATE FUNCTION tell_of_new_rows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE is_enabled) THEN
    INSERT INTO webhook_messages (endpoint_id, type, subject_id, subject_version)
      SELECT e.id, TG_ARGV[0] || '.created', c.id, c.version
      FROM changed AS c JOIN webhook_endpoints AS e ON e.is_enabled AND e.events @> to_jsonb(TG_ARGV[0] || '.created');
  END IF;
  RETURN NULL;
END
$$;

-- The same for changed rows; the second argument is the column of the status, if there is one. What only counts versions on is no change.
CREATE FUNCTION tell_of_changed_rows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

-- Other programs are told of store credit; of money they are told by the document and the payment.
CREATE FUNCTION tell_of_credit() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE is_enabled) THEN
    INSERT INTO webhook_messages (endpoint_id, type, subject_id, subject_version)
      SELECT e.id, 'credit.changed', c.account_id, max(c.number)
      FROM changed AS c JOIN webhook_endpoints AS e ON e.is_enabled AND e.events @> '"credit.changed"'
      WHERE c.lot_id IS NOT NULL
      GROUP BY e.id, c.account_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER tell_insert AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_credit();

CREATE FUNCTION queue_webhook_messages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO shop_queue.job (name, data, retry_limit, expire_in, policy)
    SELECT 'webhooks', jsonb_build_object('id', id), 100, interval '30 seconds', 'standard' FROM added;
  RETURN NULL;
END
$$;
CREATE TRIGGER queue_messages AFTER INSERT ON webhook_messages REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_webhook_messages();

-- The products of an order whose hold has begun, changed or ended: public pages show what is free.
CREATE FUNCTION announce_held_products() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('products', (
    SELECT array_agg(DISTINCT l.product_id) FROM order_lines AS l JOIN order_sales AS s ON s.order_id = l.order_id
    WHERE l.order_id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid AND l.product_id IS NOT NULL));
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_held_insert AFTER INSERT ON order_sales FOR EACH ROW EXECUTE FUNCTION announce_held_products('order_id');
CREATE TRIGGER announce_held_update AFTER UPDATE OF held_until, agreed_at, short_at ON order_sales
  FOR EACH ROW EXECUTE FUNCTION announce_held_products('order_id');
CREATE TRIGGER announce_held_status AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_held_products('id');

-- The tables whose changes are told, and how:
-- announces: the function of its announcements, after these statements; `owner` is an update that is told to the former owner too;
-- version: `counted` from 1 on at every change, `marked` likewise where nothing writes a version of its own, `begun` where a trigger
-- below counts certain changes alone, `timed` with the time of the change and no version;
-- webhook: its name in the events of other programs, and the column whose change is an event of its own.
DO $attach$
DECLARE
  listed record;
BEGIN
  FOR listed IN SELECT * FROM (VALUES
    ('users',                   '',                               '',                              'timed',   '',         ''),
    ('profiles',                'announce_rows(''user_id'')',     'insert update delete',          'counted', '',         ''),
    ('sessions',                'announce_rows(''id'')',          'insert delete',                 '',        '',         ''),
    ('mfa_factors',             '',                               '',                              'timed',   '',         ''),
    ('website_settings',        'announce_rows(''setting_key'')', 'insert update delete truncate', 'counted', '',         ''),
    ('device_models',           'announce_rows(''id'')',          'insert update delete',          'counted', '',         ''),
    ('products',                'announce_rows(''id'')',          'insert update delete truncate', 'begun',   'product',  ''),
    ('product_pictures',        'announce_rows(''product_id'')',  'insert update delete truncate', '',        '',         ''),
    ('trade_in_machines',       'announce_rows(''id'')',          'insert update delete truncate', 'begun',   '',         ''),
    ('network_coins',           'announce_rows(''coin'')',        'insert update delete truncate', 'counted', '',         ''),
    ('network_assumptions',     'announce_rows(''id'')',          'insert update delete truncate', 'counted', '',         ''),
    ('network_feeds',           'announce_rows(''id'')',          'insert update',                 '',        '',         ''),
    ('orders',                  'announce_rows(''id'')',          'insert owner delete',           'counted', 'order',    'status'),
    ('repairs',                 'announce_rows(''id'')',          'insert owner delete',           'counted', 'repair',   'status'),
    ('trade_ins',               'announce_rows(''id'')',          'insert owner delete',           'counted', 'trade_in', 'status'),
    ('case_notes',              'announce_cases()',               'insert update delete',          '',        '',         ''),
    ('case_links',              'announce_cases()',               'insert update delete',          '',        '',         ''),
    ('case_emails',             'announce_cases()',               'insert update delete',          '',        '',         ''),
    ('case_messages',           'announce_cases()',               'insert update delete',          '',        '',         ''),
    ('case_files',              'announce_cases()',               'insert update delete',          '',        '',         ''),
    ('case_readings',           'announce_cases()',               'insert update delete',          '',        '',         ''),
    ('case_quotes',             'announce_cases()',               'insert update delete',          'counted', 'quote',    'state'),
    ('repair_presets',          'announce_rows(''id'')',          'insert update delete',          'counted', '',         ''),
    ('repair_lines',            'announce_repairs()',             'insert update delete',          '',        '',         ''),
    ('deduction_reasons',       'announce_rows(''id'')',          'insert update delete',          'counted', '',         ''),
    ('trade_in_checks',         'announce_trade_ins()',           'insert update delete',          'timed',   '',         ''),
    ('trade_in_deductions',     'announce_trade_ins()',           'insert update delete',          '',        '',         ''),
    ('case_email_rules',        'announce_rows(''status'')',      'insert update delete',          'counted', '',         ''),
    ('order_lines',             'announce_rows(''id'')',          'insert update delete',          'counted', '',         ''),
    ('units',                   'announce_rows(''id'')',          'insert owner delete',           'counted', 'unit',     ''),
    ('part_types',              'announce_rows(''id'')',          'insert update delete',          'begun',   '',         ''),
    ('part_orders',             '',                               '',                              'counted', '',         ''),
    ('parts',                   'announce_rows(''id'')',          'insert update delete',          'counted', '',         ''),
    ('installations',           'announce_units()',               'insert update',                 '',        '',         ''),
    ('reading_boards',          'announce_units()',               'insert update',                 '',        '',         ''),
    ('refurbishments',          'announce_units()',               'insert update',                 'counted', '',         ''),
    ('refurbishment_steps',     'announce_units_of_steps()',      'insert update',                 '',        '',         ''),
    ('order_line_units',        'announce_units()',               'insert update',                 '',        '',         ''),
    ('passports',               'announce_units()',               'insert update',                 '',        '',         ''),
    ('unit_claims',             'announce_units()',               'insert update',                 '',        '',         ''),
    ('buyers',                  'announce_rows(''id'')',          'insert update',                 '',        '',         ''),
    ('seller_details',          'announce_rows(''id'')',          'insert update',                 'marked',  '',         ''),
    ('exchange_rates',          'announce_rows(''day'')',         'insert',                        '',        '',         ''),
    ('credit_accounts',         'announce_rows(''id'')',          'insert',                        '',        '',         ''),
    ('credit_payments',         'announce_paid()',                'insert update',                 '',        '',         ''),
    ('billing_documents',       'announce_billing()',             'insert update delete',          'marked',  'invoice',  ''),
    ('payments',                'announce_receipts()',            'insert update',                 'marked',  '',         ''),
    ('refunds',                 'announce_refunds()',             'insert update',                 'marked',  '',         ''),
    ('checkout_sessions',       '',                               '',                              'timed',   '',         ''),
    ('bank_lines',              'announce_rows(''id'')',          'insert update',                 'marked',  '',         ''),
    ('bank_accounts',           '',                               '',                              'marked',  '',         ''),
    ('vat_returns',             '',                               '',                              'marked',  '',         ''),
    ('credit_requests',         'announce_rows(''id'')',          'insert update',                 'counted', '',         ''),
    ('approval_requests',       'announce_rows(''id'')',          'insert update',                 'marked',  '',         ''),
    ('credit_transfers',        'announce_credit_transfers()',    'insert update',                 'counted', '',         ''),
    ('email_template_versions', 'announce_rows(''template'')',    'insert update delete truncate', '',        '',         ''),
    ('policies',                'announce_rows(''name'')',        'insert update delete truncate', 'counted', '',         '')
  ) AS tables (name, announces, statements, version, webhook, status)
  LOOP
    IF listed.statements ~ 'insert' THEN
      EXECUTE format('CREATE TRIGGER announce_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %s', listed.name, listed.announces);
    END IF;
    IF listed.statements ~ 'update' THEN
      EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %s', listed.name, listed.announces);
    END IF;
    IF listed.statements ~ 'owner' THEN
      EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows()', listed.name);
    END IF;
    IF listed.statements ~ 'delete' THEN
      EXECUTE format('CREATE TRIGGER announce_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %s', listed.name, listed.announces);
    END IF;
    IF listed.statements ~ 'truncate' THEN
      EXECUTE format('CREATE TRIGGER announce_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION announce_table()', listed.name);
    END IF;
    IF listed.version IN ('counted', 'begun') THEN
      EXECUTE format('CREATE TRIGGER begin_version BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version()', listed.name);
    END IF;
    IF listed.version IN ('counted', 'marked') THEN
      EXECUTE format('CREATE TRIGGER mark_change BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION mark_change()', listed.name);
    ELSIF listed.version = 'timed' THEN
      EXECUTE format('CREATE TRIGGER mark_update_time BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION mark_update_time()', listed.name);
    END IF;
    IF listed.webhook <> '' THEN
      EXECUTE format('CREATE TRIGGER tell_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows(%L)', listed.name, listed.webhook);
      EXECUTE format('CREATE TRIGGER tell_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows(%s)',
        listed.name, concat_ws(', ', quote_literal(listed.webhook), quote_literal(nullif(listed.status, ''))));
    END IF;
  END LOOP;
END
$attach$;
