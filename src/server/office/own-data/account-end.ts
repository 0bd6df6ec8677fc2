import type { SignedInCall } from '~/server/call'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { MessageAnswer } from '~/contracts/identity/account'
import {
  ACCOUNT_DELETED,
  hasMoney,
  OBSTACLES_NAMED,
  type AccountEnd,
  type AccountMoney,
  type deleteAccountInput,
  type Obstacle,
} from '~/contracts/identity/own-data'
import { endedSentences, keptSentences } from '~/lib/account-end'
import { openTransferStates } from '~/contracts/credit/transfers'
import { activeRepairStatuses } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { withdrawAllOf } from '~/server/stock/claims/decide-claim'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { madeWithUser } from '~/server/cases/base/customer-case'
import { setSubscribed } from '~/server/site/newsletter/subscriptions'
import { EMAIL_QUEUE, type Recipient, recipientFields, recipientOf } from '~/server/platform/outbox/outbox'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { fieldError } from '~/server/platform/errors'
import { toAmount } from '~/server/platform/database/column-values'
import { writeEmail, type Branding } from '~/server/platform/email-texts/write-email'
import { accountDeleted } from '~/server/identity/auth/account-email-templates'
import type { Services } from '~/server/services'

type Tx = Prisma.TransactionClient

const LONGEST_NUMBER = 100

const moneyOf = (userId: string) => ({ buyer: { userId } }) as const satisfies Prisma.LedgerAccountWhereInput

/** EUR owed by the person, and EUR that they leave behind. */
async function readMoney(prisma: Pick<Tx, 'ledgerAccount' | 'creditRequest'>, userId: string): Promise<AccountMoney> {
  const credit = await prisma.ledgerAccount.findFirst({ where: { userId, formerOf: null }, select: { balance: true } })
  const { _sum: money } = await prisma.ledgerAccount.aggregate({ where: moneyOf(userId), _sum: { owed: true, onAccount: true } })
  const waiting = await prisma.creditRequest.aggregate({ where: { userId, state: 'waiting', amount: { gt: 0 } }, _sum: { amount: true } })
  return {
    owed: money.owed ? toAmount(money.owed) : 0,
    onAccount: money.onAccount ? toAmount(money.onAccount) : 0,
    credit: credit ? toAmount(credit.balance) : 0,
    pending: waiting._sum.amount ? toAmount(waiting._sum.amount) : 0,
  }
}

/** Waiting invoices could never be issued without a customer. */
const waitingInvoices = (prisma: Pick<Tx, '$queryRaw'>, userId: string) =>
  prisma.$queryRaw<{ number: string }[]>`
    SELECT DISTINCT coalesce(r.repair_number, o.order_number) AS number FROM billing_documents AS d
    LEFT JOIN repairs AS r ON d.noun = 'repairs' AND r.id = d.noun_id AND r.user_id = ${userId}::uuid
    LEFT JOIN orders AS o ON d.noun = 'orders' AND o.id = d.noun_id AND o.user_id = ${userId}::uuid
    WHERE d.state = 'waiting' AND coalesce(r.repair_number, o.order_number) IS NOT NULL ORDER BY 1`

const openOf = (userId: string) =>
  ({
    orders: { userId, status: { in: ['pending', 'processing'] } },
    repairs: { userId, status: { in: [...activeRepairStatuses] } },
    tradeIns: { userId, status: { notIn: ['completed', 'rejected'] } },
  }) as const satisfies { orders: Prisma.OrderWhereInput; repairs: Prisma.RepairWhereInput; tradeIns: Prisma.TradeInWhereInput }

