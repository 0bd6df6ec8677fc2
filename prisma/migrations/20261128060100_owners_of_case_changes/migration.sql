-- What changes beneath a case (its messages, estimates, offers) is announced with whose case it is: open pages of an account follow their own.
CREATE OR REPLACE FUNCTION announce_ids(named text, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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
$$;
