import type { BilledNoun } from '~/contracts/billing/invoices'
import { calendarDay } from '~/lib/instant'
import { openBuyer } from '~/server/billing/invoices/invoice-parties'
import { readOwed } from '~/server/billing/invoices/read-owed'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import type { Services } from '~/server/services'

const SHOP = { userId: null, email: null }
const TIME_ZONE = 'Europe/London'

type Deps = Pick<Services, 'db' | 'now'>

interface Work {
  id: string
  userId: string | null
  number: string
  doneAt: Date
}

/**
 * Records transfers for completed orders and for repairs that are ready or shipped, without emails. The repair that became ready last is to
 * be paid on collection. One transaction for each, as all together would take long.
 * @returns the number of payments
 */
export async function addDemoPayments(deps: Deps): Promise<number> {
  const {
    db: { prisma },
    now,
  } = deps
  const ended = { updatedAt: true, userId: true, id: true } as const
  const orders = await prisma.order.findMany({
    where: { status: 'completed' },
    select: { ...ended, orderNumber: true },
    orderBy: { id: 'asc' },
  })
  const paidOrders = await payAll(
    deps,
    'orders',
    orders.map(({ orderNumber, updatedAt, ...order }) => ({ ...order, number: orderNumber, doneAt: updatedAt })),
  )
  const repairs = await prisma.repair.findMany({
    where: { status: { in: ['completed', 'shipped'] } },
    select: { ...ended, repairNumber: true, status: true, completedAt: true },
    orderBy: [{ completedAt: 'desc' }, { id: 'asc' }],
  })
  const unpaid = repairs.find(({ status, userId }) => status === 'completed' && userId !== null)
  if (unpaid)
    await prisma.caseNote.create({ data: { caseId: unpaid.id, body: 'Pays by card when the machine is collected.', createdAt: now() } })
  const paidRepairs = await payAll(
    deps,
    'repairs',
    repairs
      .filter(({ id }) => id !== unpaid?.id)
      .map(({ repairNumber, completedAt, updatedAt, ...repair }) => ({
        ...repair,
        number: repairNumber,
        doneAt: completedAt ?? updatedAt,
      })),
  )
  return paidOrders + paidRepairs
}

async function payAll({ db: { prisma }, now }: Deps, noun: BilledNoun, works: readonly Work[]): Promise<number> {
  const ids = works.map(({ id }) => id)
  const owed = await readOwed(prisma, noun, ids)
  let paid = 0
  for (const { id, userId, number, doneAt } of works) {
    const due = owed.get(id)?.due ?? 0
    if (userId === null || due <= 0) continue
    const paidAt = new Date(Math.min(doneAt.getTime(), now().getTime()))
    paid += await prisma.$transaction(async (tx) => {
      const buyer = await openBuyer(tx, userId, { noun, nounId: id })
      if (!buyer) return 0
      const { id: paymentId } = await receiveMoney(tx, {
        ...{ buyerId: buyer.id, documentId: null, noun, nounId: id, method: 'transfer', amount: due },
        ...{ receivedOn: calendarDay(paidAt, TIME_ZONE), reference: number, actor: SHOP, at: paidAt, reason: 'Payment received' },
        key: `demo:${noun}:${id}`,
      })
      await tx.payment.update({ where: { id: paymentId }, data: { toldAt: paidAt }, select: { id: true } })
      return 1
    })
  }
  return paid
}
