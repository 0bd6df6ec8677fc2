-- A message is announced as a change of its case, and to whom that belongs: the open pages of its customer look, and no others.
CREATE FUNCTION announce_messages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  many CONSTANT integer := 50;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT many + 1) AS first_rows) > many THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', name, 'id', NULL)::text) FROM (VALUES ('repairs'), ('trade_ins')) AS tables (name);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', 'repairs', 'id', id, 'owner', user_id)::text)
    FROM repairs WHERE id IN (SELECT repair_id FROM changed);
    PERFORM pg_notify('shop_changes', json_build_object('table', 'trade_ins', 'id', id, 'owner', user_id)::text)
    FROM trade_ins WHERE id IN (SELECT trade_in_id FROM changed);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER announce_insert AFTER INSERT ON case_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_messages();
CREATE OR REPLACE TRIGGER announce_update AFTER UPDATE ON case_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_messages();
CREATE OR REPLACE TRIGGER announce_delete AFTER DELETE ON case_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_messages();
