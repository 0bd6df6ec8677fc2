-- Cases: repairs and trade-ins, what belongs to one of either kind, and their quotes.

-- The table of a kind of case.
CREATE TYPE case_kind AS ENUM ('repairs', 'trade_ins');

-- Repairs and trade-ins share this: one id for each, which is its row's. Triggers keep it.
CREATE TABLE cases (
  id uuid PRIMARY KEY,
  kind case_kind NOT NULL,
  unit_id uuid
);
CREATE INDEX cases_unit_id_idx ON cases (unit_id);
CREATE INDEX cases_without_unit_idx ON cases (id DESC) WHERE unit_id IS NULL;

-- A customer's request online: a repair, or the trade-in of up to 200 machines. It waits until the link in the email to its address was
-- followed, and becomes cases then; one of somebody who is signed in does at once.
CREATE TABLE case_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  noun text NOT NULL,
  draft_hash text,
  token_hash text,
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  email text,
  full_name text,
  phone text,
  return_address text,
  details jsonb NOT NULL DEFAULT '{}',
  network text,
  wider_networks text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at timestamptz(3),
  confirmed_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT known_noun CHECK (noun IN ('repairs', 'tradeIns'))
);
CREATE UNIQUE INDEX case_requests_draft_hash_key ON case_requests (draft_hash);
CREATE INDEX case_requests_expires_at_idx ON case_requests (expires_at);
CREATE INDEX case_requests_network_idx ON case_requests (network);
CREATE UNIQUE INDEX case_requests_token_hash_key ON case_requests (token_hash);
CREATE INDEX case_requests_user_id_idx ON case_requests (user_id);
-- How much of a wider network waits is summed for each file that comes.
CREATE INDEX case_requests_wider_networks_idx ON case_requests USING gin (wider_networks);

CREATE SEQUENCE repair_number_seq START 10001;