export async function readAccountEnd({ prisma }: { prisma: Omit<Tx, '$extends'> }, userId: string, auditDays: number): Promise<AccountEnd> {
  const open = openOf(userId)
  const take = OBSTACLES_NAMED
  const orders = await prisma.order.findMany({ where: open.orders, take, select: { orderNumber: true } })
  const repairs = await prisma.repair.findMany({ where: open.repairs, take, select: { repairNumber: true } })
  const tradeIns = await prisma.tradeIn.findMany({ where: open.tradeIns, take, select: { tradeInNumber: true } })
  const unbilled = await waitingInvoices(prisma, userId)
  const named = (kind: Obstacle['kind'], number: string): Obstacle => ({ kind, number: number.slice(0, LONGEST_NUMBER) })
  const obstacles = [
    ...orders.map(({ orderNumber }) => named('order', orderNumber)),
    ...repairs.map(({ repairNumber }) => named('repair', repairNumber)),
    ...tradeIns.map(({ tradeInNumber }) => named('trade-in', tradeInNumber)),
    ...unbilled.map(({ number }) => named('invoice of', number)),
  ]
  const counts = [
    await prisma.order.count({ where: open.orders }),
    await prisma.repair.count({ where: open.repairs }),
    await prisma.tradeIn.count({ where: open.tradeIns }),
    unbilled.length,
  ]
  const own = await prisma.profile.count({ where: { userId, role: 'admin' } })
  const others = await prisma.profile.count({ where: { userId: { not: userId }, role: 'admin' } })
  const { _sum: account } = await prisma.ledgerAccount.aggregate({ where: { userId }, _sum: { held: true } })
  const owed = await prisma.billingDocument.findMany({
    where: { buyerRow: { userId }, state: 'issued', owed: { gt: 0 } },
    orderBy: [{ issuedOn: 'asc' }, { id: 'asc' }],
    take,
    select: { number: true },
  })
  const done = { userId, status: 'completed' } as const
  const stillHere = await prisma.repair.findMany({ where: done, orderBy: { createdAt: 'asc' }, take, select: { repairNumber: true } })
  const moving = await prisma.creditTransfer.count({ where: { account: { userId }, state: { in: [...openTransferStates] } } })
  return {
    obstacles: obstacles.slice(0, OBSTACLES_NAMED),
    obstacleCount: counts.reduce((sum, count) => sum + count, 0),
    isLastAdmin: own > 0 && others === 0,
    isStaff: own > 0,
    ...(await readMoney(prisma, userId)),
    owedOn: owed.flatMap(({ number }) => number ?? []),
    stillHere: stillHere.map(({ repairNumber }) => repairNumber.slice(0, LONGEST_NUMBER)),
    heldCredit: account.held ? toAmount(account.held) : 0,
    isCreditMoving: moving > 0,
    auditDays,
  }
}

const conflict = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** @throws CONFLICT with the obstacles */
function refuseWhatPrevents({ obstacles, obstacleCount, isLastAdmin, heldCredit, isCreditMoving }: AccountEnd): void {
  if (isLastAdmin) throw conflict('You are the only administrator of this shop. Make somebody else an administrator first.')
  if (obstacleCount > 0) {
    const names = obstacles.map(({ kind, number }) => `${kind} ${number}`).join(', ')
    const more = obstacleCount > obstacles.length ? ` and ${obstacleCount - obstacles.length} more` : ''
    throw conflict(`Your account cannot be deleted while these are open: ${names}${more}.`)
  }
  if (isCreditMoving) throw conflict('Your account cannot be deleted while some of your store credit is on its way to the shop or back.')
  if (heldCredit > 0) throw conflict('Your account cannot be deleted while a payment holds some of your store credit.')
}

const inCents = ({ owed, onAccount, credit, pending }: AccountMoney) =>
  [owed, onAccount, credit, pending].map((amount) => Math.round(amount * 100)).join(' ')

/** @throws BAD_REQUEST `confirmed` for unconfirmed sums; CONFLICT if they have changed since */
function refuseUnread(end: AccountEnd, confirmed: AccountMoney | undefined): void {
  if (!hasMoney(end) && confirmed === undefined) return
  if (confirmed === undefined)
    throw fieldError('validation_failed', 'confirmed', 'Please confirm that you have read what becomes of the money.')
  if (inCents(end) !== inCents(confirmed)) throw conflict('The money of your account has changed. Please read again what becomes of it.')
}

