-- Written by `npm run db:functions`, and not to be edited: all functions and triggers as the migrations leave them. A change is a new migration.

CREATE OR REPLACE FUNCTION public.announce_billing() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_ids('billing_documents', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(noun, array_agg(DISTINCT noun_id)) FROM changed WHERE noun IN ('repairs', 'orders') AND noun_id IS NOT NULL GROUP BY noun;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_cases() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_ids(c.kind::text, array_agg(c.id)) FROM cases AS c WHERE c.id IN (SELECT case_id FROM changed) GROUP BY c.kind;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_credit_accounts(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.announce_credit_transfers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_credit_accounts((SELECT array_agg(DISTINCT account_id) FROM changed));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_held_products() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_ids('products', (
    SELECT array_agg(DISTINCT l.product_id) FROM order_lines AS l JOIN order_sales AS s ON s.order_id = l.order_id
    WHERE l.order_id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid AND l.product_id IS NOT NULL));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_ids(named text, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.announce_owned_rows() RETURNS trigger LANGUAGE plpgsql AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.announce_paid() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', noun, 'id', noun_id)::text)
    FROM changed WHERE noun IN ('repairs', 'orders') AND length(noun_id) <= 36;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_products_of_passports() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS first_rows) > 50 THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', 'products', 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', 'products', 'id', product_id)::text)
    FROM (SELECT DISTINCT u.product_id FROM changed AS c JOIN units AS u ON u.id = kept_unit(c.unit_id) WHERE u.product_id IS NOT NULL) AS named;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_receipts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_ids('payments', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(noun, array_agg(DISTINCT noun_id)) FROM changed WHERE noun IN ('repairs', 'orders') AND noun_id IS NOT NULL GROUP BY noun;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_refunds() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_ids('refunds', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(p.noun, array_agg(DISTINCT p.noun_id)) FROM changed AS r JOIN payments AS p ON p.id = r.payment_id
    WHERE p.noun IN ('repairs', 'orders') AND p.noun_id IS NOT NULL GROUP BY p.noun;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_repairs() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_ids('repairs', (SELECT array_agg(DISTINCT repair_id) FROM changed));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_row() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', to_jsonb(NEW) ->> TG_ARGV[0])::text);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_rows() RETURNS trigger LANGUAGE plpgsql AS $function$
DECLARE
  many CONSTANT integer := 50;
  longest CONSTANT integer := 1000;
  named jsonb[];
BEGIN
  SELECT array_agg(fields) INTO named FROM (SELECT to_jsonb(changed) AS fields FROM changed LIMIT many + 1) AS first_rows;
  IF cardinality(named) > many OR EXISTS (SELECT FROM unnest(named) AS fields WHERE length(fields ->> TG_ARGV[0]) > longest) THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', fields ->> TG_ARGV[0], 'owner', fields ->> 'user_id')::text)
    FROM unnest(named) AS fields;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_table() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_trade_ins() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM announce_ids('trade_ins', (SELECT array_agg(DISTINCT trade_in_id) FROM changed));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS first_rows) > 50 THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', 'units', 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', 'units', 'id', u.id, 'owner', u.user_id)::text)
    FROM units AS u WHERE u.id IN (SELECT unit_id FROM changed);
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_units_of_steps() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', 'units', 'id', found.id, 'owner', found.user_id)::text)
  FROM (
    SELECT DISTINCT u.id, u.user_id FROM changed AS c JOIN refurbishments AS r ON r.id = c.refurbishment_id JOIN units AS u ON u.id = r.unit_id LIMIT 50
  ) AS found;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.audit_forget(ids bigint[], subject text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.audit_marked(told jsonb, always text[], texts text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.audit_people(before jsonb, after jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $function$
  SELECT coalesce(array_agg(DISTINCT left(lower(named #>> '{}'), 400)), '{}') FROM (
    SELECT jsonb_path_query(told, '$.** ? (@.type() == "object").keyvalue() ? (@.key == "email" || @.key == "to" || @.key == "customer"
      || @.key == "assignee" || @.key == "recipient" || @.key == "fullName" || @.key == "phone" || @.key == "search").value
      ? (@.type() == "string" && @ != "")', '{}', true)
    FROM unnest(ARRAY[before, after]) AS told
  ) AS people (named)
$function$;

CREATE OR REPLACE FUNCTION public.audit_without_forgotten(entry audit_log) RETURNS audit_log LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.begin_credit_account() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.balance := 0;
  NEW.held := 0;
  NEW.owed := 0;
  NEW.on_account := 0;
  NEW.entries := 0;
  NEW.last_hash := repeat('0', 64);
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.begin_credit_lot() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.available := 0;
  NEW.held := 0;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.begin_credit_payment() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.held := 0;
  NEW.captured := 0;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.begin_document() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.owed := 0;
  NEW.paid := 0;
  NEW.store_credit := 0;
  NEW.credited := 0;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.begin_link() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  NEW.expires_at := coalesce(
    (SELECT link_end(r.status::text, r.completed_at, r.updated_at) FROM repairs AS r WHERE r.id = NEW.case_id),
    (SELECT link_end(t.status::text, t.completed_at, t.updated_at) FROM trade_ins AS t WHERE t.id = NEW.case_id)
  );
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.begin_receipt() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.on_account := 0;
  NEW.allocated := 0;
  NEW.refunded := 0;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.begin_version() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.version := 1;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.business_days(first date, last date, holidays date[]) RETURNS integer LANGUAGE sql IMMUTABLE AS $function$
  SELECT greatest(0, weekdays_until(last) - weekdays_until(first) - width_bucket(last, holidays) + width_bucket(first, holidays))
$function$;

CREATE OR REPLACE FUNCTION public.chain_credit_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  account credit_accounts;
BEGIN
  SELECT * INTO account FROM credit_accounts WHERE id = NEW.account_id FOR UPDATE;
  IF account.id IS NULL THEN
    RAISE EXCEPTION 'There is no such account' USING ERRCODE = 'foreign_key_violation';
  END IF;
  IF (account.buyer_id IS NULL) <> (NEW.lot_id IS NOT NULL) THEN
    RAISE EXCEPTION 'Store credit and money have accounts of their own' USING ERRCODE = 'check_violation';
  END IF;
  NEW.number := account.entries + 1;
  NEW.previous_hash := account.last_hash;
  NEW.hash := credit_entry_hash(NEW);
  UPDATE credit_accounts
    SET balance = balance + credit_added(NEW, 'available'), held = held + credit_added(NEW, 'held'),
      owed = owed + credit_added(NEW, 'owed'), on_account = on_account - credit_added(NEW, 'on_account'),
      entries = NEW.number, last_hash = NEW.hash
    WHERE id = NEW.account_id;
  IF NEW.lot_id IS NOT NULL THEN
    UPDATE credit_lots SET available = available + credit_added(NEW, 'available'), held = held + credit_added(NEW, 'held')
      WHERE id = NEW.lot_id AND account_id = NEW.account_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The account has no such lot' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  IF NEW.payment_id IS NOT NULL THEN
    UPDATE credit_payments SET held = held + credit_added(NEW, 'held'), captured = captured + credit_added(NEW, 'used')
      WHERE id = NEW.payment_id AND account_id = NEW.account_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The account has no such payment' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  IF NEW.document_id IS NOT NULL THEN
    UPDATE billing_documents SET owed = owed + credit_added(NEW, 'owed'), paid = paid + credit_added(NEW, 'on_account'),
      store_credit = store_credit + credit_added(NEW, 'store_credit'), credited = credited + CASE NEW.kind WHEN 'correct' THEN NEW.amount ELSE 0 END
      WHERE id = NEW.document_id AND account_id = NEW.account_id AND kind = 'invoice' AND state = 'issued';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The account has no such invoice' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  IF NEW.receipt_id IS NOT NULL THEN
    UPDATE payments SET on_account = on_account - credit_added(NEW, 'on_account'), allocated = allocated - credit_added(NEW, 'owed'),
      refunded = refunded - CASE NEW.kind WHEN 'receive' THEN 0 ELSE credit_added(NEW, 'received') END
      WHERE id = NEW.receipt_id AND account_id = NEW.account_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The account has no such payment' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.columns_of_accounts() RETURNS TABLE(place integer, named text, held_in text) LANGUAGE sql IMMUTABLE AS $function$
  SELECT row_number() OVER ()::integer, split_part(of, '.', 1), split_part(of, '.', 2) FROM unnest(ARRAY[
    'mfa_factors.user_id', 'recovery_codes.user_id', 'mail_tokens.user_id'
  ]) AS of
$function$;

CREATE OR REPLACE FUNCTION public.columns_of_customers() RETURNS TABLE(place integer, named text, held_in text) LANGUAGE sql IMMUTABLE AS $function$
  SELECT row_number() OVER ()::integer, split_part(of, '.', 1), split_part(of, '.', 2) FROM unnest(ARRAY[
    'credit_accounts.user_id', 'buyers.user_id', 'users.merged_into', 'orders.user_id', 'repairs.user_id', 'trade_ins.user_id',
    'units.user_id', 'unit_ownerships.user_id', 'unit_claims.claimant_id', 'unit_claims.owner_id', 'passports.claimed_by',
    'case_requests.user_id', 'case_customers.user_id', 'case_emails.customer_id', 'case_messages.customer_id', 'case_messages.author_id',
    'case_files.customer_id', 'case_files.uploaded_by', 'case_links.customer_id', 'case_quotes.customer_id', 'case_quotes.answered_by_user',
    'case_readings.created_by', 'credit_requests.user_id', 'approval_requests.user_id'
  ]) AS of
$function$;

CREATE OR REPLACE FUNCTION public.count_listed_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  SELECT count(*) INTO NEW.stock_quantity FROM units WHERE product_id = NEW.id AND state = 'listed' AND merged_into IS NULL;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.count_parts_of_type() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  SELECT count(*) FILTER (WHERE state = 'in_stock'), count(*) FILTER (WHERE state = 'reserved') INTO NEW.in_stock, NEW.reserved
  FROM parts WHERE type_id = NEW.id AND state IN ('in_stock', 'reserved');
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.credit_added(entry credit_entries, side credit_book) RETURNS numeric LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $function$
  SELECT CASE side WHEN entry.credit THEN entry.amount WHEN entry.debit THEN -entry.amount ELSE 0 END
$function$;

CREATE OR REPLACE FUNCTION public.credit_entry_hash(entry credit_entries) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS $function$
  SELECT encode(sha256(convert_to(json_build_array(
    entry.previous_hash, entry.account_id::text, entry.number::text, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.kind::text, entry.debit::text, entry.credit::text, entry.amount::text, entry.lot_id::text,
    entry.cause_noun, entry.cause_id, entry.reason, credit_entry_seal(entry)
  )::text, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION public.credit_entry_seal(entry credit_entries) RETURNS text LANGUAGE sql STABLE AS $function$
  SELECT encode(sha256(convert_to((CASE WHEN entry.lot_id IS NULL
    THEN json_build_array(
      entry.actor_id::text, entry.actor_email, entry.key, entry.part::text, entry.movement_id::text, entry.payment_id::text,
      entry.document_id::text, entry.receipt_id::text)
    ELSE json_build_array(
      entry.actor_id::text, entry.actor_email, entry.key, entry.part::text, entry.movement_id::text, entry.payment_id::text)
  END)::text, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION public.customer_of_row(named uuid, of uuid) RETURNS uuid LANGUAGE sql STABLE AS $function$
  SELECT coalesce(named, (SELECT r.user_id FROM repairs AS r WHERE r.id = of), (SELECT t.user_id FROM trade_ins AS t WHERE t.id = of))
$function$;

CREATE OR REPLACE FUNCTION public.drop_claim_link() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  NEW.token_hash := NULL;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.drop_return_address() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  NEW.return_address := NULL;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.end_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE case_links SET expires_at = link_end(NEW.status::text, NEW.completed_at, NEW.updated_at)
  WHERE case_id = NEW.id AND (customer_id IS NULL OR customer_id = NEW.user_id);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.end_pending_payments() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE credit_payments AS p SET released_at = now()
  WHERE p.trade_in_id = NEW.id AND p.released_at IS NULL AND NOT EXISTS (SELECT FROM credit_entries AS e WHERE e.payment_id = p.id);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.end_return() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.unrepaired_reason := NULL;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.end_unit_claims() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  IF NEW.owner = 'customer' AND NEW.user_id IS NULL AND NEW.merged_into IS NOT DISTINCT FROM OLD.merged_into AND NEW.state <> 'scrapped' THEN
    UPDATE unit_claims SET owner_id = NULL, token_hash = NULL WHERE unit_id = NEW.id AND state = 'waiting';
  ELSE
    UPDATE unit_claims SET state = 'ended', decided_at = now(), token_hash = NULL WHERE unit_id = NEW.id AND state = 'waiting';
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.exchange_accounts(one uuid, other uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  a users;
  b users;
BEGIN
  SELECT * INTO a FROM users WHERE id = one FOR UPDATE;
  SELECT * INTO b FROM users WHERE id = other FOR UPDATE;
  UPDATE users SET email = 'exchanged:' || id WHERE id = other;
  UPDATE users SET email = CASE WHEN b.email = 'no-email:' || other THEN 'no-email:' || one ELSE b.email END, password_hash = b.password_hash,
    initial_password_hash = b.initial_password_hash, email_verified_at = b.email_verified_at, signed_up_at = b.signed_up_at WHERE id = one;
  UPDATE users SET email = CASE WHEN a.email = 'no-email:' || one THEN 'no-email:' || other ELSE a.email END, password_hash = a.password_hash,
    initial_password_hash = a.initial_password_hash, email_verified_at = a.email_verified_at, signed_up_at = a.signed_up_at WHERE id = other;
  UPDATE profiles AS p SET email = CASE WHEN starts_with(u.email, 'no-email:') THEN '' ELSE u.email END
    FROM users AS u WHERE u.id = p.user_id AND u.id IN (one, other);
END
$function$;

CREATE OR REPLACE FUNCTION public.flatten_collections() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.collections := ARRAY(SELECT name FROM unnest(NEW.collections) AS name WHERE name IS NOT NULL);
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.follow_merged() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  kept uuid;
BEGIN
  SELECT u.merged_into INTO kept FROM users AS u WHERE u.id = NEW.user_id FOR KEY SHARE;
  IF kept IS NOT NULL THEN
    NEW.user_id := kept;
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.follow_repair_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM raise_sequence('repair_number_seq', (SELECT max(number_after('REP', repair_number)) FROM added));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.follow_trade_in_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  PERFORM raise_sequence('trade_in_number_seq', (SELECT max(number_after('TRD', trade_in_number)) FROM added));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.follow_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  product uuid;
BEGIN
  FOR product IN
    SELECT DISTINCT id FROM unnest(ARRAY[CASE WHEN TG_OP <> 'INSERT' THEN OLD.product_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.product_id END]) AS id
    WHERE id IS NOT NULL ORDER BY id
  LOOP
    UPDATE products SET tracks_units = EXISTS (SELECT FROM units WHERE product_id = product AND merged_into IS NULL),
      stock_quantity = CASE WHEN tracks_units THEN 0 ELSE stock_quantity END
    WHERE id = product;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.forget_account() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.forget_buyer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE buyers SET email = NULL, full_name = NULL, is_business = false, company = NULL, billing_address = NULL, postal_address = NULL, vat_number = NULL,
    vat_number_state = 'unchecked', vat_number_checked_at = NULL WHERE user_id = OLD.id;
  UPDATE credit_accounts SET email = NULL, full_name = NULL
    WHERE (email IS NOT NULL OR full_name IS NOT NULL) AND buyer_id IN (SELECT id FROM buyers WHERE user_id = OLD.id);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.forget_late_entries() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.forget_late_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  RETURN audit_without_forgotten(NEW);
END
$function$;

CREATE OR REPLACE FUNCTION public.forget_sale() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE order_sales SET email = NULL, full_name = NULL, phone = NULL, delivery_address = NULL, token_hash = NULL WHERE order_id = NEW.id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.gather_lot(source credit_lots, merge customer_merges, moved_at timestamp with time zone) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  target uuid;
  lot uuid;
BEGIN
  INSERT INTO credit_accounts (user_id, email, full_name)
    SELECT u.id, left(coalesce(p.email, u.email), 254), left(p.full_name, 200) FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = merge.keep_id
    ON CONFLICT (user_id) WHERE former_of IS NULL DO NOTHING;
  SELECT a.id INTO target FROM credit_accounts AS a WHERE a.user_id = merge.keep_id AND a.former_of IS NULL;
  SELECT l.id INTO lot FROM credit_lots AS l WHERE l.account_id = target AND l.moved_from = source.id;
  IF lot IS NULL THEN
    INSERT INTO credit_lots (account_id, kind, expires_at, cause_noun, cause_id, created_at, moved_from)
      VALUES (target, source.kind, source.expires_at, source.cause_noun, source.cause_id, source.created_at, source.id) RETURNING id INTO lot;
  END IF;
  PERFORM move_lot(source.id, lot, merge, 'Moved to the account of the same customer', 'merge', moved_at);
END
$function$;

CREATE OR REPLACE FUNCTION public.give_case_on() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET "TimeZone" TO 'UTC' AS $function$
DECLARE
  -- A link of the former customer leads to what was theirs for so long.
  kept CONSTANT interval := '90 days';
  latest CONSTANT bigint := (
    SELECT coalesce(max(a.id), 0) FROM audit_log AS a
    WHERE a.subject_type = CASE TG_TABLE_NAME WHEN 'repairs' THEN 'repair' ELSE 'trade_in' END AND a.subject_id = NEW.id::text);
  present uuid;
BEGIN
  SELECT c.id INTO present FROM case_customers AS c WHERE c.case_id = NEW.id AND c.ended_at IS NULL;
  IF OLD.user_id IS NULL THEN
    -- What was made while nobody had it is of whoever gets it.
    UPDATE case_customers SET user_id = NEW.user_id WHERE id = present;
    RETURN NULL;
  END IF;

  UPDATE case_emails SET customer_id = OLD.user_id WHERE customer_id IS NULL AND case_id = NEW.id;
  UPDATE case_messages SET customer_id = OLD.user_id WHERE customer_id IS NULL AND case_id = NEW.id;
  -- The desk's own pictures are of the machine.
  UPDATE case_files SET customer_id = OLD.user_id WHERE customer_id IS NULL AND case_id = NEW.id AND (from_customer OR is_shared);
  UPDATE case_links SET customer_id = OLD.user_id, expires_at = least(expires_at, now() + kept) WHERE customer_id IS NULL AND case_id = NEW.id;
  UPDATE case_links SET expires_at = NULL WHERE customer_id = NEW.user_id AND case_id = NEW.id;

  -- What waits for an answer is over, and what waits for an approval was written to another customer.
  UPDATE case_quotes SET customer_id = OLD.user_id, expires_at = CASE state WHEN 'sent' THEN now() ELSE expires_at END,
    state = CASE state WHEN 'sent' THEN 'expired' ELSE state END
  WHERE customer_id IS NULL AND case_id = NEW.id AND state <> 'draft';
  UPDATE case_quotes SET requested_by = NULL, requested_at = NULL, email = NULL
  WHERE case_id = NEW.id AND state = 'draft' AND requested_at IS NOT NULL;

  -- Store credit that was to come: from the trade-in, or for the repair. What is held is given back by the shop (credit/settle.ts).
  UPDATE credit_payments AS p SET released_at = now()
  WHERE p.released_at IS NULL AND (p.trade_in_id = NEW.id OR (p.trade_in_id IS NOT NULL AND p.noun = 'repairs' AND p.noun_id = NEW.id::text))
    AND NOT EXISTS (SELECT FROM credit_entries AS e WHERE e.payment_id = p.id);

  IF present IS NOT NULL THEN
    UPDATE case_customers SET ended_at = clock_timestamp(), until_entry = latest, last = to_jsonb(OLD) WHERE id = present;
  ELSIF EXISTS (SELECT FROM users AS u WHERE u.id = OLD.user_id) THEN
    INSERT INTO case_customers (case_id, user_id, started_at, ended_at, until_entry, last)
    VALUES (NEW.id, OLD.user_id, OLD.created_at, clock_timestamp(), latest, to_jsonb(OLD));
  END IF;
  INSERT INTO case_customers (case_id, user_id, from_entry, found)
  VALUES (NEW.id, NEW.user_id, latest, coalesce((
    SELECT jsonb_object_agg(f.key, f.value) FROM jsonb_each(to_jsonb(NEW)) AS f
    -- The parcel and the problem in the former customer's words, and what they were told that it costs or is worth.
    WHERE f.value <> 'null' AND (f.key IN ('inbound_carrier', 'inbound_tracking_number', 'sent_in_at', 'estimated_cost', 'estimated_value', 'final_value')
      OR (f.key = 'problem_description' AND NEW.request_id IS NOT NULL))), '{}'));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.has_account(person users) RETURNS boolean LANGUAGE sql IMMUTABLE AS $function$
  SELECT person.password_hash IS NOT NULL OR person.email_verified_at IS NOT NULL OR person.signed_up_at IS NOT NULL
$function$;

CREATE OR REPLACE FUNCTION public.has_open_payments(paid_noun text, paid_id uuid) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM credit_payments WHERE noun = paid_noun AND noun_id = paid_id::text AND released_at IS NULL);
END
$function$;

CREATE OR REPLACE FUNCTION public.held_pieces(product uuid, moment timestamp with time zone, but uuid) RETURNS integer LANGUAGE sql STABLE SET search_path FROM CURRENT AS $function$
  SELECT coalesce(sum(greatest(0, l.quantity - greatest(l.cancelled, 0) - l.taken
    - (SELECT count(*) FROM order_line_units AS d WHERE d.line_id = l.id AND d.returned_at IS NULL))), 0)::integer
  FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id JOIN order_sales AS s ON s.order_id = o.id
  WHERE l.product_id = product AND l.taken < l.quantity AND o.status <> 'cancelled' AND o.id IS DISTINCT FROM but AND (
    s.agreed_at IS NOT NULL OR s.short_at IS NULL AND (s.held_until > moment OR EXISTS (
      SELECT FROM payments AS p WHERE p.noun = 'orders' AND p.noun_id = o.id AND p.reversed_at IS NULL AND p.refunded < p.amount
        AND p.created_at <= s.held_until)))
$function$;

CREATE OR REPLACE FUNCTION public.hidden_fields(found jsonb, present jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $function$
  SELECT jsonb_object_agg(f.key, NULL::text) FROM jsonb_each(found) AS f WHERE present -> f.key = f.value
$function$;

CREATE OR REPLACE FUNCTION public.is_billed_to_another(work text, work_id uuid, customer uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $function$
  SELECT EXISTS (
    SELECT FROM billing_documents AS d JOIN buyers AS b ON b.id = d.buyer_id
    WHERE d.noun = work AND d.noun_id = work_id AND d.state = 'issued' AND b.user_id <> customer
  ) OR EXISTS (
    SELECT FROM payments AS p JOIN buyers AS b ON b.id = p.buyer_id WHERE p.noun = work AND p.noun_id = work_id AND b.user_id <> customer
  ) OR EXISTS (
    -- Store credit that was used. What is held pays nothing yet, and is given back.
    SELECT FROM credit_payments AS p JOIN credit_accounts AS a ON a.id = p.account_id
    WHERE p.noun = work AND p.noun_id = work_id::text AND p.captured > 0 AND a.user_id <> customer
  ) OR EXISTS (
    -- Store credit that was given for a trade-in, and not taken back.
    SELECT FROM credit_entries AS e JOIN credit_accounts AS a ON a.id = e.account_id
    WHERE work = 'trade_ins' AND e.cause_noun = 'tradeIns' AND e.cause_id = work_id::text AND e.kind IN ('issue', 'reverse') AND a.user_id <> customer
    GROUP BY a.id HAVING sum(credit_added(e, 'available')) > 0
  )
$function$;

CREATE OR REPLACE FUNCTION public.is_of_customer(entry bigint, of uuid, customer uuid) RETURNS boolean LANGUAGE sql STABLE AS $function$
  SELECT coalesce(
    (SELECT bool_or(c.user_id IS NOT DISTINCT FROM customer AND entry > c.from_entry AND entry <= coalesce(c.until_entry, entry))
      FROM case_customers AS c WHERE c.case_id = of),
    customer_of_row(NULL, of) IS NOT DISTINCT FROM customer)
$function$;

CREATE OR REPLACE FUNCTION public.keep_as_written() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE restrict_violation USING MESSAGE = TG_TABLE_NAME || ' is only added to';
END
$function$;

CREATE OR REPLACE FUNCTION public.keep_billed_customer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  IF is_billed_to_another(TG_TABLE_NAME, NEW.id, NEW.user_id) THEN
    RAISE EXCEPTION 'What was billed or paid keeps its customer' USING ERRCODE = 'check_violation', CONSTRAINT = 'keep_billed_customer', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.keep_installation() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE restrict_violation USING MESSAGE = 'installations are only added to';
  END IF;
  IF pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  IF OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL
    OR (NEW.id, NEW.part_id, NEW.unit_id, NEW.slot, NEW.installed_at) IS DISTINCT FROM (OLD.id, OLD.part_id, OLD.unit_id, OLD.slot, OLD.installed_at)
    OR (NEW.installed_by, NEW.case_id) IS DISTINCT FROM (OLD.installed_by, OLD.case_id) THEN
    RAISE restrict_violation USING MESSAGE = 'an installation ends once, and nothing else of it changes';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.keep_role_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.keep_till_count() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'counts of the till are only added to';
END
$function$;

CREATE OR REPLACE FUNCTION public.kept_unit(unit uuid) RETURNS uuid LANGUAGE sql STABLE SET search_path FROM CURRENT AS $function$
  WITH RECURSIVE steps AS (
    SELECT u.id, u.merged_into FROM units AS u WHERE u.id = unit
    UNION
    SELECT u.id, u.merged_into FROM steps AS s JOIN units AS u ON u.id = s.merged_into
  )
  SELECT coalesce((SELECT s.id FROM steps AS s WHERE s.merged_into IS NULL), unit)
$function$;

CREATE OR REPLACE FUNCTION public.kept_user(person uuid) RETURNS uuid LANGUAGE sql STABLE SET search_path FROM CURRENT AS $function$
  SELECT coalesce((SELECT u.merged_into FROM users AS u WHERE u.id = person), person)
$function$;

CREATE OR REPLACE FUNCTION public.key_unit() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  NEW.maker_key := maker_key(NEW.manufacturer);
  NEW.serial_key := serial_key(NEW.serial_number);
  -- Nothing is listed without its product, which may have been deleted.
  IF NEW.state = 'listed' AND NEW.product_id IS NULL THEN
    NEW.state := 'ready';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.last_number(numbers regclass) RETURNS bigint LANGUAGE plpgsql AS $function$
DECLARE
  reached bigint;
BEGIN
  EXECUTE format('SELECT last_value - (NOT is_called)::integer FROM %s', numbers) INTO reached;
  RETURN reached;
END
$function$;

CREATE OR REPLACE FUNCTION public.link_end(status text, completed_at timestamp with time zone, updated_at timestamp with time zone) RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE AS $function$
  SELECT CASE
    WHEN status IN ('completed', 'shipped') THEN coalesce(completed_at, updated_at) + interval '90 days'
    WHEN status = 'rejected' THEN updated_at + interval '90 days'
  END
$function$;

CREATE OR REPLACE FUNCTION public.maker_key(maker text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
  SELECT regexp_replace(lower(left(coalesce(maker, ''), 200) COLLATE "C"), '[^0-9a-z]', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION public.mark_change() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.updated_at := now();
  NEW.version := CASE WHEN OLD.version BETWEEN 1 AND 2147483646 THEN OLD.version + 1 ELSE 1 END;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.mark_completion() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF NEW.status::text NOT IN ('completed', 'shipped') THEN
    NEW.completed_at := NULL;
  ELSIF TG_OP = 'INSERT' OR OLD.status::text NOT IN ('completed', 'shipped') THEN
    NEW.completed_at := coalesce(NEW.completed_at, now());
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.mark_update_time() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.merge_credit_sums(before date) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $function$
  WITH split AS (
    SELECT day, lot_kind, expires_month, kind, debit, credit FROM credit_sums WHERE day < before
    GROUP BY day, lot_kind, expires_month, kind, debit, credit HAVING count(*) > 1
  ), locked AS MATERIALIZED (
    SELECT s.id FROM credit_sums AS s JOIN split
      ON s.day = split.day AND s.lot_kind = split.lot_kind AND s.expires_month IS NOT DISTINCT FROM split.expires_month
      AND s.kind = split.kind AND s.debit = split.debit AND s.credit = split.credit
    FOR UPDATE OF s SKIP LOCKED
  ), taken AS (
    DELETE FROM credit_sums USING locked WHERE credit_sums.id = locked.id
    RETURNING credit_sums.day, credit_sums.lot_kind, credit_sums.expires_month, credit_sums.kind, credit_sums.debit, credit_sums.credit, credit_sums.amount
  )
  INSERT INTO credit_sums (day, lot_kind, expires_month, kind, debit, credit, amount)
  SELECT day, lot_kind, expires_month, kind, debit, credit, sum(amount) FROM taken GROUP BY day, lot_kind, expires_month, kind, debit, credit
$function$;

CREATE OR REPLACE FUNCTION public.merge_customers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  of record;
  ids jsonb;
  taken jsonb := '{}';
  keep users;
  gone users;
  lot credit_lots;
  takes_account boolean;
BEGIN
  SELECT * INTO keep FROM users WHERE id = NEW.keep_id FOR UPDATE;
  SELECT * INTO gone FROM users WHERE id = NEW.merged_id FOR UPDATE;
  takes_account := has_account(gone) AND NOT has_account(keep)
    OR starts_with(keep.email, 'no-email:') AND NOT starts_with(gone.email, 'no-email:');
  -- Nobody asks themselves for a machine, or asks twice.
  UPDATE unit_claims AS c SET state = 'withdrawn', decided_at = now(), token_hash = NULL
  WHERE c.state = 'waiting' AND (c.claimant_id, c.owner_id) IN ((NEW.merged_id, NEW.keep_id), (NEW.keep_id, NEW.merged_id))
    OR c.state = 'waiting' AND c.claimant_id = NEW.merged_id
      AND EXISTS (SELECT FROM unit_claims AS o WHERE o.unit_id = c.unit_id AND o.claimant_id = NEW.keep_id AND o.state = 'waiting');
  UPDATE credit_accounts SET former_of = NEW.merged_id WHERE user_id = NEW.merged_id AND former_of IS NULL;
  UPDATE buyers SET former_of = NEW.merged_id WHERE user_id = NEW.merged_id AND former_of IS NULL;
  FOR of IN
    SELECT * FROM columns_of_customers() UNION ALL SELECT place + 1000, named, held_in FROM columns_of_accounts() WHERE takes_account ORDER BY 1
  LOOP
    EXECUTE format('WITH moved AS (UPDATE %1$I SET %2$I = $1 WHERE %2$I = $2 RETURNING id) SELECT jsonb_agg(id) FROM moved', of.named, of.held_in)
      INTO ids USING NEW.keep_id, NEW.merged_id;
    IF ids IS NOT NULL THEN
      taken := taken || jsonb_build_object(of.named || '.' || of.held_in, ids);
    END IF;
  END LOOP;
  IF takes_account THEN
    PERFORM exchange_accounts(NEW.keep_id, NEW.merged_id);
  END IF;
  UPDATE customer_merges SET profile = (SELECT to_jsonb(p) FROM profiles AS p WHERE p.user_id = NEW.merged_id), moved = taken, account_moved = takes_account
    WHERE id = NEW.id;
  DELETE FROM profiles WHERE user_id = NEW.merged_id;
  UPDATE users SET merged_into = NEW.keep_id WHERE id = NEW.merged_id;
  -- Billing details, where the kept customer has none; issued documents name the buyer that they were issued to.
  INSERT INTO buyers (user_id, email, full_name, is_business, company, billing_address, postal_address, country, vat_number, vat_number_state, vat_number_checked_at, terms_days)
    SELECT b.user_id, b.email, b.full_name, b.is_business, b.company, b.billing_address, b.postal_address, b.country, b.vat_number, b.vat_number_state, b.vat_number_checked_at, b.terms_days
    FROM buyers AS b WHERE b.user_id = NEW.keep_id AND b.former_of = NEW.merged_id
    ON CONFLICT (user_id) WHERE former_of IS NULL DO NOTHING;
  FOR lot IN
    SELECT l.* FROM credit_lots AS l JOIN credit_accounts AS a ON a.id = l.account_id
    WHERE a.user_id = NEW.keep_id AND a.former_of IS NOT NULL AND l.available > 0 ORDER BY l.created_at, l.id
  LOOP
    PERFORM gather_lot(lot, NEW, NEW.merged_at);
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.model_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
  SELECT regexp_replace(lower(left(coalesce(name, ''), 200)), '[\s_-]+', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION public.move_lot(source uuid, target uuid, merge customer_merges, why text, by_key text, moved_at timestamp with time zone) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  given credit_lots;
  actor users;
  id_of_both CONSTANT text := gen_random_uuid()::text;
BEGIN
  PERFORM FROM credit_accounts AS a WHERE a.id IN (SELECT l.account_id FROM credit_lots AS l WHERE l.id IN (source, target)) ORDER BY a.id FOR UPDATE;
  SELECT * INTO given FROM credit_lots WHERE id = source;
  IF given.available <= 0 THEN
    RETURN;
  END IF;
  SELECT * INTO actor FROM users WHERE id = CASE WHEN by_key = 'merge-back' THEN merge.undone_by ELSE merge.merged_by END;
  INSERT INTO credit_entries (movement_id, account_id, kind, debit, credit, amount, lot_id, cause_noun, cause_id, reason, actor_id, actor_email, key, part, at)
  SELECT id_of_both::uuid, l.account_id, 'adjust', CASE l.id WHEN source THEN 'available' ELSE 'adjusted' END::credit_book,
    CASE l.id WHEN source THEN 'adjusted' ELSE 'available' END::credit_book, given.available, l.id, 'adjustment', merge.id::text, why,
    actor.id, actor.email, by_key || ':' || id_of_both, CASE l.id WHEN source THEN 1 ELSE 2 END, moved_at
  FROM credit_lots AS l WHERE l.id IN (source, target) ORDER BY l.id = target;
END
$function$;

CREATE OR REPLACE FUNCTION public.move_part() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE parts SET state = 'taken_out' WHERE id = NEW.part_id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.name_device_model(maker text, model text, category text DEFAULT NULL::text, algorithm text DEFAULT NULL::text, hashrate text DEFAULT NULL::text, power text DEFAULT NULL::text) RETURNS uuid LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
#variable_conflict use_column
DECLARE
  its_maker text := btrim(regexp_replace(left(maker, 200), '\s+', ' ', 'g'));
  its_name text := btrim(regexp_replace(left(model, 200), '\s+', ' ', 'g'));
  its_category text := nullif(btrim(left(name_device_model.category, 200)), '');
  its_algorithm text := nullif(btrim(left(name_device_model.algorithm, 200)), '');
  its_watts int := told_watts(power);
  its_rate numeric;
  its_unit text;
  candidates uuid[];
  found uuid;
BEGIN
  IF maker_key(its_maker) = '' OR coalesce(model_key(its_name), '') = '' THEN
    RETURN NULL;
  END IF;
  SELECT told.rate, told.unit INTO its_rate, its_unit FROM told_hashrate(name_device_model.hashrate) AS told;
  -- Twice: another transaction may make the same model at the same time.
  FOR attempt IN 1..2 LOOP
    SELECT coalesce(m.merged_into, m.id) INTO found FROM device_models AS m
    WHERE maker_key(m.manufacturer) = maker_key(its_maker) AND model_key(m.name) = model_key(its_name) AND m.hashrate = its_rate
    ORDER BY m.merged_into NULLS FIRST LIMIT 1;
    EXIT WHEN found IS NOT NULL;
    SELECT array_agg(DISTINCT coalesce(m.merged_into, m.id)) INTO candidates FROM device_models AS m
    WHERE maker_key(m.manufacturer) = maker_key(its_maker) AND model_key(m.name) = model_key(its_name)
      AND (its_rate IS NULL OR m.hashrate IS NULL);
    IF cardinality(candidates) > 1 THEN
      RETURN NULL;
    END IF;
    found := candidates[1];
    EXIT WHEN found IS NOT NULL;
    INSERT INTO device_models (manufacturer, name, category, algorithm, hashrate, hashrate_unit, power_watts)
    VALUES (its_maker, its_name, coalesce(its_category, 'ASIC Miner'), its_algorithm, its_rate, coalesce(its_unit, 'TH/s'), its_watts)
    ON CONFLICT DO NOTHING RETURNING id INTO found;
    IF found IS NOT NULL THEN
      RETURN found;
    END IF;
  END LOOP;
  BEGIN
    UPDATE device_models AS m SET algorithm = coalesce(m.algorithm, its_algorithm), power_watts = coalesce(m.power_watts, its_watts),
      hashrate = coalesce(m.hashrate, its_rate), hashrate_unit = CASE WHEN m.hashrate IS NULL THEN coalesce(its_unit, m.hashrate_unit) ELSE m.hashrate_unit END
    WHERE m.id = found AND (its_rate IS NULL OR m.hashrate IS NULL OR m.hashrate = its_rate)
      AND ((m.algorithm IS NULL AND its_algorithm IS NOT NULL) OR (m.power_watts IS NULL AND its_watts IS NOT NULL)
        OR (m.hashrate IS NULL AND its_rate IS NOT NULL));
  EXCEPTION WHEN unique_violation THEN
    -- Another transaction has just made the one of that hashrate.
    NULL;
  END;
  RETURN found;
END
$function$;

CREATE OR REPLACE FUNCTION public.name_in_address() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  base text := slug_of(NEW.name);
  wanted text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF slug_of(OLD.name) = base THEN RETURN NULL; END IF;
    UPDATE product_slugs SET is_current = false WHERE product_id = NEW.id AND is_current;
  END IF;
  FOREACH wanted IN ARRAY ARRAY[base, base || '-' || right(NEW.id::text, 6), base || '-' || replace(NEW.id::text, '-', '')] LOOP
    INSERT INTO product_slugs AS known (slug, product_id) VALUES (wanted, NEW.id)
      ON CONFLICT (slug) DO UPDATE SET is_current = true WHERE known.product_id = NEW.id;
    IF FOUND THEN RETURN NULL; END IF;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.name_model() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.model_id IS NOT NULL THEN
      RETURN NEW;
    END IF;
  ELSIF NEW.model_id IS DISTINCT FROM OLD.model_id
    OR (NEW.model_id IS NOT NULL AND maker_key(NEW.manufacturer) = maker_key(OLD.manufacturer) AND model_key(NEW.model) = model_key(OLD.model)) THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'products' THEN
    NEW.model_id := name_device_model(NEW.manufacturer, NEW.model, NEW.category, NEW.algorithm, NEW.hashrate, NEW.power);
  ELSIF TG_TABLE_NAME = 'trade_in_machines' THEN
    NEW.model_id := name_device_model(NEW.manufacturer, NEW.model, NEW.category, NULL, NEW.hashrate, NEW.power_consumption);
  ELSE
    NEW.model_id := name_device_model(NEW.manufacturer, NEW.model);
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.next_order_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'ORD-' || nextval('order_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM orders WHERE order_number = candidate);
  END LOOP;
  RETURN candidate;
END
$function$;

CREATE OR REPLACE FUNCTION public.next_part_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'P-' || nextval('part_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM parts WHERE part_number = candidate);
  END LOOP;
  RETURN candidate;
END
$function$;

CREATE OR REPLACE FUNCTION public.next_repair_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'REP-' || nextval('repair_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM repairs WHERE repair_number = candidate);
  END LOOP;
  RETURN candidate;
END
$function$;

CREATE OR REPLACE FUNCTION public.next_trade_in_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'TRD-' || nextval('trade_in_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM trade_ins WHERE trade_in_number = candidate);
  END LOOP;
  RETURN candidate;
END
$function$;

CREATE OR REPLACE FUNCTION public.next_unit_number() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'U-' || nextval('unit_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM units WHERE unit_number = candidate);
  END LOOP;
  RETURN candidate;
END
$function$;

CREATE OR REPLACE FUNCTION public.number_after(prefix text, given text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $function$
  SELECT substring(given FROM '^' || prefix || '-([0-9]{1,12})$')::bigint
$function$;

CREATE OR REPLACE FUNCTION public.open_case() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  INSERT INTO cases (id, kind) VALUES (NEW.id, TG_TABLE_NAME::case_kind) ON CONFLICT (id) DO NOTHING;
  IF NOT EXISTS (SELECT FROM cases AS c WHERE c.id = NEW.id AND c.kind = TG_TABLE_NAME::case_kind) THEN
    RAISE unique_violation USING MESSAGE = 'another kind of case has this id', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.pass_credit_on() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  account credit_accounts;
  merge customer_merges;
  lot credit_lots;
BEGIN
  SELECT * INTO account FROM credit_accounts WHERE id = NEW.account_id;
  IF account.former_of IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT m.* INTO merge FROM customer_merges AS m WHERE m.keep_id = account.user_id AND m.undone_at IS NULL
    AND m.moved -> 'credit_accounts.user_id' ? account.id::text;
  IF merge.id IS NOT NULL THEN
    SELECT * INTO lot FROM credit_lots WHERE id = NEW.lot_id;
    PERFORM gather_lot(lot, merge, NEW.at);
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.place_part() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  NEW.serial_key := serial_key(NEW.serial_number);
  IF EXISTS (SELECT FROM installations WHERE part_id = NEW.id AND removed_at IS NULL) THEN
    NEW.state := 'installed';
    NEW.location := NULL;
  ELSIF NEW.state = 'installed' THEN
    NEW.state := 'taken_out';
  ELSIF NEW.state = 'reserved' AND NEW.reserved_case_id IS NULL THEN
    NEW.state := 'in_stock';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.queue_webhook_messages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  INSERT INTO shop_queue.job (name, data, retry_limit, expire_in, policy)
    SELECT 'webhooks', jsonb_build_object('id', id), 100, interval '30 seconds', 'standard' FROM added;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.raise_sequence(numbers regclass, highest bigint) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  short_way CONSTANT bigint := 1000;
  reached bigint := last_number(numbers);
BEGIN
  IF highest - reached > short_way THEN
    PERFORM pg_advisory_xact_lock(hashtext('raise_sequence'), numbers::oid::integer);
    reached := last_number(numbers);
    IF highest - reached > short_way THEN
      PERFORM setval(numbers, highest);
      RETURN;
    END IF;
  END IF;
  WHILE reached < highest LOOP
    reached := nextval(numbers);
  END LOOP;
END
$function$;

CREATE OR REPLACE FUNCTION public.record_owner() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE unit_ownerships SET ended_at = now() WHERE unit_id = NEW.id AND ended_at IS NULL;
  END IF;
  INSERT INTO unit_ownerships (unit_id, owner, user_id, case_id, line_id)
  VALUES (NEW.id, NEW.owner, NEW.user_id, (SELECT id FROM cases WHERE id = NEW.owner_case_id), (SELECT id FROM order_lines WHERE id = NEW.owner_line_id));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.recount_part_types() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  type uuid;
BEGIN
  -- In one order, so that no two wait for each other.
  FOR type IN
    SELECT DISTINCT id FROM unnest(ARRAY[CASE WHEN TG_OP <> 'INSERT' THEN OLD.type_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.type_id END]) AS id
    WHERE id IS NOT NULL ORDER BY id
  LOOP
    UPDATE part_types SET in_stock = 0 WHERE id = type;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('shop.audit_removal', true) = 'on' AND OLD.at < now() - interval '90 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('shop.audit_forgetting', true) = 'on' THEN
    RETURN audit_without_forgotten(OLD);
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION public.refuse_issued_change() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  RAISE EXCEPTION 'What is issued is corrected by another document' USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION public.refuse_issued_line() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  IF EXISTS (SELECT FROM billing_documents WHERE id = CASE WHEN TG_OP = 'INSERT' THEN NEW.document_id ELSE OLD.document_id END AND state = 'issued') THEN
    RAISE EXCEPTION 'What is issued is corrected by another document' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$function$;

CREATE OR REPLACE FUNCTION public.refuse_kept_change() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  RAISE EXCEPTION 'This of % is kept by the entries of the ledger', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION public.remove_case() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  DELETE FROM cases WHERE id = OLD.id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.remove_case_files() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  INSERT INTO file_removals (key)
  SELECT key FROM (SELECT storage_key AS key FROM gone UNION SELECT thumbnail_key FROM gone) AS keys
  WHERE length(key) = 101 AND key ~ '^[0-9a-f-]{36}/[0-9a-f]{64}$'
  ON CONFLICT (key) DO UPDATE SET due_at = now();
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.remove_cases() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  DELETE FROM cases WHERE kind = TG_TABLE_NAME::case_kind;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.remove_import_rows() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  DELETE FROM import_rows WHERE batch_id IN (SELECT id FROM gone);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.remove_old_audit(older_than_days integer, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.repairs_of(customer uuid) RETURNS SETOF repairs LANGUAGE sql STABLE AS $function$
  SELECT t.* FROM repairs AS t WHERE t.user_id = customer AND NOT EXISTS (SELECT FROM case_customers AS c WHERE c.case_id = t.id)
  UNION ALL
  SELECT seen.* FROM (
    SELECT DISTINCT ON (c.case_id) c.* FROM case_customers AS c WHERE c.user_id = customer ORDER BY c.case_id, c.ended_at DESC NULLS FIRST
  ) AS latest
  JOIN repairs AS t ON t.id = latest.case_id
  CROSS JOIN LATERAL jsonb_populate_record(
    CASE WHEN latest.ended_at IS NULL THEN t END,
    CASE WHEN latest.ended_at IS NULL THEN hidden_fields(latest.found, to_jsonb(t)) ELSE latest.last END) AS seen
$function$;

CREATE OR REPLACE FUNCTION public.revoke_api_keys() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE api_keys SET revoked_at = now() WHERE created_by = OLD.user_id AND revoked_at IS NULL;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.same_person(one uuid, other uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $function$
  SELECT EXISTS (
    SELECT FROM customer_merges AS m WHERE m.undone_at IS NULL AND (m.keep_id, m.merged_id) IN ((one, other), (other, one))
  )
$function$;

CREATE OR REPLACE FUNCTION public.serial_key(serial text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
  SELECT nullif(translate(regexp_replace(upper(left(serial, 200) COLLATE "C"), '[^0-9A-Z]', '', 'g'), 'OI', '01'), '')
$function$;

CREATE OR REPLACE FUNCTION public.slug_of(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
  SELECT coalesce(nullif(trim(BOTH '-' FROM left(regexp_replace(
    lower(regexp_replace(normalize(left(name, 500), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "C"), '[^a-z0-9]+', '-', 'g'), 80)), ''), 'product')
$function$;

CREATE OR REPLACE FUNCTION public.sum_credit_entries() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  INSERT INTO credit_sums (day, lot_kind, expires_month, kind, debit, credit, amount)
  SELECT (added.at AT TIME ZONE 'UTC')::date, lots.kind, date_trunc('month', lots.expires_at AT TIME ZONE 'UTC')::date, added.kind, added.debit, added.credit, sum(added.amount)
  FROM added JOIN credit_lots AS lots ON lots.id = added.lot_id
  GROUP BY 1, 2, 3, 4, 5, 6;
  PERFORM announce_credit_accounts((SELECT array_agg(DISTINCT account_id) FROM added));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.tell_of_changed_rows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.tell_of_credit() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.tell_of_new_rows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE is_enabled) THEN
    INSERT INTO webhook_messages (endpoint_id, type, subject_id, subject_version)
      SELECT e.id, TG_ARGV[0] || '.created', c.id, c.version
      FROM changed AS c JOIN webhook_endpoints AS e ON e.is_enabled AND e.events @> to_jsonb(TG_ARGV[0] || '.created');
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.tell_part_type() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
BEGIN
  UPDATE part_types SET updated_at = now() WHERE id = coalesce(NEW.type_id, OLD.type_id);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.told_hashrate(told text, OUT rate numeric, OUT unit text) RETURNS record LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
  SELECT nullif(said[1]::numeric, 0),
    CASE lower(said[2]) WHEN 'k' THEN 'k' ELSE upper(said[2]) END || CASE lower(said[3]) WHEN 'sol' THEN 'Sol/s' ELSE 'H/s' END
  FROM (
    SELECT regexp_match(replace(left(told, 60), ',', ''), '^\s*(\d{1,9}(?:\.\d{1,3})?)\s*([kmgtpe]?)(h|sol|hash)(?:/?s|ps)?\s*$', 'i') AS said
  ) AS found
$function$;

CREATE OR REPLACE FUNCTION public.told_watts(told text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
  SELECT nullif(substring(replace(left(told, 60), ',', '') FROM '^\s*(\d{1,6})(?:\.\d+)?\s*[wW]')::int, 0)
$function$;

CREATE OR REPLACE FUNCTION public.trade_ins_of(customer uuid) RETURNS SETOF trade_ins LANGUAGE sql STABLE AS $function$
  SELECT t.* FROM trade_ins AS t WHERE t.user_id = customer AND NOT EXISTS (SELECT FROM case_customers AS c WHERE c.case_id = t.id)
  UNION ALL
  SELECT seen.* FROM (
    SELECT DISTINCT ON (c.case_id) c.* FROM case_customers AS c WHERE c.user_id = customer ORDER BY c.case_id, c.ended_at DESC NULLS FIRST
  ) AS latest
  JOIN trade_ins AS t ON t.id = latest.case_id
  CROSS JOIN LATERAL jsonb_populate_record(
    CASE WHEN latest.ended_at IS NULL THEN t END,
    CASE WHEN latest.ended_at IS NULL THEN hidden_fields(latest.found, to_jsonb(t)) ELSE latest.last END) AS seen
$function$;

CREATE OR REPLACE FUNCTION public.unit_family(unit uuid) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 2 SET search_path FROM CURRENT AS $function$
  WITH RECURSIVE family AS (
    SELECT unit AS id
    UNION
    SELECT u.id FROM family AS f JOIN units AS u ON u.merged_into = f.id
  )
  SELECT id FROM family
$function$;

CREATE OR REPLACE FUNCTION public.unmerge_customers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
  of record;
  lot record;
  kept_bill text;
BEGIN
  UPDATE users SET merged_into = NULL WHERE id = OLD.merged_id;
  FOR lot IN
    SELECT l.id, l.moved_from FROM credit_lots AS l JOIN credit_lots AS s ON s.id = l.moved_from
    WHERE OLD.moved -> 'credit_accounts.user_id' ? s.account_id::text AND l.available > 0 ORDER BY l.created_at, l.id
  LOOP
    PERFORM move_lot(lot.id, lot.moved_from, NEW, 'Moved back: the merge was undone', 'merge-back', NEW.undone_at);
  END LOOP;
  FOR of IN
    SELECT * FROM columns_of_customers() UNION ALL SELECT place + 1000, named, held_in FROM columns_of_accounts() ORDER BY 1
  LOOP
    kept_bill := CASE WHEN of.named IN ('orders', 'repairs', 'trade_ins') THEN format(' AND NOT is_billed_to_another(%L, id, $1)', of.named) ELSE '' END;
    EXECUTE format('UPDATE %1$I SET %2$I = $1 WHERE %2$I = $2 AND id = ANY(ARRAY(SELECT jsonb_array_elements_text($3)::uuid))', of.named, of.held_in) || kept_bill
      USING OLD.merged_id, OLD.keep_id, coalesce(OLD.moved -> (of.named || '.' || of.held_in), '[]');
    IF of.named IN ('credit_accounts', 'buyers') THEN
      EXECUTE format('UPDATE %I SET former_of = NULL WHERE user_id = $1 AND former_of = $1', of.named) USING OLD.merged_id;
    END IF;
  END LOOP;
  INSERT INTO profiles SELECT (jsonb_populate_record(NULL::profiles, coalesce(OLD.profile, '{}'))).* WHERE OLD.profile IS NOT NULL
    ON CONFLICT (user_id) DO NOTHING;
  IF OLD.account_moved THEN
    PERFORM exchange_accounts(OLD.merged_id, OLD.keep_id);
  END IF;
  NEW.profile := NULL;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.uuid_by_time() RETURNS uuid LANGUAGE sql PARALLEL SAFE AS $function$
  SELECT encode(
    set_bit(
      set_bit(
        overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
        52, 1),
      53, 1),
    'hex')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.weekdays_until(day date) RETURNS integer LANGUAGE sql IMMUTABLE AS $function$
  SELECT (day - '1900-01-01') / 7 * 5 + least((day - '1900-01-01') % 7 + 1, 5)
$function$;

-- approval_requests
CREATE TRIGGER announce_insert AFTER INSERT ON approval_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON approval_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER mark_change BEFORE UPDATE ON approval_requests FOR EACH ROW EXECUTE FUNCTION mark_change();

-- audit_log
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forget_late BEFORE INSERT ON audit_log FOR EACH ROW WHEN (new.subject_type <> ALL (ARRAY['product'::text, 'machine'::text])) EXECUTE FUNCTION forget_late_entry();

-- bank_accounts
CREATE TRIGGER mark_change BEFORE UPDATE ON bank_accounts FOR EACH ROW EXECUTE FUNCTION mark_change();

-- bank_lines
CREATE TRIGGER announce_insert AFTER INSERT ON bank_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON bank_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER mark_change BEFORE UPDATE ON bank_lines FOR EACH ROW EXECUTE FUNCTION mark_change();

-- billing_documents
CREATE TRIGGER announce_delete AFTER DELETE ON billing_documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_billing();
CREATE TRIGGER announce_insert AFTER INSERT ON billing_documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_billing();
CREATE TRIGGER announce_update AFTER UPDATE ON billing_documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_billing();
CREATE TRIGGER begin_empty BEFORE INSERT ON billing_documents FOR EACH ROW EXECUTE FUNCTION begin_document();
CREATE TRIGGER frozen BEFORE UPDATE OF id, kind, purpose, state, number, series, year, place, buyer_id, account_id, noun, noun_id, of_id, issued_at, issued_on, supplied_on, tax_point, due_on, net, vat, total, vat_sterling, rate_sterling, rate_day, rate_source, seller, buyer, reason, key ON billing_documents FOR EACH ROW WHEN (old.state = 'issued'::document_state) EXECUTE FUNCTION refuse_issued_change();
CREATE TRIGGER frozen_rows BEFORE DELETE ON billing_documents FOR EACH ROW WHEN (old.state = 'issued'::document_state) EXECUTE FUNCTION refuse_issued_change();
CREATE TRIGGER frozen_table BEFORE TRUNCATE ON billing_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change();
CREATE TRIGGER kept BEFORE UPDATE OF owed, paid, store_credit, credited ON billing_documents FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON billing_documents FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER tell_insert AFTER INSERT ON billing_documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('invoice');
CREATE TRIGGER tell_update AFTER UPDATE ON billing_documents REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('invoice');

-- billing_lines
CREATE TRIGGER frozen BEFORE INSERT OR DELETE OR UPDATE ON billing_lines FOR EACH ROW EXECUTE FUNCTION refuse_issued_line();

-- buyers
CREATE TRIGGER announce_insert AFTER INSERT ON buyers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON buyers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER mark_change BEFORE UPDATE OF email, full_name, is_business, company, billing_address, postal_address, country, vat_number, terms_days ON buyers FOR EACH ROW EXECUTE FUNCTION mark_change();

-- case_email_rules
CREATE TRIGGER announce_delete AFTER DELETE ON case_email_rules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('status');
CREATE TRIGGER announce_insert AFTER INSERT ON case_email_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('status');
CREATE TRIGGER announce_update AFTER UPDATE ON case_email_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('status');
CREATE TRIGGER begin_version BEFORE INSERT ON case_email_rules FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON case_email_rules FOR EACH ROW EXECUTE FUNCTION mark_change();

-- case_emails
CREATE TRIGGER announce_delete AFTER DELETE ON case_emails REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_insert AFTER INSERT ON case_emails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_update AFTER UPDATE ON case_emails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();

-- case_files
CREATE TRIGGER announce_delete AFTER DELETE ON case_files REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_insert AFTER INSERT ON case_files REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_update AFTER UPDATE ON case_files REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER remove_files AFTER DELETE ON case_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_case_files();

-- case_links
CREATE TRIGGER announce_delete AFTER DELETE ON case_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_insert AFTER INSERT ON case_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_update AFTER UPDATE ON case_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER begin_link BEFORE INSERT ON case_links FOR EACH ROW WHEN (new.expires_at IS NULL) EXECUTE FUNCTION begin_link();

-- case_messages
CREATE TRIGGER announce_delete AFTER DELETE ON case_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_insert AFTER INSERT ON case_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_update AFTER UPDATE ON case_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();

-- case_notes
CREATE TRIGGER announce_delete AFTER DELETE ON case_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_insert AFTER INSERT ON case_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_update AFTER UPDATE ON case_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();

-- case_quotes
CREATE TRIGGER announce_delete AFTER DELETE ON case_quotes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_insert AFTER INSERT ON case_quotes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_update AFTER UPDATE ON case_quotes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER begin_version BEFORE INSERT ON case_quotes FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON case_quotes FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER tell_insert AFTER INSERT ON case_quotes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('quote');
CREATE TRIGGER tell_update AFTER UPDATE ON case_quotes REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('quote', 'state');

-- case_readings
CREATE TRIGGER announce_delete AFTER DELETE ON case_readings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_insert AFTER INSERT ON case_readings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_unit AFTER INSERT ON case_readings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON case_readings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();

-- checkout_sessions
CREATE TRIGGER mark_update_time BEFORE UPDATE ON checkout_sessions FOR EACH ROW EXECUTE FUNCTION mark_update_time();

-- credit_accounts
CREATE TRIGGER announce_insert AFTER INSERT ON credit_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_accounts FOR EACH ROW EXECUTE FUNCTION begin_credit_account();
CREATE TRIGGER kept BEFORE UPDATE OF id, user_id, balance, held, entries, last_hash ON credit_accounts FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept_money BEFORE UPDATE OF buyer_id, owed, on_account ON credit_accounts FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- credit_entries
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON credit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON credit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain BEFORE INSERT ON credit_entries FOR EACH ROW EXECUTE FUNCTION chain_credit_entry();
CREATE TRIGGER pass_on AFTER INSERT ON credit_entries FOR EACH ROW WHEN (new.credit = 'available'::credit_book AND new.lot_id IS NOT NULL AND new.key !~~ 'merge%'::text) EXECUTE FUNCTION pass_credit_on();
CREATE TRIGGER sum_entries AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_credit_entries();
CREATE TRIGGER tell_insert AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_credit();

-- credit_lots
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_lots FOR EACH ROW EXECUTE FUNCTION begin_credit_lot();
CREATE TRIGGER kept BEFORE UPDATE ON credit_lots FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_lots FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- credit_payments
CREATE TRIGGER announce_insert AFTER INSERT ON credit_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_paid();
CREATE TRIGGER announce_update AFTER UPDATE ON credit_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_paid();
CREATE TRIGGER begin_empty BEFORE INSERT ON credit_payments FOR EACH ROW EXECUTE FUNCTION begin_credit_payment();
CREATE TRIGGER kept BEFORE UPDATE OF id, account_id, noun, noun_id, held, captured ON credit_payments FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- credit_requests
CREATE TRIGGER announce_insert AFTER INSERT ON credit_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON credit_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON credit_requests FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON credit_requests FOR EACH ROW EXECUTE FUNCTION mark_change();

-- credit_transfers
CREATE TRIGGER announce_insert AFTER INSERT ON credit_transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_credit_transfers();
CREATE TRIGGER announce_update AFTER UPDATE ON credit_transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_credit_transfers();
CREATE TRIGGER begin_version BEFORE INSERT ON credit_transfers FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER kept_rows BEFORE DELETE ON credit_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON credit_transfers FOR EACH ROW EXECUTE FUNCTION mark_change();

-- customer_merges
CREATE TRIGGER merge_customers AFTER INSERT ON customer_merges FOR EACH ROW EXECUTE FUNCTION merge_customers();
CREATE TRIGGER unmerge_customers BEFORE UPDATE OF undone_at ON customer_merges FOR EACH ROW WHEN (old.undone_at IS NULL AND new.undone_at IS NOT NULL) EXECUTE FUNCTION unmerge_customers();

-- deduction_reasons
CREATE TRIGGER announce_delete AFTER DELETE ON deduction_reasons REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON deduction_reasons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON deduction_reasons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON deduction_reasons FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON deduction_reasons FOR EACH ROW EXECUTE FUNCTION mark_change();

-- device_models
CREATE TRIGGER announce_delete AFTER DELETE ON device_models REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON device_models REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON device_models REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON device_models FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON device_models FOR EACH ROW EXECUTE FUNCTION mark_change();

-- email_template_versions
CREATE TRIGGER announce_delete AFTER DELETE ON email_template_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('template');
CREATE TRIGGER announce_insert AFTER INSERT ON email_template_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('template');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON email_template_versions FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER announce_update AFTER UPDATE ON email_template_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('template');

-- exchange_rates
CREATE TRIGGER announce_insert AFTER INSERT ON exchange_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('day');

-- import_batches
CREATE TRIGGER remove_rows AFTER DELETE ON import_batches REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_import_rows();

-- installations
CREATE TRIGGER announce_insert AFTER INSERT ON installations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON installations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER keep_installation BEFORE DELETE OR UPDATE ON installations FOR EACH ROW EXECUTE FUNCTION keep_installation();
CREATE TRIGGER move_part AFTER INSERT OR UPDATE OF removed_at ON installations FOR EACH ROW EXECUTE FUNCTION move_part();

-- mfa_factors
CREATE TRIGGER mark_update_time BEFORE UPDATE ON mfa_factors FOR EACH ROW EXECUTE FUNCTION mark_update_time();

-- network_assumptions
CREATE TRIGGER announce_delete AFTER DELETE ON network_assumptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON network_assumptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON network_assumptions FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER announce_update AFTER UPDATE ON network_assumptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON network_assumptions FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON network_assumptions FOR EACH ROW EXECUTE FUNCTION mark_change();

-- network_coins
CREATE TRIGGER announce_delete AFTER DELETE ON network_coins REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('coin');
CREATE TRIGGER announce_insert AFTER INSERT ON network_coins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('coin');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON network_coins FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER announce_update AFTER UPDATE ON network_coins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('coin');
CREATE TRIGGER begin_version BEFORE INSERT ON network_coins FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON network_coins FOR EACH ROW EXECUTE FUNCTION mark_change();

-- network_feeds
CREATE TRIGGER announce_insert AFTER INSERT ON network_feeds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON network_feeds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');

-- order_line_units
CREATE TRIGGER announce_insert AFTER INSERT ON order_line_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON order_line_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();

-- order_lines
CREATE TRIGGER announce_delete AFTER DELETE ON order_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON order_lines FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON order_lines FOR EACH ROW EXECUTE FUNCTION mark_change();

-- order_sales
CREATE TRIGGER announce_held_insert AFTER INSERT ON order_sales FOR EACH ROW EXECUTE FUNCTION announce_held_products('order_id');
CREATE TRIGGER announce_held_update AFTER UPDATE OF held_until, agreed_at, short_at ON order_sales FOR EACH ROW EXECUTE FUNCTION announce_held_products('order_id');

-- orders
CREATE TRIGGER announce_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_held_status AFTER UPDATE OF status ON orders FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION announce_held_products('id');
CREATE TRIGGER announce_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows();
CREATE TRIGGER begin_version BEFORE INSERT ON orders FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF user_id ON orders FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION follow_merged();
CREATE TRIGGER forget_sale AFTER UPDATE OF user_id ON orders FOR EACH ROW WHEN (new.user_id IS NULL AND old.user_id IS NOT NULL) EXECUTE FUNCTION forget_sale();
CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON orders FOR EACH ROW WHEN (new.user_id IS NOT NULL AND old.user_id IS DISTINCT FROM new.user_id) EXECUTE FUNCTION keep_billed_customer();
CREATE TRIGGER mark_change BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER tell_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('order');
CREATE TRIGGER tell_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('order', 'status');

-- part_orders
CREATE TRIGGER begin_version BEFORE INSERT ON part_orders FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON part_orders FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER tell_part_type AFTER INSERT OR DELETE OR UPDATE ON part_orders FOR EACH ROW EXECUTE FUNCTION tell_part_type();

-- part_types
CREATE TRIGGER announce_delete AFTER DELETE ON part_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON part_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON part_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON part_types FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER count_parts_of_type BEFORE INSERT OR UPDATE ON part_types FOR EACH ROW EXECUTE FUNCTION count_parts_of_type();
CREATE TRIGGER mark_change BEFORE UPDATE OF name, kind, sku, fits, cost, price, reorder_point, stock_level, is_active ON part_types FOR EACH ROW EXECUTE FUNCTION mark_change();

-- parts
CREATE TRIGGER announce_delete AFTER DELETE ON parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON parts FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON parts FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER place_part BEFORE INSERT OR UPDATE ON parts FOR EACH ROW EXECUTE FUNCTION place_part();
CREATE TRIGGER recount_part_types AFTER INSERT OR DELETE ON parts FOR EACH ROW EXECUTE FUNCTION recount_part_types();
CREATE TRIGGER recount_part_types_of_changed AFTER UPDATE ON parts FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.type_id IS DISTINCT FROM new.type_id) EXECUTE FUNCTION recount_part_types();

-- passports
CREATE TRIGGER announce_insert AFTER INSERT ON passports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_products_delete AFTER DELETE ON passports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();
CREATE TRIGGER announce_products_insert AFTER INSERT ON passports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();
CREATE TRIGGER announce_products_update AFTER UPDATE ON passports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_passports();
CREATE TRIGGER announce_update AFTER UPDATE ON passports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();

-- payments
CREATE TRIGGER announce_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_receipts();
CREATE TRIGGER announce_update AFTER UPDATE ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_receipts();
CREATE TRIGGER begin_empty BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION begin_receipt();
CREATE TRIGGER kept BEFORE UPDATE OF id, account_id, buyer_id, method, amount, on_account, allocated, refunded ON payments FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_kept_change();
CREATE TRIGGER kept_rows BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION mark_change();

-- policies
CREATE TRIGGER announce_delete AFTER DELETE ON policies REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('name');
CREATE TRIGGER announce_insert AFTER INSERT ON policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('name');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON policies FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER announce_update AFTER UPDATE ON policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('name');
CREATE TRIGGER begin_version BEFORE INSERT ON policies FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON policies FOR EACH ROW EXECUTE FUNCTION mark_change();

-- product_pictures
CREATE TRIGGER announce_delete AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('product_id');
CREATE TRIGGER announce_insert AFTER INSERT ON product_pictures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('product_id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON product_pictures FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER announce_update AFTER UPDATE ON product_pictures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('product_id');
CREATE TRIGGER remove_files AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_case_files();

-- products
CREATE TRIGGER announce_delete AFTER DELETE ON products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER announce_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON products FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER count_listed_units BEFORE INSERT OR UPDATE ON products FOR EACH ROW WHEN (new.tracks_units) EXECUTE FUNCTION count_listed_units();
CREATE TRIGGER flatten_collections BEFORE INSERT OR UPDATE OF collections ON products FOR EACH ROW EXECUTE FUNCTION flatten_collections();
CREATE TRIGGER mark_change BEFORE UPDATE ON products FOR EACH ROW WHEN (NOT old.model_id IS DISTINCT FROM new.model_id) EXECUTE FUNCTION mark_change();
CREATE TRIGGER name_in_address AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION name_in_address();
CREATE TRIGGER name_model BEFORE INSERT OR UPDATE OF manufacturer, model ON products FOR EACH ROW EXECUTE FUNCTION name_model();
CREATE TRIGGER rename_in_address AFTER UPDATE OF name ON products FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION name_in_address();
CREATE TRIGGER tell_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('product');
CREATE TRIGGER tell_update AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('product');

-- profiles
CREATE TRIGGER announce_delete AFTER DELETE ON profiles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('user_id');
CREATE TRIGGER announce_insert AFTER INSERT ON profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('user_id');
CREATE TRIGGER announce_update AFTER UPDATE ON profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('user_id');
CREATE TRIGGER begin_version BEFORE INSERT ON profiles FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER keep_role AFTER INSERT ON profiles FOR EACH ROW WHEN (new.role = 'admin'::user_role) EXECUTE FUNCTION keep_role_change();
CREATE TRIGGER keep_role_update AFTER UPDATE OF role ON profiles FOR EACH ROW WHEN (new.role IS DISTINCT FROM old.role) EXECUTE FUNCTION keep_role_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER revoke_api_keys AFTER UPDATE OF role ON profiles FOR EACH ROW WHEN (old.role = 'admin'::user_role AND new.role <> 'admin'::user_role) EXECUTE FUNCTION revoke_api_keys();
CREATE TRIGGER revoke_api_keys_of_removed AFTER DELETE ON profiles FOR EACH ROW WHEN (old.role = 'admin'::user_role) EXECUTE FUNCTION revoke_api_keys();

-- reading_boards
CREATE TRIGGER announce_insert AFTER INSERT ON reading_boards REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON reading_boards REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();

-- refunds
CREATE TRIGGER announce_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_refunds();
CREATE TRIGGER announce_update AFTER UPDATE ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_refunds();
CREATE TRIGGER mark_change BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION mark_change();

-- refurbishment_steps
CREATE TRIGGER announce_insert AFTER INSERT ON refurbishment_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units_of_steps();
CREATE TRIGGER announce_update AFTER UPDATE ON refurbishment_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units_of_steps();

-- refurbishments
CREATE TRIGGER announce_insert AFTER INSERT ON refurbishments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON refurbishments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER begin_version BEFORE INSERT ON refurbishments FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON refurbishments FOR EACH ROW EXECUTE FUNCTION mark_change();

-- repair_lines
CREATE TRIGGER announce_delete AFTER DELETE ON repair_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_repairs();
CREATE TRIGGER announce_insert AFTER INSERT ON repair_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_repairs();
CREATE TRIGGER announce_update AFTER UPDATE ON repair_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_repairs();

-- repair_presets
CREATE TRIGGER announce_delete AFTER DELETE ON repair_presets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON repair_presets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON repair_presets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON repair_presets FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON repair_presets FOR EACH ROW EXECUTE FUNCTION mark_change();

-- repairs
CREATE TRIGGER announce_delete AFTER DELETE ON repairs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON repairs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON repairs REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows();
CREATE TRIGGER begin_version BEFORE INSERT ON repairs FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER drop_return_address BEFORE UPDATE OF user_id ON repairs FOR EACH ROW WHEN (old.user_id IS NOT NULL AND new.user_id IS DISTINCT FROM old.user_id AND NOT new.return_address IS DISTINCT FROM old.return_address AND NOT same_person(old.user_id, new.user_id)) EXECUTE FUNCTION drop_return_address();
CREATE TRIGGER end_links AFTER UPDATE OF status ON repairs FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION end_links();
CREATE TRIGGER end_return BEFORE UPDATE OF status, user_id ON repairs FOR EACH ROW WHEN (old.unrepaired_reason IS NOT NULL AND (old.user_id IS DISTINCT FROM new.user_id AND NOT same_person(old.user_id, new.user_id) OR (old.status = ANY (ARRAY['completed'::repair_status, 'shipped'::repair_status])) AND (new.status <> ALL (ARRAY['completed'::repair_status, 'shipped'::repair_status])))) EXECUTE FUNCTION end_return();
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF user_id ON repairs FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION follow_merged();
CREATE TRIGGER follow_numbers AFTER INSERT ON repairs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_repair_numbers();
CREATE TRIGGER give_case_on AFTER UPDATE OF user_id ON repairs FOR EACH ROW WHEN (old.user_id IS DISTINCT FROM new.user_id AND NOT same_person(old.user_id, new.user_id)) EXECUTE FUNCTION give_case_on();
CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON repairs FOR EACH ROW WHEN (new.user_id IS NOT NULL AND old.user_id IS DISTINCT FROM new.user_id) EXECUTE FUNCTION keep_billed_customer();
CREATE TRIGGER mark_change BEFORE UPDATE ON repairs FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_completion BEFORE INSERT OR UPDATE OF status ON repairs FOR EACH ROW EXECUTE FUNCTION mark_completion();
CREATE TRIGGER open_case BEFORE INSERT ON repairs FOR EACH ROW EXECUTE FUNCTION open_case();
CREATE TRIGGER remove_case AFTER DELETE ON repairs FOR EACH ROW EXECUTE FUNCTION remove_case();
CREATE TRIGGER remove_cases AFTER TRUNCATE ON repairs FOR EACH STATEMENT EXECUTE FUNCTION remove_cases();
CREATE TRIGGER tell_insert AFTER INSERT ON repairs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('repair');
CREATE TRIGGER tell_update AFTER UPDATE ON repairs REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('repair', 'status');

-- seller_details
CREATE TRIGGER announce_insert AFTER INSERT ON seller_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON seller_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER mark_change BEFORE UPDATE ON seller_details FOR EACH ROW EXECUTE FUNCTION mark_change();

-- sessions
CREATE TRIGGER announce_delete AFTER DELETE ON sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_end AFTER UPDATE ON sessions FOR EACH ROW WHEN (old.revoked_at IS DISTINCT FROM new.revoked_at OR old.aal IS DISTINCT FROM new.aal) EXECUTE FUNCTION announce_row('id');
CREATE TRIGGER announce_insert AFTER INSERT ON sessions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');

-- shop_lists
CREATE TRIGGER announce_insert AFTER INSERT ON shop_lists FOR EACH ROW WHEN (new.content_id IS NOT NULL) EXECUTE FUNCTION announce_row('source');
CREATE TRIGGER announce_update AFTER UPDATE ON shop_lists FOR EACH ROW WHEN (old.content_id IS DISTINCT FROM new.content_id) EXECUTE FUNCTION announce_row('source');

-- till_counts
CREATE TRIGGER keep_till_count BEFORE DELETE OR UPDATE ON till_counts FOR EACH ROW EXECUTE FUNCTION keep_till_count();

-- trade_in_checks
CREATE TRIGGER announce_delete AFTER DELETE ON trade_in_checks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_trade_ins();
CREATE TRIGGER announce_insert AFTER INSERT ON trade_in_checks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_trade_ins();
CREATE TRIGGER announce_update AFTER UPDATE ON trade_in_checks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_trade_ins();
CREATE TRIGGER mark_update_time BEFORE UPDATE ON trade_in_checks FOR EACH ROW EXECUTE FUNCTION mark_update_time();

-- trade_in_deductions
CREATE TRIGGER announce_delete AFTER DELETE ON trade_in_deductions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_trade_ins();
CREATE TRIGGER announce_insert AFTER INSERT ON trade_in_deductions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_trade_ins();
CREATE TRIGGER announce_update AFTER UPDATE ON trade_in_deductions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_trade_ins();

-- trade_in_machines
CREATE TRIGGER announce_delete AFTER DELETE ON trade_in_machines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON trade_in_machines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON trade_in_machines FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER announce_update AFTER UPDATE ON trade_in_machines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER begin_version BEFORE INSERT ON trade_in_machines FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON trade_in_machines FOR EACH ROW WHEN (NOT old.model_id IS DISTINCT FROM new.model_id) EXECUTE FUNCTION mark_change();
CREATE TRIGGER name_model BEFORE INSERT OR UPDATE OF manufacturer, model ON trade_in_machines FOR EACH ROW EXECUTE FUNCTION name_model();

-- trade_ins
CREATE TRIGGER announce_delete AFTER DELETE ON trade_ins REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON trade_ins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON trade_ins REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows();
CREATE TRIGGER begin_version BEFORE INSERT ON trade_ins FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER drop_return_address BEFORE UPDATE OF user_id ON trade_ins FOR EACH ROW WHEN (old.user_id IS NOT NULL AND new.user_id IS DISTINCT FROM old.user_id AND NOT new.return_address IS DISTINCT FROM old.return_address AND NOT same_person(old.user_id, new.user_id)) EXECUTE FUNCTION drop_return_address();
CREATE TRIGGER end_links AFTER UPDATE OF status ON trade_ins FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION end_links();
CREATE TRIGGER end_pending_payments AFTER UPDATE OF status ON trade_ins FOR EACH ROW WHEN (new.status = 'rejected'::trade_in_status AND old.status <> 'rejected'::trade_in_status) EXECUTE FUNCTION end_pending_payments();
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF user_id ON trade_ins FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION follow_merged();
CREATE TRIGGER follow_numbers AFTER INSERT ON trade_ins REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_trade_in_numbers();
CREATE TRIGGER give_case_on AFTER UPDATE OF user_id ON trade_ins FOR EACH ROW WHEN (old.user_id IS DISTINCT FROM new.user_id AND NOT same_person(old.user_id, new.user_id)) EXECUTE FUNCTION give_case_on();
CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON trade_ins FOR EACH ROW WHEN (new.user_id IS NOT NULL AND old.user_id IS DISTINCT FROM new.user_id) EXECUTE FUNCTION keep_billed_customer();
CREATE TRIGGER mark_change BEFORE UPDATE ON trade_ins FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_completion BEFORE INSERT OR UPDATE OF status ON trade_ins FOR EACH ROW EXECUTE FUNCTION mark_completion();
CREATE TRIGGER open_case BEFORE INSERT ON trade_ins FOR EACH ROW EXECUTE FUNCTION open_case();
CREATE TRIGGER remove_case AFTER DELETE ON trade_ins FOR EACH ROW EXECUTE FUNCTION remove_case();
CREATE TRIGGER remove_cases AFTER TRUNCATE ON trade_ins FOR EACH STATEMENT EXECUTE FUNCTION remove_cases();
CREATE TRIGGER tell_insert AFTER INSERT ON trade_ins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('trade_in');
CREATE TRIGGER tell_update AFTER UPDATE ON trade_ins REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('trade_in', 'status');

-- unit_claims
CREATE TRIGGER announce_insert AFTER INSERT ON unit_claims REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON unit_claims REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER drop_link BEFORE UPDATE OF owner_id ON unit_claims FOR EACH ROW WHEN (new.owner_id IS NULL) EXECUTE FUNCTION drop_claim_link();

-- unit_ownerships
CREATE TRIGGER keep_as_written BEFORE INSERT OR DELETE OR UPDATE ON unit_ownerships FOR EACH ROW EXECUTE FUNCTION keep_as_written();

-- units
CREATE TRIGGER announce_delete AFTER DELETE ON units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_insert AFTER INSERT ON units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON units REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows();
CREATE TRIGGER begin_version BEFORE INSERT ON units FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER end_claims AFTER UPDATE ON units FOR EACH ROW WHEN (old.owner IS DISTINCT FROM new.owner OR old.user_id IS DISTINCT FROM new.user_id AND NOT same_person(old.user_id, new.user_id) OR old.merged_into IS DISTINCT FROM new.merged_into OR old.state IS DISTINCT FROM new.state AND new.state = 'scrapped'::unit_state) EXECUTE FUNCTION end_unit_claims();
CREATE TRIGGER follow_changed_units AFTER UPDATE ON units FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.product_id IS DISTINCT FROM new.product_id OR old.merged_into IS DISTINCT FROM new.merged_into) EXECUTE FUNCTION follow_units();
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF user_id ON units FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION follow_merged();
CREATE TRIGGER follow_units AFTER INSERT OR DELETE ON units FOR EACH ROW EXECUTE FUNCTION follow_units();
CREATE TRIGGER key_unit BEFORE INSERT OR UPDATE ON units FOR EACH ROW EXECUTE FUNCTION key_unit();
CREATE TRIGGER mark_change BEFORE UPDATE ON units FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER name_model BEFORE INSERT OR UPDATE OF manufacturer, model ON units FOR EACH ROW EXECUTE FUNCTION name_model();
CREATE TRIGGER record_change_of_owner AFTER UPDATE OF owner, user_id ON units FOR EACH ROW WHEN (old.owner IS DISTINCT FROM new.owner OR old.user_id IS DISTINCT FROM new.user_id AND NOT same_person(old.user_id, new.user_id)) EXECUTE FUNCTION record_owner();
CREATE TRIGGER record_owner AFTER INSERT ON units FOR EACH ROW EXECUTE FUNCTION record_owner();
CREATE TRIGGER tell_insert AFTER INSERT ON units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('unit');
CREATE TRIGGER tell_update AFTER UPDATE ON units REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('unit');

-- users
CREATE TRIGGER forget_account BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_account();
CREATE TRIGGER forget_buyer AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_buyer();
CREATE TRIGGER mark_update_time BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION mark_update_time();

-- vat_returns
CREATE TRIGGER mark_change BEFORE UPDATE ON vat_returns FOR EACH ROW EXECUTE FUNCTION mark_change();

-- webhook_endpoints
CREATE TRIGGER mark_change BEFORE UPDATE OF url, events, is_enabled, secret ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION mark_change();

-- webhook_messages
CREATE TRIGGER queue_messages AFTER INSERT ON webhook_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_webhook_messages();

-- website_settings
CREATE TRIGGER announce_delete AFTER DELETE ON website_settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('setting_key');
CREATE TRIGGER announce_insert AFTER INSERT ON website_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('setting_key');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON website_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER announce_update AFTER UPDATE ON website_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('setting_key');
CREATE TRIGGER begin_version BEFORE INSERT ON website_settings FOR EACH ROW WHEN (new.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON website_settings FOR EACH ROW EXECUTE FUNCTION mark_change();
