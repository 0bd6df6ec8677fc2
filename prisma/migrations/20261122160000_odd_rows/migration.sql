-- What plain SQL may put into a row must neither keep the row from being written nor from being read.

-- A version at the end of its type begins anew instead of failing every later change of its row.
CREATE OR REPLACE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  NEW.version := CASE WHEN OLD.version < 2147483647 THEN OLD.version + 1 ELSE 1 END;
  RETURN NEW;
END
$$;

-- A message takes at most 8,000 bytes: a key that does not fit is announced as a change of the whole table.
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
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', to_jsonb(changed) ->> TG_ARGV[0])::text) FROM changed;
  END IF;
  RETURN NULL;
END
$$;

-- The header of a file is a list of texts: PostgreSQL's own type also takes lists of lists and lists with holes, which no program reads.
UPDATE import_batches SET header = coalesce((SELECT array_agg(name) FROM unnest(header) AS name WHERE name IS NOT NULL), '{}')
  WHERE coalesce(array_ndims(header), 1) > 1 OR array_position(header, NULL) IS NOT NULL;
ALTER TABLE import_batches ADD CONSTRAINT header_is_texts
  CHECK (coalesce(array_ndims(header), 1) = 1 AND array_position(header, NULL) IS NULL);
