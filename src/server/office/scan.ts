import * as z from 'zod'
import { SHORTEST_CODE, type FoundRecord } from '~/contracts/office/search'
import { deviceName } from '~/contracts/cases/device'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { casesRow, caseSources } from '~/server/cases/other-cases'
import { deviceMatches } from '~/server/office/records/customer-list'
import { substringPattern } from '~/server/platform/lists/list-search'
import type { Services } from '~/server/services'

/** What a code is about: codes on our own papers are the address of a page, whose last part is the number. */
export function numberOf(code: string): string {
  const text = code.trim()
  if (!URL.canParse(text)) return text
  try {
    return decodeURIComponent(new URL(text).pathname.split('/').at(-1) ?? '')
  } catch {
    return ''
  }
}

/** The unit with this number, or with this serial number, however that is typed: the one that is kept of the machine. */
async function findUnit({ db }: Pick<Services, 'db'>, number: string): Promise<FoundRecord | null> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_build_object('id', k.id, 'title', k.unit_number, 'detail', left(concat_ws(' ', k.manufacturer, k.model), 200))::text
    FROM (
      SELECT id, 0 AS place FROM units WHERE unit_number IN (${number}, upper(${number}))
      UNION ALL (SELECT id, 1 FROM units WHERE serial_key = serial_key(${number}) ORDER BY merged_into IS NOT NULL, created_at DESC LIMIT 1)
    ) AS named JOIN units AS k ON k.id = kept_unit(named.id) ORDER BY named.place LIMIT 1`)
  const unit = z.object({ id: z.string(), title: z.string(), detail: z.string() }).nullable().parse(found)
  return unit && { noun: 'units', ...unit }
}

/**
 * The record that a scanned code names: a case by its number, its device's serial number or a parcel's tracking number, a unit by its
 * number or its serial number, an order by its number. Of several cases the open one, and of these the newest. Null where nothing has it.
 */
export async function findScanned({ db }: Pick<Services, 'db'>, { code }: { code: string }): Promise<FoundRecord | null> {
  const number = numberOf(code)
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
  const unit = await findUnit({ db }, number)
  if (unit) return unit
  const order = await db.readJson(Prisma.sql`
    SELECT json_build_object('id', id, 'title', order_number)::text FROM orders WHERE order_number IN (${number}, upper(${number})) LIMIT 1`)
  const ordered = z.object({ id: z.string(), title: z.string() }).nullable().parse(order)
  return ordered && { noun: 'orders', ...ordered, detail: '' }
}