-- The next number that no row has. Rows that came in while triggers were off are skipped.
CREATE FUNCTION next_repair_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'REP-' || nextval('repair_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM repairs WHERE repair_number = candidate);
  END LOOP;
  RETURN candidate;
END
$$;

CREATE TYPE repair_status AS ENUM ('received', 'diagnosing', 'repairing', 'testing', 'completed', 'shipped');

CREATE TYPE unrepaired_reason AS ENUM ('declined', 'not_repairable', 'no_fault_found');

CREATE TABLE repairs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid() REFERENCES cases ON UPDATE CASCADE,
  repair_number text NOT NULL DEFAULT next_repair_number(),
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  status repair_status NOT NULL DEFAULT 'received',
  device_info jsonb NOT NULL DEFAULT '{}',
  problem_description text,
  diagnosis text,
  repair_notes text,
  estimated_cost numeric(12,2),
  actual_cost numeric(12,2),
  service text,
  accessories text,
  arrival_condition text,
  due_on date,
  assigned_to uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  warranty_of uuid REFERENCES repairs ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE,
  -- A repair can claim the warranty of a sold machine, as it can that of an earlier repair.
  warranty_sale uuid,
  warranty_days integer NOT NULL DEFAULT 30,
  completed_at timestamptz(3),
  unrepaired_reason unrepaired_reason,
  carrier text,
  tracking_number text,
  is_expedited boolean NOT NULL DEFAULT false,
  request_id uuid REFERENCES case_requests ON UPDATE CASCADE ON DELETE SET NULL,
  inbound_carrier text,
  inbound_tracking_number text,
  sent_in_at timestamptz(3),
  arrived_at timestamptz(3),
  return_address text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX repairs_assigned_to_idx ON repairs (assigned_to);
CREATE INDEX repairs_completed_at_idx ON repairs (completed_at);
CREATE INDEX repairs_created_at_id_idx ON repairs (created_at DESC, id DESC);
-- Finds a part of the device's name, of its serial number or of a parcel's tracking number.
CREATE INDEX repairs_device_search_idx ON repairs
  USING gin ((
    left(coalesce(device_info ->> 'manufacturer', ''), 200) || ' ' || left(coalesce(device_info ->> 'model', ''), 200) || '|'
    || left(coalesce(device_info ->> 'serialNumber', ''), 200) || '|'
    || left(coalesce(tracking_number, ''), 200) || '|'
    || left(coalesce(inbound_tracking_number, ''), 200)
  ) gin_trgm_ops) WITH (fastupdate=off);
-- Cases by the day on which they are due: those that are not done yet first, the one that is due next at the top, those without a
-- day last. The lists' sort and their filter 'overdue' ask by the same expressions (src/server/cases/case-list.ts).
CREATE INDEX repairs_due_idx ON repairs ((status NOT IN ('received', 'diagnosing', 'repairing', 'testing')), (
  CASE WHEN due_on >= '0001-01-01' AND due_on <= '9999-12-31' THEN due_on ELSE '9999-12-31' END
), created_at, id);
CREATE INDEX repairs_due_on_idx ON repairs (due_on);
-- Expedited repairs are few: a list of them does not go through all others.
CREATE INDEX repairs_expedited_idx ON repairs (created_at DESC, id DESC) WHERE is_expedited;
-- Finds a part of the number in the newest rows first: a search whose many hits are all old goes past what is newer.
CREATE INDEX repairs_newest_search_idx ON repairs
  USING gist (
    point(least(greatest(extract(epoch FROM created_at AT TIME ZONE 'UTC')::float, 0), 1e11), 0),
    (repair_number || '') gist_trgm_ops (siglen = 512)
  );
CREATE UNIQUE INDEX repairs_repair_number_key ON repairs (repair_number);
CREATE INDEX repairs_request_id_idx ON repairs (request_id);
CREATE INDEX repairs_search_idx ON repairs USING gin (repair_number gin_trgm_ops) WITH (fastupdate=off);
-- A device is known by its serial number, in whatever case it was typed; an index takes no text of any length.
CREATE INDEX repairs_serial_number_idx ON repairs (upper(left(device_info ->> 'serialNumber', 100)));
CREATE INDEX repairs_status_created_at_id_idx ON repairs (status, created_at DESC, id DESC);
CREATE INDEX repairs_status_idx ON repairs (status);
CREATE INDEX repairs_unrepaired_idx ON repairs (completed_at) WHERE unrepaired_reason IS NOT NULL;
CREATE INDEX repairs_user_id_idx ON repairs (user_id);
CREATE INDEX repairs_warranty_of_idx ON repairs (warranty_of);
CREATE INDEX repairs_warranty_sale_idx ON repairs (warranty_sale);

CREATE SEQUENCE trade_in_number_seq START 10001;

CREATE FUNCTION next_trade_in_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'TRD-' || nextval('trade_in_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM trade_ins WHERE trade_in_number = candidate);
  END LOOP;
  RETURN candidate;
END
$$;

CREATE TYPE trade_in_status AS ENUM ('submitted', 'evaluated', 'approved', 'rejected', 'completed');

CREATE TABLE trade_ins (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid() REFERENCES cases ON UPDATE CASCADE,
  trade_in_number text NOT NULL DEFAULT next_trade_in_number(),
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  status trade_in_status NOT NULL DEFAULT 'submitted',
  device_info jsonb NOT NULL DEFAULT '{}',
  condition_assessment text,
  evaluation_notes text,
  estimated_value numeric(12,2),
  final_value numeric(12,2),
  machine_id uuid REFERENCES trade_in_machines ON UPDATE CASCADE ON DELETE SET NULL,
  machine_version integer,
  from_repair uuid REFERENCES repairs ON UPDATE CASCADE ON DELETE SET NULL,
  machine_snapshot jsonb,
  grade text,
  found_grade text,
  accessories text,
  arrival_condition text,
  due_on date,
  assigned_to uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  completed_at timestamptz(3),
  credit_declined_at timestamptz(3),
  carrier text,
  tracking_number text,
  quoted_until timestamptz(3),
  request_id uuid REFERENCES case_requests ON UPDATE CASCADE ON DELETE SET NULL,
  inbound_carrier text,
  inbound_tracking_number text,
  sent_in_at timestamptz(3),
  arrived_at timestamptz(3),
  return_address text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX trade_ins_assigned_to_idx ON trade_ins (assigned_to);
CREATE INDEX trade_ins_completed_at_idx ON trade_ins (completed_at);
CREATE INDEX trade_ins_created_at_id_idx ON trade_ins (created_at DESC, id DESC);
-- Finds a part of the device's name, of its serial number or of a parcel's tracking number.
CREATE INDEX trade_ins_device_search_idx ON trade_ins
  USING gin ((
    left(coalesce(device_info ->> 'manufacturer', ''), 200) || ' ' || left(coalesce(device_info ->> 'model', ''), 200) || '|'
    || left(coalesce(device_info ->> 'serialNumber', ''), 200) || '|'
    || left(coalesce(tracking_number, ''), 200) || '|'
    || left(coalesce(inbound_tracking_number, ''), 200)
  ) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX trade_ins_due_idx ON trade_ins ((status NOT IN ('submitted', 'evaluated')), (
  CASE WHEN due_on >= '0001-01-01' AND due_on <= '9999-12-31' THEN due_on ELSE '9999-12-31' END
), created_at, id);
CREATE INDEX trade_ins_due_on_idx ON trade_ins (due_on);
CREATE UNIQUE INDEX trade_ins_from_repair_key ON trade_ins (from_repair);
CREATE INDEX trade_ins_machine_id_idx ON trade_ins (machine_id);
-- Finds a part of the number in the newest rows first: a search whose many hits are all old goes past what is newer.
CREATE INDEX trade_ins_newest_search_idx ON trade_ins
  USING gist (
    point(least(greatest(extract(epoch FROM created_at AT TIME ZONE 'UTC')::float, 0), 1e11), 0),
    (trade_in_number || '') gist_trgm_ops (siglen = 512)
  );
CREATE INDEX trade_ins_request_id_idx ON trade_ins (request_id);
CREATE INDEX trade_ins_search_idx ON trade_ins USING gin (trade_in_number gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX trade_ins_serial_number_idx ON trade_ins (upper(left(device_info ->> 'serialNumber', 100)));
CREATE INDEX trade_ins_status_created_at_id_idx ON trade_ins (status, created_at DESC, id DESC);
CREATE INDEX trade_ins_status_idx ON trade_ins (status);
CREATE UNIQUE INDEX trade_ins_trade_in_number_key ON trade_ins (trade_in_number);
CREATE INDEX trade_ins_user_id_idx ON trade_ins (user_id);
CREATE INDEX trade_ins_value_idx ON trade_ins (final_value) WHERE status = 'completed' AND final_value <> 'NaN';

-- Notes of the staff on a case; never shown to the customer.
CREATE TABLE case_notes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases ON UPDATE CASCADE ON DELETE CASCADE,
  author_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  author_email text,
  body text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX case_notes_author_id_idx ON case_notes (author_id);
CREATE INDEX case_notes_case_id_created_at_id_idx ON case_notes (case_id, created_at DESC, id DESC);

-- The secret address under which a customer follows a case without signing in; only its hash is kept.
CREATE TABLE case_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases ON UPDATE CASCADE ON DELETE CASCADE,
  customer_id uuid,
  request_id uuid REFERENCES case_requests ON UPDATE CASCADE ON DELETE SET NULL,
  token_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE INDEX case_links_case_id_idx ON case_links (case_id);
CREATE INDEX case_links_customer_id_idx ON case_links (customer_id);
CREATE INDEX case_links_request_id_idx ON case_links (request_id);
CREATE UNIQUE INDEX case_links_token_hash_key ON case_links (token_hash);

-- The customers of a case, now and before: kept by a trigger (docs/decisions/015). Cases that never changed their customer have none.
CREATE TABLE case_customers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases ON UPDATE CASCADE ON DELETE CASCADE,
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  from_entry bigint NOT NULL DEFAULT 0,
  until_entry bigint,
  found jsonb NOT NULL DEFAULT '{}',
  last jsonb
);
CREATE INDEX case_customers_case_id_idx ON case_customers (case_id);
CREATE INDEX case_customers_user_id_idx ON case_customers (user_id);

-- An email to the customer of a case, as it was written.
CREATE TABLE case_emails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases ON UPDATE CASCADE ON DELETE CASCADE,
  kind text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  author_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  customer_id uuid,
  sent_at timestamptz(3),
  change_id uuid
);
CREATE INDEX case_emails_author_id_idx ON case_emails (author_id);
CREATE INDEX case_emails_case_id_created_at_id_idx ON case_emails (case_id, created_at DESC, id DESC);
CREATE INDEX case_emails_change_id_idx ON case_emails (change_id) WHERE change_id IS NOT NULL;
CREATE INDEX case_emails_customer_id_idx ON case_emails (customer_id);

CREATE TYPE message_side AS ENUM ('customer', 'desk');

-- Messages between the customer of a case and the repair desk.
CREATE TABLE case_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases ON UPDATE CASCADE ON DELETE CASCADE,
  customer_id uuid,
  side message_side NOT NULL,
  author_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  body text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  read_at timestamptz(3),
  notified_at timestamptz(3)
);
CREATE INDEX case_messages_author_id_idx ON case_messages (author_id);
CREATE INDEX case_messages_case_id_created_at_id_idx ON case_messages (case_id, created_at DESC, id DESC);
CREATE INDEX case_messages_customer_id_created_at_id_idx ON case_messages (customer_id, created_at DESC, id DESC);
CREATE INDEX case_messages_unread_case_idx ON case_messages (case_id, side) WHERE read_at IS NULL;
CREATE INDEX case_messages_unread_customer_idx ON case_messages (customer_id) WHERE read_at IS NULL AND side = 'desk';
-- Those of which an email may have to tell.
CREATE INDEX case_messages_untold_idx ON case_messages (created_at) WHERE read_at IS NULL AND notified_at IS NULL;

CREATE TYPE case_file_kind AS ENUM ('picture', 'document', 'reading');

-- A picture, a document or a machine's own data; the bytes are in the file store under their key.
CREATE TABLE case_files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid REFERENCES cases ON UPDATE CASCADE ON DELETE CASCADE,
  request_id uuid REFERENCES case_requests ON UPDATE CASCADE ON DELETE CASCADE,
  message_id uuid REFERENCES case_messages ON UPDATE CASCADE ON DELETE SET NULL,
  kind case_file_kind NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes integer NOT NULL,
  width integer,
  height integer,
  storage_key text NOT NULL,
  thumbnail_key text,
  sha256 text NOT NULL,
  check_item text,
  from_customer boolean NOT NULL DEFAULT false,
  is_shared boolean NOT NULL DEFAULT false,
  customer_id uuid,
  uploaded_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  removed_at timestamptz(3),
  CONSTRAINT of_one_case CHECK (num_nonnulls(case_id, request_id) = 1)
);
CREATE INDEX case_files_case_id_created_at_id_idx ON case_files (case_id, created_at DESC, id DESC);
CREATE INDEX case_files_customer_id_idx ON case_files (customer_id);
CREATE INDEX case_files_message_id_idx ON case_files (message_id);
CREATE INDEX case_files_removed_at_idx ON case_files (removed_at);
CREATE INDEX case_files_request_id_idx ON case_files (request_id);
CREATE INDEX case_files_uploaded_by_idx ON case_files (uploaded_by);

-- Says if a machine was read before or after the work on it.
CREATE TYPE reading_phase AS ENUM ('before', 'after');

-- A machine's own data, read before or after the work on it.
CREATE TABLE case_readings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid REFERENCES cases ON UPDATE CASCADE ON DELETE CASCADE,
  request_id uuid REFERENCES case_requests ON UPDATE CASCADE ON DELETE CASCADE,
  unit_id uuid,
  file_id uuid REFERENCES case_files ON UPDATE CASCADE ON DELETE SET NULL,
  phase reading_phase NOT NULL DEFAULT 'before',
  data jsonb NOT NULL DEFAULT '{}',
  raw_text text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  CONSTRAINT of_one_origin CHECK (num_nonnulls(case_id, request_id, unit_id) = 1)
);
CREATE INDEX case_readings_case_id_created_at_id_idx ON case_readings (case_id, created_at DESC, id DESC);
CREATE INDEX case_readings_created_by_idx ON case_readings (created_by);
CREATE INDEX case_readings_file_id_idx ON case_readings (file_id);
CREATE INDEX case_readings_request_id_idx ON case_readings (request_id);
CREATE INDEX case_readings_unit_id_idx ON case_readings (unit_id);

