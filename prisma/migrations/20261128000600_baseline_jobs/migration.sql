-- Jobs that wait (docs/decisions/014): the tables of pg-boss 10.4, as PgBoss.getConstructionPlans('shop_queue') writes them, without its own
-- transaction. A schema of this name can only be left from a shop whose own tables were dropped.
DROP SCHEMA IF EXISTS shop_queue CASCADE;
CREATE SCHEMA shop_queue;

CREATE TYPE shop_queue.job_state AS ENUM (
  'created',
  'retry',
  'active',
  'completed',
  'cancelled',
  'failed'
);

CREATE TABLE shop_queue.version (
  version int primary key,
  maintained_on timestamp with time zone,
  cron_on timestamp with time zone,
  monitored_on timestamp with time zone
);

CREATE TABLE shop_queue.queue (
  name text,
  policy text,
  retry_limit int,
  retry_delay int,
  retry_backoff bool,
  expire_seconds int,
  retention_minutes int,
  dead_letter text REFERENCES shop_queue.queue (name),
  partition_name text,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);

CREATE TABLE shop_queue.schedule (
  name text REFERENCES shop_queue.queue ON DELETE CASCADE,
  cron text not null,
  timezone text,
  data jsonb,
  options jsonb,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);

CREATE TABLE shop_queue.subscription (
  event text not null,
  name text not null REFERENCES shop_queue.queue ON DELETE CASCADE,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY(event, name)
);

CREATE TABLE shop_queue.job (
  id uuid not null default gen_random_uuid(),
  name text not null,
  priority integer not null default(0),
  data jsonb,
  state shop_queue.job_state not null default('created'),
  retry_limit integer not null default(2),
  retry_count integer not null default(0),
  retry_delay integer not null default(0),
  retry_backoff boolean not null default false,
  start_after timestamp with time zone not null default now(),
  started_on timestamp with time zone,
  singleton_key text,
  singleton_on timestamp without time zone,
  expire_in interval not null default interval '15 minutes',
  created_on timestamp with time zone not null default now(),
  completed_on timestamp with time zone,
  keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
  output jsonb,
  dead_letter text,
  policy text
) PARTITION BY LIST (name);
-- squawk-ignore adding-serial-primary-key-field
ALTER TABLE shop_queue.job ADD PRIMARY KEY (name, id);
CREATE TABLE shop_queue.archive (LIKE shop_queue.job);
-- squawk-ignore adding-serial-primary-key-field
ALTER TABLE shop_queue.archive ADD PRIMARY KEY (name, id);
ALTER TABLE shop_queue.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON shop_queue.archive(archived_on);

CREATE FUNCTION shop_queue.create_queue(queue_name text, options json)
RETURNS VOID AS
$$
DECLARE
  table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
  queue_created_on timestamptz;
BEGIN

  WITH q as (
  INSERT INTO shop_queue.queue (
    name,
    policy,
    retry_limit,
    retry_delay,
    retry_backoff,
    expire_seconds,
    retention_minutes,
    dead_letter,
    partition_name
  )
  VALUES (
    queue_name,
    options->>'policy',
    (options->>'retryLimit')::int,
    (options->>'retryDelay')::int,
    (options->>'retryBackoff')::bool,
    (options->>'expireInSeconds')::int,
    (options->>'retentionMinutes')::int,
    options->>'deadLetter',
    table_name
  )
  ON CONFLICT DO NOTHING
  RETURNING created_on
  )
  SELECT created_on into queue_created_on from q;

  IF queue_created_on IS NULL THEN
    RETURN;
  END IF;

  EXECUTE format('CREATE TABLE shop_queue.%I (LIKE shop_queue.job INCLUDING DEFAULTS)', table_name);

  EXECUTE format('ALTER TABLE shop_queue.%1$I ADD PRIMARY KEY (name, id)', table_name);
  EXECUTE format('ALTER TABLE shop_queue.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES shop_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('ALTER TABLE shop_queue.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES shop_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON shop_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON shop_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON shop_queue.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON shop_queue.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
  EXECUTE format('CREATE INDEX %1$s_i5 ON shop_queue.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

  EXECUTE format('ALTER TABLE shop_queue.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
  EXECUTE format('ALTER TABLE shop_queue.job ATTACH PARTITION shop_queue.%I FOR VALUES IN (%L)', table_name, queue_name);
END;
$$
LANGUAGE plpgsql;

CREATE FUNCTION shop_queue.delete_queue(queue_name text)
RETURNS VOID AS
$$
DECLARE
  table_name varchar;
BEGIN
  WITH deleted as (
    DELETE FROM shop_queue.queue
    WHERE name = queue_name
    RETURNING partition_name
  )
  SELECT partition_name from deleted INTO table_name;

  EXECUTE format('DROP TABLE IF EXISTS shop_queue.%I', table_name);
END;
$$
LANGUAGE plpgsql;
INSERT INTO shop_queue.version(version) VALUES ('24');

-- The queues. `standard`: what is sent once and kept no longer, such as emails and messages to phones. `stately`: what is done again and
-- again, of which one waits and one runs, however many processes ask for it. Each try's pause comes from the worker.
DO $queues$
DECLARE
  queue record;
BEGIN
  FOR queue IN SELECT * FROM (VALUES
    ('letters', 'standard', 30), ('texts', 'standard', 30), ('tracking-links', 'standard', 30), ('vat-numbers', 'standard', 30), ('webhooks', 'standard', 30),
    ('card-payments', 'stately', 300), ('credit-check', 'stately', 300), ('credit-transfers', 'stately', 60), ('housekeeping', 'stately', 300),
    ('machine-claims', 'stately', 300), ('models', 'stately', 300), ('network-figures', 'stately', 300), ('own-sales', 'stately', 300),
    ('pages', 'stately', 300), ('reminders', 'stately', 300), ('role-changes', 'stately', 300),
    ('shop-list', 'stately', 300), ('shop-orders', 'stately', 300), ('units-of-cases', 'stately', 300), ('unread-messages', 'stately', 300)
  ) AS queues (name, policy, seconds)
  LOOP
    PERFORM shop_queue.create_queue(queue.name, json_build_object('policy', queue.policy, 'retryDelay', 0, 'retryBackoff', false, 'expireInSeconds', queue.seconds));
  END LOOP;
END
$queues$;

-- A job that may begin, or has failed for good, is announced on the change feed when its transaction commits.
CREATE FUNCTION shop_queue.announce_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', 'jobs', 'id', NEW.name)::text);
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_job AFTER INSERT ON shop_queue.job FOR EACH ROW
WHEN (NEW.state = 'failed' OR (NEW.state < 'active' AND NEW.start_after <= now()))
EXECUTE FUNCTION shop_queue.announce_job();
