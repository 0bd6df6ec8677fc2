import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMigration, RULES_SINCE, statementsOf } from '../../scripts/tools/migration-rules'

const FOLDER = 'prisma/migrations'
const rulesOf = (sql: string) => [...new Set(lintMigration(sql).map(({ rule }) => rule))]

describe('a migration that a rolling deployment survives', () => {
  it('is each one since there are two versions at a time', () => {
    const names = readdirSync(FOLDER).filter((name) => /^\d{14}_/.test(name) && name >= RULES_SINCE)
    const refused = names.flatMap((name) =>
      lintMigration(readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8')).map((found) => ({ name, ...found })),
    )
    expect(refused, 'Write it so that the version before goes on, or allow it with a reason: `-- allowed RULE: why`').toEqual([])
  })

  it.each([
    ['require-concurrent-index-creation', 'CREATE INDEX orders_note ON orders (note);'],
    ['require-concurrent-index-deletion', 'DROP INDEX orders_note;'],
    ['ban-drop-column', 'ALTER TABLE orders DROP COLUMN note;'],
    ['ban-drop-table', 'DROP TABLE products;'],
    ['ban-drop-database', 'DROP DATABASE shop;'],
    ['renaming-column', 'ALTER TABLE orders RENAME COLUMN note TO remark;'],
    ['renaming-table', 'ALTER TABLE orders RENAME TO purchases;'],
    ['changing-column-type', 'ALTER TABLE orders ALTER COLUMN total_amount TYPE numeric(12, 2);'],
    ['adding-required-field', 'ALTER TABLE orders ADD COLUMN weight numeric NOT NULL;'],
    ['adding-field-with-default', 'ALTER TABLE orders ADD COLUMN token uuid DEFAULT gen_random_uuid();'],
    ['adding-not-nullable-field', 'ALTER TABLE orders ALTER COLUMN note SET NOT NULL;'],
    ['ban-drop-not-null', 'ALTER TABLE orders ALTER COLUMN status DROP NOT NULL;'],
    ['constraint-missing-not-valid', `ALTER TABLE orders ADD CONSTRAINT noted CHECK (note <> '');`],
    ['adding-foreign-key-constraint', 'ALTER TABLE orders ADD CONSTRAINT of_user FOREIGN KEY (user_id) REFERENCES users (id);'],
    ['disallowed-unique-constraint', 'ALTER TABLE orders ADD CONSTRAINT once UNIQUE (note);'],
    ['adding-serial-primary-key-field', 'ALTER TABLE orders ADD COLUMN place serial PRIMARY KEY;'],
    ['takes-away', 'DROP FUNCTION announce_rows();'],
    ['takes-away', 'DROP VIEW open_orders;'],
    ['takes-away', 'DROP TRIGGER orders_counts ON orders;'],
    ['takes-away', `ALTER TYPE order_status RENAME VALUE 'pending' TO 'waiting';`],
    ['takes-away', 'REVOKE SELECT ON orders FROM shop;'],
    ['changes-many-rows', `UPDATE orders SET note = '' WHERE note IS NULL;`],
    ['changes-many-rows', 'WITH old AS (SELECT id FROM orders) DELETE FROM orders USING old WHERE orders.id = old.id;'],
    ['locks-whole-table', 'LOCK TABLE orders;'],
    ['locks-whole-table', 'TRUNCATE products;'],
    ['locks-whole-table', 'REINDEX TABLE orders;'],
    ['concurrent-alone', 'ALTER TABLE orders ADD COLUMN a text; CREATE INDEX CONCURRENTLY orders_a ON orders (a);'],
    ['exception-without-reason', '-- squawk-ignore ban-drop-column\nALTER TABLE orders DROP COLUMN note;'],
  ])('is refused for %s: %s', (rule, sql) => {
    expect(rulesOf(sql)).toContain(rule)
  })

  it('adds columns, tables, constraints in two steps, functions and triggers as it likes', () => {
    expect(
      lintMigration(`
        ALTER TABLE orders ADD COLUMN note text, ADD COLUMN weight numeric NOT NULL DEFAULT 0;
        ALTER TABLE orders ADD CONSTRAINT noted CHECK (note <> '') NOT VALID;
        CREATE TABLE parcels (id uuid PRIMARY KEY, order_id uuid NOT NULL REFERENCES orders (id), carrier text);
        CREATE INDEX parcels_order ON parcels (order_id);
        ALTER TYPE order_status ADD VALUE 'packed';
        CREATE OR REPLACE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE products SET name = ''; DROP TABLE x; END $$;
        DROP TRIGGER IF EXISTS parcels_noted ON parcels;
        CREATE TRIGGER parcels_noted AFTER INSERT ON parcels FOR EACH ROW EXECUTE FUNCTION noted();
        INSERT INTO parcels (id, order_id) SELECT id, id FROM orders WHERE false;`),
    ).toEqual([])
    expect(lintMigration('-- Quick lists.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS orders_note ON orders (note);')).toEqual([])
  })

  it('may do more for its statement alone, with a reason that is one', () => {
    const drop = 'ALTER TABLE orders DROP COLUMN note;'
    expect(rulesOf(`-- allowed ban-drop-column: nothing has read it since the release before\n${drop}`)).toEqual([])
    expect(rulesOf(`-- allowed ban-drop-column: because\n${drop}`)).toEqual(['ban-drop-column'])
    expect(rulesOf(`-- allowed ban-drop-column: nothing has read it since the release before\n${drop}\n\n${drop}`)).toEqual([
      'ban-drop-column',
    ])
    expect(rulesOf(`-- allowed ban-drop-table: nothing has read it since the release before\n${drop}`)).toEqual(['ban-drop-column'])
  })
})

it('a script is cut where its statements end, and nowhere else', () => {
  const sql = `-- One; two\nSELECT ';', "a;b", 'it''s';\n/* ; */ DO $x$ BEGIN; END $x$;\nSELECT 1 - 2 / 3`
  expect(statementsOf(sql).map(({ text, line, comment }) => [line, text, comment])).toEqual([
    [2, `SELECT '', "a;b", ''`, 'One; two\n'],
    [3, 'DO $$', '/* ; */\n'],
    [4, 'SELECT 1 - 2 / 3', ''],
  ])
})
