import type * as z from 'zod'
import type { DispatchedLine, takeBackInput } from '~/contracts/stock/order-lines'
import type { Prisma } from '~/generated/prisma/client'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import { lockUnit } from '~/server/stock/units/find-unit'
import { moveUnit } from '~/server/stock/units/move-unit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import type { StatusCall } from '~/server/platform/records/status-records'
import { withNotices } from '~/server/platform/records/update-status'
import type { Services } from '~/server/services'
import { lastSales } from './dispatch-units'
import { followUndoneDispatch } from './follow-order'
import { auditOrder, lockLine, refused, touchLine } from './lock-line'
import { readLine } from './read-order-lines'

type Tx = Prisma.TransactionClient

const DISPATCH = { one: 'dispatch' }

/** Locks a dispatch and its kept machine. @throws NOT_FOUND, CONFLICT if it is back already */
async function lockDispatch(tx: Tx, id: string) {
  const of = await tx.orderLineUnit.findUnique({ where: { id }, select: { lineId: true } })
  if (!of) throw notFound(DISPATCH)
  const line = await lockLine(tx, of.lineId)
  const sale = await tx.orderLineUnit.findUnique({ where: { id }, select: { unitId: true, returnedAt: true } })
  if (!sale) throw notFound(DISPATCH)
  const unit = await lockUnit(tx, sale.unitId)
  if (sale.returnedAt !== null) throw refused(`${unit.unitNumber} is back already.`)
  return { line, unit }
}

/**
 * `returned`: the buyer sent it back, so it is the company's. `not_sent`: it never left, so it is listed again and its order reopens. A
 * merged machine is taken back under its kept record.
 * @returns the line
 * @throws NOT_FOUND; CONFLICT if it is back already, is the company's again or has changed hands
 */
export async function takeBack(
  call: StatusCall & Pick<Services, 'db' | 'live' | 'catalogue'>,
  { id, as, location }: z.output<typeof takeBackInput>,
): Promise<DispatchedLine> {
  const { productId, answer } = await call.db.prisma.$transaction(async (tx) => {
    const { line, unit } = await lockDispatch(tx, id)
    if (unit.owner === 'company') throw refused(`${unit.unitNumber} is the company’s again, so there is nothing to take back.`)
    if (as === 'returned') {
      await moveUnit(tx, unit, { state: 'returned', owner: 'company', ownerLineId: line.id, location }, call.actor)
      await tx.$executeRaw`UPDATE order_line_units SET returned_at = now() WHERE id = ${id}::uuid`
    } else {
      await tx.orderLineUnit.delete({ where: { id }, select: { id: true } })
      // A machine that had come back before, and was to go out again, is back.
      const [last] = await lastSales(tx, [unit.id])
      const state = last?.lineId === line.id ? 'returned' : 'listed'
      await moveUnit(tx, unit, { state, owner: 'company', location }, call.actor)
    }
    await touchLine(tx, line)
    const action = as === 'returned' ? 'unit_returned' : 'dispatch_undone'
    await auditOrder(tx, call.actor, line, action, { before: { units: unit.unitNumber }, after: { units: null } })
    const notices = as === 'not_sent' ? await followUndoneDispatch(tx, call, line) : []
    return { productId: line.productId, answer: withNotices(await readLine({ readJson: readJsonWithin(tx) }, line.id), notices) }
  })
  productChanged(call, productId)
  return answer
}
