import { nameOfProfile } from '~/server/platform/records/customer-list'
import * as z from 'zod'
import type { WaitingOffer } from '~/contracts/cases/offers'
import { Prisma } from '~/generated/prisma/client'
import { addressOrNull } from '~/server/identity/users/no-address'
import { addressOf, isSameNetwork, whyNotBy } from '~/server/identity/users/second-administrator'
import type { SignedInCall } from '~/server/call'
import { jsonDocument, jsonObject, jsonTime } from '~/server/platform/lists/json-row'

/** Offers that wait for a second administrator. */

/** More than a shop lets wait. */
const MOST = 100

const row = jsonObject({
  id: Prisma.sql`t.id`,
  version: Prisma.sql`q.version`,
  tradeInNumber: Prisma.sql`left(t.trade_in_number, 200)`,
  number: Prisma.sql`q.number`,
  device: Prisma.sql`CASE WHEN length(t.device_info::text) <= 2000 THEN t.device_info END`,
  customer: Prisma.sql`(SELECT ${jsonObject({
    userId: Prisma.sql`u.id`,
    fullName: Prisma.sql`left(${nameOfProfile(Prisma.sql`p`)}, 200)`,
    email: Prisma.sql`left(${addressOrNull(Prisma.sql`u.email`)}, 254)`,
  })} FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = t.user_id)`,
  total: Prisma.sql`q.total`,
  requestedAt: Prisma.sql`q.requested_at`,
  requestedBy: Prisma.sql`q.requested_by`,
  requestedByEmail: Prisma.sql`(SELECT left(u.email, 254) FROM users AS u WHERE u.id = q.requested_by)`,
  requestedIp: Prisma.sql`q.requested_ip`,
  because: Prisma.sql`q.because`,
})

const rows = z
  .array(
    z.object({
      id: z.string(),
      version: z.int(),
      tradeInNumber: z.string(),
      number: z.int(),
      device: jsonDocument,
      customer: z.object({ userId: z.string(), fullName: z.string().nullable(), email: z.string().nullable() }).nullable(),
      total: z.number(),
      requestedAt: jsonTime,
      requestedBy: z.string(),
      requestedByEmail: z.string().nullable(),
      requestedIp: z.string().nullable(),
      because: z.string().nullable(),
    }),
  )
  .nullable()

/** The latest first, each with why its reader cannot approve it. */
export async function listWaitingOffers({ db, now, viewer, actor }: SignedInCall<'db' | 'now'>): Promise<{ rows: WaitingOffer[] }> {
  const found = rows.parse(
    await db.readJson(Prisma.sql`
      SELECT json_agg(${row} ORDER BY q.requested_at DESC, q.id)::text FROM (
        SELECT * FROM case_quotes WHERE requested_by IS NOT NULL AND requested_at IS NOT NULL AND state = 'draft'
        ORDER BY requested_at DESC, id LIMIT ${MOST}
      ) AS q JOIN trade_ins AS t ON t.id = q.case_id`),
  )
  const waiting = found ?? []
  const whyNot = await whyNotBy(db.prisma, viewer, waiting, now())
  return {
    rows: waiting.map(({ requestedBy, requestedByEmail, requestedIp, ...offer }) => ({
      ...offer,
      requestedBy: requestedByEmail,
      isMine: requestedBy === viewer.userId,
      isFromOwnNetwork: isSameNetwork(requestedIp, addressOf(actor)),
      whyNot: whyNot({ requestedBy }),
    })),
  }
}
