-- What is made with the customer of a case belongs to them, also after the case has gone to somebody else (docs/decisions/075). A row
-- without a customer is of whoever has the case; when that changes it gets the name of the one before. No foreign key: what a deleted
-- account has left must not become the next customer's.
ALTER TABLE case_emails ADD COLUMN customer_id uuid;
ALTER TABLE case_files ADD COLUMN customer_id uuid;
ALTER TABLE case_links ADD COLUMN customer_id uuid;
ALTER TABLE repair_estimates ADD COLUMN customer_id uuid;
ALTER TABLE trade_in_offers ADD COLUMN customer_id uuid;
ALTER TABLE case_messages DROP CONSTRAINT case_messages_customer_id_fkey;

-- Who has a case and who had it. Cases that never changed their customer have no row here.
CREATE TABLE case_customers (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    repair_id uuid,
    trade_in_id uuid,
    user_id uuid,
    started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ended_at timestamptz(3),
    from_entry bigint NOT NULL DEFAULT 0,
    until_entry bigint,
    found jsonb NOT NULL DEFAULT '{}',
    last jsonb,

    CONSTRAINT case_customers_pkey PRIMARY KEY (id),
    CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id) = 1)
);
CREATE INDEX case_customers_repair_id_idx ON case_customers (repair_id);
CREATE INDEX case_customers_trade_in_id_idx ON case_customers (trade_in_id);
CREATE INDEX case_customers_user_id_idx ON case_customers (user_id);
ALTER TABLE case_customers ADD CONSTRAINT case_customers_repair_id_fkey FOREIGN KEY (repair_id) REFERENCES repairs (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE case_customers ADD CONSTRAINT case_customers_trade_in_id_fkey FOREIGN KEY (trade_in_id) REFERENCES trade_ins (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE case_customers ADD CONSTRAINT case_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE;

-- The rule, said once: whose a row of a case is.
CREATE FUNCTION customer_of_row(named uuid, repair uuid, trade_in uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT coalesce(named, (SELECT r.user_id FROM repairs AS r WHERE r.id = repair), (SELECT t.user_id FROM trade_ins AS t WHERE t.id = trade_in))
$$;

-- Whether an entry of a case's history was written while somebody had it.
CREATE FUNCTION is_of_customer(entry bigint, repair uuid, trade_in uuid, customer uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT bool_or(c.user_id IS NOT DISTINCT FROM customer AND entry > c.from_entry AND entry <= coalesce(c.until_entry, entry))
      FROM case_customers AS c WHERE c.repair_id = repair OR c.trade_in_id = trade_in),
    customer_of_row(NULL, repair, trade_in) IS NOT DISTINCT FROM customer)
$$;

-- The fields that a new customer does not see as they were found: null until somebody changes them.
CREATE FUNCTION hidden_fields(found jsonb, present jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(f.key, NULL::text) FROM jsonb_each(found) AS f WHERE present -> f.key = f.value
$$;

-- The cases of a customer as they see them: those that they have, and those that they had, as they were then.
CREATE FUNCTION repairs_of(customer uuid) RETURNS SETOF repairs LANGUAGE sql STABLE AS $$
  SELECT t.* FROM repairs AS t WHERE t.user_id = customer AND NOT EXISTS (SELECT FROM case_customers AS c WHERE c.repair_id = t.id)
  UNION ALL
  SELECT seen.* FROM (
    SELECT DISTINCT ON (c.repair_id) c.* FROM case_customers AS c WHERE c.user_id = customer AND c.repair_id IS NOT NULL
    ORDER BY c.repair_id, c.ended_at DESC NULLS FIRST
  ) AS latest
  JOIN repairs AS t ON t.id = latest.repair_id
  CROSS JOIN LATERAL jsonb_populate_record(
    CASE WHEN latest.ended_at IS NULL THEN t END,
    CASE WHEN latest.ended_at IS NULL THEN hidden_fields(latest.found, to_jsonb(t)) ELSE latest.last END) AS seen
$$;

CREATE FUNCTION trade_ins_of(customer uuid) RETURNS SETOF trade_ins LANGUAGE sql STABLE AS $$
  SELECT t.* FROM trade_ins AS t WHERE t.user_id = customer AND NOT EXISTS (SELECT FROM case_customers AS c WHERE c.trade_in_id = t.id)
  UNION ALL
  SELECT seen.* FROM (
    SELECT DISTINCT ON (c.trade_in_id) c.* FROM case_customers AS c WHERE c.user_id = customer AND c.trade_in_id IS NOT NULL
    ORDER BY c.trade_in_id, c.ended_at DESC NULLS FIRST
  ) AS latest
  JOIN trade_ins AS t ON t.id = latest.trade_in_id
  CROSS JOIN LATERAL jsonb_populate_record(
    CASE WHEN latest.ended_at IS NULL THEN t END,
    CASE WHEN latest.ended_at IS NULL THEN hidden_fields(latest.found, to_jsonb(t)) ELSE latest.last END) AS seen
$$;

-- What happens with a case that goes to somebody else, whoever does it.
CREATE FUNCTION give_case_on() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET timezone TO 'UTC' AS $$
DECLARE
  -- A link of the former customer leads to what was theirs for so long.
  kept CONSTANT interval := '90 days';
  repair CONSTANT uuid := CASE TG_TABLE_NAME WHEN 'repairs' THEN NEW.id END;
  trade_in CONSTANT uuid := CASE TG_TABLE_NAME WHEN 'trade_ins' THEN NEW.id END;
  latest CONSTANT bigint := (
    SELECT coalesce(max(a.id), 0) FROM audit_log AS a
    WHERE a.subject_type = CASE TG_TABLE_NAME WHEN 'repairs' THEN 'repair' ELSE 'trade_in' END AND a.subject_id = NEW.id::text);
  present uuid;
BEGIN
  SELECT c.id INTO present FROM case_customers AS c WHERE (c.repair_id = repair OR c.trade_in_id = trade_in) AND c.ended_at IS NULL;
  IF OLD.user_id IS NULL THEN
    -- What was made while nobody had it is of whoever gets it.
    UPDATE case_customers SET user_id = NEW.user_id WHERE id = present;
    RETURN NULL;
  END IF;

  UPDATE case_emails SET customer_id = OLD.user_id WHERE customer_id IS NULL AND (repair_id = repair OR trade_in_id = trade_in);
  UPDATE case_messages SET customer_id = OLD.user_id WHERE customer_id IS NULL AND (repair_id = repair OR trade_in_id = trade_in);
  -- The desk's own pictures are of the machine.
  UPDATE case_files SET customer_id = OLD.user_id
  WHERE customer_id IS NULL AND (repair_id = repair OR trade_in_id = trade_in) AND (from_customer OR is_shared);
  UPDATE case_links SET customer_id = OLD.user_id, expires_at = least(expires_at, now() + kept)
  WHERE customer_id IS NULL AND (repair_id = repair OR trade_in_id = trade_in);
  UPDATE case_links SET expires_at = NULL WHERE customer_id = NEW.user_id AND (repair_id = repair OR trade_in_id = trade_in);

  -- What waits for an answer is over, and what waits for an approval was written to another customer.
  UPDATE repair_estimates SET customer_id = OLD.user_id, expires_at = CASE state WHEN 'sent' THEN now() ELSE expires_at END,
    state = CASE state WHEN 'sent' THEN 'expired' ELSE state END
  WHERE customer_id IS NULL AND repair_id = repair AND state <> 'draft';
  UPDATE trade_in_offers SET customer_id = OLD.user_id, expires_at = CASE state WHEN 'sent' THEN now() ELSE expires_at END,
    state = CASE state WHEN 'sent' THEN 'expired' ELSE state END
  WHERE customer_id IS NULL AND trade_in_id = trade_in AND state <> 'draft';
  UPDATE trade_in_offers SET requested_by = NULL, requested_at = NULL, email = NULL
  WHERE trade_in_id = trade_in AND state = 'draft' AND requested_at IS NOT NULL;

  -- Store credit that was to come: from the trade-in, or for the repair. What is held is given back by the shop (credit/settle.ts).
  UPDATE credit_payments AS p SET released_at = now()
  WHERE p.released_at IS NULL AND (p.trade_in_id = trade_in OR (p.trade_in_id IS NOT NULL AND p.noun = 'repairs' AND p.noun_id = repair::text))
    AND NOT EXISTS (SELECT FROM credit_entries AS e WHERE e.payment_id = p.id);

  IF present IS NOT NULL THEN
    UPDATE case_customers SET ended_at = clock_timestamp(), until_entry = latest, last = to_jsonb(OLD) WHERE id = present;
  ELSIF EXISTS (SELECT FROM users AS u WHERE u.id = OLD.user_id) THEN
    INSERT INTO case_customers (repair_id, trade_in_id, user_id, started_at, ended_at, until_entry, last)
    VALUES (repair, trade_in, OLD.user_id, OLD.created_at, clock_timestamp(), latest, to_jsonb(OLD));
  END IF;
  INSERT INTO case_customers (repair_id, trade_in_id, user_id, from_entry, found)
  VALUES (repair, trade_in, NEW.user_id, latest, coalesce((
    SELECT jsonb_object_agg(f.key, f.value) FROM jsonb_each(to_jsonb(NEW)) AS f
    -- The parcel and the problem in the former customer's words, and what they were told that it costs or is worth.
    WHERE f.value <> 'null' AND (f.key IN ('inbound_carrier', 'inbound_tracking_number', 'sent_in_at', 'estimated_cost', 'estimated_value', 'final_value')
      OR (f.key = 'problem_description' AND NEW.request_id IS NOT NULL))), '{}'));
  RETURN NULL;
END
$$;
CREATE TRIGGER give_case_on AFTER UPDATE OF user_id ON repairs FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION give_case_on();
CREATE TRIGGER give_case_on AFTER UPDATE OF user_id ON trade_ins FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION give_case_on();

-- The status of a case ends the links of whoever has it; those of a former customer have their own end.
CREATE OR REPLACE FUNCTION end_repair_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE case_links SET expires_at = link_end(NEW.status::text, NEW.completed_at, NEW.updated_at)
  WHERE repair_id = NEW.id AND (customer_id IS NULL OR customer_id = NEW.user_id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION end_trade_in_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE case_links SET expires_at = link_end(NEW.status::text, NEW.completed_at, NEW.updated_at)
  WHERE trade_in_id = NEW.id AND (customer_id IS NULL OR customer_id = NEW.user_id);
  RETURN NULL;
END
$$;

-- A payment that waits for the credit of a trade-in has ended once that was rejected: whatever becomes of the trade-in later, its
-- customer is asked again.
CREATE FUNCTION end_pending_payments() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE credit_payments AS p SET released_at = now()
  WHERE p.trade_in_id = NEW.id AND p.released_at IS NULL AND NOT EXISTS (SELECT FROM credit_entries AS e WHERE e.payment_id = p.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER end_pending_payments AFTER UPDATE OF status ON trade_ins FOR EACH ROW
  WHEN (NEW.status = 'rejected' AND OLD.status <> 'rejected') EXECUTE FUNCTION end_pending_payments();
