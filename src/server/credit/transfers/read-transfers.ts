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
import { jsonTime, rowOf } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { openCode } from './gift-card'
import { transferNotFound } from './write-transfer'

/** Most transfers in an answer. */
const MOST = 100

const transferRow = rowOf({
  id: z.string(),
  direction: z.enum(transferDirections),
  amount: z.number(),
  takenBack: z.number(),
  expiresAt: jsonTime.nullable(),
  state: z.enum(transferStates),
  carrier: z.enum(transferCarriers).nullable(),
  failure: z.enum(transferFailures).nullable(),
  ofId: z.string().nullable(),
  createdAt: jsonTime,
  endedAt: jsonTime.nullable(),
})
const shape: z.ZodType<CreditTransfer[] | null> = z.array(transferRow.schema).nullable()

async function read({ db }: Pick<Services, 'db'>, where: Prisma.Sql): Promise<CreditTransfer[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(${transferRow.json} ORDER BY t.created_at DESC, t.part)::text FROM (
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
