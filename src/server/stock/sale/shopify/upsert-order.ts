import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { giveToBuyer } from '~/server/stock/sale/dispatch-units'
import { type Actor, recordAudit } from '~/server/platform/audit/record-audit'
import { currencyOf, emailOf, idOf, linesOf, type PlatformLines, type PlatformOrder, statusOf, totalOf } from './platform-order'

/** A line missing at the platform is cancelled, since machines may have been dispatched for it. @param told null if the message has none */
async function saveLines(tx: Prisma.TransactionClient, orderId: string, told: PlatformLines | null): Promise<void> {
  if (told === null) return
  const { lines, unread } = told
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
  // An unreadable line may be any of the stored lines, so none of them is cancelled.
  if (unread > 0) return
  const known = lines.map(({ externalId }) => externalId)
  await tx.$executeRaw`
    UPDATE order_lines SET cancelled = quantity, position = position + ${lines.length}
    WHERE order_id = ${orderId}::uuid AND external_id IS NOT NULL AND external_id <> ALL (${known}::text[]) AND cancelled < quantity`
}

const PLATFORM: Actor = { userId: null, email: null }

/** Confirmed: the row is of the platform's newest state. */
export type UpsertOutcome = 'created' | 'updated' | 'confirmed' | 'unchanged'

/** Of two simultaneous first deliveries, the second finds the first one's row. */
const isClash = (error: unknown) => typeof error === 'object' && error !== null && 'code' in error && error.code === 'P2002'

/**
 * An equal or older delivery changes nothing; within one second, the platform's precision, the time of the message decides. The status
 * follows only a changed status of the platform, so that an administrator's choice stays.
 * @param triggeredAt when the message was sent, or the platform asked; null if it was asked after the second of the change, so that no
 * message is newer
 */
export async function upsertOrder(prisma: PrismaClient, order: PlatformOrder, triggeredAt: Date | null): Promise<UpsertOutcome> {
  const upsert = async (tx: Prisma.TransactionClient): Promise<UpsertOutcome> => {
    const known = await tx.order.findUnique({ where: { externalId: idOf(order) } })
    return known ? update(tx, order, triggeredAt, known) : create(tx, order, triggeredAt)
  }
  try {
    return await prisma.$transaction(upsert)
  } catch (error) {
    if (!isClash(error)) throw error
    return prisma.$transaction(upsert)
  }
}

function columnsOf(order: PlatformOrder, triggeredAt: Date | null) {
  const unreadLines = linesOf(order)?.unread
  return {
    totalAmount: totalOf(order),
    currency: currencyOf(order),
    isTest: order.test === true,
    externalUpdatedAt: order.updated_at,
    externalTriggeredAt: triggeredAt,
    externalStatus: statusOf(order),
    ...(unreadLines === undefined ? {} : { unreadLines }),
  }
}

const isOlder = (known: Known, order: PlatformOrder, triggeredAt: Date | null): boolean => {
  const { externalUpdatedAt: updatedAt, externalTriggeredAt: before } = known
  if (!updatedAt || updatedAt < order.updated_at) return false
  if (updatedAt > order.updated_at || before === null) return true
  return triggeredAt !== null && before >= triggeredAt
}

async function ownerOf(tx: Prisma.TransactionClient, order: PlatformOrder): Promise<string | null> {
  const email = emailOf(order)
  if (email === null) return null
  return (await tx.user.findUnique({ where: { email }, select: { id: true } }))?.id ?? null
}

/** Extended by its id if an order made here has the same number. */
async function freeNumber(tx: Prisma.TransactionClient, order: PlatformOrder): Promise<string> {
  const taken = await tx.order.findUnique({ where: { orderNumber: order.name }, select: { id: true } })
  return taken ? `${order.name} (${idOf(order)})` : order.name
}

async function create(tx: Prisma.TransactionClient, order: PlatformOrder, triggeredAt: Date | null): Promise<UpsertOutcome> {
  const status = statusOf(order)
  const columns = columnsOf(order, triggeredAt)
  const row = await tx.order.create({
    data: {
      orderNumber: await freeNumber(tx, order),
      userId: await ownerOf(tx, order),
      status,
      createdAt: order.created_at,
      externalId: idOf(order),
      ...columns,
    },
    select: { id: true },
  })
  await saveLines(tx, row.id, linesOf(order))
  await recordAudit(tx, PLATFORM, {
    action: 'order.received',
    subjectType: 'order',
    subjectId: row.id,
    after: { status, totalAmount: columns.totalAmount, currency: columns.currency },
  })
  return 'created'
}

type Known = Prisma.OrderGetPayload<object>

async function update(tx: Prisma.TransactionClient, order: PlatformOrder, triggeredAt: Date | null, known: Known): Promise<UpsertOutcome> {
  if (isOlder(known, order, triggeredAt)) return 'unchanged'
  const columns = columnsOf(order, triggeredAt)
  const { totalAmount, currency } = columns
  const status = columns.externalStatus === known.externalStatus ? known.status : columns.externalStatus
  const userId = known.userId ?? (await ownerOf(tx, order))
  // The row's version makes one of two parallel deliveries fail instead of overwriting the other.
  const { count } = await tx.order.updateMany({
    where: { id: known.id, version: known.version },
    data: {
      status,
      userId,
      ...columns,
    },
  })
  if (count === 0) throw new StaleOrderError()
  await saveLines(tx, known.id, linesOf(order))
  if (known.userId === null && userId !== null) await giveToBuyer(tx, PLATFORM, known.id, userId)
  const before = { status: known.status, totalAmount: known.totalAmount.toNumber(), currency: known.currency }
  const isChanged = before.status !== status || before.totalAmount !== totalAmount || before.currency !== currency
  if (isChanged) {
    await recordAudit(tx, PLATFORM, {
      action: 'order.changed_by_shop',
      subjectType: 'order',
      subjectId: known.id,
      before,
      after: { status, totalAmount, currency },
    })
  }
  return isChanged || triggeredAt !== null ? 'updated' : 'confirmed'
}

class StaleOrderError extends Error {
  override name = 'StaleOrderError'
  /** The work is repeated, as for two first deliveries. */
  readonly code = 'P2002'
}
