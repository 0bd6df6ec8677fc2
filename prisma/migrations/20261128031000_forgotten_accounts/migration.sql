-- A deleted account leaves the audit log: the database itself puts a marker in the place of what entries tell of its person, and nothing
-- else changes an entry (docs/decisions/074).

-- Fingerprints of what a deleted account was known by, for 32 days: entries that jobs write later are known by them.
-- CreateTable
CREATE TABLE "audit_forgotten" (
    "user_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "forgotten_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_forgotten_pkey" PRIMARY KEY ("user_id","digest")
);

-- CreateIndex
CREATE INDEX "audit_forgotten_digest_idx" ON "audit_forgotten"("digest");

-- CreateIndex
CREATE INDEX "audit_forgotten_forgotten_at_idx" ON "audit_forgotten"("forgotten_at");

-- The persons that an entry names, in fields of any depth.
CREATE FUNCTION audit_people(before jsonb, after jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT left(lower(named #>> '{}'), 400)), '{}') FROM (
    SELECT jsonb_path_query(told, '$.** ? (@.type() == "object").keyvalue() ? (@.key == "email" || @.key == "to" || @.key == "customer"
      || @.key == "assignee" || @.key == "recipient" || @.key == "fullName" || @.key == "phone" || @.key == "search").value
      ? (@.type() == "string" && @ != "")', '{}', true)
    FROM unnest(ARRAY[before, after]) AS told
  ) AS people (named)
$$;

-- A JSON value with the marker in fields that always tell of the person, and in those that name it by one of certain texts.
CREATE FUNCTION audit_marked(told jsonb, always text[], texts text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
BEGIN
  IF jsonb_typeof(told) = 'object' THEN
    RETURN (SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN jsonb_typeof(value) = 'string' AND value <> '""' AND (key = ANY(always)
        OR (key IN ('email', 'to', 'customer', 'assignee', 'recipient', 'fullName', 'phone', 'search') AND left(lower(value #>> '{}'), 400) = ANY(texts)))
        THEN '"A deleted account"'::jsonb
      ELSE audit_marked(value, always, texts) END), '{}') FROM jsonb_each(told));
  ELSIF jsonb_typeof(told) = 'array' THEN
    RETURN (SELECT coalesce(jsonb_agg(audit_marked(value, always, texts) ORDER BY place), '[]') FROM jsonb_array_elements(told) WITH ORDINALITY AS each (value, place));
  END IF;
  RETURN told;
END
$$;

-- An entry as it is once deleted accounts are taken out of it: all that names the person in entries about the account, what they have
-- written themselves, and their address, number and name wherever else. After an hour an address may be that of a new account: then only
-- letters and lists are looked at.
CREATE FUNCTION audit_without_forgotten(entry audit_log) RETURNS audit_log LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  always text[] := '{}';
  texts text[] := '{}';
BEGIN
  IF entry.before IS NULL AND entry.after IS NULL THEN
    RETURN entry;
  END IF;
  IF entry.subject_type = 'user' THEN
    IF EXISTS (SELECT FROM audit_forgotten WHERE user_id = entry.subject_id) THEN
      always := '{email,fullName,phone,friendlyName}';
    END IF;
  ELSE
    SELECT coalesce(array_agg(person), '{}') INTO texts FROM unnest(audit_people(entry.before, entry.after)) AS person
      JOIN audit_forgotten AS f ON f.digest = encode(sha256(convert_to(person, 'UTF8')), 'hex')
      WHERE entry.at <= f.forgotten_at + interval '1 hour' OR entry.subject_type IN ('outbox', 'list');
  END IF;
  IF entry.actor_id IS NOT NULL AND EXISTS (SELECT FROM audit_forgotten WHERE user_id = entry.actor_id::text) THEN
    always := always || '{remarks}'::text[] || CASE WHEN entry.after ->> 'via' = 'online' THEN '{note}'::text[] ELSE '{}' END;
  END IF;
  IF always <> '{}' OR texts <> '{}' THEN
    entry.before := audit_marked(entry.before, always, texts);
    entry.after := audit_marked(entry.after, always, texts);
  END IF;
  RETURN entry;
END
$$;

-- An UPDATE changes nothing but what a deleted account leaves, whatever it says.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('shop.audit_removal', true) = 'on' AND OLD.at < now() - interval '90 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('shop.audit_forgetting', true) = 'on' THEN
    RETURN audit_without_forgotten(OLD);
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Puts the marker into certain entries, and writes down into how many.
CREATE FUNCTION audit_forget(ids bigint[], subject text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  marked record;
BEGIN
  PERFORM set_config('shop.audit_forgetting', 'on', true);
  WITH changed AS (
    UPDATE audit_log AS a SET before = a.before WHERE a.id = ANY(ids) AND audit_without_forgotten(a) IS DISTINCT FROM a RETURNING a.id
  )
  SELECT count(*)::integer AS entries, min(id) AS first, max(id) AS last INTO marked FROM changed;
  PERFORM set_config('shop.audit_forgetting', 'off', true);
  IF marked.entries > 0 THEN
    INSERT INTO audit_log (action, subject_type, subject_id, after)
      VALUES ('account.forgotten', 'user', subject, jsonb_build_object('entries', marked.entries, 'firstEntry', marked.first, 'lastEntry', marked.last));
  END IF;
  RETURN marked.entries;
END
$$;

-- With the account, by whichever way it goes. A name or number that somebody else has too is not looked for, nor that of a sign-up that
-- nobody has verified: it stands in entries about the account alone.
CREATE FUNCTION forget_account() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  texts text[];
BEGIN
  SELECT array_agg(DISTINCT left(lower(known), 400)) INTO texts FROM (
    SELECT OLD.email
    UNION SELECT told.value #>> '{}' FROM audit_log AS a, unnest(ARRAY[a.before, a.after]) AS side,
      jsonb_each(CASE jsonb_typeof(side) WHEN 'object' THEN side ELSE '{}' END) AS told
      WHERE a.subject_type = 'user' AND a.subject_id = OLD.id::text AND told.key IN ('fullName', 'phone') AND jsonb_typeof(told.value) = 'string'
    UNION SELECT p.full_name FROM profiles AS p WHERE p.user_id = OLD.id
    UNION SELECT p.phone FROM profiles AS p WHERE p.user_id = OLD.id
    UNION SELECT p.email FROM profiles AS p WHERE p.user_id = OLD.id
  ) AS person (known)
  WHERE known <> '' AND (known = OLD.email OR (OLD.email_verified_at IS NOT NULL OR OLD.signed_up_at IS NULL) AND NOT EXISTS (SELECT FROM profiles AS o WHERE o.user_id <> OLD.id AND known IN (o.full_name, o.phone, o.email)));
  INSERT INTO audit_forgotten (user_id, digest)
    SELECT OLD.id::text, encode(sha256(convert_to(known, 'UTF8')), 'hex') FROM unnest(texts) AS known
    ON CONFLICT (user_id, digest) DO UPDATE SET forgotten_at = now();
  PERFORM audit_forget(ARRAY(
    SELECT id FROM audit_log WHERE subject_type = 'user' AND subject_id = OLD.id::text
    UNION SELECT id FROM audit_log WHERE actor_id = OLD.id AND (after ? 'remarks' OR after ->> 'via' = 'online')
    UNION SELECT id FROM audit_log WHERE audit_people(before, after) <> '{}' AND audit_people(before, after) && texts
  ), OLD.id::text);
  RETURN OLD;
END
$$;
CREATE TRIGGER forget_account BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_account();

-- What comes in later. Rows of the catalogue name nobody, and come in by tens of thousands.
CREATE FUNCTION forget_late_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RETURN audit_without_forgotten(NEW);
END
$$;
CREATE TRIGGER forget_late BEFORE INSERT ON audit_log FOR EACH ROW WHEN (NEW.subject_type NOT IN ('product', 'machine')) EXECUTE FUNCTION forget_late_entry();

-- Entries that were being written while an account went, which neither of the two has seen; and fingerprints that have served.
CREATE FUNCTION forget_late_entries() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  person record;
  entries integer := 0;
BEGIN
  DELETE FROM audit_forgotten WHERE forgotten_at < now() - interval '32 days';
  FOR person IN SELECT DISTINCT user_id, forgotten_at FROM audit_forgotten WHERE forgotten_at > now() - interval '1 hour' LOOP
    entries := entries + audit_forget(ARRAY(
      SELECT id FROM audit_log WHERE at BETWEEN person.forgotten_at - interval '10 minutes' AND person.forgotten_at + interval '10 minutes'
    ), person.user_id);
  END LOOP;
  RETURN entries;
END
$$;

-- A caller's own schemas must not stand in for the shop's.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_without_forgotten(audit_log)', 'audit_forget(bigint[], text)', 'forget_account()', 'forget_late_entries()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;

-- allowed takes-away: they are new, and only their owner's triggers and functions are to use them.
REVOKE EXECUTE ON FUNCTION forget_account() FROM PUBLIC;
-- allowed takes-away: it is new as well, and would mark whichever entries its caller names.
REVOKE EXECUTE ON FUNCTION audit_forget(bigint[], text) FROM PUBLIC;
