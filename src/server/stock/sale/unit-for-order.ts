import type * as z from 'zod'
import type { OrderLine, UnitForOrder, unitForOrderInput } from '~/contracts/stock/order-lines'
import { unitName, type Unit } from '~/contracts/stock/units'
import { findUnits } from '~/server/stock/units/find-units'
import type { Services } from '~/server/services'
import { lastSales, whyNot, type LastSale } from './dispatch-units'
import { linesOfOrder } from './read-order-lines'

function fitOf(unit: Unit, lines: readonly OrderLine[], last: LastSale | undefined): Pick<UnitForOrder, 'lineId' | 'problem'> {
  const tried = lines.map((line) => ({ line, problem: whyNot(unit, { ...line, productId: line.product?.id ?? null }, last) }))
  const fitting = tried.filter(({ problem }) => problem === null)
  const open = fitting.find(({ line }) => line.left > 0)
  if (open) return { lineId: open.line.id, problem: null }
  const [full] = fitting
  if (full) return { lineId: null, problem: `All of ‘${full.line.title}’ are dispatched already.` }
  if (lines.length === 0) return { lineId: null, problem: 'This order has no lines yet.' }
  const own = tried.find(({ line }) => last?.lineId === line.id) ?? tried[0]
  const isElsewhere = unit.state === 'listed' && lines.every(({ product }) => product !== null)
  return {
    lineId: null,
    problem: isElsewhere ? `${unit.unitNumber} is listed under a product that is not in this order.` : (own?.problem ?? null),
  }
}

/** For a scanned code, before anything is dispatched. @throws NOT_FOUND for an unknown order */
export async function unitForOrder(
  services: Pick<Services, 'db'>,
  { orderId, code }: z.output<typeof unitForOrderInput>,
): Promise<UnitForOrder> {
  const { lines, status, orderNumber } = await linesOfOrder(services.db, orderId)
  const units = await findUnits(services, { code })
  const ids = units.map(({ id }) => id)
  const sales = ids.length === 0 ? [] : await lastSales(services.db.prisma, ids)
  const fits = units.map((unit) => {
    const { id, unitNumber, serialNumber, state } = unit
    const fit = fitOf(
      unit,
      lines,
      sales.find(({ unitId }) => unitId === id),
    )
    return { ...fit, unit: { id, unitNumber, serialNumber, state, name: unitName(unit) } }
  })
  const fitting = fits.filter(({ lineId }) => lineId !== null)
  const [first] = fitting.length > 0 ? fitting : fits
  if (!first) return { unit: null, lineId: null, problem: 'No unit has this number or serial number.' }
  if (status === 'cancelled') return { ...first, lineId: null, problem: `Order ${orderNumber} is cancelled.` }
  if (fitting.length > 1)
    return { unit: null, lineId: null, problem: 'Several units have this serial number. Scan or type the stock number instead.' }
  return first
}
