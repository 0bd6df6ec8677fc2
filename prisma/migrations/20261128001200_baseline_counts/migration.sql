-- Numbers of the lists and figures of the reports, kept by triggers at every change, whoever makes it, so that no view counts a table
-- (docs/decisions/008).

-- Numbers and sums of the lists, kept by triggers: what a key counts is the sum of its rows.
CREATE TABLE list_counts (
  id bigserial,
  noun text NOT NULL,
  key text COLLATE "C" NOT NULL,
  rows bigint NOT NULL,
  amount numeric(20,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (noun, id)
);
CREATE INDEX list_counts_noun_key_idx ON list_counts (noun, key);

-- Sums for the reports, by day of the business, kept by triggers: the count of a key is the sum of its rows.
CREATE TABLE report_figures (
  id bigserial,
  figure text NOT NULL,
  day date NOT NULL,
  key text COLLATE "C" NOT NULL DEFAULT '',
  days integer NOT NULL DEFAULT 0,
  rows bigint NOT NULL,
  due bigint NOT NULL DEFAULT 0,
  on_time bigint NOT NULL DEFAULT 0,
  quoted numeric(20,2) NOT NULL DEFAULT 0,
  amount numeric(20,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (figure, id)
);
CREATE INDEX report_figures_figure_day_idx ON report_figures (figure, day);

-- A change only adds rows here (how many more, how much more), because adding waits for nobody: two
-- transactions that change the same status neither block nor deadlock. What a key counts is the sum of
-- its rows; this brings the keys that were written last back to one row each. Rows that another
-- transaction is about to merge are left to it, so each row is taken once.
CREATE FUNCTION merge_list_counts(merged text) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH lately AS (
    SELECT DISTINCT key FROM (SELECT key FROM list_counts WHERE noun = merged ORDER BY id DESC LIMIT 1000) AS latest
  ), split AS (
    SELECT key FROM list_counts WHERE noun = merged AND key IN (SELECT key FROM lately) GROUP BY key HAVING count(*) > 1
  ), locked AS MATERIALIZED (
    SELECT id FROM list_counts WHERE noun = merged AND key IN (SELECT key FROM split) FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM list_counts USING locked WHERE noun = merged AND list_counts.id = locked.id RETURNING key, rows, amount
  )
  INSERT INTO list_counts (noun, key, rows, amount)
  SELECT merged, key, sum(rows), sum(amount) FROM taken GROUP BY key HAVING sum(rows) <> 0 OR sum(amount) <> 0
$$;

-- The state of a document as far as it does not depend on the clock: what is owed becomes overdue by itself, and is counted by an index.
CREATE FUNCTION document_group(state document_state, owed numeric, credited numeric, total numeric) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN state <> 'issued' THEN state::text WHEN owed > 0 THEN 'owed' WHEN credited > 0 AND credited >= total THEN 'credited' ELSE 'settled' END
$$;

-- By kind and state; the amount is what is owed, in EUR.
CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM list_counts WHERE noun = 'billing_documents';
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO list_counts (noun, key, rows, amount)
    SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), count(*), sum(owed) FROM added GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_counts (noun, key, rows, amount)
    SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), -count(*), -sum(owed) FROM removed GROUP BY 2;
  ELSE
    INSERT INTO list_counts (noun, key, rows, amount)
    SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), sum(sign), sum(sign * owed)
    FROM (
      SELECT 1 AS sign, kind, state, owed, credited, total FROM added UNION ALL SELECT -1, kind, state, owed, credited, total FROM removed
    ) AS moved
    GROUP BY 2 HAVING sum(sign) <> 0 OR sum(sign * owed) <> 0;
  END IF;
  -- A stricter transaction would fail where another one has merged since it began.
  IF random() * 64 < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM merge_list_counts('billing_documents');
  END IF;
  RETURN NULL;
END
$$;

