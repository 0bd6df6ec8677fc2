-- Addresses of other programs that are told of changes. Their secrets are encrypted.
CREATE TABLE webhook_endpoints (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    url text NOT NULL,
    events jsonb NOT NULL DEFAULT '[]',
    is_enabled boolean NOT NULL DEFAULT true,
    disabled_because text,
    secret text NOT NULL,
    former_secret text,
    former_until timestamptz(3),
    failing_since timestamptz(3),
    rests_until timestamptz(3),
    created_by uuid,
    created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_endpoints_created_by_idx ON webhook_endpoints (created_by);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;

-- One row for each change and each endpoint that wants it: what waits, and the log of what was sent.
CREATE TABLE webhook_messages (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    endpoint_id uuid NOT NULL,
    type text NOT NULL,
    subject_id text NOT NULL,
    subject_version integer NOT NULL DEFAULT 1,
    occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    state text NOT NULL DEFAULT 'waiting',
    due_since timestamptz(3),
    tries integer NOT NULL DEFAULT 0,
    tried_at timestamptz(3),
    status integer,
    answer text,
    fault text,

    CONSTRAINT webhook_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_messages_endpoint_id_occurred_at_id_idx ON webhook_messages (endpoint_id, occurred_at DESC, id DESC);
CREATE INDEX webhook_messages_occurred_at_idx ON webhook_messages (occurred_at);
CREATE INDEX webhook_messages_state_idx ON webhook_messages (state);
ALTER TABLE webhook_messages ADD CONSTRAINT webhook_messages_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id) ON DELETE CASCADE ON UPDATE CASCADE;

-- Any process delivers, as soon as the change is committed.
SELECT shop_queue.create_queue('webhooks', '{"policy": "standard", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 30}');

CREATE FUNCTION queue_webhook_messages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO shop_queue.job (name, data, retry_limit, expire_in, policy)
    SELECT 'webhooks', jsonb_build_object('id', id), 100, interval '30 seconds', 'standard' FROM added;
  RETURN NULL;
END
$$;
CREATE TRIGGER queue_messages AFTER INSERT ON webhook_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_webhook_messages();

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
        (TG_ARGV[0] || '.changed', to_jsonb(c) - '{version,updated_at}'::text[] <> to_jsonb(f) - '{version,updated_at}'::text[]),
        (TG_ARGV[0] || '.status_changed', to_jsonb(c) ->> TG_ARGV[1] <> to_jsonb(f) ->> TG_ARGV[1])
      ) AS told (type, happened)
      JOIN webhook_endpoints AS e ON e.is_enabled AND e.events @> to_jsonb(told.type)
      WHERE told.happened;
  END IF;
  RETURN NULL;
END
$$;

-- An account's entries are its versions; what is booked at once is told of once.
CREATE FUNCTION tell_of_credit() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE is_enabled) THEN
    INSERT INTO webhook_messages (endpoint_id, type, subject_id, subject_version)
      SELECT e.id, 'credit.changed', c.account_id, max(c.number)
      FROM changed AS c JOIN webhook_endpoints AS e ON e.is_enabled AND e.events @> '"credit.changed"'
      GROUP BY e.id, c.account_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER tell_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('order');
CREATE TRIGGER tell_insert AFTER INSERT ON repairs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('repair');
CREATE TRIGGER tell_insert AFTER INSERT ON trade_ins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('trade_in');
CREATE TRIGGER tell_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('product');
CREATE TRIGGER tell_insert AFTER INSERT ON case_quotes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('quote');
CREATE TRIGGER tell_insert AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_credit();

CREATE TRIGGER tell_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('order', 'status');
CREATE TRIGGER tell_update AFTER UPDATE ON repairs REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('repair', 'status');
CREATE TRIGGER tell_update AFTER UPDATE ON trade_ins REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('trade_in', 'status');
CREATE TRIGGER tell_update AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('product');
CREATE TRIGGER tell_update AFTER UPDATE ON case_quotes REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('quote', 'state');

CREATE TRIGGER mark_change BEFORE UPDATE OF url, events, is_enabled, secret ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION mark_change();
