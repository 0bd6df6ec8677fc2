import type { Services } from '~/server/services'
import { ProviderError, type CardPayments, type ProviderEvent } from './card-provider'
import { takePage, type Outcome, type Taking } from './settle-payment-page'
import { takeDisputes, takeRefunds } from './take-refunds'

/** A message only names an object that the shop then reads, so repeated, late or unordered messages are harmless. */

type Receiving = Taking & Pick<Services, 'cardPayments'>

export interface Receipt {
  status: 200 | 401 | 503
  outcome: Outcome | 'unsigned' | 'not configured' | 'another account' | 'ignored' | 'repeated' | 'unreadable'
  type?: string
}

/** Days that messages are remembered; the provider repeats one for three. */
export const EVENT_KEPT_DAYS = 30

async function bring(services: Receiving, provider: CardPayments, { type, about }: ProviderEvent): Promise<Outcome | 'ignored'> {
  if (about === null) return 'ignored'
  if (about.kind === 'payment') {
    if (type.startsWith('charge.dispute.')) return takeDisputes(services, provider, about.paymentId)
    if (type.startsWith('refund.') || type.startsWith('charge.refund')) return takeRefunds(services, provider, about.paymentId)
  }
  const page = await (about.kind === 'page' ? provider.readPage(about.externalId) : provider.pageOfPayment(about.paymentId))
  return page ? takePage(services, page) : 'unknown'
}

/** A status of 503 asks the provider to send it again. */
export async function receiveEvent(services: Receiving, body: Buffer, signature: string): Promise<Receipt> {
  const { cardPayments: provider, db, log, now } = services
  if (!provider) return { status: 503, outcome: 'not configured' }
  const event = provider.readEvent(body, signature, now())
  if (!event) return { status: 401, outcome: 'unsigned' }
  const { id, type } = event
  if (!event.isOurs && event.about !== null) return { status: 200, outcome: 'another account', type }
  if (event.about === null) return { status: 200, outcome: 'ignored', type }
  if ((await db.prisma.stripeEvent.count({ where: { id } })) > 0) return { status: 200, outcome: 'repeated', type }
  let outcome: Outcome | 'ignored'
  try {
    outcome = await bring(services, provider, event)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, type }, 'What a message is about could not be read')
    return { status: 503, outcome: 'unreadable', type }
  }
  if (outcome === 'done' || outcome === 'unchanged')
    await db.prisma.stripeEvent.createMany({ data: [{ id, type, outcome, receivedAt: now() }], skipDuplicates: true })
  return { status: 200, outcome, type }
}
