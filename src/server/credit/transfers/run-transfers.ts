import type { TransferFailure } from '~/contracts/credit/transfers'
import type { CreditTransfer, Prisma } from '~/generated/prisma/client'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { PlatformError } from '~/server/catalogue/shop/shopify/platform-error'
import { EURO, type ShopCredit } from '~/server/catalogue/shop/shopify/admin/shop-credit'
import type { Verdict } from '~/server/catalogue/shop/shopify/admin/credit-answers'
import { endDone, endRefused } from './finish-transfer'
import { newCode, noteOf, openCode } from './gift-card'

/**
 * A row records each step before the platform is asked. After a crash, the platform's books decide; a movement fails only once it cannot
 * come.
 */

export type Running = Pick<Services, 'db' | 'now' | 'log' | 'secret' | 'settleSeconds'> & { shopCredit: ShopCredit }

/** Milliseconds after the record within which a request may be sent; a process that slept longer sends nothing. */
const SENT_WITHIN_MS = 10_000

const isUndone = (error: unknown) => error instanceof PlatformError && error.options.isUndone === true
/** The platform asks for a longer pause than a request may wait. */
const isPause = (error: PlatformError) => (error.options.retryAfterMs ?? 0) > 0
function failureOf(error: unknown): TransferFailure {
  const codes = error instanceof PlatformError ? error.codes : []
  return codes.includes('ACCESS_DENIED') ? 'not_allowed' : 'unreachable'
}

type Plan = Pick<CreditTransfer, 'carrier' | 'ownerRef' | 'accountRef' | 'knownRefs' | 'sealedCode'> & { amount: number }
type Prepared = { plan: Plan } | { failure: TransferFailure }

/** Finds the target and its movements; at most makes the customer known to the platform. @throws {PlatformError} */
async function prepareOut({ db, shopCredit, secret }: Running, transfer: CreditTransfer): Promise<Prepared> {
  const account = await db.prisma.ledgerAccount.findUniqueOrThrow({ where: { id: transfer.accountId }, select: { userId: true } })
  const user = await db.prisma.user.findUnique({ where: { id: account.userId }, select: { email: true, emailVerifiedAt: true } })
  const ownerRef = user?.emailVerifiedAt ? await shopCredit.customerOf(user.email) : null
  if (ownerRef === null) return { failure: 'no_customer' }
  const amount = toAmount(transfer.amount)
  const { takesCredit, account: accountRef } = await shopCredit.accountOf(ownerRef)
  if (!takesCredit) {
    return { plan: { carrier: 'gift_card', ownerRef, accountRef: null, knownRefs: [], sealedCode: newCode(secret), amount } }
  }
  const knownRefs = await shopCredit.latest(accountRef, 'credit')
  return { plan: { carrier: 'account', ownerRef, accountRef, knownRefs, sealedCode: null, amount } }
}

