-- Rules of people: the audit log is only added to, a deleted account leaves it, and every change of a role is kept.

-- What happened stays written: no row of the audit log changes or goes.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- What happened stays written.
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON credit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON credit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_lots FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_change();

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

-- A deleted account leaves the entries of its billing details too: name, company, addresses and VAT number (docs/decisions/026).
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
  ELSIF entry.subject_type = 'buyer' THEN
    IF EXISTS (SELECT FROM audit_forgotten AS f JOIN buyers AS b ON b.user_id::text = f.user_id WHERE b.id::text = entry.subject_id) THEN
      always := '{email,fullName,company,billingAddress,postalAddress,vatNumber}';
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
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

-- Removes at most so many entries that are older than so many days, the oldest first, and says how many. It works with the
-- rights of the table's owner: who calls it needs none on the table, and cannot remove what is younger.
CREATE FUNCTION remove_old_audit(older_than_days integer, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  removed integer;
BEGIN
  PERFORM set_config('shop.audit_removal', 'on', true);
  DELETE FROM audit_log WHERE id IN (
    SELECT id FROM audit_log WHERE at < now() - make_interval(days => greatest(older_than_days, 90))
    ORDER BY at LIMIT greatest(most, 0) FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM set_config('shop.audit_removal', 'off', true);
  RETURN removed;
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
    UNION SELECT a.id FROM audit_log AS a JOIN buyers AS b ON a.subject_id = b.id::text WHERE a.subject_type = 'buyer' AND b.user_id = OLD.id
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
CREATE TRIGGER forget_late BEFORE INSERT ON audit_log
  FOR EACH ROW WHEN (NEW.subject_type NOT IN ('product', 'machine')) EXECUTE FUNCTION forget_late_entry();

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

-- Written for every change, plain SQL's too, which says nobody's name. An account that comes in with the role has had it since it was
-- made; the first of a shop, which nobody could have made, for ever.
CREATE FUNCTION keep_role_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  was user_role;
  changed_by uuid := nullif(current_setting('shop.role_changed_by', true), '')::uuid;
  changed_at timestamptz := coalesce(nullif(current_setting('shop.role_changed_at', true), '')::timestamptz, now());
  told timestamptz;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was := OLD.role;
  ELSIF NOT EXISTS (SELECT FROM profiles WHERE role = 'admin' AND id <> NEW.id) THEN
    changed_at := to_timestamp(0);
    told := now();
  ELSE
    changed_at := least(changed_at, NEW.created_at);
  END IF;
  INSERT INTO role_changes (user_id, was, role, changed_by, at, told_at) VALUES (NEW.user_id, was, NEW.role, changed_by, changed_at, told);
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_role AFTER INSERT ON profiles FOR EACH ROW WHEN (NEW.role = 'admin') EXECUTE FUNCTION keep_role_change();
CREATE TRIGGER keep_role_update AFTER UPDATE OF role ON profiles
  FOR EACH ROW WHEN (NEW.role IS DISTINCT FROM OLD.role) EXECUTE FUNCTION keep_role_change();

-- A key ends with its creator's role, for good: it does not come back when the role does. Plain SQL counts too.
CREATE FUNCTION revoke_api_keys() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE api_keys SET revoked_at = now() WHERE created_by = OLD.user_id AND revoked_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER revoke_api_keys AFTER UPDATE OF role ON profiles
  FOR EACH ROW WHEN (OLD.role = 'admin' AND NEW.role <> 'admin') EXECUTE FUNCTION revoke_api_keys();
CREATE TRIGGER revoke_api_keys_of_removed AFTER DELETE ON profiles FOR EACH ROW WHEN (OLD.role = 'admin') EXECUTE FUNCTION revoke_api_keys();

-- The customer whom a user's things are for: the one they were merged into, or themselves.
CREATE FUNCTION kept_user(person uuid) RETURNS uuid LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce((SELECT u.merged_into FROM users AS u WHERE u.id = person), person)
$$;

-- Two users of a merge that stands. What goes from one to the other does not change its owner.
CREATE FUNCTION same_person(one uuid, other uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM customer_merges AS m WHERE m.undone_at IS NULL AND (m.keep_id, m.merged_id) IN ((one, other), (other, one))
  )
$$;

-- These run with their owner's rights: a caller's own schemas must not stand in for the shop's.
DO $paths$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_without_forgotten(audit_log)', 'audit_forget(bigint[], text)', 'forget_account()', 'forget_late_entries()',
    'remove_old_audit(integer, integer)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$paths$;

-- Only their owner's triggers and functions use them: one would mark any entries that its caller names.
REVOKE EXECUTE ON FUNCTION forget_account() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION audit_forget(bigint[], text) FROM PUBLIC;
