import { TRPCError } from '@trpc/server'
import type { CaseRef } from '~/contracts/case-ref'
import type { OwnCase } from '~/contracts/cases/tracking'
import { calendarDay, formatDay } from '~/lib/instant'
import { networkOf } from '~/server/identity/auth/limits'
import { casesOf, findCustomerCase, type CustomerCase } from '~/server/cases/base/customer-case'
import { caseOfToken } from '~/server/cases/base/tracking-links'
import { numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

/** By a link's secret, or by the session. */
export type CaseViewer = { token: string } | { userId: string }

type Deps = Pick<Services, 'db' | 'now'>

/** Covers unknown, revoked and expired links alike. */
export const noSuchLink = () => new TRPCError({ code: 'NOT_FOUND', message: 'This link does not work, or has expired. Ask for a new one.' })

/** Failed tries are limited by network. @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function caseOfLink(
  { db, now, limits, client }: Deps & Pick<Services, 'limits'> & { client: { ip: string | null } },
  token: string,
): Promise<CustomerCase> {
  const found = await caseOfToken(db.prisma, now(), token)
  if (found) return found
  await limits.take('trackingTries', networkOf(client))
  throw noSuchLink()
}

export async function findOwnCase({ db }: Pick<Services, 'db'>, userId: string, { noun, number }: OwnCase): Promise<CustomerCase | null> {
  const [found] = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${casesOf(noun, userId)} AS t WHERE t.${Prisma.raw(records[noun].status.number)} = ANY (${numberSpellings(noun, number)}::text[])
    ORDER BY t.${Prisma.raw(records[noun].status.number)} = ${number} DESC LIMIT 1`
  return found ? findCustomerCase(db.prisma, { noun, id: found.id }, userId) : null
}

/** @throws NOT_FOUND */
export async function ownCase(services: Pick<Services, 'db'>, userId: string, own: OwnCase): Promise<CustomerCase> {
  const found = await findOwnCase(services, userId, own)
  if (!found) throw notFound(records[own.noun])
  return found
}

export const ownCaseById = ({ db }: Pick<Services, 'db'>, userId: string, ref: CaseRef): Promise<CustomerCase | null> =>
  findCustomerCase(db.prisma, ref, userId)

/** Only the present customer answers, writes and adds. @throws CONFLICT for a former one */
export function presentRef({ businessTimeZone: timeZone }: Pick<Services, 'businessTimeZone'>, { ref, endedAt }: CustomerCase): CaseRef {
  if (endedAt === null) return ref
  const day = formatDay(calendarDay(endedAt, timeZone))
  const message = `This ${records[ref.noun].one} went to another customer on ${day}. You can still see what was yours, but you can no longer answer or send anything here.`
  throw new TRPCError({ code: 'CONFLICT', message })
}

/** Locks a case while it is its customer's. @throws NOT_FOUND; CONFLICT if it has changed hands */
export async function lockTheirs(
  tx: Prisma.TransactionClient,
  services: Pick<Services, 'businessTimeZone'>,
  { ref, customerId }: CustomerCase,
): Promise<CaseRef> {
  await lockRow(tx, records[ref.noun], ref.id)
  const found = await findCustomerCase(tx, ref, customerId)
  if (!found) throw notFound(records[ref.noun])
  return presentRef(services, found)
}
