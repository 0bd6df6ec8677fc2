import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lintMigrations } from '../../scripts/tools/lint-migrations'

const folder = mkdtempSync(join(tmpdir(), 'shop-migrations-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})
const findings = (sql: string) => {
  const file = join(folder, 'migration.sql')
  writeFileSync(file, sql)
  return lintMigrations([file])
}

it('migrations lock nobody out, and take nothing away that a running process uses', () => {
  const names = readdirSync('prisma/migrations').filter((name) => /^\d{14}_/.test(name))
  expect(names.length).toBeGreaterThan(10)
  expect(lintMigrations(names.map((name) => join('prisma/migrations', name, 'migration.sql')))).toBe('')
})

it.each([
  ['require-concurrent-index-creation', 'CREATE INDEX orders_note ON orders (note);'],
  ['ban-drop-column', 'ALTER TABLE orders DROP COLUMN note;'],
  ['renaming-column', 'ALTER TABLE orders RENAME COLUMN note TO remark;'],
  ['constraint-missing-not-valid', `ALTER TABLE orders ADD CONSTRAINT noted CHECK (note <> '');`],
])('%s is found', (rule, sql) => {
  expect(findings(sql)).toContain(rule)
})

it('tables, columns, and an index that is made beside writers are fine', () => {
  expect(
    findings(
      'CREATE TABLE parcels (id uuid PRIMARY KEY);\nCREATE INDEX parcels_idx ON parcels (id);\nALTER TABLE orders ADD COLUMN note text;',
    ),
  ).toBe('')
  expect(findings('-- Quick lists.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS orders_note ON orders (note);')).toBe('')
  expect(findings('-- Nothing reads it.\n-- squawk-ignore ban-drop-column\nALTER TABLE orders DROP COLUMN note;')).toBe('')
})
