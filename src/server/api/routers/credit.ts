import {
  adjustCreditInput,
  creditAccountsInput,
  creditEntriesInput,
  creditLiabilityInput,
  creditMonthInput,
  creditPaymentsInput,
  creditRequestInput,
  creditRequestsInput,
  creditVerifyInput,
  issueRefundInput,
  ownRepairCreditInput,
  payOrderInput,
  payRepairInput,
  refuseCreditInput,
  releaseCreditInput,
  statementInput,
  tradeInCreditInput,
  undecidedCreditInput,
} from '~/contracts/credit'
import { requireRecentProof } from '~/server/auth/reauthenticate'
import { listAccounts } from '~/server/credit/accounts'
import { adjustCredit, issueRefund } from '~/server/credit/adjust'
import { payOrder, payRepair, releasePayment } from '~/server/credit/pay'
import { listEntries, readBalance, readStatement } from '~/server/credit/read'
import { readOwnRepairPayments, readPayments } from '~/server/credit/read-payments'
import { readLiability, readMonth } from '~/server/credit/report'
import { approveRequest, listRequests, refuseRequest } from '~/server/credit/requests'
import { declineForTradeIn, issueForTradeIn, listUndecided, tradeInCreditOf } from '~/server/credit/trade-in-decisions'
import { verifyCredit } from '~/server/credit/verify'
import { createTRPCRouter, protectedAdminProcedure, signedInProcedure } from '../trpc'
import { creditTransferProcedures } from './credit-transfers'

/** Decisions on credit above the limit. */
const decidingProcedure = protectedAdminProcedure.meta({ recentProof: true }).use(({ ctx, next }) => {
  requireRecentProof(ctx.viewer, ctx.now())
  return next()
})

