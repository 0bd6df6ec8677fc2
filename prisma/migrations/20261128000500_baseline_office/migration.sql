-- The back office: saved views, webhooks, texts of emails, policies, files that go, and the days of business.

-- A list's view (search, filter, sort, columns) that an administrator has kept under a name.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  screen text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX saved_views_user_id_screen_name_key ON saved_views (user_id, screen, name);

-- An address of another program that is told of changes.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  url text NOT NULL,
  events jsonb NOT NULL DEFAULT '[]',
  is_enabled boolean NOT NULL DEFAULT true,
  disabled_because text,
  secret text NOT NULL,
  former_secret text,
  former_until timestamptz(3),
  failing_since timestamptz(3),
  rests_until timestamptz(3),
  created_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX webhook_endpoints_created_by_idx ON webhook_endpoints (created_by);

-- A change that an endpoint is told of; written by triggers in the change's own transaction.
CREATE TABLE webhook_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON UPDATE CASCADE ON DELETE CASCADE,
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
  fault text
);
CREATE INDEX webhook_messages_endpoint_id_occurred_at_id_idx ON webhook_messages (endpoint_id, occurred_at DESC, id DESC);
CREATE INDEX webhook_messages_occurred_at_idx ON webhook_messages (occurred_at);
CREATE INDEX webhook_messages_state_idx ON webhook_messages (state);

-- The text of an email as an administrator has saved it; of each template the highest number counts.
CREATE TABLE email_template_versions (
  template text NOT NULL,
  number integer NOT NULL,
  subject text,
  body text,
  saved_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (template, number)
);
CREATE INDEX email_template_versions_saved_by_idx ON email_template_versions (saved_by);

-- A limit or a period that administrators have set.
CREATE TABLE policies (
  name text PRIMARY KEY,
  value numeric(12,2),
  wanted numeric(12,2),
  requested_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  requested_at timestamptz(3),
  requested_ip text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX policies_requested_by_idx ON policies (requested_by);

-- A file of the file store that goes: from before it is stored until its row is there, and again when its row is gone.
CREATE TABLE file_removals (
  key text PRIMARY KEY,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  claimed_at timestamptz(3)
);
CREATE INDEX file_removals_due_at_idx ON file_removals (due_at);

-- Days from Monday to Friday up to a day, from 1900-01-01 on, which was a Monday.
CREATE FUNCTION weekdays_until(day date) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT (day - '1900-01-01') / 7 * 5 + least((day - '1900-01-01') % 7 + 1, 5)
$$;

-- Business days after one day up to another: 0 on the day itself, 1 from a Friday or a Saturday to Monday. Holidays are sorted, none on a weekend.
CREATE FUNCTION business_days(first date, last date, holidays date[]) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, weekdays_until(last) - weekdays_until(first) - width_bucket(last, holidays) + width_bucket(first, holidays))
$$;