/** The amount left at the platform, at most that of everything that came from here. @throws {PlatformError} */
async function prepareBack({ db, shopCredit, now }: Running, transfer: CreditTransfer): Promise<Prepared> {
  const { carrier, ownerRef, accountRef } = transfer
  if (accountRef === null) return { failure: 'no_customer' }
  const wanted = toAmount(transfer.amount)
  const plan = (amount: number, knownRefs: string[]): Prepared =>
    amount > 0 ? { plan: { carrier, ownerRef, accountRef, knownRefs, sealedCode: null, amount } } : { failure: 'insufficient' }
  if (carrier === 'gift_card') {
    const { balance, isForeign } = await shopCredit.cardState(accountRef)
    if (isForeign) return { failure: 'currency' }
    return plan(Math.min(wanted, balance), [])
  }
  const ours = await db.prisma.creditTransfer.findMany({
    where: {
      accountRef,
      direction: 'out',
      movementRef: { not: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
    },
    select: { movementRef: true },
    orderBy: { createdAt: 'desc' },
    take: 200,
  })
  const { balance, left } = await shopCredit.remainder(
    accountRef,
    ours.flatMap(({ movementRef }) => movementRef ?? []),
  )
  return plan(Math.min(wanted, balance, left), await shopCredit.latest(accountRef, 'debit'))
}

/** Records that the platform is being asked. @returns null if another process does it, or it has ended */
async function claim({ db, now }: Running, { id, accountId }: CreditTransfer, plan: Plan): Promise<CreditTransfer | null> {
  const { amount, ...refs } = plan
  const data: Prisma.CreditTransferUpdateManyMutationInput = { ...refs, amount: amount.toFixed(2), state: 'asked', askedAt: now() }
  return db.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM credit_accounts WHERE id = ${accountId}::uuid FOR UPDATE`
    const other = await tx.creditTransfer.count({ where: { accountId, state: { in: ['asked', 'unknown'] } } })
    if (other > 0) return null
    const [mine] = await tx.creditTransfer.updateManyAndReturn({ where: { id, state: 'waiting' }, data })
    return mine ?? null
  })
}

/** Sends the recorded request; null for a gift card that is there already. @throws {PlatformError} */
function move({ shopCredit, secret }: Running, asked: CreditTransfer): Promise<Verdict | null> {
  const { id, direction, carrier, ownerRef, accountRef, expiresAt } = asked
  const amount = toAmount(asked.amount)
  if (direction === 'out' && ownerRef !== null) {
    if (asked.sealedCode === null) return shopCredit.credit(ownerRef, amount, expiresAt)
    return shopCredit.createCard(ownerRef, { code: openCode(secret, asked.sealedCode), amount, expiresAt, note: noteOf(id) })
  }
  if (accountRef === null) throw new PlatformError('Nowhere to take it from', { retryable: false, isUndone: true })
  return carrier === 'gift_card' ? shopCredit.debitCard(accountRef, amount, noteOf(id)) : shopCredit.debit(accountRef, amount)
}

const end = (running: Running, transfer: CreditTransfer, verdict: Verdict): Promise<void> =>
  verdict.isDone ? endDone(running, transfer, verdict) : endRefused(running, transfer, verdict.failure)

/** Every movement first checks the shop's currency, which gift cards have: EUR 100 would become GBP 100. */
async function prepare(running: Running, waiting: CreditTransfer): Promise<Prepared> {
  if ((await running.shopCredit.currency()) !== EURO) return { failure: 'currency' }
  return waiting.direction === 'out' ? prepareOut(running, waiting) : prepareBack(running, waiting)
}

async function ask(running: Running, waiting: CreditTransfer): Promise<void> {
  const { db, log } = running
  let prepared: Prepared
  try {
    prepared = await prepare(running, waiting)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    log.warn({ err: error, transfer: waiting.id }, 'The platform could not be asked to move store credit')
    if (isPause(error)) return
    return endRefused(running, waiting, failureOf(error))
  }
  if ('failure' in prepared) return endRefused(running, waiting, prepared.failure)
  const written = performance.now()
  const asked = await claim(running, waiting, prepared.plan)
  if (!asked) return
  try {
    if (performance.now() - written > SENT_WITHIN_MS) throw new PlatformError('Too late to ask', { retryable: false, isUndone: true })
    const verdict = await move(running, asked)
    if (verdict) {
      await end(running, asked, verdict)
      return
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    log.warn({ err: error, transfer: asked.id, isUndone: isUndone(error) }, 'The platform did not say whether it has moved store credit')
    if (isUndone(error) && isPause(error)) {
      await db.prisma.creditTransfer.updateMany({ where: { id: asked.id, state: 'asked' }, data: { state: 'waiting', askedAt: null } })
      return
    }
    if (isUndone(error)) return endRefused(running, asked, failureOf(error))
  }
  await db.prisma.creditTransfer.updateMany({ where: { id: asked.id, state: 'asked' }, data: { state: 'unknown' } })
}

/** Finds a request's result in the platform's books; null if they do not show one yet. @throws {PlatformError} */
async function lookFor(running: Running, asked: CreditTransfer): Promise<{ movement: string; account: string } | null> {
  const { shopCredit, db, secret } = running
  const { id, direction, carrier, ownerRef, expiresAt, knownRefs } = asked
  if (carrier === 'gift_card') {
    if (asked.sealedCode !== null) {
      const made = await shopCredit.findCard(openCode(secret, asked.sealedCode), noteOf(id))
      return made === null ? null : { movement: made, account: made }
    }
    const { movements } = asked.accountRef === null ? { movements: [] } : await shopCredit.cardState(asked.accountRef)
    const ours = movements.find(({ note }) => note === noteOf(id))
    return ours && asked.accountRef !== null ? { movement: ours.id, account: asked.accountRef } : null
  }
  const account = asked.accountRef ?? (ownerRef === null ? null : (await shopCredit.accountOf(ownerRef)).account)
  if (account === null) return null
  const mark = { amount: toAmount(asked.amount), expiresAt: direction === 'out' ? expiresAt : null, knownRefs }
  const found = await shopCredit.since(account, direction === 'out' ? 'credit' : 'debit', mark)
  const taken = await db.prisma.creditTransfer.findMany({ where: { movementRef: { in: found } }, select: { movementRef: true } })
  const movement = found.find((each) => taken.every(({ movementRef }) => movementRef !== each))
  return movement === undefined ? null : { movement, account }
}

/** Settles a sent request. Only the making of a gift card is repeated, which its code makes safe. */
async function settle(running: Running, asked: CreditTransfer): Promise<void> {
  const { now, log, settleSeconds } = running
  const isOver = now().getTime() - (asked.askedAt?.getTime() ?? 0) >= settleSeconds * 1000
  try {
    const found = await lookFor(running, asked)
    if (found) await endDone(running, asked, found)
    else if (isOver && asked.sealedCode === null) await endRefused(running, asked, 'not_applied')
    else if (isOver) {
      const verdict = await move(running, asked)
      if (verdict) await end(running, asked, verdict)
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    log.warn({ err: error, transfer: asked.id }, 'The platform did not say what became of store credit')
  }
}

const MOST_STEPS = 50

export async function runTransfers(running: Running, accountId: string): Promise<void> {
  const { prisma } = running.db
  let before: string | undefined
  for (let step = 0; step < MOST_STEPS; step++) {
    const next =
      (await prisma.creditTransfer.findFirst({ where: { accountId, state: { in: ['asked', 'unknown'] } } })) ??
      (await prisma.creditTransfer.findFirst({ where: { accountId, state: 'waiting' }, orderBy: [{ createdAt: 'asc' }, { part: 'asc' }] }))
    const at = next && `${next.id} ${next.state}`
    if (!next || at === before) return
    before = at ?? undefined
    await (next.state === 'waiting' ? ask(running, next) : settle(running, next))
  }
}
