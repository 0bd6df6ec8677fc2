import type { SignedInCall } from '~/server/call'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { MessageAnswer } from '~/contracts/identity/account'
import { ACCOUNT_DELETED, OBSTACLES_NAMED, type AccountEnd, type deleteAccountInput, type Obstacle } from '~/contracts/identity/own-data'
import { openTransferStates } from '~/contracts/credit/transfers'
import { activeRepairStatuses } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { withdrawAllOf } from '~/server/catalogue/claims/decide'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { madeWithUser } from '~/server/cases/customer-case'
import { setSubscribed } from '~/server/site/newsletter/subscriptions'
import { type Recipient, recipientFields, recipientOf } from '~/server/office/outbox/outbox'
import { recordAudit } from '~/server/platform/audit/record'
import { fieldError } from '~/server/platform/errors'
import { toAmount } from '~/server/platform/database/column-values'
import { writeEmail, type Branding } from '~/server/office/emails/templates'
import { accountDeleted } from '~/server/identity/auth/account-email-templates'
import type { Services } from '~/server/services'

type Tx = Prisma.TransactionClient

const LONGEST_NUMBER = 100

/** Counts a person's open business. */
const openOf = (userId: string) =>
  ({
    orders: { userId, status: { in: ['pending', 'processing'] } },
    repairs: { userId, status: { in: [...activeRepairStatuses] } },
    tradeIns: { userId, status: { notIn: ['completed', 'rejected'] } },
  }) as const satisfies { orders: Prisma.OrderWhereInput; repairs: Prisma.RepairWhereInput; tradeIns: Prisma.TradeInWhereInput }

/** Reads what prevents the deletion of an account. */
export async function readAccountEnd(
  { prisma }: { prisma: Pick<Tx, 'order' | 'repair' | 'tradeIn' | 'profile' | 'ledgerAccount' | 'creditTransfer'> },
  userId: string,
  auditDays: number,
): Promise<AccountEnd> {
  const open = openOf(userId)
  const take = OBSTACLES_NAMED
  const orders = await prisma.order.findMany({ where: open.orders, take, select: { orderNumber: true } })
  const repairs = await prisma.repair.findMany({ where: open.repairs, take, select: { repairNumber: true } })
  const tradeIns = await prisma.tradeIn.findMany({ where: open.tradeIns, take, select: { tradeInNumber: true } })
  const named = (kind: Obstacle['kind'], number: string): Obstacle => ({ kind, number: number.slice(0, LONGEST_NUMBER) })
  const obstacles = [
    ...orders.map(({ orderNumber }) => named('order', orderNumber)),
    ...repairs.map(({ repairNumber }) => named('repair', repairNumber)),
    ...tradeIns.map(({ tradeInNumber }) => named('trade-in', tradeInNumber)),
  ]
  const counts = [
    await prisma.order.count({ where: open.orders }),
    await prisma.repair.count({ where: open.repairs }),
    await prisma.tradeIn.count({ where: open.tradeIns }),
  ]
  const own = await prisma.profile.count({ where: { userId, role: 'admin' } })
  const others = await prisma.profile.count({ where: { userId: { not: userId }, role: 'admin' } })
  const account = await prisma.ledgerAccount.findUnique({ where: { userId }, select: { balance: true, held: true } })
  const moving = await prisma.creditTransfer.count({ where: { account: { userId }, state: { in: [...openTransferStates] } } })
  return {
    obstacles: obstacles.slice(0, OBSTACLES_NAMED),
    obstacleCount: counts.reduce((sum, count) => sum + count, 0),
    isLastAdmin: own > 0 && others === 0,
    credit: account ? toAmount(account.balance) : 0,
    heldCredit: account ? toAmount(account.held) : 0,
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

/** Removes the person from rows that must be kept: numbers, devices and amounts stay (privacy policy, How long we keep it). */
async function takePersonOut(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  const isTheirs = madeWithUser(userId)
  await tx.$executeRaw`UPDATE case_emails AS t SET recipient = 'A deleted account', body = '' WHERE ${isTheirs}`
  // Files that the customer sent, also by a link; the desk's own pictures belong to its record.
  await tx.$executeRaw`UPDATE case_files AS t SET removed_at = ${now} WHERE ${isTheirs} AND t.from_customer AND t.removed_at IS NULL`
  // Messages of both sides.
  await tx.$executeRaw`DELETE FROM case_messages AS t WHERE ${isTheirs}`
  await tx.$executeRaw`DELETE FROM case_links AS t WHERE ${isTheirs}`
  // Requests that have become cases stay with them; others go, with their files.
  const asked = { OR: [{ userId }, { email }] }
  await tx.caseRequest.deleteMany({ where: { ...asked, confirmedAt: null } })
  await tx.caseRequest.updateMany({ where: asked, data: { email: null, fullName: null, phone: null, returnAddress: null, network: null } })
  await tx.collectionNotice.updateMany({ where: { repair: { userId } }, data: { recipient: 'A deleted account', body: '' } })
  await tx.ledgerAccount.updateMany({ where: { userId }, data: { email: null, fullName: null } })
  await tx.creditTransfer.updateMany({ where: { account: { userId } }, data: { sealedCode: null, createdByEmail: null } })
  await tx.idempotencyKey.deleteMany({ where: { caller: userId } })
  await setSubscribed(tx, email, false, now)
}

const deletedEmail = (branding: Branding, { to, name }: Recipient) =>
  writeEmail(branding, accountDeleted, { to, name, href: branding.siteUrl, values: {} })

/**
 * Deletes the caller's account; the caller has asked for a recent proof. Open business must be finished first; rows that must be kept lose
 * their person. One transaction.
 * @throws BAD_REQUEST with the field `email` for another address; CONFLICT with the obstacles
 */
export async function deleteAccount(
  { viewer, actor, ...services }: SignedInCall<keyof Services>,
  typed: z.output<typeof deleteAccountInput>,
): Promise<MessageAnswer> {
  const { userId: id, email } = viewer
  if (typed.email !== email.toLowerCase()) throw fieldError('validation_failed', 'email', 'This is not the address of your account.')
  await services.db.prisma.$transaction(async (tx) => {
    // If two administrators leave at once, the second is the last one. Cases that are being opened for the account wait.
    await tx.$queryRaw`SELECT user_id FROM profiles WHERE role = 'admin' ORDER BY user_id FOR UPDATE`
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`
    refuseWhatPrevents(await readAccountEnd({ prisma: tx }, id, services.auditDays))
    const user = await tx.user.findUniqueOrThrow({ where: { id }, select: recipientFields })
    await queueEmail(tx, services, (branding) => deletedEmail(branding, recipientOf(user)))
    await withdrawAllOf(tx, { ...services, actor }, id)
    await takePersonOut(tx, id, email, services.now())
    await recordAudit(tx, { ...actor, email: null }, { action: 'account.deleted', subjectType: 'user', subjectId: id })
    await tx.user.delete({ where: { id }, select: { id: true } })
  })
  return { message: ACCOUNT_DELETED }
}
