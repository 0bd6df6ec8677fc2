import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { giveToBuyer } from '~/server/catalogue/sale/dispatch'
import { type Actor, recordAudit } from '~/server/platform/audit/record'
import { emailOf, linesOf, type PlatformLines, type PlatformOrder, statusOf, totalOf } from './platform-order'

/**
 * Keeps the lines of an order as the platform says them, however often it does. A line's product is the only one of its name, until the
 * desk chooses another. A line that the platform no longer has is cancelled rather than removed, and stands last: machines may
 * have been dispatched for it.
 * @param told null where the message tells of none
 */
async function saveLines(tx: Prisma.TransactionClient, orderId: string, told: PlatformLines | null): Promise<void> {
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

/** The platform acts, not a person. */
const PLATFORM: Actor = { userId: null, email: null }

export type UpsertOutcome = 'created' | 'updated' | 'unchanged'

/** Two first deliveries at once: the second finds the row of the first. */
const isClash = (error: unknown) => typeof error === 'object' && error !== null && 'code' in error && error.code === 'P2002'

/**
 * Creates or updates the row of a platform's order. An equal or older delivery changes nothing. The status follows the platform's only when
 * that changes, so an administrator's choice stays until the platform has news.
 */
export async function upsertOrder(prisma: PrismaClient, order: PlatformOrder): Promise<UpsertOutcome> {
  try {
    return await prisma.$transaction((tx) => upsert(tx, order))
  } catch (error) {
    if (!isClash(error)) throw error
    return prisma.$transaction((tx) => upsert(tx, order))
  }
}

async function upsert(tx: Prisma.TransactionClient, order: PlatformOrder): Promise<UpsertOutcome> {
  const known = await tx.order.findUnique({ where: { externalId: order.id } })
  return known ? update(tx, order, known) : create(tx, order)
}

async function ownerOf(tx: Prisma.TransactionClient, order: PlatformOrder): Promise<string | null> {
  const email = emailOf(order)
  if (email === null) return null
  return (await tx.user.findUnique({ where: { email }, select: { id: true } }))?.id ?? null
}

/** The platform's number, extended by its id if an order made here has the same. */
async function freeNumber(tx: Prisma.TransactionClient, { name, id }: PlatformOrder): Promise<string> {
  const taken = await tx.order.findUnique({ where: { orderNumber: name }, select: { id: true } })
  return taken ? `${name} (${id})` : name
}

async function create(tx: Prisma.TransactionClient, order: PlatformOrder): Promise<UpsertOutcome> {
  const status = statusOf(order)
  const row = await tx.order.create({
    data: {
      orderNumber: await freeNumber(tx, order),
      userId: await ownerOf(tx, order),
      status,
      totalAmount: totalOf(order),
      createdAt: order.created_at,
      externalId: order.id,
      externalUpdatedAt: order.updated_at,
      externalStatus: status,
    },
    select: { id: true },
  })
  await saveLines(tx, row.id, linesOf(order))
  await recordAudit(tx, PLATFORM, {
    action: 'order.received',
    subjectType: 'order',
    subjectId: row.id,
    after: { status, totalAmount: totalOf(order) },
  })
  return 'created'
}

type Known = Prisma.OrderGetPayload<object>

async function update(tx: Prisma.TransactionClient, order: PlatformOrder, known: Known): Promise<UpsertOutcome> {
  if (known.externalUpdatedAt && known.externalUpdatedAt >= order.updated_at) return 'unchanged'
  const platformStatus = statusOf(order)
  const status = platformStatus === known.externalStatus ? known.status : platformStatus
  const totalAmount = totalOf(order)
  const userId = known.userId ?? (await ownerOf(tx, order))
  // The row's version makes one of two parallel deliveries fail instead of overwriting the other.
  const { count } = await tx.order.updateMany({
    where: { id: known.id, version: known.version },
    data: {
      status,
      totalAmount,
      userId,
      externalUpdatedAt: order.updated_at,
      externalStatus: platformStatus,
    },
  })
  if (count === 0) throw new StaleOrderError()
  await saveLines(tx, known.id, linesOf(order))
  if (known.userId === null && userId !== null) await giveToBuyer(tx, PLATFORM, known.id, userId)
  const before = { status: known.status, totalAmount: known.totalAmount.toNumber() }
  if (before.status !== status || before.totalAmount !== totalAmount) {
    await recordAudit(tx, PLATFORM, {
      action: 'order.changed_by_shop',
      subjectType: 'order',
      subjectId: known.id,
      before,
      after: { status, totalAmount },
    })
  }
  return 'updated'
}

/** Somebody changed the order in the same moment. */
class StaleOrderError extends Error {
  override name = 'StaleOrderError'
  /** As for a clash of two first deliveries: the work is repeated. */
  readonly code = 'P2002'
}