-- Of an estimate or an offer; an estimate is never disputed.
CREATE TYPE quote_state AS ENUM ('draft', 'sent', 'accepted', 'declined', 'disputed', 'expired');

-- How a customer has answered an estimate or an offer.
CREATE TYPE answer_channel AS ENUM ('telephone', 'online');

-- A quote for a case: an estimate of a repair, or an offer for a trade-in. Its lines or details stay with its kind.
CREATE TABLE case_quotes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases ON UPDATE CASCADE ON DELETE CASCADE,
  number integer NOT NULL,
  state quote_state NOT NULL DEFAULT 'draft',
  total numeric(12,2) NOT NULL DEFAULT 0,
  customer_id uuid,
  sent_at timestamptz(3),
  expires_at timestamptz(3),
  answered_at timestamptz(3),
  answered_by_user uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  answer_via answer_channel,
  answer_note text,
  answer_undo jsonb,
  reminded_days integer NOT NULL DEFAULT 0,
  remind_after integer[] NOT NULL DEFAULT '{3,10}',
  requested_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  requested_at timestamptz(3),
  requested_ip text,
  because text,
  email jsonb,
  refused_by uuid,
  refused_at timestamptz(3),
  refused_note text,
  sent_by uuid,
  approved_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  approved_at timestamptz(3),
  confirmed_value numeric(12,2),
  confirmed_at timestamptz(3),
  confirmed_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT second_administrator CHECK (approved_by <> requested_by)
);
CREATE INDEX case_quotes_answered_by_user_idx ON case_quotes (answered_by_user);
CREATE INDEX case_quotes_approved_by_idx ON case_quotes (approved_by);
CREATE UNIQUE INDEX case_quotes_case_id_number_key ON case_quotes (case_id, number);
CREATE INDEX case_quotes_confirmed_by_idx ON case_quotes (confirmed_by);
CREATE INDEX case_quotes_created_by_idx ON case_quotes (created_by);
CREATE INDEX case_quotes_requested_by_idx ON case_quotes (requested_by);
CREATE INDEX case_quotes_sent_at_idx ON case_quotes (sent_at);
CREATE INDEX case_quotes_sent_by_sent_at_idx ON case_quotes (sent_by, sent_at);
CREATE INDEX case_quotes_state_expires_at_idx ON case_quotes (state, expires_at);

