import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { emailAddress } from '~/contracts/identity/auth'
import type { startPaymentInput } from '~/contracts/billing/receipts'
import type { CheckoutSession, Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { openBuyer } from '~/server/billing/invoices/invoice-parties'
import { cents } from '~/server/credit/credit-entries'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { networkOf } from '~/server/identity/auth/limits'
import type { Viewer } from '~/server/identity/auth/read-session'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { endPage } from './end-pages'
import { ProviderError, type CardPayments } from './card-provider'
import { dueOf, subjectOf, type Due, type Subject } from './payment-subject'

/** Writes the checkout's row before the provider is asked, so that a request after a crash gets the same page. */

type Tx = Prisma.TransactionClient
type Starting = Pick<Services, 'db' | 'now' | 'log' | 'limits' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl' | 'cardPayments'> & {
  client: { ip: string | null }
  viewer: Viewer | null
}

type Paying = Omit<Starting, 'client' | 'viewer' | 'limits'>

const MINUTE_MS = 60_000
/** A page with less time left is not offered again. */
const LEAST_LEFT_MS = 2 * MINUTE_MS
/** How long the same row is asked for again; the provider knows its key for a day. */
const ASKED_AGAIN_MS = 30 * MINUTE_MS
const MOST_OPEN = 20
/** The amount may change while earlier pages are ended. */
const MOST_ROUNDS = 4

const noCardPayments = () =>
  new TRPCError({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Card payments are not available at the moment. Please try again later, or pay by bank transfer.',
  })

interface Plan {
  row: CheckoutSession
  due: Due
  email: string | null
}

/** Finds an open page or writes a new row; other pages of the same work must end. @throws CONFLICT if nothing can be billed or paid */
async function plan(
  tx: Tx,
  call: Paying,
  { least }: CardPayments,
  subject: Subject,
  spent: readonly string[],
): Promise<{ url: string } | { stale: string[] } | Plan> {
  const { documentId, noun, nounId, customerId } = subject
  await lockBilling(tx, { works: [subject] })
  const due = await dueOf(tx, call, subject)
  if (due.amount <= 0) throw new TRPCError({ code: 'CONFLICT', message: 'There is nothing to pay.' })
  if (due.amount < least)
    throw new TRPCError({ code: 'CONFLICT', message: `Cards are taken from ${formatEuro(least)} on. Please pay by bank transfer.` })
  const buyer = customerId === null ? null : await openBuyer(tx, customerId)
  if (!buyer)
    throw new TRPCError({ code: 'CONFLICT', message: 'This has no customer account yet that could be billed. Please ask us how to pay.' })
  const at = call.now().getTime()
  const known = await tx.checkoutSession.findMany({
    where: {
      ...(noun === null ? { documentId } : { noun, nounId }),
      buyerId: buyer.id,
      state: { in: ['asked', 'open'] },
      id: { notIn: [...spent] },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_OPEN,
  })
  if (known.some(({ state, url }) => state === 'open' && url === null))
    throw new TRPCError({ code: 'CONFLICT', message: 'A payment of this is under way already. Your bank may take some days for it.' })
  const same = known.filter((row) => row.documentId === documentId && toAmount(row.amount) === due.amount)
  const open = same.find(({ url, expiresAt }) => url !== null && expiresAt !== null && expiresAt.getTime() > at + LEAST_LEFT_MS)
  const stale = known.flatMap(({ id, externalId }) => (externalId !== null && id !== open?.id ? externalId : []))
  if (stale.length > 0) return { stale }
  if (open?.url) return { url: open.url }
  const asked = same.find(({ state, createdAt }) => state === 'asked' && createdAt.getTime() > at - ASKED_AGAIN_MS)
  const row =
    asked ??
    (await tx.checkoutSession.create({
      data: { buyerId: buyer.id, documentId, noun, nounId, amount: cents(due.amount), createdAt: call.now() },
    }))
  return { row, due, email: emailAddress.safeParse(buyer.email).data ?? null }
}

/** @returns null if the row was requested before with other data, so that a new row is needed */
async function askFor(
  call: Paying,
  provider: CardPayments,
  { row, due, email }: Plan,
  backTo: string,
  minutes: number | undefined,
): Promise<string | null> {
  const { db, log, siteUrl } = call
  try {
    const page = await provider.start({
      id: row.id,
      amount: toAmount(row.amount),
      label: due.label,
      email,
      paidUrl: `${siteUrl}${backTo}paid=${row.id}`,
      cancelUrl: `${siteUrl}${backTo.slice(0, -1)}`,
      // Derived from the row, so that a retry asks for the same page.
      endsAt: minutes === undefined ? null : new Date(row.createdAt.getTime() + minutes * MINUTE_MS),
    })
    const { externalId, url, expiresAt } = page
    // Its webhook may have come first.
    await db.prisma.checkoutSession.updateMany({
      where: { id: row.id, state: 'asked' },
      data: { state: 'open', externalId, url, expiresAt },
    })
    if (url !== null) return url
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, checkout: row.id }, 'There is no page to pay on')
    if (error.isRepeated) return null
    if (error.isRefusal) await db.prisma.checkoutSession.updateMany({ where: { id: row.id, state: 'asked' }, data: { state: 'ended' } })
  }
  throw noCardPayments()
}

async function endPages(call: Paying, provider: CardPayments, externalIds: readonly string[]): Promise<void> {
  for (const externalId of externalIds) {
    try {
      await endPage(call, provider, externalId)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      call.log.warn({ err: error, page: externalId }, 'A page to pay on could not be ended')
      throw noCardPayments()
    }
  }
}

/**
 * Opens the provider's page for the amount due now.
 * @returns its address, unchanged while it is open and the amount fits
 * @throws as `subjectOf`; CONFLICT if there is nothing to pay; TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE
 */
export async function startPayment(call: Starting, input: z.output<typeof startPaymentInput>): Promise<{ url: string }> {
  const { cardPayments, limits, client } = call
  if (!cardPayments) throw noCardPayments()
  await limits.take('cardPages', networkOf(client))
  return startPaymentOf(call, await subjectOf(call, input))
}

/** For a subject that the caller may pay for. @param minutes that the page stays open; a day by default */
export async function startPaymentOf(call: Paying, subject: Subject, minutes?: number): Promise<{ url: string }> {
  const { cardPayments: provider, db } = call
  if (!provider) throw noCardPayments()
  const spent: string[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const planned = await db.prisma.$transaction((tx) => plan(tx, call, provider, subject, spent))
    if ('url' in planned) return planned
    if ('stale' in planned) {
      await endPages(call, provider, planned.stale)
      continue
    }
    const url = await askFor(call, provider, planned, subject.backTo, minutes)
    if (url !== null) return { url }
    spent.push(planned.row.id)
  }
  throw noCardPayments()
}
