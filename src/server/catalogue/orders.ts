import * as z from 'zod'
import type { Order } from '~/contracts/catalogue/orders'
import { orderStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { hasLines, tellOfUnits } from '~/server/catalogue/sale/tell-of-units'
import { orderCreditEffect } from '~/server/credit/settle'
import { customerRecordRow } from '~/server/office/records/customer-list'
import { statusRecords } from '~/server/office/records/status-records'
import { amountCell } from '~/server/platform/csv/write'
import { jsonAmount, type JsonRow } from '~/server/platform/lists/json-row'
import { amountColumn, byId, createdSorts } from '~/server/platform/lists/sorts'

/** An order in the API's form, without the shop platform's own ids. */
const row: JsonRow<Order> = customerRecordRow({
  orderNumber: z.string(),
  userId: z.string().nullable(),
  status: z.enum(orderStatuses),
  totalAmount: jsonAmount,
})

const amount = [amountColumn(Prisma.sql`t.total_amount`), byId]

export const orders = statusRecords({
  noun: 'orders',
  effect: async (tx, call, change) => [...(await orderCreditEffect(tx, call, change)), ...(await tellOfUnits(tx, call, change))],
  isEffective: (id) => Prisma.sql`(has_open_payments('orders', ${id}) OR ${hasLines(id)})`,
  statuses: orderStatuses,
  row,
  sorts: {
    ...createdSorts,
    '-amount': { name: '-amount', columns: amount, descending: true },
    amount: { name: 'amount', columns: amount, descending: false },
  },
  csv: {
    id: (order) => order.id,
    orderNumber: (order) => order.orderNumber,
    customerName: (order) => order.customer.fullName,
    customerEmail: (order) => order.customer.email,
    status: (order) => order.status,
    totalAmount: (order) => amountCell(order.totalAmount),
    createdAt: (order) => order.createdAt,
    updatedAt: (order) => order.updatedAt,
  },
  figures: (counts) => ({ totalRevenue: counts.amount('completed') }),
})
