import * as z from 'zod'
import { SHORTEST_CODE, type FoundRecord } from '~/contracts/office/search'
import type { CaseNoun } from '~/contracts/case-ref'
import { deviceName } from '~/contracts/cases/device'
import { numberOfCode } from '~/contracts/stock/scanning'
import { parcelNumber, parcelSpellings } from '~/contracts/parcel-numbers'
import { numberSpellings, serialText } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { findParts } from '~/server/stock/parts/part-places'
import { findUnits } from '~/server/stock/units/find-units'
import { casesRow, caseSources } from '~/server/cases/base/other-cases'
import { caseTables } from '~/server/cases/base/case-standing'
import { deviceMatches } from '~/server/platform/records/customer-list'
import { substringPattern } from '~/server/platform/lists/like-pattern'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'

/** Open cases `t` of machines and of their merged records; an array, so that an index finds them. */
const isOnBench = (noun: CaseNoun, unitIds: readonly string[]) => Prisma.sql`(t.id = ANY (ARRAY(
    SELECT k.id FROM unnest(${[...unitIds]}::uuid[]) AS u (id), unit_family(u.id) AS f (id) JOIN cases AS k ON k.unit_id = f.id))
  AND t.status::text = ANY (${[...caseTables[noun].open]}::text[]))`

/**
 * Accepts any number, serial or tracking number or label, in any spelling, and finds only what the caller may read. An open and then the
 * newest case wins.
 */
export async function findScanned({ db, viewer }: SignedInCall<'db'>, { code }: { code: string }): Promise<FoundRecord | null> {
  const may = mayRead(viewer)
  const number = numberOfCode(code)
  if (number.length < SHORTEST_CODE) return null
  const units = await findUnits({ db }, { code })
  const unitIds = units.map(({ id }) => id)
  const serials = [...new Set([number, serialText(number)])]
  const isSame = (column: Prisma.Sql) =>
    Prisma.sql`regexp_replace(upper(left(${column}, 200)), '\\s', '', 'g') = upper(${parcelNumber(number).replaceAll(/\s/g, '')})`
  const isParcel = Prisma.sql`(${isSame(Prisma.sql`t.tracking_number`)} OR ${isSame(Prisma.sql`t.inbound_tracking_number`)})`
  const mayBeParcel = parcelSpellings(number).map((spelling) => deviceMatches(substringPattern(spelling)))
  // Uses the indexes of numbers, devices' serial numbers and the search of parcels.
  const isMeant = (noun: CaseNoun) =>
    may(noun)
      ? Prisma.sql`(t.${Prisma.raw(records[noun].status.number)} = ANY (${numberSpellings(noun, number)}::text[])
    OR upper(left(t.device_info ->> 'serialNumber', 100)) IN (${Prisma.join(serials.map((serial) => Prisma.sql`upper(${serial})`))})
    OR ((${Prisma.join(mayBeParcel, ' OR ')}) AND ${isParcel}) OR ${isOnBench(noun, unitIds)})`
      : Prisma.sql`FALSE`
  const found = await db.readJson(Prisma.sql`
    SELECT row::text FROM (${caseSources(isMeant, 1)}) AS t ORDER BY is_open DESC, created_at DESC, id LIMIT 1`)
  const known = casesRow.nullable().parse(found)
  if (known) return { noun: known.noun, id: known.id, title: known.number, detail: deviceName(known.device) }
  const [unit] = units
  if (unit && may('units'))
    return { noun: 'units', id: unit.id, title: unit.unitNumber, detail: `${unit.manufacturer} ${unit.model}`.trim() }
  const [part] = may('parts') ? await findParts({ db }, { code }) : []
  if (part) return { noun: 'parts', id: part.id, title: part.partNumber, detail: part.typeName }
  if (!may('orders')) return null
  const order = await db.readJson(Prisma.sql`
    SELECT json_build_object('id', id, 'title', order_number)::text FROM orders WHERE order_number = ANY (${numberSpellings('orders', number)}::text[]) LIMIT 1`)
  const ordered = z.object({ id: z.string(), title: z.string() }).nullable().parse(order)
  return ordered && { noun: 'orders', ...ordered, detail: '' }
}