export const creditRouter = createTRPCRouter({
  balance: signedInProcedure
    .meta({ about: "One's own store credit in EUR: what can be spent, what payments hold, and what is on its way." })
    .query(({ ctx }) => readBalance(ctx, ctx.viewer.userId)),

  statement: signedInProcedure
    .meta({ about: "One's own store credit with what of it expires when, and a page of its entries, the latest first." })
    .input(statementInput.prefault({}))
    .query(({ ctx, input }) => readStatement(ctx, ctx.viewer.userId, input)),

  repair: signedInProcedure
    .meta({ about: "How a repair of one's own is paid with store credit, and what is left to pay.", errors: { NOT_FOUND: true } })
    .input(ownRepairCreditInput)
    .query(({ ctx, input }) => readOwnRepairPayments(ctx, ctx.viewer.userId, input)),

  payRepair: signedInProcedure
    .meta({
      about: "Pays one's own repair with store credit, or with what a trade-in will bring: held until the repair is completed.",
      errors: {
        NOT_FOUND: 'also a repair or a trade-in of somebody else',
        CONFLICT: 'no accepted estimate, a trade-in without credit to come, or an `idempotencyKey` that was sent with another input',
        BAD_REQUEST: 'more than is left to pay, or than is there',
      },
    })
    .input(payRepairInput)
    .mutation(({ ctx, input }) => payRepair(ctx, ctx.viewer.userId, input)),

  cancelPayment: signedInProcedure
    .meta({
      about: "Takes back one's own payment while it is held.",
      errors: { NOT_FOUND: true, CONFLICT: 'it has been used' },
    })
    .input(releaseCreditInput)
    .mutation(({ ctx, input }) => releasePayment(ctx, ctx.viewer.userId, input)),

  accounts: protectedAdminProcedure
    .meta({ about: 'A page of the accounts, with the sums of all.' })
    .input(creditAccountsInput.prefault({}))
    .query(({ ctx, input }) => listAccounts(ctx, input)),

  entries: protectedAdminProcedure
    .meta({ about: 'A page of the entries of one account, or of all, the latest first.' })
    .input(creditEntriesInput.prefault({}))
    .query(({ ctx, input }) => listEntries(ctx, input)),

  adjust: protectedAdminProcedure
    .meta({
      recentProof: true,
      about: "Adds to a customer's credit or takes from it; above `CREDIT_LIMIT` it wants a recent proof and waits for `approve`.",
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'less is there than is taken away',
        CONFLICT: 'an `idempotencyKey` that was sent with another input',
      },
    })
    .input(adjustCreditInput)
    .mutation(({ ctx, input }) => adjustCredit(ctx, input)),

  issueRefund: protectedAdminProcedure
    .meta({
      recentProof: true,
      about: 'Issues credit for a refund, with a bonus of 5 %, for 24 months; above `CREDIT_LIMIT` as `adjust`.',
      errors: { NOT_FOUND: true, CONFLICT: 'an `idempotencyKey` that was sent with another input' },
    })
    .input(issueRefundInput)
    .mutation(({ ctx, input }) => issueRefund(ctx, input)),

  requests: protectedAdminProcedure
    .meta({ about: 'Credit that waits for an approval, or did, the latest first.' })
    .input(creditRequestsInput.prefault({}))
    .query(({ ctx, input }) => listRequests(ctx, input)),

  approve: decidingProcedure
    .meta({
      about: 'Approves credit above `CREDIT_LIMIT` as a second administrator; as the first, where nobody has asked with a recent proof.',
      errors: {
        NOT_FOUND: true,
        FORBIDDEN: 'the administrator who has asked for it',
        CONFLICT: 'a stale `version`, or it does not wait any more',
        BAD_REQUEST: 'less is there than is taken away',
      },
    })
    .input(creditRequestInput)
    .mutation(({ ctx, input }) => approveRequest(ctx, input)),

  refuse: decidingProcedure
    .meta({
      about: 'Refuses credit that waits for an approval.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or it does not wait any more' },
    })
    .input(refuseCreditInput)
    .mutation(({ ctx, input }) => refuseRequest(ctx, input)),

  verify: protectedAdminProcedure
    .meta({ about: 'Checks the hashes and sums of one account, or of all in parts, and names the first wrong entry of each.' })
    .input(creditVerifyInput.prefault({}))
    .query(({ ctx, input }) => verifyCredit(ctx, input)),

  payments: protectedAdminProcedure
    .meta({ about: 'How a repair or an order is paid with store credit, and what is left to pay.', errors: { NOT_FOUND: true } })
    .input(creditPaymentsInput)
    .query(({ ctx, input: { noun, id } }) => readPayments(ctx.db.prisma, ctx.now(), noun, id)),

  payRepairFor: protectedAdminProcedure
    .meta({
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
      about: "Pays an order of the own catalogue with its customer's credit: held until it is completed or cancelled.",
      errors: {
        NOT_FOUND: true,
        CONFLICT: "no customer, a cancelled order, one of the shop platform's, or an `idempotencyKey` that was sent with another input",
        BAD_REQUEST: 'more than is left to pay, or than is there',
      },
    })
    .input(payOrderInput)
    .mutation(({ ctx, input }) => payOrder(ctx, input)),

  release: protectedAdminProcedure
    .meta({ about: 'Takes back a payment with credit; what it held or used can be spent again.', errors: { NOT_FOUND: true } })
    .input(releaseCreditInput)
    .mutation(({ ctx, input }) => releasePayment(ctx, null, input)),

  tradeIn: protectedAdminProcedure
    .meta({ about: 'The credit that a trade-in has brought, and why none, where it has not.', errors: { NOT_FOUND: true } })
    .input(tradeInCreditInput)
    .query(({ ctx, input }) => tradeInCreditOf(ctx, input)),

  undecided: protectedAdminProcedure
    .meta({ about: 'Completed trade-ins that nothing was issued for, the newest first.' })
    .input(undecidedCreditInput.prefault({}))
    .query(({ ctx, input }) => listUndecided(ctx, input)),

  issueFor: protectedAdminProcedure
    .meta({
      about: 'Issues the final value of such a trade-in; above `CREDIT_LIMIT` it waits for `approve`.',
      errors: { NOT_FOUND: true, CONFLICT: 'not completed, no customer, no value, or decided already' },
    })
    .input(tradeInCreditInput)
    .mutation(({ ctx, input }) => issueForTradeIn(ctx, input)),

  declineFor: protectedAdminProcedure
    .meta({
      about: 'Decides that such a trade-in brings no credit.',
      errors: { NOT_FOUND: true, CONFLICT: 'not completed, or decided already' },
    })
    .input(tradeInCreditInput)
    .mutation(({ ctx, input }) => declineForTradeIn(ctx, input)),

  liability: protectedAdminProcedure
    .meta({ about: 'What the shop owes at the end of a day, by kind and by the month of expiry.' })
    .input(creditLiabilityInput.prefault({}))
    .query(({ ctx, input }) => readLiability(ctx, input)),

  month: protectedAdminProcedure
    .meta({ about: 'Opening, issued, adjusted, used, expired and closing of a month.' })
    .input(creditMonthInput)
    .query(({ ctx, input }) => readMonth(ctx, input)),

  ...creditTransferProcedures,
})
