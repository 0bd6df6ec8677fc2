import type * as z from 'zod'
import type { cancelPartOrderInput, orderPartsInput, PartOrder, partOrdersInput, updatePartOrderInput } from '~/contracts/stock/part-types'
import { Prisma } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { conflict as stale, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { conflict, lockPartType } from './lock-part'

type Tx = Prisma.TransactionClient
type Row = Prisma.PartOrderGetPayload<object>

const dayOrNull = (day: string | null | undefined) => (day ? new Date(day) : null)

const MOST_SHOWN = 50

/** True of an order `o` with parts to come. */
export const isOnOrder = Prisma.sql`(o.cancelled_at IS NULL AND o.received < o.quantity)`

const toOrder = ({ id, supplier, reference, quantity, received, cost, expectedOn, cancelledAt, createdAt, version }: Row): PartOrder => ({
  id,
  supplier,
  reference,
  quantity,
  received,
  cost: toAmountOrNull(cost),
  expectedOn: expectedOn?.toISOString().slice(0, 10) ?? null,
  cancelledAt,
  createdAt,
  version,
})

export async function listPartOrders({ db }: Pick<Services, 'db'>, { typeId }: z.output<typeof partOrdersInput>): Promise<PartOrder[]> {
  const ids = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT o.id::text FROM part_orders AS o WHERE o.type_id = ${typeId}::uuid
    ORDER BY ${isOnOrder} DESC, o.expected_on NULLS LAST, o.created_at DESC LIMIT ${MOST_SHOWN}`
  const rows = await db.prisma.partOrder.findMany({ where: { id: { in: ids.map(({ id }) => id) } } })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap(({ id }) => {
    const row = byId.get(id)
    return row ? [toOrder(row)] : []
  })
}

const told = ({ supplier, reference, quantity, received, cost, expectedOn }: PartOrder) => ({
  ...{ supplier, reference, quantity, received, cost, expectedOn },
})

async function audit(
  tx: Tx,
  { actor }: Pick<Call<never>, 'actor'>,
  typeId: string,
  action: string,
  before: PartOrder | null,
  after: PartOrder,
) {
  const subject = { subjectType: 'part_type', subjectId: typeId }
  await recordAudit(tx, actor, { action: `part_type.${action}`, ...subject, ...(before && { before: told(before) }), after: told(after) })
}

/** @throws NOT_FOUND for an unknown type */
export function orderParts(call: CreatingCall<'db'>, input: z.output<typeof orderPartsInput>): Promise<PartOrder> {
  return createOnce(call, input, async (tx, { typeId, expectedOn, ...given }) => {
    await lockPartType(tx, typeId)
    const data = { ...given, typeId, expectedOn: dayOrNull(expectedOn), createdBy: call.viewer.userId }
    const made = toOrder(await tx.partOrder.create({ data }))
    await audit(tx, call, typeId, 'ordered', null, made)
    return made
  })
}

/** Locks the type too, as everywhere. @throws NOT_FOUND, CONFLICT for a stale version */
async function lockOrder(tx: Tx, id: string, version: number | undefined): Promise<Row> {
  const found = await tx.partOrder.findUnique({ where: { id }, select: { typeId: true } })
  if (!found) throw notFound({ one: 'order of parts' })
  await lockPartType(tx, found.typeId)
  const row = await tx.partOrder.findUnique({ where: { id } })
  if (!row) throw notFound({ one: 'order of parts' })
  if (version !== undefined && version !== row.version) throw stale({ one: 'order of parts' })
  return row
}

const CANCELLED = 'This order was cancelled.'

/** @throws NOT_FOUND; CONFLICT for a stale version, a cancelled order, or fewer than received */
export function updatePartOrder(
  call: Call<'db'>,
  { id, version, expectedOn, ...given }: z.output<typeof updatePartOrderInput>,
): Promise<PartOrder> {
  return call.db.prisma.$transaction(async (tx) => {
    const was = await lockOrder(tx, id, version)
    if (was.cancelledAt !== null) throw conflict(CANCELLED)
    if (given.quantity < was.received) throw conflict(`${was.received} have come in already.`)
    const row = await tx.partOrder.update({ where: { id }, data: { ...given, expectedOn: dayOrNull(expectedOn) } })
    await audit(tx, call, was.typeId, 'order_changed', toOrder(was), toOrder(row))
    return toOrder(row)
  })
}

/** The rest will not come. @throws NOT_FOUND; CONFLICT for a stale version, or an order that is complete or cancelled */
export function cancelPartOrder(call: Call<'db' | 'now'>, { id, version }: z.output<typeof cancelPartOrderInput>): Promise<PartOrder> {
  return call.db.prisma.$transaction(async (tx) => {
    const was = await lockOrder(tx, id, version)
    if (was.cancelledAt !== null) throw conflict(CANCELLED)
    if (was.received >= was.quantity) throw conflict('All of it has come in.')
    const row = await tx.partOrder.update({ where: { id }, data: { cancelledAt: call.now() } })
    await audit(tx, call, was.typeId, 'order_cancelled', toOrder(was), toOrder(row))
    return toOrder(row)
  })
}

/** Needs the type's lock; a surplus completes the order. @throws NOT_FOUND for an order of another type; CONFLICT for a cancelled one */
export async function receiveForOrder(
  tx: Tx,
  call: Pick<Call<never>, 'actor'>,
  { orderId, typeId, quantity }: { orderId: string; typeId: string; quantity: number },
): Promise<void> {
  const was = await tx.partOrder.findUnique({ where: { id: orderId } })
  if (!was || was.typeId !== typeId.toLowerCase()) throw notFound({ one: 'order of parts' })
  if (was.cancelledAt !== null) throw conflict(CANCELLED)
  const received = Math.min(was.quantity, was.received + quantity)
  const row = await tx.partOrder.update({ where: { id: orderId }, data: { received } })
  await audit(tx, call, was.typeId, 'order_received', toOrder(was), toOrder(row))
}
