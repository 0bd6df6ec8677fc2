-- Two customers who turn out to be one person: what goes to the kept one, and back where that is undone.

-- What is a customer's, by table and column, in the order in which it is moved: first the accounts that say whose a bill is.
CREATE FUNCTION columns_of_customers() RETURNS TABLE (place integer, named text, held_in text) LANGUAGE sql IMMUTABLE AS $$
  SELECT row_number() OVER ()::integer, split_part(of, '.', 1), split_part(of, '.', 2) FROM unnest(ARRAY[
    'credit_accounts.user_id', 'buyers.user_id', 'users.merged_into', 'orders.user_id', 'repairs.user_id', 'trade_ins.user_id',
    'units.user_id', 'unit_ownerships.user_id', 'unit_claims.claimant_id', 'unit_claims.owner_id', 'passports.claimed_by',
    'case_requests.user_id', 'case_customers.user_id', 'case_emails.customer_id', 'case_messages.customer_id', 'case_messages.author_id',
    'case_files.customer_id', 'case_files.uploaded_by', 'case_links.customer_id', 'case_quotes.customer_id', 'case_quotes.answered_by_user',
    'case_readings.created_by', 'credit_requests.user_id', 'approval_requests.user_id'
  ]) AS of
$$;

-- The same of an account that people sign in to.
CREATE FUNCTION columns_of_accounts() RETURNS TABLE (place integer, named text, held_in text) LANGUAGE sql IMMUTABLE AS $$
  SELECT row_number() OVER ()::integer, split_part(of, '.', 1), split_part(of, '.', 2) FROM unnest(ARRAY[
    'mfa_factors.user_id', 'recovery_codes.user_id', 'mail_tokens.user_id'
  ]) AS of
$$;

-- Moves what a lot has left to another lot: two entries, which make nothing more or less.
CREATE FUNCTION move_lot(source uuid, target uuid, merge customer_merges, why text, by_key text, moved_at timestamptz)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
$$;

-- Gives the kept customer what can be spent of a lot of the merged one, with the same expiry and cause.
CREATE FUNCTION gather_lot(source credit_lots, merge customer_merges, moved_at timestamptz) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
$$;

-- Credit that comes back to the account of a merged customer, such as a hold that ends, goes on to the kept one.
CREATE FUNCTION pass_credit_on() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
$$;
CREATE TRIGGER pass_on AFTER INSERT ON credit_entries FOR EACH ROW
  WHEN (NEW.credit = 'available' AND NEW.lot_id IS NOT NULL AND NEW.key NOT LIKE 'merge%') EXECUTE FUNCTION pass_credit_on();

-- Exchanges how two users are known and sign in.
CREATE FUNCTION exchange_accounts(one uuid, other uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
$$;

CREATE FUNCTION has_account(person users) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT person.password_hash IS NOT NULL OR person.email_verified_at IS NOT NULL OR person.signed_up_at IS NOT NULL
$$;

-- Moves everything of the merged customer.
CREATE FUNCTION merge_customers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
$$;
CREATE TRIGGER merge_customers AFTER INSERT ON customer_merges FOR EACH ROW EXECUTE FUNCTION merge_customers();

-- Moves it back, but for what has been spent, billed or given on since.
CREATE FUNCTION unmerge_customers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
$$;
CREATE TRIGGER unmerge_customers BEFORE UPDATE OF undone_at ON customer_merges FOR EACH ROW
  WHEN (OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL) EXECUTE FUNCTION unmerge_customers();

-- What is given to a merged customer is given to the kept one, whoever writes it. The lock waits for a merge that is under way.
CREATE FUNCTION follow_merged() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  kept uuid;
BEGIN
  SELECT u.merged_into INTO kept FROM users AS u WHERE u.id = NEW.user_id FOR KEY SHARE;
  IF kept IS NOT NULL THEN
    NEW.user_id := kept;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF user_id ON orders FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION follow_merged();
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF user_id ON repairs FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION follow_merged();
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF user_id ON trade_ins FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION follow_merged();
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF user_id ON units FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION follow_merged();
