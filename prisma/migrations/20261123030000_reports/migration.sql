-- What the reports are made of: figures by day of the business, kept at every change, whoever makes it, so that no report
-- goes through the cases themselves (docs/decisions/054).

-- CreateTable
CREATE TABLE "business_calendar" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "time_zone" TEXT NOT NULL DEFAULT 'Europe/London',
    "holidays" DATE[] NOT NULL DEFAULT ARRAY[]::DATE[],

    CONSTRAINT "business_calendar_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_figures" (
    "id" BIGSERIAL NOT NULL,
    "figure" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "days" INTEGER NOT NULL DEFAULT 0,
    "rows" BIGINT NOT NULL,
    "due" BIGINT NOT NULL DEFAULT 0,
    "on_time" BIGINT NOT NULL DEFAULT 0,
    "quoted" DECIMAL(20,2) NOT NULL DEFAULT 0,
    "amount" DECIMAL(20,2) NOT NULL DEFAULT 0,

    CONSTRAINT "report_figures_pkey" PRIMARY KEY ("figure","id")
);

-- CreateIndex
CREATE INDEX "report_figures_figure_day_idx" ON "report_figures"("figure", "day");

-- There is one calendar; every process brings it up to date as it starts.
ALTER TABLE business_calendar ADD CONSTRAINT one_calendar CHECK (id = 1);
INSERT INTO business_calendar DEFAULT VALUES;

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
      ('repairs', ARRAY['repairs opened', 'repairs completed'], '',
        $$VALUES ('repairs opened', business_day(r.created_at, time_zone), '', 0, 0, 0, 0.0, 0.0),
          ('repairs completed', business_day(r.completed_at, time_zone), coalesce(left(btrim(r.service), 100), ''),
            business_days(business_day(r.created_at, time_zone), business_day(r.completed_at, time_zone), holidays),
            (r.due_on IS NOT NULL)::integer, coalesce(business_day(r.completed_at, time_zone) <= r.due_on, false)::integer, 0.0,
            coalesce(nullif(r.actual_cost, 'NaN'), nullif(r.estimated_cost, 'NaN'), 0))$$),
      ('trade_ins', ARRAY['trade-ins completed', 'trade-ins compared'], '',
        $$VALUES ('trade-ins completed', business_day(r.completed_at, time_zone), '', 0, 0, 0, 0.0,
            coalesce(nullif(r.final_value, 'NaN'), nullif(r.estimated_value, 'NaN'), 0)),
          ('trade-ins compared', CASE WHEN r.estimated_value <> 'NaN' AND r.final_value <> 'NaN' THEN business_day(r.completed_at, time_zone) END,
            report_machine(r.machine_id, r.device_info), 0, 0, 0, r.estimated_value, r.final_value)
          UNION ALL SELECT $$ || replace(of_deduction, 't.', 'r.') || $$ FROM trade_in_deductions AS d WHERE d.trade_in_id = r.id$$),
      -- Whoever changes a trade-in's deductions and whoever completes it wait for each other, so that one sees what the other did.
      ('trade_in_deductions', ARRAY['deductions'], 'PERFORM FROM trade_ins WHERE id IN (SELECT trade_in_id FROM %s) FOR NO KEY UPDATE;',
        'SELECT ' || replace(of_deduction, 'd.', 'r.') || ' FROM trade_ins AS t WHERE t.id = r.trade_in_id'),
      ('repair_estimates', ARRAY['estimates'], '',
        $$VALUES ('estimates', CASE WHEN r.state <> 'draft' THEN business_day(r.sent_at, time_zone) END, r.state::text, 0, 0, 0, 0.0, coalesce(nullif(r.total, 'NaN'), 0))$$),
      ('trade_in_offers', ARRAY['offers'], '',
        $$VALUES ('offers', CASE WHEN r.state <> 'draft' THEN business_day(r.sent_at, time_zone) END, r.state::text, 0, 0, 0, 0.0, coalesce(nullif(r.final_value, 'NaN'), 0))$$)
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
      LOCK TABLE repairs, trade_ins, trade_in_deductions, repair_estimates, trade_in_offers IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM report_figures;
      %s
    END
    $body$
    $function$, recount);
END
$generate$;

-- The deductions of a trade-in that is deleted go while it is still there to say what they count as.
CREATE FUNCTION remove_deductions() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM trade_in_deductions WHERE trade_in_id = OLD.id;
  RETURN OLD;
END
$$;
CREATE TRIGGER remove_deductions BEFORE DELETE ON trade_ins FOR EACH ROW EXECUTE FUNCTION remove_deductions();

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
  LOCK TABLE repairs, trade_ins, trade_in_deductions, repair_estimates, trade_in_offers IN SHARE ROW EXCLUSIVE MODE;
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

SELECT recount_reports();
