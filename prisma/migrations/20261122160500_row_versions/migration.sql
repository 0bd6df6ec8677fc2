-- A row's version counts from 1, whatever plain SQL has written there: with another the back office could not save the row.
CREATE OR REPLACE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  NEW.version := CASE WHEN OLD.version BETWEEN 1 AND 2147483646 THEN OLD.version + 1 ELSE 1 END;
  RETURN NEW;
END
$$;

CREATE FUNCTION begin_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := 1;
  RETURN NEW;
END
$$;

DO $$
DECLARE
  versioned text;
BEGIN
  FOREACH versioned IN ARRAY ARRAY['profiles', 'orders', 'products', 'repairs', 'trade_ins', 'trade_in_machines', 'website_settings'] LOOP
    EXECUTE format('CREATE TRIGGER begin_version BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version()', versioned);
    EXECUTE format('UPDATE %I SET version = 1 WHERE version < 1', versioned);
  END LOOP;
END
$$;
