-- Rules of cases: one id for each, numbers, completion, links, and what a customer sees of a case that was theirs.

-- Before the row itself, so that whatever is inserted with it finds its case.
CREATE FUNCTION open_case() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO cases (id, kind) VALUES (NEW.id, TG_TABLE_NAME::case_kind) ON CONFLICT (id) DO NOTHING;
  IF NOT EXISTS (SELECT FROM cases AS c WHERE c.id = NEW.id AND c.kind = TG_TABLE_NAME::case_kind) THEN
    RAISE unique_violation USING MESSAGE = 'another kind of case has this id', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER open_case BEFORE INSERT ON repairs FOR EACH ROW EXECUTE FUNCTION open_case();
CREATE TRIGGER open_case BEFORE INSERT ON trade_ins FOR EACH ROW EXECUTE FUNCTION open_case();

CREATE FUNCTION remove_case() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM cases WHERE id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_case AFTER DELETE ON repairs FOR EACH ROW EXECUTE FUNCTION remove_case();
CREATE TRIGGER remove_case AFTER DELETE ON trade_ins FOR EACH ROW EXECUTE FUNCTION remove_case();

CREATE FUNCTION remove_cases() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM cases WHERE kind = TG_TABLE_NAME::case_kind;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_cases AFTER TRUNCATE ON repairs FOR EACH STATEMENT EXECUTE FUNCTION remove_cases();
CREATE TRIGGER remove_cases AFTER TRUNCATE ON trade_ins FOR EACH STATEMENT EXECUTE FUNCTION remove_cases();

-- The number in 'REP-10001'; null for a number of another form, which the sequence does not follow.
CREATE FUNCTION number_after(prefix text, given text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT substring(given FROM '^' || prefix || '-([0-9]{1,12})$')::bigint
$$;

-- The last number that a sequence has given.
CREATE FUNCTION last_number(numbers regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
BEGIN
  EXECUTE format('SELECT last_value - (NOT is_called)::integer FROM %s', numbers) INTO reached;
  RETURN reached;
END
$$;

-- Brings a sequence to a number that a row has been given. A sequence must never go back, whoever draws from it meanwhile:
-- a short way is gone by drawing, and only a long one by setting, by one transaction at a time.
CREATE FUNCTION raise_sequence(numbers regclass, highest bigint) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
$$;

CREATE FUNCTION follow_repair_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM raise_sequence('repair_number_seq', (SELECT max(number_after('REP', repair_number)) FROM added));
  RETURN NULL;
END
$$;
CREATE TRIGGER follow_numbers AFTER INSERT ON repairs REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_repair_numbers();

CREATE FUNCTION follow_trade_in_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM raise_sequence('trade_in_number_seq', (SELECT max(number_after('TRD', trade_in_number)) FROM added));
  RETURN NULL;
END
$$;
CREATE TRIGGER follow_numbers AFTER INSERT ON trade_ins REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_trade_in_numbers();

-- When a case was completed, whoever sets its status. A repair that is shipped stays completed; one that is worked on again is not.
CREATE FUNCTION mark_completion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status::text NOT IN ('completed', 'shipped') THEN
    NEW.completed_at := NULL;
  ELSIF TG_OP = 'INSERT' OR OLD.status::text NOT IN ('completed', 'shipped') THEN
    NEW.completed_at := coalesce(NEW.completed_at, now());
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER mark_completion BEFORE INSERT OR UPDATE OF status ON repairs FOR EACH ROW EXECUTE FUNCTION mark_completion();
CREATE TRIGGER mark_completion BEFORE INSERT OR UPDATE OF status ON trade_ins FOR EACH ROW EXECUTE FUNCTION mark_completion();

-- It ends where the repair is worked on again, and where somebody else gets the device: what follows is another repair. A merge of customers
-- gives nothing on: a return address stays, an offer stays open, and a machine keeps its owner.
CREATE FUNCTION end_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.unrepaired_reason := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER end_return BEFORE UPDATE OF status, user_id ON repairs FOR EACH ROW
  WHEN (OLD.unrepaired_reason IS NOT NULL AND (OLD.user_id IS DISTINCT FROM NEW.user_id AND NOT same_person(OLD.user_id, NEW.user_id)
    OR OLD.status IN ('completed', 'shipped') AND NEW.status NOT IN ('completed', 'shipped'))) EXECUTE FUNCTION end_return();

-- The next customer's device does not go to the one before, and no address outlives its account. The former customer goes on seeing it
-- (case_customers.last). Plain SQL counts too.
CREATE FUNCTION drop_return_address() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.return_address := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER drop_return_address BEFORE UPDATE OF user_id ON repairs FOR EACH ROW
  WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS DISTINCT FROM OLD.user_id AND NOT NEW.return_address IS DISTINCT FROM OLD.return_address
    AND NOT same_person(OLD.user_id, NEW.user_id)) EXECUTE FUNCTION drop_return_address();
CREATE TRIGGER drop_return_address BEFORE UPDATE OF user_id ON trade_ins FOR EACH ROW
  WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS DISTINCT FROM OLD.user_id AND NOT NEW.return_address IS DISTINCT FROM OLD.return_address
    AND NOT same_person(OLD.user_id, NEW.user_id)) EXECUTE FUNCTION drop_return_address();

