-- What is announced of a row that belongs to somebody says to whom: the open pages of all others need not look.
CREATE OR REPLACE FUNCTION announce_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many CONSTANT integer := 50;
  longest CONSTANT integer := 1000;
  affected integer;
  unnamed boolean;
BEGIN
  SELECT count(*), coalesce(bool_or(length(key) > longest), false) INTO affected, unnamed
  FROM (SELECT to_jsonb(changed) ->> TG_ARGV[0] AS key FROM changed LIMIT many + 1) AS first_rows;
  IF affected > many OR unnamed THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', fields ->> TG_ARGV[0], 'owner', fields ->> 'user_id')::text)
    FROM (SELECT to_jsonb(changed) AS fields FROM changed) AS named;
  END IF;
  RETURN NULL;
END
$$;

-- The same for rows that may pass from one to another: whoever had them before is told too.
CREATE FUNCTION announce_owned_rows() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;

DROP TRIGGER announce_update ON orders;
DROP TRIGGER announce_update ON repairs;
DROP TRIGGER announce_update ON trade_ins;
CREATE TRIGGER announce_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows();
CREATE TRIGGER announce_update AFTER UPDATE ON repairs REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows();
CREATE TRIGGER announce_update AFTER UPDATE ON trade_ins REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_owned_rows();

-- An account of store credit changes with its entries, and with the transfers to the shop platform.
CREATE FUNCTION announce_credit_accounts(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  many CONSTANT integer := 50;
BEGIN
  IF cardinality(ids) > many THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', 'credit_accounts', 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', 'credit_accounts', 'id', id, 'owner', user_id)::text)
    FROM credit_accounts WHERE id = ANY (ids);
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION sum_credit_entries() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO credit_sums (day, lot_kind, expires_month, kind, debit, credit, amount)
  SELECT (added.at AT TIME ZONE 'UTC')::date, lots.kind, date_trunc('month', lots.expires_at AT TIME ZONE 'UTC')::date, added.kind, added.debit, added.credit, sum(added.amount)
  FROM added JOIN credit_lots AS lots ON lots.id = added.lot_id
  GROUP BY 1, 2, 3, 4, 5, 6;
  PERFORM announce_credit_accounts((SELECT array_agg(DISTINCT account_id) FROM added));
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION announce_credit_transfers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_credit_accounts((SELECT array_agg(DISTINCT account_id) FROM changed));
  RETURN NULL;
END
$$;