CREATE TYPE repair_line_kind AS ENUM ('labour', 'part', 'fee');

-- A line that estimates often have; administrators edit them.
CREATE TABLE repair_presets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service text,
  kind repair_line_kind NOT NULL DEFAULT 'labour',
  label text NOT NULL,
  quantity numeric(10,2) NOT NULL DEFAULT 1,
  price numeric(12,2) NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX repair_presets_position_id_idx ON repair_presets (position, id);

-- A line of an estimate, or, without one, of what the repair has really cost.
CREATE TABLE repair_lines (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  repair_id uuid NOT NULL REFERENCES repairs ON UPDATE CASCADE ON DELETE CASCADE,
  estimate_id uuid REFERENCES case_quotes ON UPDATE CASCADE ON DELETE CASCADE,
  position integer NOT NULL DEFAULT 0,
  kind repair_line_kind NOT NULL DEFAULT 'labour',
  label text NOT NULL,
  quantity numeric(10,2) NOT NULL DEFAULT 1,
  price numeric(12,2) NOT NULL DEFAULT 0,
  part_type_id uuid
);
CREATE INDEX repair_lines_estimate_id_idx ON repair_lines (estimate_id);
CREATE INDEX repair_lines_part_type_id_idx ON repair_lines (part_type_id);
CREATE INDEX repair_lines_repair_id_position_idx ON repair_lines (repair_id, position);

