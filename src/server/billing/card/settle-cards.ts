import type { CheckoutSession, Refund } from '~/generated/prisma/client'
import { toAmount } from '~/server/platform/database/column-values'
import { endNeedless, endPage } from './end-pages'
import { ProviderError, type CardPayments } from './card-provider'
import { takePage, type Taking } from './settle-payment-page'
import { failRefund, takeRefund } from './take-refunds'

/** Asks the provider about pages and refunds without news, so that a lost message costs minutes. */

type Settling = Taking & { cardPayments: CardPayments }

const LONGEST_PAUSE_SECONDS = 600
const SOON_SECONDS = 20
const PORTION = 40
const HOUR_MS = 3_600_000
/** The provider shows every page within this age of its row. */
const LOST_AFTER_MS = HOUR_MS

const isNoAnswer = (error: unknown): error is ProviderError => error instanceof ProviderError

async function findAsked(services: Settling, row: CheckoutSession): Promise<void> {
  const { db, cardPayments: provider, now } = services
  const page = await provider.findPage(row.id, row.createdAt)
  if (!page) {
    if (now().getTime() - row.createdAt.getTime() > LOST_AFTER_MS)
      await db.prisma.checkoutSession.updateMany({ where: { id: row.id, state: 'asked' }, data: { state: 'ended' } })
    return
  }
  const { buyerId, documentId, noun, nounId } = row
  const others = await db.prisma.checkoutSession.count({
    where: { buyerId, documentId, noun, nounId, state: { in: ['open', 'paid'] }, id: { not: row.id } },
  })
  if (page.state === 'open' && others > 0) {
    await endPage(services, provider, page.externalId)
    return
  }
  await takePage(services, page)
}

async function readOpen(services: Settling, { id, externalId }: CheckoutSession): Promise<void> {
  const page = externalId === null ? null : await services.cardPayments.readPage(externalId)
  if (page) await takePage(services, page)
  else await services.db.prisma.checkoutSession.updateMany({ where: { id, state: 'open' }, data: { state: 'ended' } })
}

/** The provider remembers a row for a day, so an older one is searched for first. @throws {ProviderError} if the result is unknown */
export async function sendRefund(services: Settling, { id, paymentId }: Pick<Refund, 'id' | 'paymentId'>, isFirst: boolean): Promise<void> {
  const { db, cardPayments: provider, log } = services
  const row = await db.prisma.refund.findUnique({ where: { id }, include: { payment: true } })
  const charged = row?.payment.externalId
  if (row?.state !== 'asked' || row.payment.method !== 'stripe' || !charged) return
  const known = isFirst
    ? undefined
    : (await provider.refundsOf(charged)).find((refund) => refund.id === id || refund.externalId === row.externalId)
  try {
    const refund = known ?? (await provider.refund({ id, paymentId: charged, amount: toAmount(row.amount) }))
    await takeRefund(services, { id: paymentId }, { ...refund, id })
  } catch (error) {
    if (!isNoAnswer(error) || !error.isRefusal) throw error
    log.warn({ err: error, refund: id }, 'The card provider has refused a refund')
    await failRefund(services, id)
  }
}

/** @returns seconds until the next round */
export async function settleCards(services: Settling): Promise<number> {
  const { db, now, log, cardPayments } = services
  const { settleSeconds } = cardPayments
  const older = { lt: new Date(now().getTime() - settleSeconds * 1000) }
  const pages = await db.prisma.checkoutSession.findMany({
    where: { state: { in: ['asked', 'open'] }, updatedAt: older },
    orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
    take: PORTION,
  })
  const refunds = await db.prisma.refund.findMany({
    where: { state: 'asked', updatedAt: older, payment: { method: 'stripe' } },
    orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
    take: PORTION,
  })
  try {
    for (const row of pages) {
      await (row.state === 'asked' ? findAsked(services, row) : readOpen(services, row))
      await db.prisma.checkoutSession.updateMany({ where: { id: row.id }, data: { updatedAt: now() } })
    }
    const ended = await endNeedless(services)
    if (ended > 0) log.info({ ended }, 'Pages to pay on were ended, of which nothing is asked any more')
    for (const refund of refunds) {
      await sendRefund(services, refund, false)
      await db.prisma.refund.updateMany({ where: { id: refund.id }, data: { updatedAt: now() } })
    }
  } catch (error) {
    if (!isNoAnswer(error)) throw error
    log.warn({ err: error }, 'The card provider could not be asked after payments')
  }
  const isFull = pages.length === PORTION || refunds.length === PORTION
  return Math.min(LONGEST_PAUSE_SECONDS, isFull ? SOON_SECONDS : 4 * settleSeconds)
}
