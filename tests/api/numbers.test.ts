import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { describeOnEngines, openOn } from '../setup/database'

/** The tables that other programs write by plain SQL; an amount of theirs may be 'NaN'. */
const writtenFromOutside = ['users', 'profiles', 'website_settings', 'products', 'trade_in_machines', 'orders', 'repairs', 'trade_ins']

describeOnEngines('numbers on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterAll(() => db.close())

  it('are numbers in every table of the shop’s own', async () => {
    const columns = await db.prisma.$queryRaw<{ table: string; column: string; rule: string | null }[]>`
      SELECT c.table_name AS table, c.column_name AS column, pg_get_constraintdef(k.oid) AS rule
      FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
      LEFT JOIN pg_constraint AS k ON k.conrelid = c.table_name::regclass AND k.conname = c.table_name || '_' || c.column_name || '_is_number'
      WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type = 'numeric' AND c.table_name <> ALL(${writtenFromOutside})`
    expect(columns.length).toBeGreaterThan(50)
    const unruled = columns.filter(({ column, rule }) => !rule?.includes(`${column} <> 'NaN'`))
    expect(unruled).toEqual([])
  })

  it.each([
    ['an amount', `INSERT INTO policies (name, value) VALUES ('credit-limit', 'NaN')`],
    ['a deposit', `INSERT INTO seller_details (id, deposits) VALUES (1, '{"hashboard": "much"}')`],
  ])('are no other text: %s is refused', async (_what, sql) => {
    await expect(db.prisma.$executeRawUnsafe(sql)).rejects.toThrow(/check constraint/)
  })
})
