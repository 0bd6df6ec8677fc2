-- Orders and people are also counted by the day in UTC: a year of revenue then is the sum of some
-- hundred rows, however many orders there are. Days are whole hours of every month, whose own ends may
-- lie within a day (docs/decisions/007).

-- The functions of the migration list_counts, with the days; their triggers stay.
DO $generate$
DECLARE
  -- One statement in so many also merges.
  merge_every CONSTANT integer := 64;
  counted record;
  recount text := '';
BEGIN
  FOR counted IN
    SELECT source, nouns, array_to_string(ARRAY(SELECT quote_literal(noun) FROM unnest(nouns) AS noun), ', ') AS noun_list,
      format('LATERAL (VALUES %s) AS counts (noun, key, amount)', keys) AS per_row
    FROM (VALUES
      ('profiles', ARRAY['profiles', 'profiles by hour', 'profiles by day'],
        $$('profiles', role::text, 0), ('profiles by hour', hour_key, 0), ('profiles by day', left(hour_key, 10), 0)$$),
      ('orders', ARRAY['orders', 'orders by hour', 'orders by day'],
        $$('orders', status::text, coalesce(nullif(total_amount, 'NaN'), 0)), ('orders by hour', hour_key, coalesce(nullif(total_amount, 'NaN'), 0)), ('orders by day', left(hour_key, 10), coalesce(nullif(total_amount, 'NaN'), 0))$$),
      ('products', ARRAY['products', 'products by category'],
        $$('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, 0), ('products by category', left(category, 200), 0)$$),
      ('repairs', ARRAY['repairs'],
        $$('repairs', status::text, 0)$$),
      ('trade_ins', ARRAY['trade_ins'],
        $$('trade_ins', status::text, coalesce(nullif(final_value, 'NaN'), 0))$$)
    ) AS tables (source, nouns, keys_of_row),
    -- The hour in UTC, whatever the session's time zone is.
    LATERAL (SELECT replace(keys_of_row, 'hour_key', $$coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), '')$$) AS keys) AS written_out
  LOOP
    EXECUTE format($function$
      CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM list_counts WHERE noun IN (%2$s);
          RETURN NULL;
        ELSIF TG_OP = 'INSERT' THEN
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, count(*), sum(amount) FROM added, %3$s GROUP BY noun, key;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, -count(*), -sum(amount) FROM removed, %3$s GROUP BY noun, key;
        ELSE
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, sum(sign), sum(sign * amount)
          FROM (
            SELECT 1 AS sign, noun, key, amount FROM added, %3$s
            UNION ALL
            SELECT -1, noun, key, amount FROM removed, %3$s
          ) AS moved
          GROUP BY noun, key
          HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
        END IF;
        -- A stricter transaction would fail where another one has merged since it began.
        IF random() * %4$s < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
          PERFORM merge_list_counts(noun) FROM unnest(ARRAY[%2$s]) AS noun;
        END IF;
        RETURN NULL;
      END
      $body$
      $function$, 'count_' || counted.source, counted.noun_list, counted.per_row, merge_every);

    recount := recount || format(
      'INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM %I, %s GROUP BY noun, key;',
      counted.source, counted.per_row);
  END LOOP;

  -- For rows that came in while triggers were off, as with a data-only restore.
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION recount_lists() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
    BEGIN
      LOCK TABLE profiles, orders, products, repairs, trade_ins IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM list_counts;
      %s
    END
    $body$
    $function$, recount);
END
$generate$;

SELECT recount_lists();
