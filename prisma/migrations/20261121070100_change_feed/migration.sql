-- What the database does by itself on a change, whoever makes it.

-- Every row that an administrator edits carries the time and the number of its last change.
CREATE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  NEW.version := OLD.version + 1;
  RETURN NEW;
END
$$;

CREATE TRIGGER mark_change BEFORE UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON repairs FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON trade_ins FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON trade_in_machines FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER mark_change BEFORE UPDATE ON website_settings FOR EACH ROW EXECUTE FUNCTION mark_change();

CREATE FUNCTION mark_update_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$$;

CREATE TRIGGER mark_update_time BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION mark_update_time();

-- The change feed: one message a changed row with table and id, or one for the whole statement
-- (id null) when it changed many rows. The argument names the column that identifies a row.
CREATE FUNCTION announce_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many CONSTANT integer := 50;
  affected integer;
BEGIN
  SELECT count(*) INTO affected FROM (SELECT FROM changed LIMIT many + 1) AS first_rows;
  IF affected > many THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', to_jsonb(changed) ->> TG_ARGV[0])::text) FROM changed;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_insert AFTER INSERT ON website_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('setting_key');
CREATE TRIGGER announce_update AFTER UPDATE ON website_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('setting_key');
CREATE TRIGGER announce_delete AFTER DELETE ON website_settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('setting_key');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON website_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_table();

CREATE TRIGGER announce_insert AFTER INSERT ON trade_in_machines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON trade_in_machines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_delete AFTER DELETE ON trade_in_machines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON trade_in_machines FOR EACH STATEMENT EXECUTE FUNCTION announce_table();

CREATE TRIGGER announce_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_delete AFTER DELETE ON products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION announce_table();

