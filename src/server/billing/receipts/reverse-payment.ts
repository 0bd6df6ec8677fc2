import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { recordedMethods, type PaymentRow, type reversePaymentInput } from '~/contracts/billing/receipts'
import type { Payment, Prisma } from '~/generated/prisma/client'
import { createOnce, type CreatingCall } from '~/server/call'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import { tellReversed, type ReceiptCall } from './receipt-emails'
import { paymentNotFound, readPayment } from './read-payments'
import { giveBack, lockRefunded } from './refund-money'

/** No money has moved, so a reversal is not a refund and gives nobody anything. */

type Tx = Prisma.TransactionClient

const conflict = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** @throws CONFLICT for a payment that was not recorded by hand, or was refunded in part */
async function mustBeReversible(tx: Tx, { id, method, reversedAt, refunded }: Payment): Promise<void> {
  if (reversedAt !== null) throw conflict('This payment has been reversed already.')
  if (!recordedMethods.some((each) => each === method))
    throw conflict('The card provider has taken this payment: it was not written down by hand. Refund it instead.')
  const refunds = await tx.refund.count({ where: { paymentId: id, state: { in: ['waiting', 'asked', 'done'] } } })
  if (refunds > 0 || toAmount(refunded) > 0)
    throw conflict('Some of this payment was paid back, or waits to be: it has been there. Refuse the refund first, or refund the rest.')
}

/**
 * Reverses a payment recorded or matched by mistake: its invoices are owed again, its money on account is gone, and its bank line is open
 * again.
 * @throws NOT_FOUND; CONFLICT if it is reversed already, came by the card provider, or was refunded in part, and for an idempotency key
 * with another input
 */
export function reversePayment(call: CreatingCall<ReceiptCall>, input: z.output<typeof reversePaymentInput>): Promise<PaymentRow> {
  const { actor, viewer } = call
  const at = call.now()
  return createOnce(call, input, async (tx, { paymentId, reason }) => {
    const known = await tx.payment.findUnique({ where: { id: paymentId }, select: { id: true } })
    if (!known) throw paymentNotFound()
    const subjects = await lockRefunded(tx, known)
    const payment = await tx.payment.findUniqueOrThrow({ where: { id: known.id } })
    await mustBeReversible(tx, payment)
    const amount = toAmount(payment.amount)
    await tx.payment.update({ where: { id: known.id }, data: { reversedAt: at, reversedBy: viewer.userId, reversalReason: reason } })
    const movement = { actor, at, reason: 'Written down by mistake', key: `undo:${known.id}` }
    const again = await giveBack(tx, payment, amount, movement, subjects, 'unreceive')
    await tx.bankLine.updateMany({ where: { paymentId: known.id }, data: { state: 'open', paymentId: null } })
    await recordAudit(tx, actor, {
      action: 'payment.reversed',
      subjectType: 'payment',
      subjectId: known.id,
      after: { amount, reason, ...(again.length > 0 && { owedAgain: again.map(({ number }) => number) }) },
    })
    await tellReversed(tx, call, payment)
    return readPayment(tx, viewer.userId, known.id)
  })
}