-- The counts of the lists of units and parts (docs/decisions/008).
CREATE FUNCTION count_units() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM list_counts WHERE noun = 'units';
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO list_counts (noun, key, rows) SELECT 'units', state::text, count(*) FROM added WHERE merged_into IS NULL GROUP BY state;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_counts (noun, key, rows) SELECT 'units', state::text, -count(*) FROM removed WHERE merged_into IS NULL GROUP BY state;
  ELSE
    INSERT INTO list_counts (noun, key, rows)
    SELECT 'units', state::text, sum(sign)
    FROM (SELECT 1 AS sign, state FROM added WHERE merged_into IS NULL UNION ALL SELECT -1, state FROM removed WHERE merged_into IS NULL) AS moved
    GROUP BY state HAVING sum(sign) <> 0;
  END IF;
  -- A stricter transaction would fail where another one has merged since it began.
  IF random() * 64 < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM merge_list_counts('units');
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_parts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM list_counts WHERE noun = 'parts';
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO list_counts (noun, key, rows) SELECT 'parts', state::text, count(*) FROM added GROUP BY state;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_counts (noun, key, rows) SELECT 'parts', state::text, -count(*) FROM removed GROUP BY state;
  ELSE
    INSERT INTO list_counts (noun, key, rows)
    SELECT 'parts', state::text, sum(sign)
    FROM (SELECT 1 AS sign, state FROM added UNION ALL SELECT -1, state FROM removed) AS moved
    GROUP BY state HAVING sum(sign) <> 0;
  END IF;
  -- A stricter transaction would fail where another one has merged since it began.
  IF random() * 64 < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM merge_list_counts('parts');
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION recount_units() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE units, parts, billing_documents IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO list_counts (noun, key, rows) SELECT 'units', state::text, count(*) FROM units WHERE merged_into IS NULL GROUP BY state;
  INSERT INTO list_counts (noun, key, rows) SELECT 'parts', state::text, count(*) FROM parts GROUP BY state;
  INSERT INTO list_counts (noun, key, rows, amount)
    SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), count(*), sum(owed) FROM billing_documents GROUP BY 2;
END
$$;

-- One trigger function for each counted table, and one function that counts everything anew. They are generated because a function cannot
-- be given the rows of a statement; they differ only in the keys under which a row counts, and in its amount. Orders and people are
-- counted by the hour and by the day in UTC too: a year of revenue then is the sum of some hundred rows.
DO $generate$
DECLARE
  -- One statement in so many also merges.
  merge_every CONSTANT integer := 64;
  counted record;
  recount text := '';
BEGIN
  FOR counted IN
    SELECT source, counted_rows, array_to_string(ARRAY(SELECT quote_literal(noun) FROM unnest(nouns) AS noun), ', ') AS noun_list,
      format('LATERAL (VALUES %s) AS counts (noun, key, amount)', keys) AS per_row
    FROM (VALUES
      ('profiles', '%1$s', ARRAY['profiles', 'profiles by hour', 'profiles by day'],
        $$('profiles', role::text, 0), ('profiles by hour', hour_key, 0), ('profiles by day', left(hour_key, 10), 0)$$),
      ('orders', '(SELECT * FROM %1$s WHERE NOT is_test) AS %1$s', ARRAY['orders', 'orders by hour', 'orders by day'],
        $$('orders', status::text, order_revenue(total_amount, currency)), ('orders by hour', hour_key, order_revenue(total_amount, currency)), ('orders by day', left(hour_key, 10), order_revenue(total_amount, currency))$$),
      ('products', '%1$s', ARRAY['products', 'products by category'],
        $$('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, CASE WHEN stock_quantity > 0 THEN 1 ELSE 0 END), ('products by category', left(category, 200), 0)$$),
      ('repairs', '%1$s', ARRAY['repairs'],
        $$('repairs', status::text, 0)$$),
      ('trade_ins', '%1$s', ARRAY['trade_ins'],
        $$('trade_ins', status::text, coalesce(nullif(final_value, 'NaN'), 0))$$)
    ) AS tables (source, counted_rows, nouns, keys_of_row),
    -- The hour in UTC, whatever the session's time zone is.
    LATERAL (SELECT replace(keys_of_row, 'hour_key', $$coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), '')$$) AS keys) AS written_out
  LOOP
    EXECUTE format($function$
      CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM list_counts WHERE noun IN (%2$s);
          RETURN NULL;
        ELSIF TG_OP = 'INSERT' THEN
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, count(*), sum(amount) FROM %5$s, %3$s GROUP BY noun, key;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, -count(*), -sum(amount) FROM %6$s, %3$s GROUP BY noun, key;
        ELSE
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, sum(sign), sum(sign * amount)
          FROM (
            SELECT 1 AS sign, noun, key, amount FROM %5$s, %3$s
            UNION ALL
            SELECT -1, noun, key, amount FROM %6$s, %3$s
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
      $function$, 'count_' || counted.source, counted.noun_list, counted.per_row, merge_every,
      format(counted.counted_rows, 'added'), format(counted.counted_rows, 'removed'));

    recount := recount || format(
      'INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM %s, %s GROUP BY noun, key;',
      format(counted.counted_rows, counted.source), counted.per_row);
  END LOOP;

  -- For rows that came in while triggers were off, as with a data-only restore.
  EXECUTE format($function$
    CREATE FUNCTION recount_lists() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
    BEGIN
      LOCK TABLE profiles, orders, products, repairs, trade_ins IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM list_counts;
      %s
      PERFORM recount_units();
    END
    $body$
    $function$, recount);
END
$generate$;

DO $attach$
DECLARE
  counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    ('profiles', 'count_profiles()'), ('orders', 'count_orders()'), ('products', 'count_products()'), ('repairs', 'count_repairs()'),
    ('trade_ins', 'count_trade_ins()'), ('units', 'count_units()'), ('parts', 'count_parts()'), ('billing_documents', 'count_documents()')
  ) AS tables (name, counts)
  LOOP
    EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %s', counted.name, counted.counts);
    EXECUTE format('CREATE TRIGGER count_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %s', counted.name, counted.counts);
    EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION %s', counted.name, counted.counts);
    EXECUTE format('CREATE TRIGGER count_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %s', counted.name, counted.counts);
  END LOOP;
