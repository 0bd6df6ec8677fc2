-- What was billed or paid keeps its customer: given to somebody else, both would owe the same work. Nobody may have it (a deleted account),
-- and it may go to the one whom all its documents and payments name.
CREATE FUNCTION is_billed_to_another(work text, work_id uuid, customer uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
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
$$;

CREATE FUNCTION keep_billed_customer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF is_billed_to_another(TG_TABLE_NAME, NEW.id, NEW.user_id) THEN
    RAISE EXCEPTION 'What was billed or paid keeps its customer' USING ERRCODE = 'check_violation', CONSTRAINT = 'keep_billed_customer', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON repairs FOR EACH ROW
  WHEN (NEW.user_id IS NOT NULL AND OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION keep_billed_customer();
CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON orders FOR EACH ROW
  WHEN (NEW.user_id IS NOT NULL AND OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION keep_billed_customer();
CREATE TRIGGER keep_billed_customer BEFORE UPDATE OF user_id ON trade_ins FOR EACH ROW
  WHEN (NEW.user_id IS NOT NULL AND OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION keep_billed_customer();
