import { Prisma } from '~/generated/prisma/client'

const isNew = Prisma.sql`NOT EXISTS (SELECT FROM credit_entries AS e WHERE e.payment_id = p.id)`
export const stateOfPayment = Prisma.sql`CASE WHEN p.captured > 0 THEN 'captured' WHEN p.held > 0 THEN 'held'
    WHEN p.released_at IS NULL AND ${isNew} AND EXISTS (SELECT FROM trade_ins AS c WHERE c.id = p.trade_in_id AND c.status <> 'rejected') THEN 'pending' ELSE 'ended' END`

/** Estimates of the repair `t` that its present customer has accepted. */
export const acceptedEstimates = Prisma.sql`case_quotes AS e WHERE e.case_id = t.id AND e.state = 'accepted'
  AND customer_of_row(e.customer_id, e.case_id) IS NOT DISTINCT FROM t.user_id`

/** Null without an accepted offer. @param tradeIn the alias of its row */
export const acceptedValue = (tradeIn: 'c' | 't'): Prisma.Sql => {
  const row = Prisma.raw(tradeIn)
  return Prisma.sql`(SELECT o.total FROM case_quotes AS o WHERE o.case_id = ${row}.id AND o.state = 'accepted'
    AND customer_of_row(o.customer_id, o.case_id) IS NOT DISTINCT FROM ${row}.user_id ORDER BY o.number DESC LIMIT 1)`
}
