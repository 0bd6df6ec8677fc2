import type { Prisma } from '~/generated/prisma/client'
import { lockAccounts, openAccount, openAccounts, type Movement } from '~/server/credit/credit-account'
import { issueAll, type Issue } from '~/server/credit/credit-lots'
import { authorize } from '~/server/credit/hold-credit'
import { settlePayments } from '~/server/billing/store-credit/settle-credit'

const SHOP = { userId: null, email: null }

const SPENT = 0.4

const DAY_MS = 24 * 60 * 60 * 1000
const EXPIRES_IN_DAYS = 45

/** Issues and spends the demo shop's store credit through the ledger. The first administrator gets some too, as the one who can sign in. */
export async function loadDemoCredit(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const tradeIns = await tx.tradeIn.findMany({
    where: { status: 'completed', userId: { not: null }, finalValue: { gt: 0 } },
    select: { id: true, tradeInNumber: true, userId: true, finalValue: true, updatedAt: true },
    orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
  })
  const userIds = [...new Set(tradeIns.flatMap(({ userId }) => userId ?? []))]
  await openAccounts(tx, userIds)
  const accounts = await lockAccounts(tx, userIds)
  const known = await tx.ledgerEntry.findMany({ where: { causeNoun: 'tradeIns' }, select: { causeId: true } })
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
  await payRepair(tx, now)
  const admin = await tx.profile.findFirst({ where: { role: 'admin' }, orderBy: { createdAt: 'asc' }, select: { userId: true } })
  if (!admin) return
  await refund(tx, admin.userId, 94.5, now)
  await issueOnce(tx, admin.userId, { kind: 'adjustment', amount: 120, reason: 'To try store credit', at: now })
}

/** Entries stay when the demo shop is loaded again. */
async function issueOnce(
  tx: Prisma.TransactionClient,
  userId: string,
  issue: Pick<Issue, 'kind' | 'amount' | 'reason' | 'at' | 'expiresAt'>,
): Promise<void> {
  const noun = issue.kind === 'refund' ? 'refund' : 'adjustment'
  const id = `demo:${userId}`
  const key = `${noun}:${id}`
  if (await tx.ledgerEntry.count({ where: { key } })) return
  await issueAll(tx, [{ ...issue, actor: SHOP, cause: { noun, id }, key, account: await openAccount(tx, userId) }])
}

function refund(tx: Prisma.TransactionClient, userId: string, amount: number, at: Date): Promise<void> {
  const expiresAt = new Date(at.getTime() + EXPIRES_IN_DAYS * DAY_MS)
  return issueOnce(tx, userId, { kind: 'refund', amount, reason: 'Refund of a return, taken as store credit', at, expiresAt })
}

async function payRepair(tx: Prisma.TransactionClient, at: Date): Promise<void> {
  const accepted = { state: 'accepted' } as const
  const repair = await tx.repair.findFirst({
    where: { status: { in: ['repairing', 'testing'] }, userId: { not: null }, case: { quotes: { some: accepted } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: { id: true, repairNumber: true, userId: true, case: { select: { quotes: { where: accepted, select: { total: true } } } } },
  })
  const total = Math.floor(repair?.case.quotes.reduce((sum, { total: each }) => sum + each.toNumber(), 0) ?? 0)
  if (!repair || repair.userId === null || total < 2) return
  const { id, repairNumber, userId } = repair
  await refund(tx, userId, total, at)
  const cause = { noun: 'repairs', id } as const
  const reason = `Repair ${repairNumber}`
  const amount = Math.floor(total / 2)
  await authorize(tx, { actor: SHOP, at, reason, cause, key: `repairs:${id}:demo`, userId, noun: 'repairs', nounId: id, amount })
}

async function spendSome(tx: Prisma.TransactionClient, userId: string, at: Date): Promise<void> {
  const account = await tx.ledgerAccount.findFirstOrThrow({ where: { userId, formerOf: null }, select: { balance: true } })
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
