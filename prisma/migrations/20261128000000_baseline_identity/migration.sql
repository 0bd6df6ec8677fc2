-- Version 2.0.0 begins with these migrations. People and programs: accounts, sessions, second factors, API keys and the audit log. What a
-- column means stands in schema.prisma; rules that only the database can keep come with the migrations of rules.

-- For the search of lists in any part of a word.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A sign-in identity. The address is stored in lower case.
CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  password_hash text,
  initial_password_hash text,
  email_verified_at timestamptz(3),
  signed_up_at timestamptz(3),
  merged_into uuid REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX users_email_key ON users (email);
-- Rows of files are found whatever the case of their names.
CREATE INDEX users_lower_email_idx ON users (lower(email));
CREATE INDEX users_merged_into_idx ON users (merged_into);
CREATE INDEX users_signed_up_at_idx ON users (signed_up_at);

CREATE TYPE user_role AS ENUM ('customer', 'admin');

CREATE TABLE profiles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  email text NOT NULL,
  full_name text,
  phone text,
  role user_role NOT NULL DEFAULT 'customer',
  scopes jsonb,
  wants_reminders boolean NOT NULL DEFAULT true,
  wants_messages boolean NOT NULL DEFAULT true,
  return_address text,
  -- BCP 47, 'de' or 'de-CH'; null where nobody has said.
  language text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT profiles_language_is_tag CHECK (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$')
);
CREATE INDEX profiles_created_at_id_idx ON profiles (created_at DESC, id DESC);
-- Customers are found by a part of their phone number, however it was written.
CREATE INDEX profiles_phone_digits_idx ON profiles USING gin (regexp_replace(phone, '[^0-9]', '', 'g') gin_trgm_ops);
CREATE INDEX profiles_role_created_at_id_idx ON profiles (role, created_at DESC, id DESC);
CREATE INDEX profiles_role_idx ON profiles (role);
CREATE INDEX profiles_search_idx ON profiles USING gin (email gin_trgm_ops, full_name gin_trgm_ops) WITH (fastupdate=off);
CREATE UNIQUE INDEX profiles_user_id_key ON profiles (user_id);

-- Two customers who turned out to be one person, and what went from one to the other.
CREATE TABLE customer_merges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  keep_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  merged_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  merged_at timestamptz(3) NOT NULL DEFAULT now(),
  merged_by uuid,
  profile jsonb,
  moved jsonb NOT NULL DEFAULT '{}',
  account_moved boolean NOT NULL DEFAULT false,
  undone_at timestamptz(3),
  undone_by uuid,
  CONSTRAINT customer_merges_two_check CHECK (keep_id <> merged_id)
);
CREATE INDEX customer_merges_keep_id_merged_at_idx ON customer_merges (keep_id, merged_at);
CREATE INDEX customer_merges_merged_at_idx ON customer_merges (merged_at);
CREATE INDEX customer_merges_merged_id_idx ON customer_merges (merged_id);
CREATE UNIQUE INDEX customer_merges_open_key ON customer_merges (merged_id) WHERE undone_at IS NULL;

-- How well a session is proven: by a password alone, or by a second factor too.
CREATE TYPE assurance_level AS ENUM ('aal1', 'aal2');

-- One signed-in browser or program. Every guarded call reads its row.
CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL DEFAULT (now() + '30 days'::interval),
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  aal assurance_level NOT NULL DEFAULT 'aal1',
  amr jsonb NOT NULL DEFAULT '[]',
  cookie_version integer NOT NULL DEFAULT 0,
  user_agent text,
  ip text
);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

-- A token that gets a session one new access token; only its hash is kept. All of a session's are one family.
CREATE TABLE refresh_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  session_id uuid NOT NULL REFERENCES sessions ON UPDATE CASCADE ON DELETE CASCADE,
  token_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  used_at timestamptz(3)
);
CREATE INDEX refresh_tokens_session_id_idx ON refresh_tokens (session_id);
CREATE UNIQUE INDEX refresh_tokens_token_hash_key ON refresh_tokens (token_hash);

-- A key pair that signs access tokens (ES256). The private half is encrypted.
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  private_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  retired_at timestamptz(3)
);

CREATE TYPE mail_token_purpose AS ENUM ('verify_email', 'reset_password', 'claim_account', 'change_email');

-- A single-use link in an email; only its hash is stored. One that verifies an address keeps the sign-up that it stands for.
CREATE TABLE mail_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  purpose mail_token_purpose NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  password_hash text,
  full_name text,
  browser_hash text,
  new_email text
);
CREATE INDEX mail_tokens_expires_at_idx ON mail_tokens (expires_at);
CREATE UNIQUE INDEX mail_tokens_token_hash_key ON mail_tokens (token_hash);
CREATE INDEX mail_tokens_user_id_purpose_idx ON mail_tokens (user_id, purpose);

