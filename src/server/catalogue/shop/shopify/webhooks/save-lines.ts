import type { Prisma } from '~/generated/prisma/client'
import type { PlatformLines } from './platform-order'

/**
 * Keeps the lines of an order as the platform says them, however often it does. A line's product is the only one of its name, until the
 * desk chooses another. A line that the platform no longer has is cancelled rather than removed, and stands last: machines may
 * have been dispatched for it.
 * @param told null where the message tells of none
 */
export async function saveLines(tx: Prisma.TransactionClient, orderId: string, told: PlatformLines | null): Promise<void> {
  if (told === null) return
  const { lines, isWhole } = told
  await tx.$executeRaw`
    INSERT INTO order_lines AS l (order_id, external_id, title, sku, quantity, cancelled, price, tax, position, product_id)
    SELECT ${orderId}::uuid, g."externalId", g.title, g.sku, g.quantity, g.cancelled, g.price, g.tax, g.position, (
      SELECT min(p.id::text)::uuid FROM products AS p WHERE p.name IN (g.title, g.name) AND g.title <> '' HAVING count(*) = 1)
    FROM jsonb_to_recordset(${JSON.stringify(lines.map((line, position) => ({ ...line, position })))}::jsonb)
      AS g ("externalId" text, title text, name text, sku text, quantity int, cancelled int, price numeric, tax numeric, position int)
    ON CONFLICT (order_id, external_id) DO UPDATE SET title = excluded.title, sku = excluded.sku, quantity = excluded.quantity,
      cancelled = excluded.cancelled, price = excluded.price, tax = excluded.tax, position = excluded.position,
      product_id = coalesce(l.product_id, excluded.product_id)
    WHERE (l.title, l.quantity, l.cancelled, l.price, l.tax, l.position) IS DISTINCT FROM
      (excluded.title, excluded.quantity, excluded.cancelled, excluded.price, excluded.tax, excluded.position)
      OR l.sku IS DISTINCT FROM excluded.sku OR (l.product_id IS NULL AND excluded.product_id IS NOT NULL)`
  if (!isWhole) return
  const known = lines.map(({ externalId }) => externalId)
  await tx.$executeRaw`
    UPDATE order_lines SET cancelled = quantity, position = position + ${lines.length}
    WHERE order_id = ${orderId}::uuid AND external_id IS NOT NULL AND external_id <> ALL (${known}::text[]) AND cancelled < quantity`
}
