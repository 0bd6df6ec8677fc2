import { lineTotal, taxIn, type VatCode } from '~/contracts/billing/vat'
import { totalOfLines } from '~/contracts/stock/sales'
import { records } from '~/contracts/records'
import type { OrderStatus } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { ratesOn } from '~/server/billing/invoices/bill-lines'
import { readSeller } from '~/server/billing/invoices/invoice-parties'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'

type Tx = Prisma.TransactionClient

const cents = (amount: number): string => amount.toFixed(2)

/** `price` is EUR for one, with VAT. */
export interface SoldLine {
  productId: string | null
  partTypeId: string | null
  title: string
  quantity: number
  price: number
  vatCode: VatCode
}

interface NewOrder {
  userId: string | null
  status: OrderStatus
  lines: readonly SoldLine[]
  sale: Omit<Prisma.OrderSaleUncheckedCreateInput, 'orderId'>
}

interface MadeOrder {
  id: string
  number: string
  total: number
  lineIds: string[]
}

async function taxesIn(tx: Tx, { now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'>, lines: readonly SoldLine[]) {
  const { vatNumber } = await readSeller(tx)
  const rates = await ratesOn(tx, calendarDay(now(), businessTimeZone))
  return lines.map(({ quantity, price, vatCode }) => taxIn(lineTotal(quantity, price), vatNumber === null ? 0 : (rates[vatCode] ?? 0)).vat)
}

export async function writeOrder(
  tx: Tx,
  call: Pick<Services, 'now' | 'businessTimeZone'> & { actor: Actor },
  { userId, status, lines, sale }: NewOrder,
): Promise<MadeOrder> {
  const at = call.now()
  const total = totalOfLines(lines)
  const [next] = await tx.$queryRaw<{ number: string }[]>`SELECT next_order_number() AS number`
  const number = next?.number ?? ''
  const { id } = await tx.order.create({
    data: { orderNumber: number, userId, status, totalAmount: cents(total), createdAt: at },
    select: { id: true },
  })
  const taxes = await taxesIn(tx, call, lines)
  const lineIds: string[] = []
  for (const [position, { productId, partTypeId, title, quantity, price, vatCode }] of lines.entries()) {
    const row = await tx.orderLine.create({
      data: {
        orderId: id,
        productId,
        partTypeId,
        title,
        quantity,
        price: cents(price),
        tax: cents(taxes[position] ?? 0),
        position,
        vatCode,
      },
      select: { id: true },
    })
    lineIds.push(row.id)
  }
  await tx.orderSale.create({ data: { orderId: id, ...sale, createdAt: at }, select: { orderId: true } })
  await recordAudit(tx, call.actor, {
    action: 'order.created',
    subjectType: records.orders.auditSubject,
    subjectId: id,
    after: { status, totalAmount: total, channel: sale.channel },
  })
  return { id, number, total, lineIds }
}
