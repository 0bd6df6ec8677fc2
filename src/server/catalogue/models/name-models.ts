import { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'

const ROWS = 200
const CASES = 2_000

/** Below every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

const rowsOf = (table: 'trade_in_machines' | 'products' | 'units', model: Prisma.Sql) => {
  const name = Prisma.raw(table)
  return (after: string) => Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT t.id FROM ${name} AS t WHERE t.model_id IS NULL AND t.manufacturer <> '' AND t.model <> '' AND t.id > ${after}::uuid
      ORDER BY t.id LIMIT ${ROWS} FOR UPDATE
    ), named AS (
      UPDATE ${name} AS t SET model_id = ${model} FROM page WHERE t.id = page.id AND ${model} IS NOT NULL RETURNING t.id
    )
    SELECT (SELECT max(id::text) FROM page) AS last, (SELECT count(*)::int FROM named) AS named`
}

const ofCases = (after: string) => Prisma.sql`
  WITH page AS MATERIALIZED (SELECT c.id FROM cases AS c WHERE c.unit_id IS NULL AND c.id > ${after}::uuid ORDER BY c.id LIMIT ${CASES}),
  devices AS MATERIALIZED (
    SELECT DISTINCT device ->> 'manufacturer' AS maker, device ->> 'model' AS model FROM (
      SELECT r.device_info AS device FROM repairs AS r JOIN page ON page.id = r.id
      UNION ALL SELECT i.device_info FROM trade_ins AS i JOIN page ON page.id = i.id
    ) AS told
  )
  SELECT (SELECT max(id::text) FROM page) AS last, (SELECT count(name_device_model(maker, model))::int FROM devices) AS named`

/** In this order: the trade-in catalogue knows most figures. */
const steps = [
  rowsOf('trade_in_machines', Prisma.sql`name_device_model(t.manufacturer, t.model, t.category, NULL, t.hashrate, t.power_consumption)`),
  rowsOf('products', Prisma.sql`name_device_model(t.manufacturer, t.model, t.category, t.algorithm, t.hashrate, t.power)`),
  rowsOf('units', Prisma.sql`name_device_model(t.manufacturer, t.model)`),
  ofCases,
]

/** In portions, so that other writers wait for one statement at most. @param until clock time (ms) @returns false if it stopped early */
export async function nameModels({ db: { prisma }, now }: Pick<Services, 'db' | 'now'>, until: number): Promise<boolean> {
  for (const step of steps) {
    let after: string | null = FIRST
    do {
      if (now().getTime() >= until) return false
      const [page]: { last: string | null }[] = await prisma.$queryRaw<{ last: string | null; named: number }[]>(step(after))
      after = page?.last ?? null
    } while (after !== null)
  }
  // Rows written while their model was merged.
  for (const table of ['trade_in_machines', 'products', 'units']) {
    await prisma.$executeRaw`
      UPDATE ${Prisma.raw(table)} AS t SET model_id = m.merged_into FROM device_models AS m WHERE m.id = t.model_id AND m.merged_into IS NOT NULL`
  }
  return true
}
