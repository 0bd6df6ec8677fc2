import * as z from 'zod'
import {
  transferCarriers,
  transferDirections,
  transferFailures,
  transferStates,
  type CreditTransfer,
  type CreditTransfers,
} from '~/contracts/credit/transfers'
import { Prisma } from '~/generated/prisma/client'
import { jsonAmount, jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { openCode } from './gift-card'
import { transferNotFound } from './write-transfer'

/** Most transfers in an answer. */
const MOST = 100

const transferJson = jsonObject({
  id: Prisma.sql`t.id`,
  direction: Prisma.sql`t.direction`,
  amount: Prisma.sql`t.amount`,
  takenBack: Prisma.sql`t.taken_back`,
  expiresAt: Prisma.sql`t.expires_at`,
  state: Prisma.sql`t.state`,
  carrier: Prisma.sql`t.carrier`,
  failure: Prisma.sql`t.failure`,
  ofId: Prisma.sql`t.of_id`,
  createdAt: Prisma.sql`t.created_at`,
  endedAt: Prisma.sql`t.ended_at`,
})
const shape: z.ZodType<CreditTransfer[] | null> = z
  .array(
    z.object({
      id: z.string(),
      direction: z.enum(transferDirections),
      amount: jsonAmount,
      takenBack: jsonAmount,
      expiresAt: jsonTime.nullable(),
      state: z.enum(transferStates),
      carrier: z.enum(transferCarriers).nullable(),
      failure: z.enum(transferFailures).nullable(),
      ofId: z.string().nullable(),
      createdAt: jsonTime,
      endedAt: jsonTime.nullable(),
    }),
  )
  .nullable()

async function read({ db }: Pick<Services, 'db'>, where: Prisma.Sql): Promise<CreditTransfer[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(${transferJson} ORDER BY t.created_at DESC, t.part)::text FROM (
      SELECT * FROM credit_transfers AS t WHERE ${where} ORDER BY t.created_at DESC, t.part LIMIT ${MOST}
    ) AS t`)
  return shape.parse(found) ?? []
}

export const readTransfers = (services: Pick<Services, 'db'>, ids: readonly string[]): Promise<CreditTransfer[]> =>
  read(services, Prisma.sql`t.id = ANY(${[...ids]}::uuid[])`)

/** Somebody's transfers to the platform and back, and if they may make more. */
export async function readOwnTransfers(services: Pick<Services, 'db' | 'shopCredit'>, userId: string): Promise<CreditTransfers> {
  const rows = await read(services, Prisma.sql`t.account_id IN (SELECT id FROM credit_accounts WHERE user_id = ${userId}::uuid)`)
  return { isOffered: services.shopCredit !== null, rows }
}

export async function readAccountTransfers(
  services: Pick<Services, 'db' | 'shopCredit'>,
  { accountId }: { accountId: string },
): Promise<CreditTransfers> {
  const rows = await read(services, Prisma.sql`t.account_id = ${accountId}::uuid`)
  return { isOffered: services.shopCredit !== null, rows }
}

/** The code of a gift card that one's own credit was moved to. @throws NOT_FOUND, also for somebody else's and without a card */
export async function readCardCode(
  { db, secret }: Pick<Services, 'db' | 'secret'>,
  userId: string,
  { transferId }: { transferId: string },
): Promise<{ code: string }> {
  const found = await db.prisma.creditTransfer.findFirst({
    where: { id: transferId, account: { userId }, direction: 'out', carrier: 'gift_card', state: { in: ['done', 'taken_back'] } },
    select: { sealedCode: true },
  })
  if (!found?.sealedCode) throw transferNotFound()
  return { code: openCode(secret, found.sealedCode) }
}
