import type { Payment, Prisma, Refund } from '~/generated/prisma/client'
import { giveBack, lockRefunded, refundableOf, takeBack } from '~/server/billing/receipts/refund-money'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import type { CardPayments, ProviderDispute, ProviderRefund } from './card-provider'
import { CURRENCY, SYSTEM, takePage, type Outcome, type Taking } from './settle-payment-page'

type Tx = Prisma.TransactionClient
type Subjects = Awaited<ReturnType<typeof lockRefunded>>

const REFUSED = 'The card provider could not pay it back'
/** States only advance, so that a late answer changes nothing. */
const order = ['waiting', 'asked', 'done', 'failed']

const auditRefund = (tx: Tx, { id, paymentId, amount }: Refund, state: string) =>
  recordAudit(tx, SYSTEM, {
    action: `payment.refund_${state}`,
    subjectType: 'payment',
    subjectId: paymentId,
    after: { refund: id, amount: toAmount(amount) },
  })

async function lockRow(tx: Tx, payment: Payment, { id, externalId }: Pick<ProviderRefund, 'id' | 'externalId'>): Promise<Refund | null> {
  const where = { paymentId: payment.id, OR: [{ externalId }, ...(id === null ? [] : [{ id }])] }
  const found = await tx.refund.findFirst({ where, select: { id: true } })
  if (!found) return null
  await tx.$queryRaw`SELECT id FROM refunds WHERE id = ${found.id}::uuid FOR UPDATE`
  return tx.refund.findUnique({ where: { id: found.id } })
}

async function fail(tx: Tx, { now }: Taking, payment: Payment, row: Refund, subjects: Subjects, externalId?: string): Promise<void> {
  await tx.refund.update({ where: { id: row.id }, data: { state: 'failed', failure: REFUSED, ...(externalId && { externalId }) } })
  const movement = { actor: SYSTEM, at: now(), reason: 'Refund that failed', key: `refund:${row.id}:failed` }
  await takeBack(tx, payment, toAmount(row.amount), movement, subjects)
  await auditRefund(tx, row, 'failed')
}

async function addRefund(
  tx: Tx,
  services: Taking,
  payment: Payment,
  refund: Pick<ProviderRefund, 'externalId' | 'amount'> & { state: 'asked' | 'done' },
  reason: string,
  subjects: Subjects,
): Promise<Outcome> {
  const { payment: present } = await refundableOf(tx, payment)
  // Another message may have written it before this one got the lock.
  if ((await tx.refund.count({ where: { externalId: refund.externalId } })) > 0) return 'unchanged'
  const at = services.now()
  const amount = Math.min(refund.amount, toAmount(present.amount) - toAmount(present.refunded))
  if (amount <= 0) {
    services.log.error({ payment: payment.id, refund: refund.externalId }, 'More was paid back than there was')
    return 'unusable'
  }
  const row = await tx.refund.create({
    data: {
      paymentId: payment.id,
      amount: amount.toFixed(2),
      reason,
      state: refund.state,
      externalId: refund.externalId,
      requestedAt: at,
      createdAt: at,
    },
  })
  await giveBack(tx, present, toAmount(row.amount), { actor: SYSTEM, at, reason, key: `refund:${row.id}` }, subjects)
  await auditRefund(tx, row, refund.state)
  return 'done'
}

/** Brings a refund's row to the provider's state; a refund made at the provider gets a row. */
export function takeRefund(services: Taking, { id: paymentId }: Pick<Payment, 'id'>, refund: ProviderRefund): Promise<Outcome> {
  return services.db.prisma.$transaction(async (tx) => {
    const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
    const subjects = await lockRefunded(tx, payment)
    const { state, externalId, currency } = refund
    if (currency !== CURRENCY) {
      services.log.error({ payment: payment.id, refund: externalId, currency }, 'A refund is not in EUR')
      return 'unusable'
    }
    const row = await lockRow(tx, payment, refund)
    if (!row) {
      if (state === 'failed') return 'unchanged'
      return addRefund(tx, services, payment, { ...refund, state }, 'Paid back at the card provider', subjects)
    }
    const isOnward = row.state !== 'refused' && order.indexOf(state) > order.indexOf(row.state)
    if (!isOnward) {
      if (row.externalId === null) await tx.refund.update({ where: { id: row.id }, data: { externalId } })
      return 'unchanged'
    }
    if (state === 'failed') await fail(tx, services, payment, row, subjects, externalId)
    else {
      await tx.refund.update({ where: { id: row.id }, data: { state, externalId } })
      await auditRefund(tx, row, state)
    }
    return 'done'
  })
}

