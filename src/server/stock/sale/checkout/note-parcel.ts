import type * as z from 'zod'
import type { OrderSale, orderParcelInput } from '~/contracts/stock/checkout'
import { records } from '~/contracts/records'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import type { StatusCall } from '~/server/platform/records/status-records'
import { changeStatus, withNotices, type WithNotices } from '~/server/platform/records/update-status'
import type { Services } from '~/server/services'
import { refused } from '../lock-line'
import { orders } from '../orders'
import { tellAgain } from './order-emails'
import { saleOf } from './sale-standing'

/**
 * Notes the parcel of an order of the checkout, and completes it where it leaves with it. A buyer who was told of another parcel, or of none,
 * gets the new one.
 * @throws NOT_FOUND; CONFLICT for a stale version, and for an order to complete that is not paid
 */
export function noteParcel(
  call: StatusCall & Pick<Services, 'db'>,
  { id, version, completes, carrier, trackingNumber }: z.output<typeof orderParcelInput>,
): Promise<WithNotices<OrderSale>> {
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records.orders, id, version)
    const row = await tx.orderSale.findUnique({
      where: { orderId: id, channel: 'checkout' },
      include: { order: { select: { status: true } } },
    })
    if (!row) throw notFound(records.orders)
    const { status } = row.order
    const before = { carrier: row.carrier, trackingNumber: row.trackingNumber }
    const after = {
      carrier: carrier === undefined ? before.carrier : carrier,
      trackingNumber: trackingNumber === undefined ? before.trackingNumber : trackingNumber,
    }
    const isOther = before.carrier !== after.carrier || before.trackingNumber !== after.trackingNumber
    if (isOther) {
      await tx.orderSale.update({ where: { orderId: id }, data: after })
      await tx.$executeRaw`UPDATE orders SET updated_at = now() WHERE id = ${id}::uuid`
      await recordAudit(tx, call.actor, {
        action: 'order.parcel_changed',
        subjectType: records.orders.auditSubject,
        subjectId: id,
        before,
        after,
      })
    }
    const notices: string[] = []
    if (completes && status !== 'completed') {
      if (row.agreedAt === null || status === 'cancelled') throw refused('Only an order that is paid, and not cancelled, is sent.')
      notices.push(...((await changeStatus(tx, call, orders, { id, status: 'completed' })).notices ?? []))
    } else if (isOther && status === 'completed' && (after.carrier ?? after.trackingNumber) !== null)
      await tellAgain(tx, call, id, row.sentEmail)
    const now = await saleOf(tx, call.now(), id)
    if (now === null) throw notFound(records.orders)
    return withNotices(now, notices)
  })
}
