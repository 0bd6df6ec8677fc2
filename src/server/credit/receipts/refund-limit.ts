import { Prisma } from '~/generated/prisma/client'
import { NO_SUMS, windowStart, type Counted, type Sums } from '~/server/identity/users/limit-sums'

type Tx = Prisma.TransactionClient

/** EUR that were paid back on one administrator's word since the windows began. */
async function sumsOf(tx: Tx, at: Date, by: Prisma.Sql): Promise<Sums> {
  const [sums] = await tx.$queryRaw<Sums[]>`
    SELECT coalesce(sum(r.amount), 0)::float8 AS month,
      coalesce(sum(r.amount) FILTER (WHERE r.requested_at > ${windowStart(at, 'day')}::timestamptz), 0)::float8 AS day
    FROM refunds AS r
    WHERE ${by} AND r.requested_by IS NOT NULL AND r.decided_by IS NULL AND r.state IN ('asked', 'done')
      AND r.requested_at > ${windowStart(at, 'month')}::timestamptz`
  return sums ?? NO_SUMS
}

/** The refunds that count against the limit: of an administrator, and of a buyer. Those that a second one has approved do not. */
export async function countRefunds(tx: Tx, administrator: string, buyerId: string, at: Date): Promise<Counted> {
  return {
    administrator: await sumsOf(tx, at, Prisma.sql`r.requested_by = ${administrator}::uuid`),
    customer: await sumsOf(tx, at, Prisma.sql`r.payment_id IN (SELECT p.id FROM payments AS p WHERE p.buyer_id = ${buyerId}::uuid)`),
  }
}
