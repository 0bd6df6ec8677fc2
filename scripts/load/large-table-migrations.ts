/** Steps of the kind that releases have, as each migration would hold them. */
export interface LargeTableMigration {
  title: string
  sql: string
}

/** What a column, its index and its constraint take on a table that is large: each step waits for nobody, and nobody for it. */
export const largeTableMigrations: readonly LargeTableMigration[] = [
  { title: 'columns', sql: `ALTER TABLE orders ADD COLUMN gift_note text, ADD COLUMN parcels integer NOT NULL DEFAULT 1;` },
  {
    title: 'index, made concurrently',
    sql: '-- Alone in its migration: it runs in no transaction.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS orders_gift_note ON orders (total_amount, created_at) WHERE gift_note IS NULL;',
  },
  { title: 'constraint, not yet looked at', sql: `ALTER TABLE orders ADD CONSTRAINT orders_parcels_some CHECK (parcels > 0) NOT VALID;` },
  { title: 'constraint, looked at', sql: 'ALTER TABLE orders VALIDATE CONSTRAINT orders_parcels_some;' },
  {
    title: 'trigger',
    sql: `CREATE FUNCTION orders_parcels() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.parcels := greatest(NEW.parcels, 1); RETURN NEW; END $$;
CREATE TRIGGER orders_parcels BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION orders_parcels();`,
  },
]