-- A link ends 90 days after its case is done, whoever sets the status, and begins again with a case that is worked on again.
-- Of a rejected trade-in nothing tells since when: the last change is the nearest that is known.
CREATE FUNCTION link_end(status text, completed_at timestamptz, updated_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN status IN ('completed', 'shipped') THEN coalesce(completed_at, updated_at) + interval '90 days'
    WHEN status = 'rejected' THEN updated_at + interval '90 days'
  END
$$;

CREATE FUNCTION begin_link() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.expires_at := coalesce(
    (SELECT link_end(r.status::text, r.completed_at, r.updated_at) FROM repairs AS r WHERE r.id = NEW.case_id),
    (SELECT link_end(t.status::text, t.completed_at, t.updated_at) FROM trade_ins AS t WHERE t.id = NEW.case_id)
  );
  RETURN NEW;
END
$$;
CREATE TRIGGER begin_link BEFORE INSERT ON case_links FOR EACH ROW WHEN (NEW.expires_at IS NULL) EXECUTE FUNCTION begin_link();

CREATE FUNCTION end_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE case_links SET expires_at = link_end(NEW.status::text, NEW.completed_at, NEW.updated_at)
  WHERE case_id = NEW.id AND (customer_id IS NULL OR customer_id = NEW.user_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER end_links AFTER UPDATE OF status ON repairs FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION end_links();
CREATE TRIGGER end_links AFTER UPDATE OF status ON trade_ins FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION end_links();

-- By the case's id alone. The version before calls the forms with two keys, which stay.
CREATE FUNCTION customer_of_row(named uuid, of uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT coalesce(named, (SELECT r.user_id FROM repairs AS r WHERE r.id = of), (SELECT t.user_id FROM trade_ins AS t WHERE t.id = of))
$$;

-- Whether an entry of a case's history was written while somebody had it.
CREATE FUNCTION is_of_customer(entry bigint, of uuid, customer uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT bool_or(c.user_id IS NOT DISTINCT FROM customer AND entry > c.from_entry AND entry <= coalesce(c.until_entry, entry))
      FROM case_customers AS c WHERE c.case_id = of),
    customer_of_row(NULL, of) IS NOT DISTINCT FROM customer)
$$;

-- The fields that a new customer does not see as they were found: null until somebody changes them.
CREATE FUNCTION hidden_fields(found jsonb, present jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(f.key, NULL::text) FROM jsonb_each(found) AS f WHERE present -> f.key = f.value
$$;

-- The cases of a customer as they see them: those that they have, and those that they had, as they were then.
CREATE FUNCTION repairs_of(customer uuid) RETURNS SETOF repairs LANGUAGE sql STABLE AS $$
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

CREATE FUNCTION trade_ins_of(customer uuid) RETURNS SETOF trade_ins LANGUAGE sql STABLE AS $$
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

-- What happens with a case that goes to somebody else, whoever does it.
CREATE FUNCTION give_case_on() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET timezone TO 'UTC' AS $$
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
$$;
CREATE TRIGGER give_case_on AFTER UPDATE OF user_id ON repairs FOR EACH ROW
  WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id AND NOT same_person(OLD.user_id, NEW.user_id)) EXECUTE FUNCTION give_case_on();
CREATE TRIGGER give_case_on AFTER UPDATE OF user_id ON trade_ins FOR EACH ROW
  WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id AND NOT same_person(OLD.user_id, NEW.user_id)) EXECUTE FUNCTION give_case_on();

-- A row that goes, by whichever way (its case's among them), takes its files with it. What is no key of the store is no file.
CREATE FUNCTION remove_case_files() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO file_removals (key)
  SELECT key FROM (SELECT storage_key AS key FROM gone UNION SELECT thumbnail_key FROM gone) AS keys
  WHERE length(key) = 101 AND key ~ '^[0-9a-f-]{36}/[0-9a-f]{64}$'
  ON CONFLICT (key) DO UPDATE SET due_at = now();
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_files AFTER DELETE ON case_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_case_files();
-- A row that goes, its product's among the ways, takes its two files with it.
CREATE TRIGGER remove_files AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION remove_case_files();
