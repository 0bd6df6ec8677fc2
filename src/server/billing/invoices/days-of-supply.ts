import type { BilledNoun } from '~/contracts/billing/invoices'
import { Prisma } from '~/generated/prisma/client'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw'>

const inZone = (at: Prisma.Sql, timeZone: string) => Prisma.sql`to_char(${at} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`

/** Goods leave with their dispatch; an order of other things is supplied once it is completed. */
const suppliedAt: Record<BilledNoun, (id: string) => Prisma.Sql> = {
  repairs: (id) => Prisma.sql`(SELECT r.completed_at FROM repairs AS r WHERE r.id = ${id}::uuid)`,
  orders: (id) => Prisma.sql`(SELECT CASE o.status WHEN 'completed' THEN coalesce(
      (SELECT max(d.dispatched_at) FROM order_line_units AS d JOIN order_lines AS l ON l.id = d.line_id WHERE l.order_id = o.id),
      (SELECT max(a.at) FROM audit_log AS a WHERE a.subject_type = 'order' AND a.subject_id = o.id::text AND a.after ->> 'status' = 'completed')
    ) END FROM orders AS o WHERE o.id = ${id}::uuid)`,
}

/** The day on which the work was completed or the goods had left, at the latest `today`; null before that. */
export async function supplyDayOf(tx: Tx, noun: BilledNoun, nounId: string, today: string, timeZone: string): Promise<string | null> {
  const [found] = await tx.$queryRaw<{ day: string | null }[]>`
    SELECT least(${inZone(suppliedAt[noun](nounId), timeZone)}, CASE WHEN ${suppliedAt[noun](nounId)} IS NOT NULL THEN ${today} END) AS day`
  return found?.day ?? null
}

/** The day by which money on account for this work alone had reached an amount (EUR); null while it has not. */
export async function paidDayOf(tx: Tx, noun: BilledNoun, nounId: string, amount: number): Promise<string | null> {
  const [found] = await tx.$queryRaw<{ day: string | null }[]>`
    SELECT to_char(min(p.received_on), 'YYYY-MM-DD') AS day FROM (
      SELECT received_on, sum(on_account) OVER (ORDER BY received_on, id) AS paid FROM payments
      WHERE noun = ${noun} AND noun_id = ${nounId}::uuid AND on_account > 0
    ) AS p WHERE p.paid >= ${amount}::numeric`
  return found?.day ?? null
}