export const failRefund = (services: Taking, id: string): Promise<void> =>
  services.db.prisma.$transaction(async (tx) => {
    const { payment } = await tx.refund.findUniqueOrThrow({ where: { id }, select: { payment: true } })
    const subjects = await lockRefunded(tx, payment)
    await tx.$queryRaw`SELECT id FROM refunds WHERE id = ${id}::uuid FOR UPDATE`
    const row = await tx.refund.findUniqueOrThrow({ where: { id } })
    if (row.state === 'asked') await fail(tx, services, payment, row, subjects)
  })

/** Reads the payment's page if it is not known yet. Null for a payment of another shop. */
async function paymentOf(services: Taking, provider: CardPayments, externalId: string): Promise<Payment | null> {
  const where = { method_externalId: { method: 'stripe', externalId } } as const
  const known = await services.db.prisma.payment.findUnique({ where })
  if (known) return known
  const page = await provider.pageOfPayment(externalId)
  if (page) await takePage(services, page)
  return page && services.db.prisma.payment.findUnique({ where })
}

/** @throws {ProviderError} */
export async function takeRefunds(services: Taking, provider: CardPayments, externalId: string): Promise<Outcome> {
  const payment = await paymentOf(services, provider, externalId)
  if (!payment) return 'unknown'
  const outcomes: Outcome[] = []
  for (const refund of await provider.refundsOf(externalId)) outcomes.push(await takeRefund(services, payment, refund))
  return outcomes.includes('done') ? 'done' : (outcomes[0] ?? 'unchanged')
}

const isOver = (state: string | null) => state !== null && /^(?:won|lost|warning_closed|prevented)$/.test(state)

function takeDispute(services: Taking, { id }: Pick<Payment, 'id'>, dispute: ProviderDispute): Promise<Outcome> {
  const { externalId, state, amount, at } = dispute
  return services.db.prisma.$transaction(async (tx) => {
    const known = await tx.payment.findUniqueOrThrow({ where: { id } })
    const subjects = await lockRefunded(tx, known)
    const { payment } = await refundableOf(tx, known)
    const isAnother = payment.disputedAt?.getTime() !== at.getTime()
    const isNew = payment.disputeState !== state && (dispute.isOver || isAnother || !isOver(payment.disputeState))
    if (isNew) {
      await tx.payment.update({ where: { id }, data: { disputeState: state, disputeAmount: amount.toFixed(2), disputedAt: at } })
      await recordAudit(tx, SYSTEM, { action: 'payment.disputed', subjectType: 'payment', subjectId: id, after: { state, amount } })
    }
    if (!dispute.isLost) return isNew ? 'done' : 'unchanged'
    const lost = { externalId, amount, state: 'done' } as const
    const outcome = await addRefund(tx, services, payment, lost, 'A dispute that was lost', subjects)
    return isNew ? 'done' : outcome
  })
}

/** The oldest first. @throws {ProviderError} */
export async function takeDisputes(services: Taking, provider: CardPayments, externalId: string): Promise<Outcome> {
  const payment = await paymentOf(services, provider, externalId)
  if (!payment) return 'unknown'
  const disputes = await provider.disputesOf(externalId)
  const outcomes: Outcome[] = []
  for (const dispute of disputes.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
    outcomes.push(await takeDispute(services, payment, dispute))
  return outcomes.includes('done') ? 'done' : (outcomes[0] ?? 'unchanged')
}
