import { Prisma } from '~/generated/prisma/client'
import { oneHand } from '~/server/identity/users/second-administrator'
import { lockSums, NO_SUMS, windowStart, type Counted, type Sums } from '~/server/identity/users/limit-sums'

type Tx = Prisma.TransactionClient

/** Offers with the customer or accepted; the highest of each trade-in counts. */
async function readSums(tx: Pick<Tx, '$queryRaw'>, at: Date, except: string, whose: Prisma.Sql): Promise<Sums> {
  const [sums] = await tx.$queryRaw<Sums[]>`
    SELECT coalesce(sum(day), 0)::float8 AS day, coalesce(sum(month), 0)::float8 AS month FROM (
      SELECT max(o.total) FILTER (WHERE o.sent_at > ${windowStart(at, 'day')}::timestamptz) AS day, max(o.total) AS month
      FROM case_quotes AS o JOIN trade_ins AS t ON t.id = o.case_id
      WHERE ${whose} AND o.sent_at > ${windowStart(at, 'month')}::timestamptz AND o.state IN ('sent', 'accepted')
        AND o.approved_by IS NULL AND o.total < 'Infinity' AND o.case_id <> ${except}::uuid
      GROUP BY o.case_id
    ) AS offered`
  return sums ?? NO_SUMS
}

/** Offers of an administrator, of accounts that may be theirs, and to their customer. One without a sender counts for its author. */
export async function countOffers(
  tx: Pick<Tx, '$queryRaw'>,
  administrator: string,
  tradeIn: { id: string; userId: string | null },
  at: Date,
): Promise<Counted> {
  const hand = Prisma.sql`ANY (${await oneHand(tx, administrator, at)}::uuid[])`
  const sender = Prisma.sql`(o.sent_by = ${hand} OR (o.sent_by IS NULL AND o.created_by = ${hand}))`
  return {
    administrator: await readSums(tx, at, tradeIn.id, sender),
    customer: tradeIn.userId === null ? NO_SUMS : await readSums(tx, at, tradeIn.id, Prisma.sql`t.user_id = ${tradeIn.userId}::uuid`),
  }
}

/** Makes counting calls of an administrator or for a customer wait; comes after the trade-in's lock. */
export const lockOffers = async (tx: Tx, administrator: string, userId: string | null, at: Date): Promise<void> =>
  lockSums(tx, 'offers', ...(await oneHand(tx, administrator, at)), ...(userId === null ? [] : [userId]))
