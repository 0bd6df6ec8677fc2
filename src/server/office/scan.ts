import * as z from 'zod'
import { SHORTEST_CODE, type FoundRecord } from '~/contracts/office/search'
import { deviceName } from '~/contracts/cases/device'
import { numberOfCode } from '~/contracts/catalogue/scanning'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { findParts } from '~/server/catalogue/parts/places'
import { findUnits } from '~/server/catalogue/units/find-units'
import { casesRow, caseSources } from '~/server/cases/other-cases'
import { deviceMatches } from '~/server/office/records/customer-list'
import { substringPattern } from '~/server/platform/lists/list-search'
import type { Services } from '~/server/services'

/**
 * The record that a scanned code names: a case by its number, its device's serial number or a parcel's tracking number, a unit or
 * a part by its number or its serial number, an order by its number. Of several cases the open one, and of these the newest. Null where nothing has it.
 */
export async function findScanned({ db }: Pick<Services, 'db'>, { code }: { code: string }): Promise<FoundRecord | null> {
  const number = numberOfCode(code)
  if (number.length < SHORTEST_CODE) return null
  const isSame = (column: Prisma.Sql) => Prisma.sql`upper(left(${column}, 200)) = upper(${number})`
  const isParcel = Prisma.sql`(${isSame(Prisma.sql`t.tracking_number`)} OR ${isSame(Prisma.sql`t.inbound_tracking_number`)})`
  // A row's number by its own index, the serial number by the one of devices, and parcels by that of the search.
  const isMeant = (numberColumn: string) => Prisma.sql`(t.${Prisma.raw(numberColumn)} IN (${number}, upper(${number}))
    OR upper(left(t.device_info ->> 'serialNumber', 100)) = upper(${number})
    OR (${deviceMatches(substringPattern(number))} AND ${isParcel}))`
  const found = await db.readJson(Prisma.sql`
    SELECT row::text FROM (${caseSources((noun) => isMeant(records[noun].status.number), 1)}) AS t ORDER BY is_open DESC, created_at DESC, id LIMIT 1`)
  const known = casesRow.nullable().parse(found)
  if (known) return { noun: known.noun, id: known.id, title: known.number, detail: deviceName(known.device) }
  const [unit] = await findUnits({ db }, { code })
  if (unit) return { noun: 'units', id: unit.id, title: unit.unitNumber, detail: `${unit.manufacturer} ${unit.model}`.trim() }
  const [part] = await findParts({ db }, { code })
  if (part) return { noun: 'parts', id: part.id, title: part.partNumber, detail: part.typeName }
  const order = await db.readJson(Prisma.sql`
    SELECT json_build_object('id', id, 'title', order_number)::text FROM orders WHERE order_number IN (${number}, upper(${number})) LIMIT 1`)
  const ordered = z.object({ id: z.string(), title: z.string() }).nullable().parse(order)
  return ordered && { noun: 'orders', ...ordered, detail: '' }
}
