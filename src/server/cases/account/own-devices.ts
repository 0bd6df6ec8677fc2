import * as z from 'zod'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { serialKey } from '~/contracts/numbers'
import type { OwnDevice, OwnPage } from '~/contracts/cases/own-records'
import { Prisma } from '~/generated/prisma/client'
import { casesOf } from '~/server/cases/base/customer-case'
import { casesRow, caseSources } from '~/server/cases/base/other-cases'
import { jsonObject } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'

/** Most repairs, trade-ins and machines read for a customer's devices. */
const MOST = 500

const units = z
  .array(
    z.object({
      id: z.string(),
      serialNumber: z.string(),
      manufacturer: z.string(),
      model: z.string(),
      boughtIn: z.object({ order: z.string(), unitNumber: z.string() }).nullable(),
      cases: z.array(z.string()),
    }),
  )
  .nullable()

/** Place, cost and notes of a machine stay with staff: it may have cases of other customers. */
async function readOwnUnits({ db }: Pick<Services, 'db'>, userId: string) {
  const row = jsonObject({
    id: Prisma.sql`t.id`,
    serialNumber: Prisma.sql`coalesce(t.serial_number, '')`,
    manufacturer: Prisma.sql`t.manufacturer`,
    model: Prisma.sql`t.model`,
    boughtIn: Prisma.sql`(SELECT json_build_object('order', left(o.order_number, 100), 'unitNumber', t.unit_number)
      FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id WHERE l.id = t.owner_line_id AND o.user_id = ${userId}::uuid)`,
    cases: Prisma.sql`ARRAY(SELECT c.id FROM cases AS c WHERE c.unit_id IN (SELECT unit_family(t.id)))`,
  })
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(${row} ORDER BY t.created_at DESC, t.id)::text FROM (
      SELECT * FROM units WHERE user_id = ${userId}::uuid AND owner = 'customer' AND merged_into IS NULL ORDER BY created_at DESC, id LIMIT ${MOST}
    ) AS t`)
  return units.parse(found) ?? []
}

/** By machine if it is theirs, else by the serial number that they gave, so that they learn nothing of another owner. */
export async function listOwnDevices({ db }: Pick<Services, 'db'>, userId: string): Promise<OwnPage<OwnDevice>> {
  const isMine = Prisma.sql`t.user_id = ${userId}::uuid`
  const [found, mine] = await Promise.all([
    db.readJson(Prisma.sql`
      SELECT json_agg(row ORDER BY is_open DESC, created_at DESC, id)::text FROM (${caseSources(isMine, MOST, (noun) => casesOf(noun, userId))}) AS cases`),
    readOwnUnits({ db }, userId),
  ])
  const unitOf = new Map(mine.flatMap((unit) => unit.cases.map((id) => [id, unit])))
  const devices = new Map<string, OwnDevice>()
  for (const each of z.array(casesRow).nullable().parse(found) ?? []) {
    const unit = unitOf.get(each.id)
    const told = caseDeviceDraft(each.device)
    const serialNumber = (unit?.serialNumber || told.serialNumber?.trim()) ?? ''
    if (!unit && serialNumber === '') continue
    const key = unit?.id ?? serialKey(serialNumber) ?? serialNumber
    const { manufacturer, model, boughtIn } = unit ?? { ...told, boughtIn: null }
    const device = devices.get(key) ?? { key, serialNumber, manufacturer, model, boughtIn, cases: [] }
    device.cases.push(each)
    devices.set(key, device)
  }
  for (const { id, cases: _cases, ...unit } of mine) if (!devices.has(id)) devices.set(id, { key: id, ...unit, cases: [] })
  const rows = [...devices.values()]
  return { rows, nextCursor: null, total: rows.length }
}
