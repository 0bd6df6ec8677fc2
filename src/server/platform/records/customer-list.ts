import * as z from 'zod'
import { caseNouns } from '~/contracts/case-ref'
import { records, type StatusNoun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { jsonObject, recordRow } from '~/server/platform/lists/json-row'
import { anyIlike, eachIlike } from '~/server/platform/lists/like-pattern'
import type { ListSource } from '~/server/platform/lists/list-source'
import { phoneMatches } from '~/server/platform/lists/phone-search'

const NAMES = ['p.email', 'p.full_name']

/** A row's age as the indexes `…_newest_search_idx` have it, as a distance: the time before a far day. */
const beforeFarDay = Prisma.sql`point(least(greatest(extract(epoch FROM t.created_at AT TIME ZONE 'UTC')::float8, 0), 1e11), 0) <-> point(1e11, 0)`

/** Device, serial number and tracking numbers of the case `t`, letter by letter as the indexes `…_device_search_idx` have them. */
const deviceText = Prisma.sql`(left(coalesce(t.device_info ->> 'manufacturer', ''), 200) || ' ' || left(coalesce(t.device_info ->> 'model', ''), 200)
    || '|' || left(coalesce(t.device_info ->> 'serialNumber', ''), 200)
    || '|' || left(coalesce(t.tracking_number, ''), 200) || '|' || left(coalesce(t.inbound_tracking_number, ''), 200))`

/** The condition that the case `t` is of a device or a parcel that a LIKE pattern fits. */
export const deviceMatches = (pattern: string): Prisma.Sql => Prisma.sql`${deviceText} ILIKE ${pattern}`

/** The case `t` is of a machine whose record has this serial number. */
const caseOfMachine = (key: string): Prisma.Sql =>
  Prisma.sql`t.id = ANY (ARRAY(SELECT k.id FROM units AS u JOIN cases AS k ON k.unit_id = u.id WHERE u.serial_key = ${key}))`

/**
 * Searches orders, repairs and trade-ins by number and by the customer's email, name and phone number (requirements §5).
 * @param table a table with a `user_id`
 * @param number its column of numbers
 * @param hasDevice true for cases, which are also found by their device and their parcels
 */
export function customerListSource(table: Prisma.Sql, number: Prisma.Sql, hasDevice = false): ListSource {
  const matchesOf = (pattern: string, ofCustomer: (condition: Prisma.Sql) => Prisma.Sql) => {
    const phone = phoneMatches(Prisma.sql`p.phone`, pattern)
    const theirs = phone ? Prisma.sql`(${anyIlike(NAMES, pattern)} OR coalesce(${phone}, FALSE))` : anyIlike(NAMES, pattern)
    const ways = [Prisma.sql`t.${number} ILIKE ${pattern}`, ...(hasDevice ? [deviceMatches(pattern)] : []), ofCustomer(theirs)]
    return Prisma.sql`(${Prisma.join(ways, ' OR ')})`
  }
  // A subselect instead of EXISTS, which would let the planner look up all matching customers first.
  const matches = (pattern: string) =>
    matchesOf(pattern, (theirs) => Prisma.sql`(SELECT ${theirs} FROM profiles AS p WHERE p.user_id = t.user_id)`)
  const foundAll = (pattern: string, further: readonly string[]) => {
    const phone = phoneMatches(Prisma.sql`p.phone`, pattern)
    const ofRow = (condition: Prisma.Sql) =>
      Prisma.sql`${table} AS t WHERE ${Prisma.join([condition, ...further.map((each) => matches(each))], ' AND ')}`
    const ofCustomer = (condition: Prisma.Sql) => {
      const conditions = [condition, ...further.map((each) => matchesOf(each, (theirs) => theirs))]
      return Prisma.sql`profiles AS p JOIN ${table} AS t ON t.user_id = p.user_id WHERE ${Prisma.join(conditions, ' AND ')}`
    }
    return [
      ofRow(Prisma.sql`t.${number} ILIKE ${pattern}`),
      ...eachIlike(NAMES, pattern).map(ofCustomer),
      ...(phone ? [ofCustomer(phone)] : []),
      ...(hasDevice ? [ofRow(deviceMatches(pattern))] : []),
    ]
  }
  return {
    table: Prisma.sql`${table} AS t`,
    matches,
    found: (pattern) => foundAll(pattern, []),
    foundAll,
    // An expression instead of the column, so that the unordered index is not used, which finds rare matches.
    newest: (pattern) => ({ condition: Prisma.sql`(t.${number} || '') ILIKE ${pattern}`, first: beforeFarDay }),
    ...(hasDevice && { bySerial: caseOfMachine }),
  }
}

/** The same by the record type alone. */
export function statusSource(noun: StatusNoun): ListSource {
  const { table, status } = records[noun]
  return customerListSource(
    Prisma.raw(table),
    Prisma.raw(status.number),
    caseNouns.some((each) => each === noun),
  )
}

/** The name of a profile; of somebody who is known by a phone number alone that number, so that nobody is nameless. */
export const nameOfProfile = (profile: Prisma.Sql) =>
  Prisma.sql`coalesce(nullif(${profile}.full_name, ''), CASE WHEN ${profile}.email = '' THEN ${profile}.phone END)`

/** The name of somebody, from their profile: name, address or else phone number. NULL where nothing is known. */
export const knownAs = (profile: Prisma.Sql) =>
  Prisma.sql`coalesce(nullif(${profile}.full_name, ''), nullif(${profile}.email, ''), nullif(${profile}.phone, ''))`

/** The same of a user. */
export const nameOfUser = (userId: Prisma.Sql) =>
  Prisma.sql`(SELECT left(${knownAs(Prisma.sql`p`)}, 200) FROM profiles AS p WHERE p.user_id = ${userId})`

/** The customer of the row `t`: null without a user or profile. */
const customerJson = Prisma.sql`coalesce(
    (SELECT ${jsonObject({ email: Prisma.sql`p.email`, fullName: nameOfProfile(Prisma.sql`p`) })} FROM profiles AS p WHERE p.user_id = t.user_id),
    ${jsonObject({ email: Prisma.sql`NULL`, fullName: Prisma.sql`NULL` })})`

export const customerShape = z.object({ email: z.string().nullable(), fullName: z.string().nullable() })

/** Reads a record that belongs to a customer. @param joined expressions that are no column of its own */
export const customerRecordRow = <Shape extends z.ZodRawShape>(shape: Shape, joined: Record<string, Prisma.Sql> = {}) =>
  recordRow({ ...shape, customer: customerShape }, { ...joined, customer: customerJson })
