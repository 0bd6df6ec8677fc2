import type { PaidNoun } from '~/contracts/credit/credit-payments'
import { Prisma } from '~/generated/prisma/client'
import type { GivingCall } from '~/server/credit/credit-limit'

/** Store credit once used for work, even if it is now held again for rework: returning it counts as given. */

type Tx = Prisma.TransactionClient

interface Used {
  id: string
  nounId: string
  userId: string | null
  /** EUR. */
  used: number
}

/** The once-used part of payments `p` that returns to the customer. */
export const usedOf = (tx: Tx, where: Prisma.Sql): Promise<Used[]> =>
  tx.$queryRaw`
    SELECT p.id::text AS id, p.noun_id AS "nounId", a.user_id::text AS "userId", least(p.held + p.captured, p.captured +
      (SELECT coalesce(sum(e.amount), 0) FROM credit_entries AS e WHERE e.payment_id = p.id AND e.kind = 'reverse'))::float8 AS used
    FROM credit_payments AS p JOIN credit_accounts AS a ON a.id = p.account_id WHERE ${where} ORDER BY p.id`

export async function onceUsed(tx: Tx, noun: PaidNoun, ids: readonly string[]): Promise<Used[]> {
  const payments = await usedOf(tx, Prisma.sql`p.noun = ${noun} AND p.noun_id = ANY(${[...ids]}::text[]) AND p.held + p.captured > 0`)
  return payments.filter(({ used }) => used > 0)
}

/** People whose sums a status may change, to lock before accounts; empty if nothing was used. */
export async function countedBy(tx: Tx, { viewer }: GivingCall, noun: PaidNoun, ids: readonly string[]): Promise<(string | null)[]> {
  const used = await onceUsed(tx, noun, ids)
  return used.length === 0 ? [] : [viewer.userId, ...used.map(({ userId }) => userId)]
}
