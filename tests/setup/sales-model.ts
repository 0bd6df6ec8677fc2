import type { PrismaClient } from '~/generated/prisma/client'

/** Rules of stock and sales that hold at any moment, also after a kill: nothing is sold twice, and no paid order is lost. */

interface Odd {
  what: string
  id: string
}

/**
 * What is wrong, by the database alone.
 * @param first the pieces that each product began with
 * @param isSettled nothing is under way: whatever is paid must have its stock, or be marked
 */
export async function whatIsWrong(
  prisma: PrismaClient,
  first: number,
  { now, isSettled }: { now: Date; isSettled: boolean },
): Promise<Odd[]> {
  return prisma.$queryRaw<Odd[]>`
    WITH sold AS (
      SELECT p.id, p.stock_quantity AS stock, held_pieces(p.id, ${now}::timestamptz, NULL) AS held, coalesce((
        SELECT sum(l.taken) FROM order_lines AS l WHERE l.product_id = p.id), 0) AS taken
      FROM products AS p WHERE NOT p.tracks_units
    )
    SELECT 'more is out than there was' AS what, id::text FROM sold WHERE stock + taken <> ${first}
    UNION ALL SELECT 'stock below nothing', id::text FROM sold WHERE stock < 0
    UNION ALL SELECT 'more is held than is there', id::text FROM sold WHERE held > stock
    UNION ALL SELECT 'an agreed sale has not got its stock', o.id::text FROM order_sales AS s JOIN orders AS o ON o.id = s.order_id
      JOIN order_lines AS l ON l.order_id = o.id WHERE s.agreed_at IS NOT NULL AND o.status <> 'cancelled' AND l.product_id IS NOT NULL AND l.taken < l.quantity
    UNION ALL SELECT 'a cancelled sale has kept stock', o.id::text FROM orders AS o JOIN order_lines AS l ON l.order_id = o.id
      WHERE o.status = 'cancelled' AND l.taken > 0
    UNION ALL SELECT 'a sale without its lines', o.id::text FROM order_sales AS s JOIN orders AS o ON o.id = s.order_id
      WHERE o.total_amount <> (SELECT coalesce(sum(l.quantity * l.price), 0) FROM order_lines AS l WHERE l.order_id = o.id)
    UNION ALL SELECT 'a counter sale without its money', o.id::text FROM order_sales AS s JOIN orders AS o ON o.id = s.order_id
      WHERE s.channel = 'counter' AND o.total_amount > 0 AND NOT EXISTS (SELECT FROM payments AS p WHERE p.noun = 'orders' AND p.noun_id = o.id)
    UNION ALL SELECT 'a paid order is lost', o.id::text FROM order_sales AS s JOIN orders AS o ON o.id = s.order_id
      WHERE ${isSettled} AND s.agreed_at IS NULL AND s.short_at IS NULL AND (o.status <> 'cancelled' OR s.lapsed_at IS NOT NULL) AND o.total_amount > 0
        AND o.total_amount <= (SELECT coalesce(sum(p.amount - p.refunded), 0) FROM payments AS p
          WHERE p.noun = 'orders' AND p.noun_id = o.id AND p.reversed_at IS NULL)
    UNION ALL SELECT 'a payment does not add up', id::text FROM payments WHERE on_account + allocated + refunded <> amount`
}