CREATE TYPE factor_type AS ENUM ('totp', 'phone');

CREATE TYPE factor_status AS ENUM ('unverified', 'verified');

-- A second factor: an authenticator app, or a phone that is sent codes.
CREATE TABLE mfa_factors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  friendly_name text NOT NULL,
  factor_type factor_type NOT NULL,
  status factor_status NOT NULL DEFAULT 'unverified',
  secret_sealed text,
  phone text,
  last_used_step bigint,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX mfa_factors_user_id_friendly_name_key ON mfa_factors (user_id, friendly_name);

CREATE TABLE mfa_challenges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  factor_id uuid NOT NULL REFERENCES mfa_factors ON UPDATE CASCADE ON DELETE CASCADE,
  session_id uuid NOT NULL,
  code_hash text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  verified_at timestamptz(3)
);
CREATE INDEX mfa_challenges_expires_at_idx ON mfa_challenges (expires_at);
CREATE INDEX mfa_challenges_factor_id_idx ON mfa_challenges (factor_id);

-- One of the ten codes for a lost factor; only its keyed hash is kept.
CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  code_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  used_at timestamptz(3)
);
CREATE UNIQUE INDEX recovery_codes_user_id_code_hash_key ON recovery_codes (user_id, code_hash);

-- The counters of rate-limiter-flexible; the shape is the library's.
CREATE TABLE limit_counters (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX limit_counters_expire_idx ON limit_counters (expire);

-- The persons that an entry names, in fields of any depth.
CREATE FUNCTION audit_people(before jsonb, after jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT left(lower(named #>> '{}'), 400)), '{}') FROM (
    SELECT jsonb_path_query(told, '$.** ? (@.type() == "object").keyvalue() ? (@.key == "email" || @.key == "to" || @.key == "customer"
      || @.key == "assignee" || @.key == "recipient" || @.key == "fullName" || @.key == "phone" || @.key == "search").value
      ? (@.type() == "string" && @ != "")', '{}', true)
    FROM unnest(ARRAY[before, after]) AS told
  ) AS people (named)
$$;

-- Records each action: its person, object, time and address. A trigger refuses every change; `remove_old_audit` removes by age, and a
-- deleted account takes its person out of `before` and `after`.
CREATE TABLE audit_log (
  id bigserial PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_id uuid,
  actor_email text,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text,
  change_id uuid
);
CREATE INDEX audit_log_actor_id_id_idx ON audit_log (actor_id, id DESC);
CREATE INDEX audit_log_at_idx ON audit_log (at);
-- The entries that name somebody, for when they leave.
CREATE INDEX audit_log_people_idx ON audit_log USING gin (audit_people(before, after)) WHERE audit_people(before, after) <> '{}'::text[];
CREATE INDEX audit_log_subject_type_subject_id_id_idx ON audit_log (subject_type, subject_id, id DESC);

-- Fingerprints of what deleted accounts were known by, for 32 days (docs/decisions/026).
CREATE TABLE audit_forgotten (
  user_id text NOT NULL,
  digest text NOT NULL,
  forgotten_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (user_id, digest)
);
CREATE INDEX audit_forgotten_digest_idx ON audit_forgotten (digest);
CREATE INDEX audit_forgotten_forgotten_at_idx ON audit_forgotten (forgotten_at);

-- Records each role given or taken, with its time and the administrator; written by a trigger of `profiles`. No foreign keys: it outlives
-- the accounts.
CREATE TABLE role_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  was user_role,
  role user_role NOT NULL,
  changed_by uuid,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  told_at timestamptz(3)
);
CREATE INDEX role_changes_told_at_idx ON role_changes (told_at);
CREATE INDEX role_changes_user_id_at_idx ON role_changes (user_id, at);

-- A program that calls as an administrator.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes jsonb NOT NULL DEFAULT '[]',
  networks jsonb NOT NULL DEFAULT '[]',
  created_by uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid REFERENCES users ON UPDATE CASCADE ON DELETE SET NULL,
  last_used_at timestamptz(3),
  last_used_ip text
);
CREATE INDEX api_keys_created_at_id_idx ON api_keys (created_at DESC, id DESC);
CREATE INDEX api_keys_created_by_idx ON api_keys (created_by);
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);
CREATE INDEX api_keys_revoked_by_idx ON api_keys (revoked_by);

-- From where a key was used: the first call of each network is written down.
CREATE TABLE api_key_networks (
  key_id uuid NOT NULL REFERENCES api_keys ON UPDATE CASCADE ON DELETE CASCADE,
  network text NOT NULL,
  first_used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (key_id, network)
);

-- The answer of a creating call, under the key that its caller sent with it: sent again within a day it creates nothing more and gets this
-- answer (docs/decisions/007).
CREATE TABLE idempotency_keys (
  caller text NOT NULL,
  key text NOT NULL,
  procedure text NOT NULL,
  input_hash text NOT NULL,
  answer text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
