-- Numbers and sums of the lists and the dashboard, kept at every change, whoever makes it, so that no
-- view has to count a table (docs/decisions/007).

-- CreateTable
CREATE TABLE "list_counts" (
    "id" BIGSERIAL NOT NULL,
    "noun" TEXT NOT NULL,
    -- Compared byte by byte: an hour, as text, is before a later one.
    "key" TEXT COLLATE "C" NOT NULL,
    "rows" BIGINT NOT NULL,
    "amount" DECIMAL(20,2) NOT NULL DEFAULT 0,

    CONSTRAINT "list_counts_pkey" PRIMARY KEY ("noun","id")
);

-- CreateIndex
CREATE INDEX "list_counts_noun_key_idx" ON "list_counts"("noun", "key");

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

-- One trigger function for each counted table, and one function that counts everything anew. They are
-- generated because a function cannot be given the rows of a statement; they differ only in the keys
-- under which a row counts, and in its amount.
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
      ('profiles', ARRAY['profiles', 'profiles by hour'],
        $$('profiles', role::text, 0), ('profiles by hour', hour_key, 0)$$),
      ('orders', ARRAY['orders', 'orders by hour'],
        $$('orders', status::text, coalesce(nullif(total_amount, 'NaN'), 0)), ('orders by hour', hour_key, coalesce(nullif(total_amount, 'NaN'), 0))$$),
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
      CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
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

    EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted.source, 'count_' || counted.source);
    EXECUTE format('CREATE TRIGGER count_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted.source, 'count_' || counted.source);
    EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted.source, 'count_' || counted.source);
    EXECUTE format('CREATE TRIGGER count_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted.source, 'count_' || counted.source);

    recount := recount || format(
      'INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM %I, %s GROUP BY noun, key;',
      counted.source, counted.per_row);
  END LOOP;

  -- For rows that came in while triggers were off, as with a data-only restore.
  EXECUTE format($function$
    CREATE FUNCTION recount_lists() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
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

-- Sorts of the lists of orders and products.
-- CreateIndex
CREATE INDEX "orders_total_amount_id_idx" ON "orders"("total_amount", "id");

-- CreateIndex
CREATE INDEX "products_name_id_idx" ON "products"("name", "id");

-- CreateIndex
CREATE INDEX "products_stock_quantity_id_idx" ON "products"("stock_quantity", "id");

-- CreateIndex
CREATE INDEX "products_category_created_at_id_idx" ON "products"("category", "created_at" DESC, "id" DESC);
