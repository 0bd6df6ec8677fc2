-- By the case's id alone. The version before calls the forms with two keys, which stay.
CREATE FUNCTION customer_of_row(named uuid, of uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT coalesce(named, (SELECT r.user_id FROM repairs AS r WHERE r.id = of), (SELECT t.user_id FROM trade_ins AS t WHERE t.id = of))
$$;

CREATE FUNCTION is_of_customer(entry bigint, of uuid, customer uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT bool_or(c.user_id IS NOT DISTINCT FROM customer AND entry > c.from_entry AND entry <= coalesce(c.until_entry, entry))
      FROM case_customers AS c WHERE c.case_id = of),
    customer_of_row(NULL, of) IS NOT DISTINCT FROM customer)
$$;

CREATE OR REPLACE FUNCTION repairs_of(customer uuid) RETURNS SETOF repairs LANGUAGE sql STABLE AS $$
  SELECT t.* FROM repairs AS t WHERE t.user_id = customer AND NOT EXISTS (SELECT FROM case_customers AS c WHERE c.case_id = t.id)
  UNION ALL
  SELECT seen.* FROM (
    SELECT DISTINCT ON (c.case_id) c.* FROM case_customers AS c WHERE c.user_id = customer ORDER BY c.case_id, c.ended_at DESC NULLS FIRST
  ) AS latest
  JOIN repairs AS t ON t.id = latest.case_id
  CROSS JOIN LATERAL jsonb_populate_record(
    CASE WHEN latest.ended_at IS NULL THEN t END,
    CASE WHEN latest.ended_at IS NULL THEN hidden_fields(latest.found, to_jsonb(t)) ELSE latest.last END) AS seen
$$;

CREATE OR REPLACE FUNCTION trade_ins_of(customer uuid) RETURNS SETOF trade_ins LANGUAGE sql STABLE AS $$
  SELECT t.* FROM trade_ins AS t WHERE t.user_id = customer AND NOT EXISTS (SELECT FROM case_customers AS c WHERE c.case_id = t.id)
  UNION ALL
  SELECT seen.* FROM (
    SELECT DISTINCT ON (c.case_id) c.* FROM case_customers AS c WHERE c.user_id = customer ORDER BY c.case_id, c.ended_at DESC NULLS FIRST
  ) AS latest
  JOIN trade_ins AS t ON t.id = latest.case_id
  CROSS JOIN LATERAL jsonb_populate_record(
    CASE WHEN latest.ended_at IS NULL THEN t END,
    CASE WHEN latest.ended_at IS NULL THEN hidden_fields(latest.found, to_jsonb(t)) ELSE latest.last END) AS seen
$$;

-- A case that goes with its rows is told of by its own table.
CREATE OR REPLACE FUNCTION announce_cases() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids(c.kind::text, array_agg(c.id)) FROM cases AS c WHERE c.id IN (SELECT case_id FROM changed) GROUP BY c.kind;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER announce_insert AFTER INSERT ON case_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE OR REPLACE TRIGGER announce_update AFTER UPDATE ON case_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE OR REPLACE TRIGGER announce_delete AFTER DELETE ON case_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
-- allowed takes-away: no trigger calls it any more, and nothing else can
DROP FUNCTION announce_messages();

CREATE OR REPLACE FUNCTION begin_link() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.expires_at := coalesce(
    (SELECT link_end(r.status::text, r.completed_at, r.updated_at) FROM repairs AS r WHERE r.id = NEW.case_id),
    (SELECT link_end(t.status::text, t.completed_at, t.updated_at) FROM trade_ins AS t WHERE t.id = NEW.case_id)
  );
  RETURN NEW;
END
$$;

CREATE FUNCTION end_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE case_links SET expires_at = link_end(NEW.status::text, NEW.completed_at, NEW.updated_at)
  WHERE case_id = NEW.id AND (customer_id IS NULL OR customer_id = NEW.user_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER end_links AFTER UPDATE OF status ON repairs
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION end_links();
CREATE OR REPLACE TRIGGER end_links AFTER UPDATE OF status ON trade_ins
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION end_links();
-- allowed takes-away: no trigger calls it any more, and nothing else can
DROP FUNCTION end_repair_links();
-- allowed takes-away: no trigger calls it any more, and nothing else can
DROP FUNCTION end_trade_in_links();

CREATE OR REPLACE FUNCTION give_case_on() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET "TimeZone" TO 'UTC' AS $$
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
  UPDATE repair_estimates SET customer_id = OLD.user_id, expires_at = CASE state WHEN 'sent' THEN now() ELSE expires_at END,
    state = CASE state WHEN 'sent' THEN 'expired' ELSE state END
  WHERE customer_id IS NULL AND repair_id = NEW.id AND state <> 'draft';
  UPDATE trade_in_offers SET customer_id = OLD.user_id, expires_at = CASE state WHEN 'sent' THEN now() ELSE expires_at END,
    state = CASE state WHEN 'sent' THEN 'expired' ELSE state END
  WHERE customer_id IS NULL AND trade_in_id = NEW.id AND state <> 'draft';
  UPDATE trade_in_offers SET requested_by = NULL, requested_at = NULL, email = NULL
  WHERE trade_in_id = NEW.id AND state = 'draft' AND requested_at IS NOT NULL;

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
$$;
