import { Prisma } from '~/generated/prisma/client'

/**
 * How the customer of a case comes to see a file of the row `t`, as `FileVisibility` (src/contracts/case-files.ts) names it. A picture of
 * the checklist is part of each offer that was sent after it was taken and tells of its item.
 */
export const fileVisibility = Prisma.sql`CASE
  WHEN t.from_customer THEN 'customer'
  WHEN t.kind <> 'picture' THEN 'internal'
  WHEN EXISTS (
    SELECT FROM trade_in_offers AS o
    WHERE o.trade_in_id = t.trade_in_id AND o.state <> 'draft' AND o.sent_at >= t.created_at
      AND o.checks @> jsonb_build_array(jsonb_build_object('item', t.check_item))) THEN 'offer'
  WHEN t.is_shared THEN 'shared'
  ELSE 'internal' END`

/** A condition for the files of the row `t` that the customer of their case sees. */
export const customerSees = Prisma.sql`(t.removed_at IS NULL AND (${fileVisibility}) <> 'internal')`
