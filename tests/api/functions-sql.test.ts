import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { FUNCTIONS_FILE, functionsSql } from '../../scripts/tools/functions-sql'
import { describeOnEngines, openOn } from '../setup/database'

describeOnEngines('prisma/functions.sql (%s)', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterAll(() => db.close())

  it('has the functions and triggers of a migrated database', async () => {
    expect(readFileSync(FUNCTIONS_FILE, 'utf8'), 'run `npm run db:functions`').toBe(await functionsSql(db))
  })

  it('leaves out what an extension brings, and nothing of our own', async () => {
    const text = await functionsSql(db)
    expect(text).not.toContain('similarity(')
    expect(text).toContain('CREATE OR REPLACE FUNCTION public.announce_rows()')
    await db.prisma.$executeRawUnsafe('CREATE FUNCTION answer() RETURNS int LANGUAGE sql AS $$ SELECT 42 $$')
    await db.prisma.$executeRawUnsafe(
      'CREATE TRIGGER orders_answer BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    )
    const later = await functionsSql(db)
    expect(later).toContain('CREATE OR REPLACE FUNCTION public.answer() RETURNS integer LANGUAGE sql AS $function$ SELECT 42 $function$;\n')
    expect(later).toContain(
      'CREATE TRIGGER orders_answer BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();\n',
    )
  })
})