-- EUR, or a part of the value in per cent.
CREATE TYPE deduction_kind AS ENUM ('fixed', 'percent');

-- Why a traded-in machine is worth less; administrators edit them.
CREATE TABLE deduction_reasons (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  label text NOT NULL,
  explanation text NOT NULL DEFAULT '',
  kind deduction_kind NOT NULL DEFAULT 'fixed',
  amount numeric(12,2) NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX deduction_reasons_position_id_idx ON deduction_reasons (position, id);

CREATE TYPE check_result AS ENUM ('ok', 'fault', 'not_checked');

-- One item of the checklist of an inspection.
CREATE TABLE trade_in_checks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  trade_in_id uuid NOT NULL REFERENCES trade_ins ON UPDATE CASCADE ON DELETE CASCADE,
  item text NOT NULL,
  result check_result NOT NULL DEFAULT 'not_checked',
  note text,
  internal_note text,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX trade_in_checks_trade_in_id_item_key ON trade_in_checks (trade_in_id, item);

-- A deduction after an inspection; words and amount are copies of the reason's.
CREATE TABLE trade_in_deductions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  trade_in_id uuid NOT NULL REFERENCES trade_ins ON UPDATE CASCADE ON DELETE CASCADE,
  reason_id uuid REFERENCES deduction_reasons ON UPDATE CASCADE ON DELETE SET NULL,
  label text NOT NULL,
  explanation text NOT NULL DEFAULT '',
  kind deduction_kind NOT NULL DEFAULT 'fixed',
  amount numeric(12,2) NOT NULL DEFAULT 0,
  position integer NOT NULL DEFAULT 0
);
CREATE INDEX trade_in_deductions_reason_id_idx ON trade_in_deductions (reason_id);
CREATE INDEX trade_in_deductions_trade_in_id_position_idx ON trade_in_deductions (trade_in_id, position);

