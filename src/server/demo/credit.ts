import type { Prisma } from '~/generated/prisma/client'
import { lockAccounts, openAccounts, type Movement } from '~/server/credit/account'
import { issueAll, type Issue } from '~/server/credit/lots'
import { authorize } from '~/server/credit/payments'
import { settlePayments } from '~/server/credit/settle'

const SHOP = { userId: null, email: null }

/** The part of their credit that customers spend on an order. */
const SPENT = 0.4

/**
 * The store credit of the demo shop: what its completed trade-ins have brought, and, of each customer with an order that is
 * not cancelled, what of it pays that order. By the ledger's own functions, so that the books are whole.
 */
export async function loadDemoCredit(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const tradeIns = await tx.tradeIn.findMany({
    where: { status: 'completed', userId: { not: null }, finalValue: { gt: 0 } },
    select: { id: true, tradeInNumber: true, userId: true, finalValue: true, updatedAt: true },
    orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
  })
  const userIds = [...new Set(tradeIns.flatMap(({ userId }) => userId ?? []))]
  await openAccounts(tx, userIds)
  const accounts = await lockAccounts(tx, userIds)
  const known = await tx.creditEntry.findMany({ where: { causeNoun: 'tradeIns' }, select: { causeId: true } })
  const issues = tradeIns.flatMap(({ id, tradeInNumber, userId, finalValue, updatedAt }): Issue[] => {
    const account = accounts.get(userId ?? '')
    if (!account || finalValue === null || known.some(({ causeId }) => causeId === id)) return []
    const movement: Movement = {
      actor: SHOP,
      at: updatedAt,
      reason: `Trade-in ${tradeInNumber}`,
      cause: { noun: 'tradeIns', id },
      key: `tradeIns:${id}:issue:1`,
    }
    return [{ ...movement, account, kind: 'trade_in', amount: finalValue.toNumber() }]
  })
  await issueAll(tx, issues)
  for (const userId of userIds) await spendSome(tx, userId, now)
}

async function spendSome(tx: Prisma.TransactionClient, userId: string, at: Date): Promise<void> {
  const account = await tx.creditAccount.findUniqueOrThrow({ where: { userId }, select: { balance: true } })
  const order = await tx.order.findFirst({
    where: { userId, status: { not: 'cancelled' }, externalId: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: { id: true, orderNumber: true, totalAmount: true },
  })
  const amount = Math.floor(Math.min(account.balance.toNumber() * SPENT, order?.totalAmount.toNumber() ?? 0))
  if (!order || amount <= 0) return
  const cause = { noun: 'orders', id: order.id } as const
  const reason = `Order ${order.orderNumber}`
  await authorize(tx, { actor: SHOP, at, reason, cause, key: `orders:${order.id}:demo`, userId, noun: 'orders', nounId: order.id, amount })
  await settlePayments(tx, SHOP, at, 'orders', [order.id])
}
