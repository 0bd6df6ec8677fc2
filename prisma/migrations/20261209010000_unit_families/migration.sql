-- Keys are made of plain letters alone, so that they are the same under every locale, and in the browser.
CREATE OR REPLACE FUNCTION serial_key(serial text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(translate(regexp_replace(upper(left(serial, 200) COLLATE "C"), '[^0-9A-Z]', '', 'g'), 'OI', '01'), '')
$$;
CREATE OR REPLACE FUNCTION maker_key(maker text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(left(coalesce(maker, ''), 200) COLLATE "C"), '[^0-9a-z]', '', 'g')
$$;

-- The record that is kept of a machine whose records were merged, its own where it was not. A circle, which plain SQL may have made, is
-- left at the record itself.
CREATE FUNCTION kept_unit(unit uuid) RETURNS uuid LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  WITH RECURSIVE steps AS (
    SELECT u.id, u.merged_into FROM units AS u WHERE u.id = unit
    UNION
    SELECT u.id, u.merged_into FROM steps AS s JOIN units AS u ON u.id = s.merged_into
  )
  SELECT coalesce((SELECT s.id FROM steps AS s WHERE s.merged_into IS NULL), unit)
$$;

-- A record and all that were merged into it: whoever reads the history of a machine reads theirs.
CREATE FUNCTION unit_family(unit uuid) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 2 SET search_path FROM CURRENT AS $$
  WITH RECURSIVE family AS (
    SELECT unit AS id
    UNION
    SELECT u.id FROM family AS f JOIN units AS u ON u.merged_into = f.id
  )
  SELECT id FROM family
$$;

-- Restoring from a backup puts records in by any order.
ALTER TABLE units ALTER CONSTRAINT units_merged_into_fkey DEFERRABLE INITIALLY IMMEDIATE;

-- The round that gives cases their units.
SELECT shop_queue.create_queue('units-of-cases', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');

-- Other programs are told of units too.
CREATE TRIGGER tell_insert AFTER INSERT ON units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_rows('unit');
CREATE TRIGGER tell_update AFTER UPDATE ON units REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_rows('unit');
