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
function numberOf(code: string): string {
  const text = code.trim()
  if (!URL.canParse(text)) return text
  try {
    return decodeURIComponent(new URL(text).pathname.split('/').at(-1) ?? '')
  } catch {
    return ''
  }
}

/**
 * The record that a scanned code names: a case by its number, its device's serial number or a parcel's tracking number, an order by its
 * number. Of several cases the open one, and of these the newest. Null where nothing has it.
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
  const order = await db.readJson(Prisma.sql`
    SELECT json_build_object('id', id, 'title', order_number)::text FROM orders WHERE order_number IN (${number}, upper(${number})) LIMIT 1`)
  const ordered = z.object({ id: z.string(), title: z.string() }).nullable().parse(order)
  return ordered && { noun: 'orders', ...ordered, detail: '' }
}
