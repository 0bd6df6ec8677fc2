-- The database takes 'NaN' for a numeric. Only the tables that other programs write by plain SQL may hold one (docs/decisions/001); everywhere else
-- an amount is a number.
DO $numbers$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.table_name, c.column_name FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type = 'numeric'
      AND c.table_name NOT IN ('users', 'profiles', 'website_settings', 'products', 'trade_in_machines', 'orders', 'repairs', 'trade_ins')
  LOOP
    EXECUTE format('ALTER TABLE %1$I ADD CONSTRAINT %3$I CHECK (%2$I <> ''NaN'')', found.table_name, found.column_name,
      found.table_name || '_' || found.column_name || '_is_number');
  END LOOP;
END
$numbers$;
