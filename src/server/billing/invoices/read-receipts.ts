import * as z from 'zod'
import { billedNouns } from '~/contracts/billing/invoices'
import { paymentMethods, refundStates, type PaymentRow, type RefundRow } from '~/contracts/billing/receipts'
import { Prisma } from '~/generated/prisma/client'
import { nameOfBuyer } from './buyer-name'
import { addressOrNull } from '~/server/identity/users/no-address'
import { jsonDay, jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { nounNumber } from './read-invoice'

/** Most refunds of one payment in an answer. */
const MOST_REFUNDS = 100

const addressOf = (user: Prisma.Sql) =>
  Prisma.sql`(SELECT left(${addressOrNull(Prisma.sql`u.email`)}, 254) FROM users AS u WHERE u.id = ${user})`

/** Hides a value from customers. */
const shownTo = (viewerId: string | null) => (value: Prisma.Sql) => (viewerId === null ? Prisma.sql`NULL::text` : value)

/** A refund `r`. @param viewerId the administrator who reads; null for a customer, who does not see who has decided it and why */
export function refundRow(viewerId: string | null): JsonRow<RefundRow> {
  const forDesk = shownTo(viewerId)
  return rowOf(
    {
      id: z.string(),
      paymentId: z.string(),
      amount: z.number(),
      reason: z.string(),
      state: z.enum(refundStates),
      requestedBy: z.string().nullable(),
      isOwn: z.boolean(),
      because: z.string().nullable(),
      decidedBy: z.string().nullable(),
      decisionNote: z.string().nullable(),
      failure: z.string().nullable(),
      requestedAt: jsonTime,
      version: z.int(),
    },
    {
      requestedBy: forDesk(addressOf(Prisma.sql`r.requested_by`)),
      isOwn: Prisma.sql`coalesce(r.requested_by = ${viewerId}::uuid, FALSE)`,
      because: forDesk(Prisma.sql`r.because`),
      decidedBy: forDesk(addressOf(Prisma.sql`r.decided_by`)),
      decisionNote: forDesk(Prisma.sql`r.decision_note`),
      failure: forDesk(Prisma.sql`r.failure`),
    },
    'r',
  )
}

/** A payment `t` with its refunds. @param viewerId as of `refundRow` */
export function paymentRow(viewerId: string | null): JsonRow<PaymentRow> {
  const refund = refundRow(viewerId)
  const forDesk = shownTo(viewerId)
  const row = rowOf(
    {
      id: z.string(),
      method: z.enum(paymentMethods),
      amount: z.number(),
      allocated: z.number(),
      onAccount: z.number(),
      refunded: z.number(),
      receivedOn: jsonDay.transform((day) => day ?? ''),
      reference: z.string().nullable(),
      note: z.string().nullable(),
      buyerName: z.string().nullable(),
      invoiceId: z.string().nullable(),
      invoiceNumber: z.string().nullable(),
      noun: z.enum(billedNouns).nullable(),
      nounId: z.string().nullable(),
      nounNumber: z.string().nullable(),
      checkoutId: z.string().nullable(),
      disputeState: z.string().nullable(),
      disputeAmount: z.number().nullable(),
      disputedAt: jsonTime.nullable(),
      reversedAt: jsonTime.nullable(),
      reversalReason: z.string().nullable(),
      refunds: z.array(refund.schema).nullable(),
      createdAt: jsonTime,
      version: z.int(),
    },
    {
      refunded: Prisma.sql`CASE WHEN t.reversed_at IS NULL THEN t.refunded ELSE 0 END`,
      note: forDesk(Prisma.sql`t.note`),
      buyerName: nameOfBuyer(Prisma.sql`t.buyer_id`),
      invoiceId: Prisma.sql`t.document_id`,
      invoiceNumber: Prisma.sql`(SELECT d.number FROM billing_documents AS d WHERE d.id = t.document_id)`,
      nounNumber,
      checkoutId: Prisma.sql`(SELECT s.id FROM checkout_sessions AS s WHERE s.payment_id = t.id ORDER BY s.created_at LIMIT 1)`,
      reversalReason: forDesk(Prisma.sql`t.reversal_reason`),
      refunds: Prisma.sql`(SELECT json_agg(${refund.json} ORDER BY r.requested_at, r.id) FROM (
        SELECT * FROM refunds WHERE payment_id = t.id ORDER BY requested_at, id LIMIT ${MOST_REFUNDS}) AS r)`,
    },
  )
  return {
    json: row.json,
    schema: row.schema.transform(({ disputeState, disputeAmount, disputedAt, reversedAt, reversalReason, refunds, ...payment }) => ({
      ...payment,
      reversed: reversedAt && { at: reversedAt, reason: reversalReason },
      dispute: disputeState === null || disputedAt === null ? null : { state: disputeState, amount: disputeAmount ?? 0, at: disputedAt },
      refunds: refunds ?? [],
    })),
  }
}