async function removePosted(tx: Tx, email: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND lower(data ->> 'to') = ${email.toLowerCase()} AND state <> 'active'`
  await tx.$executeRaw`DELETE FROM shop_queue.archive WHERE name = ${EMAIL_QUEUE} AND lower(data ->> 'to') = ${email.toLowerCase()}`
}

/** Numbers, devices and amounts stay (privacy policy, How long we keep it). A trigger clears the buyer and its account. */
async function takePersonOut(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  const isTheirs = madeWithUser(userId)
  await tx.$executeRaw`UPDATE case_emails AS t SET recipient = 'A deleted account', subject = '', body = '' WHERE ${isTheirs}`
  await tx.$executeRaw`
    UPDATE case_quotes AS t SET answer_note = CASE WHEN answer_via = 'online' THEN NULL ELSE answer_note END, email = NULL
    WHERE ${isTheirs} AND (email IS NOT NULL OR answer_note IS NOT NULL)`
  // Files sent by the customer, also by a link; staff's pictures stay.
  await tx.$executeRaw`UPDATE case_files AS t SET removed_at = ${now} WHERE ${isTheirs} AND t.from_customer AND t.removed_at IS NULL`
  await tx.$executeRaw`DELETE FROM case_messages AS t WHERE ${isTheirs}`
  await tx.$executeRaw`DELETE FROM case_links AS t WHERE ${isTheirs}`
  // Requests that became cases stay; others go, with their files.
  const asked = { OR: [{ userId }, { email }] }
  await tx.caseRequest.deleteMany({ where: { ...asked, confirmedAt: null } })
  await tx.caseRequest.updateMany({
    where: asked,
    data: {
      ...{ email: null, fullName: null, phone: null, returnAddress: null },
      network: null,
      widerNetworks: [],
      draftHash: null,
      tokenHash: null,
    },
  })
  await tx.collectionNotice.updateMany({ where: { repair: { userId } }, data: { recipient: 'A deleted account', body: '' } })
  await tx.checkoutSession.updateMany({ where: { buyer: { userId } }, data: { url: null } })
  await tx.creditTransfer.updateMany({ where: { account: { userId } }, data: { sealedCode: null, createdByEmail: null, failure: null } })
  await tx.ledgerAccount.updateMany({ where: { userId }, data: { email: null, fullName: null } })
  await tx.idempotencyKey.deleteMany({ where: { caller: userId } })
  await setSubscribed(tx, email, false, now)
}

const deletedEmail = (branding: Branding, { to, name }: Recipient, end: AccountEnd) =>
  writeEmail(branding, accountDeleted, {
    ...{ to, name, href: branding.siteUrl },
    values: { money: endedSentences(end).join('\n'), kept: keptSentences(end).join('\n') },
  })

/**
 * Needs a recent proof and finished business. Kept rows lose their person, in one transaction. @throws BAD_REQUEST `email` for another
 * address, `confirmed` for unconfirmed sums; CONFLICT with the obstacles
 */
export async function deleteAccount(
  { viewer, actor, ...services }: SignedInCall<keyof Services>,
  typed: z.output<typeof deleteAccountInput>,
): Promise<MessageAnswer> {
  const { userId: id, email } = viewer
  if (typed.email !== email.toLowerCase()) throw fieldError('validation_failed', 'email', 'This is not the address of your account.')
  await services.db.prisma.$transaction(async (tx) => {
    // Of two leaving administrators the second is the last one. New cases for the account wait.
    await tx.$queryRaw`SELECT user_id FROM profiles WHERE role = 'admin' ORDER BY user_id FOR UPDATE`
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`
    const end = await readAccountEnd({ prisma: tx }, id, services.auditDays)
    refuseWhatPrevents(end)
    refuseUnread(end, typed.confirmed)
    const user = await tx.user.findUniqueOrThrow({ where: { id }, select: recipientFields })
    await withdrawAllOf(tx, { ...services, actor }, id)
    await takePersonOut(tx, id, email, services.now())
    await removePosted(tx, email)
    await queueEmail(tx, services, (branding) => deletedEmail(branding, recipientOf(user), end))
    await recordAudit(tx, { ...actor, email: null }, { action: 'account.deleted', subjectType: 'user', subjectId: id })
    await tx.user.delete({ where: { id }, select: { id: true } })
  })
  return { message: ACCOUNT_DELETED }
}
