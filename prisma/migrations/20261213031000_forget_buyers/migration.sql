-- A deleted account leaves the entries of its billing details too: name, company, addresses and VAT number (docs/decisions/074, 106).
CREATE OR REPLACE FUNCTION audit_without_forgotten(entry audit_log)
 RETURNS audit_log
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
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

CREATE OR REPLACE FUNCTION forget_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
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

-- A caller's own schemas must not stand in for the shop's.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_without_forgotten(audit_log)', 'forget_account()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;

-- By whichever way an account goes, its buyer names nobody any more: what issued documents need stands in the documents.
CREATE FUNCTION forget_buyer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE buyers SET email = NULL, full_name = NULL, is_business = false, company = NULL, billing_address = NULL, postal_address = NULL, vat_number = NULL,
    vat_number_state = 'unchecked', vat_number_checked_at = NULL WHERE user_id = OLD.id;
  UPDATE credit_accounts SET email = NULL, full_name = NULL
    WHERE (email IS NOT NULL OR full_name IS NOT NULL) AND buyer_id = (SELECT id FROM buyers WHERE user_id = OLD.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_buyer AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_buyer();

-- allowed changes-many-rows: accounts that are gone already are few
UPDATE buyers AS b SET email = NULL, full_name = NULL, is_business = false, company = NULL, billing_address = NULL, postal_address = NULL, vat_number = NULL,
  vat_number_state = 'unchecked', vat_number_checked_at = NULL
  WHERE NOT EXISTS (SELECT FROM users AS u WHERE u.id = b.user_id);
-- allowed changes-many-rows: accounts that are gone already are few
UPDATE credit_accounts AS a SET email = NULL, full_name = NULL
  WHERE (a.email IS NOT NULL OR a.full_name IS NOT NULL) AND buyer_id IN (SELECT b.id FROM buyers AS b WHERE NOT EXISTS (SELECT FROM users AS u WHERE u.id = b.user_id));
