import type { Prisma } from '~/generated/prisma/client'

/** Pieces held by orders (docs/decisions/032). */
export interface HeldStock {
  pieces: number
  /** End of the first hold that waits for money. */
  until: Date | null
}

export async function heldStockOf(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  at: Date,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, HeldStock>> {
  if (productIds.length === 0) return new Map()
  const rows = await prisma.$queryRaw<({ id: string } & HeldStock)[]>`
    SELECT p.id::text, held_pieces(p.id, ${at}::timestamptz, NULL) AS pieces, (
      SELECT min(s.held_until) FROM order_lines AS l JOIN order_sales AS s ON s.order_id = l.order_id
      WHERE l.product_id = p.id AND l.taken < l.quantity AND s.agreed_at IS NULL AND s.held_until > ${at}::timestamptz) AS until
    FROM products AS p WHERE p.id = ANY (${[...productIds]}::uuid[]) AND EXISTS (
      SELECT FROM order_lines AS l JOIN order_sales AS s ON s.order_id = l.order_id WHERE l.product_id = p.id AND l.taken < l.quantity)`
  return new Map(rows.map(({ id, ...held }) => [id, held]))
}
