-- Products with stock are counted beside all products: as the amount of 'products' in list_counts, which was 0.
-- allowed locks-whole-table: lists are read meanwhile, and products are few enough to be counted in a moment
LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION count_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path FROM CURRENT
AS $function$
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM list_counts WHERE noun IN ('products', 'products by category');
          RETURN NULL;
        ELSIF TG_OP = 'INSERT' THEN
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, count(*), sum(amount) FROM added, LATERAL (VALUES ('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, CASE WHEN stock_quantity > 0 THEN 1 ELSE 0 END), ('products by category', left(category, 200), 0)) AS counts (noun, key, amount) GROUP BY noun, key;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, -count(*), -sum(amount) FROM removed, LATERAL (VALUES ('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, CASE WHEN stock_quantity > 0 THEN 1 ELSE 0 END), ('products by category', left(category, 200), 0)) AS counts (noun, key, amount) GROUP BY noun, key;
        ELSE
          INSERT INTO list_counts (noun, key, rows, amount)
          SELECT noun, key, sum(sign), sum(sign * amount)
          FROM (
            SELECT 1 AS sign, noun, key, amount FROM added, LATERAL (VALUES ('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, CASE WHEN stock_quantity > 0 THEN 1 ELSE 0 END), ('products by category', left(category, 200), 0)) AS counts (noun, key, amount)
            UNION ALL
            SELECT -1, noun, key, amount FROM removed, LATERAL (VALUES ('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, CASE WHEN stock_quantity > 0 THEN 1 ELSE 0 END), ('products by category', left(category, 200), 0)) AS counts (noun, key, amount)
          ) AS moved
          GROUP BY noun, key
          HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
        END IF;
        -- A stricter transaction would fail where another one has merged since it began.
        IF random() * 64 < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
          PERFORM merge_list_counts(noun) FROM unnest(ARRAY['products', 'products by category']) AS noun;
        END IF;
        RETURN NULL;
      END
      $function$;

CREATE OR REPLACE FUNCTION recount_lists()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path FROM CURRENT
AS $function$
    BEGIN
      LOCK TABLE profiles, orders, products, repairs, trade_ins IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM list_counts;
      INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM profiles, LATERAL (VALUES ('profiles', role::text, 0), ('profiles by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 0), ('profiles by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM orders, LATERAL (VALUES ('orders', status::text, coalesce(nullif(total_amount, 'NaN'), 0)), ('orders by hour', coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), coalesce(nullif(total_amount, 'NaN'), 0)), ('orders by day', left(coalesce(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), ''), 10), coalesce(nullif(total_amount, 'NaN'), 0))) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM products, LATERAL (VALUES ('products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, CASE WHEN stock_quantity > 0 THEN 1 ELSE 0 END), ('products by category', left(category, 200), 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM repairs, LATERAL (VALUES ('repairs', status::text, 0)) AS counts (noun, key, amount) GROUP BY noun, key;INSERT INTO list_counts (noun, key, rows, amount) SELECT noun, key, count(*), sum(amount) FROM trade_ins, LATERAL (VALUES ('trade_ins', status::text, coalesce(nullif(final_value, 'NaN'), 0))) AS counts (noun, key, amount) GROUP BY noun, key;
    END
    $function$;

INSERT INTO list_counts (noun, key, rows, amount)
SELECT 'products', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, 0, count(*) FROM products WHERE stock_quantity > 0 GROUP BY is_active;