-- The details of an offer for a trade-in; its quote has what it shares with an estimate.
CREATE TABLE trade_in_offers (
  id uuid PRIMARY KEY REFERENCES case_quotes ON UPDATE CASCADE ON DELETE CASCADE,
  grade text,
  base_value numeric(12,2) NOT NULL DEFAULT 0,
  deductions jsonb NOT NULL DEFAULT '[]',
  checks jsonb NOT NULL DEFAULT '[]',
  override_reason text,
  internal_note text
);

-- Which statuses write to the customer.
CREATE TABLE case_email_rules (
  noun text NOT NULL,
  status text NOT NULL,
  is_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (noun, status)
);

-- A notice to the owner of a machine that nobody collects (Torts (Interference with Goods) Act 1977, schedule 1).
CREATE TABLE collection_notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  repair_id uuid NOT NULL REFERENCES repairs ON DELETE CASCADE,
  number integer NOT NULL,
  body text NOT NULL DEFAULT '',
  sent_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_by uuid,
  recipient text NOT NULL DEFAULT '',
  email_id uuid,
  CONSTRAINT collection_notices_number CHECK (number IN (1, 2))
);
CREATE INDEX collection_notices_email_id_idx ON collection_notices (email_id);
CREATE UNIQUE INDEX collection_notices_repair_id_number_key ON collection_notices (repair_id, number);
