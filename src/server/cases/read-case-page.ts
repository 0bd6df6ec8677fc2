import type { TrackedCase } from '~/contracts/cases/tracking'
import { numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'
import { readRecord } from '~/server/platform/records/status-records'
import { notFound } from '~/server/platform/database/conflict'
import type { CustomerCase } from './base/customer-case'
import type { CaseViewer } from './base/customer-access'
import type { TrackingServices } from './customer/read-tracked-case'
import type { CaseKindOf, CaseTypes } from './kinds/case-kind'
import { caseKinds } from './kinds/case-kinds'
import * as z from 'zod'
import { MOST_FOUND, type CaseOwner } from '~/contracts/cases/cases'
import type { CaseRef } from '~/contracts/case-ref'
import { orderStatuses } from '~/contracts/statuses'
import { jsonAmount, jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import { casesRow, caseSources, readableTo } from '~/server/cases/base/other-cases'

const ownerJson = z
  .object({
    userId: z.string(),
    email: z.string(),
    fullName: z.string().nullable(),
    phone: z.string().nullable(),
    language: z.string().nullable(),
    hasAccount: z.boolean(),
    cases: z.array(casesRow).nullable(),
    orders: z
      .array(
        z.object({
          id: z.string(),
          number: z.string(),
          status: z.enum(orderStatuses),
          totalAmount: jsonAmount,
          currency: z.string(),
          createdAt: jsonTime,
        }),
      )
      .nullable(),
  })
  .nullable()

/** With what else they have here, as far as the caller may read it. */
async function readCaseOwner({ db, viewer }: SignedInCall<'db'>, { noun, id }: CaseRef, userId: string | null): Promise<CaseOwner | null> {
  if (userId === null) return null
  const theirs = Prisma.sql`t.user_id = ${userId}::uuid`
  const order = jsonObject({
    id: Prisma.sql`o.id`,
    number: Prisma.sql`o.order_number`,
    status: Prisma.sql`o.status`,
    totalAmount: Prisma.sql`o.total_amount`,
    currency: Prisma.sql`o.currency`,
    createdAt: Prisma.sql`o.created_at`,
  })
  const owner = jsonObject({
    userId: Prisma.sql`u.id`,
    email: Prisma.sql`left(coalesce(p.email, u.email), 254)`,
    fullName: Prisma.sql`left(p.full_name, 200)`,
    phone: Prisma.sql`left(p.phone, 40)`,
    language: Prisma.sql`p.language`,
    hasAccount: Prisma.sql`u.password_hash IS NOT NULL`,
    cases: Prisma.sql`(SELECT json_agg(c.row ORDER BY c.is_open DESC, c.created_at DESC, c.id) FROM (
      SELECT * FROM (${caseSources(readableTo(viewer, theirs), MOST_FOUND + 1)}) AS t ORDER BY is_open DESC, created_at DESC, id LIMIT ${MOST_FOUND + 1}
    ) AS c)`,
    orders: Prisma.sql`(SELECT json_agg(${order} ORDER BY o.created_at DESC, o.id) FROM (
      SELECT * FROM orders AS t WHERE ${theirs} AND ${mayRead(viewer)('orders')}::boolean ORDER BY t.created_at DESC, t.id LIMIT ${MOST_FOUND}
    ) AS o)`,
  })
  const found = ownerJson.parse(
    await db.readJson(Prisma.sql`
      SELECT ${owner}::text FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = ${userId}::uuid`),
  )
  if (!found) return null
  const cases = (found.cases ?? []).filter((other) => other.noun !== noun || other.id !== id).slice(0, MOST_FOUND)
  return { ...found, cases, orders: found.orders ?? [] }
}

/** @throws NOT_FOUND */
export async function readCasePage<Types extends CaseTypes>(
  services: SignedInCall<'db' | 'now' | 'businessTimeZone'>,
  kind: CaseKindOf<Types>,
  { number }: { number: string },
): Promise<Types['page']> {
  const { noun, table } = kind
  const column = Prisma.raw(records[noun].status.number)
  const [found] = await services.db.prisma.$queryRaw<{ id: string; userId: string | null }[]>`
    SELECT id::text AS id, user_id::text AS "userId" FROM ${table} WHERE ${column} = ANY (${numberSpellings(noun, number)}::text[])
    ORDER BY ${column} = ${number} DESC LIMIT 1`
  if (!found) throw notFound(records[noun])
  const { id, userId } = found
  const [row, owner, beside] = await Promise.all([
    readRecord(services, kind, { id }),
    readCaseOwner(services, { noun, id }, userId),
    kind.beside(services, id),
  ])
  return kind.page(services, row, owner, beside)
}

/** @throws NOT_FOUND */
export const readTracked = (services: TrackingServices, audience: CaseViewer, theirs: CustomerCase): Promise<TrackedCase> =>
  caseKinds[theirs.ref.noun].tracked(services, audience, theirs)