END
$attach$;

-- The day of an instant where the business is. Instants that mean nothing to a shop, such as 'infinity', lie at the ends of what is counted.
CREATE FUNCTION business_day(instant timestamptz, time_zone text) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (least(greatest(instant, '1900-01-02T00:00:00Z'), '2200-01-01T00:00:00Z') AT TIME ZONE time_zone)::date
  WHERE instant IS NOT NULL
$$;

-- Days from Monday to Friday up to a day, from 1900-01-01 on, which was a Monday.
CREATE FUNCTION weekdays_until(day date) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT (day - '1900-01-01') / 7 * 5 + least((day - '1900-01-01') % 7 + 1, 5)
$$;

-- Business days after one day up to another: 0 on the day itself, 1 from a Friday or a Saturday to Monday. Holidays are sorted, none on a weekend.
CREATE FUNCTION business_days(first date, last date, holidays date[]) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, weekdays_until(last) - weekdays_until(first) - width_bucket(last, holidays) + width_bucket(first, holidays))
$$;

-- What a trade-in is of: the catalogue's machine by its id, else '~' and what the device is called (src/lib/text.ts).
CREATE FUNCTION report_machine(machine_id uuid, device jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(machine_id::text, '~' || left(CASE jsonb_typeof(device)
    WHEN 'string' THEN btrim(device #>> '{}')
    WHEN 'object' THEN concat_ws(' ',
      CASE WHEN jsonb_typeof(device -> 'manufacturer') = 'string' THEN nullif(btrim(device ->> 'manufacturer'), '') END,
      CASE WHEN jsonb_typeof(device -> 'model') = 'string' THEN nullif(btrim(device ->> 'model'), '') END)
    ELSE '' END, 200))
$$;

-- As with list_counts, a change only adds rows, because adding waits for nobody; this brings the days that were written last
-- back to one row for each key.
CREATE FUNCTION merge_report_figures(merged text) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH lately AS (
    SELECT DISTINCT day FROM (SELECT day FROM report_figures WHERE figure = merged ORDER BY id DESC LIMIT 200) AS latest
  ), split AS (
    SELECT day, key, days FROM report_figures WHERE figure = merged AND day IN (SELECT day FROM lately)
    GROUP BY day, key, days HAVING count(*) > 1
  ), locked AS MATERIALIZED (
    SELECT id FROM report_figures
    WHERE figure = merged AND day IN (SELECT day FROM lately) AND (day, key, days) IN (SELECT day, key, days FROM split)
    FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM report_figures USING locked WHERE figure = merged AND report_figures.id = locked.id
    RETURNING day, key, days, rows, due, on_time, quoted, amount
  )
  INSERT INTO report_figures (figure, day, key, days, rows, due, on_time, quoted, amount)
  SELECT merged, day, key, days, sum(rows), sum(due), sum(on_time), sum(quoted), sum(amount) FROM taken GROUP BY day, key, days
  HAVING sum(rows) <> 0 OR sum(due) <> 0 OR sum(on_time) <> 0 OR sum(quoted) <> 0 OR sum(amount) <> 0
$$;

-- One trigger function for each table, and one that counts everything anew, generated from one list as those of list_counts
-- are. They differ in what a row counts as: the figure, its day (none where it does not count), its key, business days, rows
-- with a due date, rows on time, the value quoted, the amount.
DO $generate$
DECLARE
  -- One statement in so many also merges.
  merge_every CONSTANT integer := 64;
  columns CONSTANT text := 'figure, day, key, days, rows, due, on_time, quoted, amount';
  summed CONSTANT text := 'figure, day, key, days, sum(sign), sum(sign * due), sum(sign * on_time), sum(sign * quoted), sum(sign * amount)';
  grouped CONSTANT text := 'WHERE day IS NOT NULL GROUP BY figure, day, key, days HAVING sum(sign) <> 0 OR sum(sign * due) <> 0 OR sum(sign * on_time) <> 0 OR sum(sign * quoted) <> 0 OR sum(sign * amount) <> 0';
  -- What a deduction of a trade-in counts as, once the trade-in is completed.
  of_deduction CONSTANT text := $$'deductions', CASE WHEN t.estimated_value <> 'NaN' AND t.final_value <> 'NaN' THEN business_day(t.completed_at, time_zone) END,
    left(btrim(d.label), 200), 0, 0, 0, t.estimated_value, t.final_value$$;
  counted record;
  recount text := '';
BEGIN
  FOR counted IN
    SELECT source, figures, array_to_string(ARRAY(SELECT quote_literal(figure) FROM unnest(figures) AS figure), ', ') AS figure_list, preparation,
      format('SELECT %%1$s AS sign, counts.* FROM %%2$s AS r CROSS JOIN business_calendar CROSS JOIN LATERAL (%s) AS counts (figure, day, key, days, due, on_time, quoted, amount)', per_row) AS facts
    FROM (VALUES
      -- Quotes go with the cases of a table that is emptied.
      ('repairs', ARRAY['repairs opened', 'repairs completed', 'estimates'], '',
        $$VALUES ('repairs opened', business_day(r.created_at, time_zone), '', 0, 0, 0, 0.0, 0.0),
          ('repairs completed', business_day(r.completed_at, time_zone), coalesce(left(btrim(r.service), 100), ''),
            business_days(business_day(r.created_at, time_zone), business_day(r.completed_at, time_zone), holidays),
            (r.due_on IS NOT NULL)::integer, coalesce(business_day(r.completed_at, time_zone) <= r.due_on, false)::integer, 0.0,
            coalesce(nullif(r.actual_cost, 'NaN'), nullif(r.estimated_cost, 'NaN'), 0))$$),
      ('trade_ins', ARRAY['trade-ins completed', 'trade-ins compared', 'offers'], '',
        $$VALUES ('trade-ins completed', business_day(r.completed_at, time_zone), '', 0, 0, 0, 0.0,
            coalesce(nullif(r.final_value, 'NaN'), nullif(r.estimated_value, 'NaN'), 0)),
          ('trade-ins compared', CASE WHEN r.estimated_value <> 'NaN' AND r.final_value <> 'NaN' THEN business_day(r.completed_at, time_zone) END,
            report_machine(r.machine_id, r.device_info), 0, 0, 0, r.estimated_value, r.final_value)
          UNION ALL SELECT $$ || replace(of_deduction, 't.', 'r.') || $$ FROM trade_in_deductions AS d WHERE d.trade_in_id = r.id$$),
      -- Whoever changes a trade-in's deductions and whoever completes it wait for each other, so that one sees what the other did.
      ('trade_in_deductions', ARRAY['deductions'], 'PERFORM FROM trade_ins WHERE id IN (SELECT trade_in_id FROM %s) FOR NO KEY UPDATE;',
        'SELECT ' || replace(of_deduction, 'd.', 'r.') || ' FROM trade_ins AS t WHERE t.id = r.trade_in_id'),
      ('case_quotes', ARRAY['estimates', 'offers'], '',
        $$SELECT CASE c.kind WHEN 'repairs' THEN 'estimates' ELSE 'offers' END, CASE WHEN r.state <> 'draft' THEN business_day(r.sent_at, time_zone) END,
          r.state::text, 0, 0, 0, 0.0, coalesce(nullif(r.total, 'NaN'), 0) FROM cases AS c WHERE c.id = r.case_id$$)
    ) AS tables (source, figures, preparation, per_row)
  LOOP
    EXECUTE format($function$
      CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM report_figures WHERE figure IN (%2$s);
          RETURN NULL;
        ELSIF TG_OP = 'INSERT' THEN
          %3$s
          INSERT INTO report_figures (%5$s) SELECT %6$s FROM (%8$s) AS facts %7$s;
        ELSIF TG_OP = 'DELETE' THEN
          %4$s
          INSERT INTO report_figures (%5$s) SELECT %6$s FROM (%9$s) AS facts %7$s;
        ELSE
          %3$s
          INSERT INTO report_figures (%5$s) SELECT %6$s FROM (%8$s UNION ALL %9$s) AS facts %7$s;
        END IF;
        -- A stricter transaction would fail where another one has merged since it began.
        IF random() * %10$s < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
          PERFORM merge_report_figures(figure) FROM unnest(ARRAY[%2$s]) AS figure;
        END IF;
        RETURN NULL;
      END
      $body$
      $function$, 'report_' || counted.source, counted.figure_list, format(counted.preparation, 'added'), format(counted.preparation, 'removed'),
      columns, summed, grouped, format(counted.facts, '1', 'added'), format(counted.facts, '-1', 'removed'), merge_every);

    EXECUTE format('CREATE TRIGGER report_insert AFTER INSERT ON %1$I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %2$I()', counted.source, 'report_' || counted.source);
    EXECUTE format('CREATE TRIGGER report_update AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %2$I()', counted.source, 'report_' || counted.source);
    EXECUTE format('CREATE TRIGGER report_delete AFTER DELETE ON %1$I REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION %2$I()', counted.source, 'report_' || counted.source);
    EXECUTE format('CREATE TRIGGER report_truncate AFTER TRUNCATE ON %1$I FOR EACH STATEMENT EXECUTE FUNCTION %2$I()', counted.source, 'report_' || counted.source);

    -- Deductions are counted once, with their trade-ins.
    IF counted.source <> 'trade_in_deductions' THEN
      recount := recount || format('INSERT INTO report_figures (%s) SELECT %s FROM (%s) AS facts %s;', columns, summed, format(counted.facts, '1', counted.source), grouped);
    END IF;
  END LOOP;

  -- For rows that came in while triggers were off, as with a data-only restore, and for another calendar.
  EXECUTE format($function$
    CREATE FUNCTION recount_reports() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
    BEGIN
      LOCK TABLE repairs, trade_ins, trade_in_deductions, case_quotes IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM report_figures;
      %s
    END
    $body$
    $function$, recount);
END
$generate$;

-- What a trade-in's deductions and the quotes of a case count as is said by rows that are deleted with them: they go first.
CREATE FUNCTION remove_deductions() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM trade_in_deductions WHERE trade_in_id = OLD.id;
  RETURN OLD;
END
$$;
CREATE TRIGGER remove_deductions BEFORE DELETE ON trade_ins FOR EACH ROW EXECUTE FUNCTION remove_deductions();
CREATE FUNCTION remove_quotes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM case_quotes WHERE case_id = OLD.id;
  RETURN OLD;
END
$$;
CREATE TRIGGER remove_quotes BEFORE DELETE ON repairs FOR EACH ROW EXECUTE FUNCTION remove_quotes();
CREATE TRIGGER remove_quotes BEFORE DELETE ON trade_ins FOR EACH ROW EXECUTE FUNCTION remove_quotes();

-- Sets the business's time zone and its holidays, and counts anew where that changes what is counted already.
CREATE FUNCTION keep_business_calendar(zone text, days date[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  sorted CONSTANT date[] := ARRAY(SELECT DISTINCT day FROM unnest(days) AS day WHERE extract(isodow FROM day) < 6 ORDER BY day);
  known business_calendar;
BEGIN
  SELECT * INTO known FROM business_calendar;
  IF known.time_zone = zone AND known.holidays = sorted THEN
    RETURN;
  END IF;
  LOCK TABLE repairs, trade_ins, trade_in_deductions, case_quotes IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO known FROM business_calendar FOR UPDATE;
  INSERT INTO business_calendar (time_zone, holidays) VALUES (zone, sorted)
  ON CONFLICT (id) DO UPDATE SET time_zone = excluded.time_zone, holidays = excluded.holidays;
  IF known.time_zone IS DISTINCT FROM zone OR EXISTS (
    SELECT FROM (
      (SELECT unnest(sorted) AS day EXCEPT SELECT unnest(known.holidays))
      UNION ALL (SELECT unnest(known.holidays) EXCEPT SELECT unnest(sorted))
    ) AS other WHERE day <= (SELECT max(counted.day) FROM report_figures AS counted WHERE counted.figure = 'repairs completed')
  ) THEN
    PERFORM recount_reports();
  END IF;
END
$$;
