-- Tries are counted before each change of somebody who is signed in. Without a log the count does not wait for the disk: a server that
-- crashes forgets the tries of the last minutes, and nothing that it has confirmed.
ALTER TABLE limit_counters SET UNLOGGED;

-- Each changed row becomes JSON once.
CREATE OR REPLACE FUNCTION announce_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many CONSTANT integer := 50;
  longest CONSTANT integer := 1000;
  named jsonb[];
BEGIN
  SELECT array_agg(fields) INTO named FROM (SELECT to_jsonb(changed) AS fields FROM changed LIMIT many + 1) AS first_rows;
  IF cardinality(named) > many OR EXISTS (SELECT FROM unnest(named) AS fields WHERE length(fields ->> TG_ARGV[0]) > longest) THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', TG_TABLE_NAME, 'id', fields ->> TG_ARGV[0], 'owner', fields ->> 'user_id')::text)
    FROM unnest(named) AS fields;
  END IF;
  RETURN NULL;
END
$$;
