import {
  creditPaymentsInput,
  ownRepairCreditInput,
  payOrderInput,
  payRepairInput,
  releaseCreditInput,
} from '~/contracts/credit/credit-payments'
import { payOrder, payRepair } from '~/server/billing/store-credit/pay-with-credit'
import { readOwnRepairPayments, readPayments } from '~/server/billing/store-credit/read-credit-payments'
import { cancelPayment, releasePayment } from '~/server/billing/store-credit/release-payment'
import { payOwnOrder } from '~/server/stock/sale/checkout/pay-own-order'
import { protectedAdminProcedure, signedInProcedure } from '~/server/api/trpc'

export const creditPaymentProcedures = {
  repair: signedInProcedure
    .meta({ about: "How a repair of one's own is paid with store credit, and what is left to pay.", errors: { NOT_FOUND: true } })
    .input(ownRepairCreditInput)
    .query(({ ctx, input }) => readOwnRepairPayments(ctx, ctx.viewer.userId, input)),

  payRepair: signedInProcedure
    .meta({
      gives: false,
      about: "Pays one's own repair with store credit, or with what a trade-in will bring: held until the repair is completed.",
      errors: {
        NOT_FOUND: 'also a repair or a trade-in of somebody else',
        CONFLICT: 'no accepted estimate, a trade-in without credit to come, or an `idempotencyKey` that was sent with another input',
        BAD_REQUEST: 'more than is left to pay, or than is there',
      },
    })
    .input(payRepairInput)
    .mutation(({ ctx, input }) => payRepair(ctx, ctx.viewer.userId, input)),

  payOwnOrder: signedInProcedure
    .meta({
      gives: false,
      about: "Pays one's own order of the own catalogue with store credit: held until it is completed or cancelled.",
      errors: {
        NOT_FOUND: 'also an order of somebody else',
        CONFLICT:
          "a cancelled order, one of the shop platform's, too little stock (`out_of_stock`), or an `idempotencyKey` that was sent with another input",
        BAD_REQUEST: 'more than is left to pay, or than is there',
      },
    })
    .input(payOrderInput)
    .mutation(({ ctx, input }) => payOwnOrder(ctx, input)),

  cancelPayment: signedInProcedure
    .meta({
      gives: false,
      about: "Takes back one's own payment while it is held.",
      errors: { NOT_FOUND: true, CONFLICT: 'it has been used, or has paid an order that is being prepared' },
    })
    .input(releaseCreditInput)
    .mutation(({ ctx, input }) => cancelPayment(ctx, ctx.viewer.userId, input)),

  payments: protectedAdminProcedure
    .meta({ about: 'How a repair or an order is paid with store credit, and what is left to pay.', errors: { NOT_FOUND: true } })
    .input(creditPaymentsInput)
    .query(({ ctx, input: { noun, id } }) => readPayments(ctx.db.prisma, ctx.now(), noun, id)),

  payRepairFor: protectedAdminProcedure
    .meta({
      gives: false,
      about: "Pays a repair with its customer's credit, as `payRepair`.",
      errors: {
        NOT_FOUND: true,
        CONFLICT:
          'no customer, no accepted estimate, a trade-in without credit to come, or an `idempotencyKey` that was sent with another input',
        BAD_REQUEST: 'more than is left to pay, or than is there',
      },
    })
    .input(payRepairInput)
    .mutation(({ ctx, input }) => payRepair(ctx, null, input)),

  payOrder: protectedAdminProcedure
    .meta({
      gives: false,
      about: "Pays an order of the own catalogue with its customer's credit: held until it is completed or cancelled.",
      errors: {
        NOT_FOUND: true,
        CONFLICT: "no customer, a cancelled order, one of the shop platform's, or an `idempotencyKey` that was sent with another input",
        BAD_REQUEST: 'more than is left to pay, or than is there',
      },
    })
    .input(payOrderInput)
    .mutation(({ ctx, input }) => payOrder(ctx, null, input)),

  release: protectedAdminProcedure
    .meta({
      gives: true,
      recentProof: true,
      about:
        'Releases a payment with store credit: its held and used credit can be spent again. Used credit counts against `CREDIT_LIMIT` as `adjust`; above it the payment is `isReleaseAsked` and waits for `approveRelease`.',
      errors: { NOT_FOUND: true },
    })
    .input(releaseCreditInput)
    .mutation(({ ctx, input }) => releasePayment(ctx, input)),
}
