import type * as z from 'zod'
import type { dispatchInput, DispatchedLine } from '~/contracts/stock/order-lines'
import { records } from '~/contracts/records'
import type { Unit } from '~/contracts/stock/units'
import { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import { holdMerges, moveUnit, stateInWords } from '~/server/stock/units/move-unit'
import { unitRow } from '~/server/stock/units/unit-rows'
import { readOwedOf } from '~/server/billing/invoices/read-owed'
import type { StatusCall } from '~/server/platform/records/status-records'
import { withNotices } from '~/server/platform/records/update-status'
import type { Actor } from '~/server/platform/audit/record-audit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { codedError } from '~/server/platform/errors'
import { notFound } from '~/server/platform/database/conflict'
import { jsonRows } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { followDispatch } from './follow-order'
import { auditOrder, lockLine, refused, touchLine, type LockedLine } from './lock-line'
import { readLine } from './read-order-lines'

type Tx = Prisma.TransactionClient

/** Locks kept units in the order of their ids. @throws NOT_FOUND, CONFLICT if two are the same machine */
export async function lockUnits(tx: Tx, ids: readonly string[]): Promise<Unit[]> {
  await holdMerges(tx)
  const found = await readJsonWithin(tx)(Prisma.sql`
    SELECT json_agg(locked.row)::text FROM (
      SELECT ${unitRow.json} AS row FROM units AS t WHERE t.id IN (SELECT kept_unit(given) FROM unnest(${[...ids]}::uuid[]) AS given)
      ORDER BY t.id FOR NO KEY UPDATE OF t
    ) AS locked`)
  const units = (jsonRows.parse(found) ?? []).map((row) => unitRow.schema.parse(row))
  if (units.length === ids.length) return units
  const [missing] = await tx.$queryRaw<{ id: string }[]>`
    SELECT given::text AS id FROM unnest(${[...ids]}::uuid[]) AS given WHERE NOT EXISTS (SELECT FROM units AS t WHERE t.id = given)`
  throw missing ? notFound(records.units) : refused('Two of these are the same unit. Scan each unit once.')
}

/** Under any of its records. */
export interface LastSale {
  unitId: string
  lineId: string
  orderNumber: string
  isOut: boolean
}

export function lastSales(tx: Pick<Tx, '$queryRaw'>, ids: readonly string[]): Promise<LastSale[]> {
  return tx.$queryRaw<LastSale[]>`
    SELECT DISTINCT ON (u.id) u.id::text AS "unitId", d.line_id::text AS "lineId", left(o.order_number, 200) AS "orderNumber", d.returned_at IS NULL AS "isOut"
    FROM units AS u, unit_family(u.id) AS f, order_line_units AS d JOIN order_lines AS l ON l.id = d.line_id JOIN orders AS o ON o.id = l.order_id
    WHERE u.id = ANY (${[...ids]}::uuid[]) AND d.unit_id = f ORDER BY u.id, d.returned_at IS NULL DESC, d.dispatched_at DESC, d.id`
}

/** With the buyer of this line. */
const isHere = (unit: Unit, { id }: { id: string }, last: LastSale | undefined) =>
  last?.isOut === true && last.lineId === id && unit.owner === 'customer'

/** Null if the machine is listed under the line's product, or has come back from this very line. */
export function whyNot(unit: Unit, line: Pick<LockedLine, 'id' | 'productId' | 'title'>, last: LastSale | undefined): string | null {
  const { unitNumber, state } = unit
  if (isHere(unit, line, last)) return `${unitNumber} was dispatched for this line already.`
  if (state === 'returned' && last?.lineId === line.id) return null
  if (state === 'sold' && last?.isOut) return `${unitNumber} was dispatched with order ${last.orderNumber}.`
  if (state !== 'listed') return `${unitNumber} is ${stateInWords(state)}, not listed. Only a listed unit is dispatched.`
  if (line.productId === null)
    return `Choose the product of ‘${line.title}’ first: units go out under the product that they are listed under.`
  return unit.productId === line.productId ? null : `${unitNumber} is listed under another product than ‘${line.title}’.`
}

export async function sendUnit(tx: Tx, actor: Actor, line: Pick<LockedLine, 'id' | 'userId'>, unit: Unit): Promise<void> {
  // A machine that was bought back has returned, though no return says so.
  await tx.$executeRaw`
    UPDATE order_line_units SET returned_at = coalesce(
      (SELECT o.started_at FROM unit_ownerships AS o WHERE o.unit_id = ${unit.id}::uuid AND o.owner = 'company' AND o.ended_at IS NULL), now())
    WHERE returned_at IS NULL AND unit_id IN (SELECT unit_family(${unit.id}::uuid))`
  await moveUnit(tx, unit, { state: 'sold', owner: 'customer', userId: line.userId, ownerLineId: line.id, location: null }, actor)
  await tx.orderLineUnit.create({ data: { lineId: line.id, unitId: unit.id, dispatchedBy: actor.userId }, select: { id: true } })
}

const dueOfOrder = async (tx: Tx, { orderId }: LockedLine): Promise<number> => (await readOwedOf(tx, 'orders', orderId))?.due ?? 0

/**
 * Sells scanned machines to the order's customer; the order becomes processing, and completed with its last piece. Idempotent.
 * @returns the line
 * @throws NOT_FOUND; CONFLICT `payment_required` for an amount left to pay, unless `shipUnpaid`; CONFLICT for a cancelled order, a machine
 * of another product, and more machines than are left
 */
export async function dispatchUnits(
  call: StatusCall & Pick<Services, 'db' | 'live' | 'catalogue'>,
  { orderLineId, unitIds, shipUnpaid = false }: z.output<typeof dispatchInput>,
): Promise<DispatchedLine> {
  const { productId, answer } = await call.db.prisma.$transaction(async (tx) => {
    const line = await lockLine(tx, orderLineId)
    const units = await lockUnits(tx, unitIds)
    const sales = new Map(
      (
        await lastSales(
          tx,
          units.map(({ id }) => id),
        )
      ).map((sale) => [sale.unitId, sale]),
    )
    const going = units.filter((unit) => !isHere(unit, line, sales.get(unit.id)))
    const left = line.quantity - line.cancelled - line.sent
    if (going.length > 0 && line.status === 'cancelled') throw refused(`Order ${line.orderNumber} is cancelled.`)
    for (const unit of going) {
      const problem = whyNot(unit, line, sales.get(unit.id))
      if (problem !== null) throw refused(problem)
    }
    if (going.length > left)
      throw refused(
        left <= 0
          ? `All of ‘${line.title}’ are dispatched already.`
          : `Only ${left} of ‘${line.title}’ ${left === 1 ? 'is' : 'are'} left to dispatch.`,
      )
    const due = going.length > 0 ? await dueOfOrder(tx, line) : 0
    if (due > 0 && !shipUnpaid)
      throw codedError('CONFLICT', 'payment_required', `${line.orderNumber} has ${formatEuro(due)} left to pay. Ship it anyway?`)
    for (const unit of going) await sendUnit(tx, call.actor, line, unit)
    const notices: string[] = []
    if (going.length > 0) {
      await touchLine(tx, line)
      const numbers = going.map(({ unitNumber }) => unitNumber).join(', ')
      await auditOrder(tx, call.actor, line, 'units_dispatched', {
        before: { units: null },
        after: { units: numbers, ...(due > 0 && { unpaid: formatEuro(due) }) },
      })
      notices.push(...(await followDispatch(tx, call, line)))
    }
    return { productId: line.productId, answer: withNotices(await readLine({ readJson: readJsonWithin(tx) }, line.id), notices) }
  })
  productChanged(call, productId)
  return answer
}

/** Gives machines to a customer who is identified later, except those released since. */
export async function giveToBuyer(tx: Tx, actor: Actor, orderId: string, userId: string): Promise<void> {
  const lines = await tx.orderLine.findMany({ where: { orderId }, select: { id: true } })
  const ownerLineId = { in: lines.map(({ id }) => id) }
  const theirs = await tx.unit.findMany({
    where: {
      owner: 'customer',
      userId: null,
      ownerLineId,
      mergedInto: null,
      orderLines: { some: { returnedAt: null, line: { orderId } } },
    },
    select: { id: true, ownerLineId: true },
    orderBy: { id: 'asc' },
  })
  if (theirs.length === 0) return
  const units = await lockUnits(
    tx,
    theirs.map(({ id }) => id),
  )
  for (const unit of units) {
    const { ownerLineId } = unit
    if (unit.userId === null && unit.owner === 'customer') await moveUnit(tx, unit, { userId, ownerLineId }, actor)
  }
}
