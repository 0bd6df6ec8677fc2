import { creditAccountsInput, creditEntriesInput, creditVerifyInput } from '~/contracts/credit/accounts'
import { creditLiabilityInput, creditMonthInput } from '~/contracts/credit/reports'
import {
  adjustCreditInput,
  creditRequestInput,
  creditRequestsInput,
  issueRefundInput,
  refuseCreditInput,
} from '~/contracts/credit/requests'
import { statementInput } from '~/contracts/credit/statement'
import { declineCreditInput, issueCreditInput, tradeInCreditInput, undecidedCreditInput } from '~/contracts/credit/trade-ins'
import { listAccounts } from '~/server/credit/list-accounts'
import { adjustCredit, issueRefund } from '~/server/credit/adjust-credit'
import { listEntries, readBalance, readStatement } from '~/server/credit/read-credit'
import { readLiability, readMonth } from '~/server/credit/credit-report'
import { listRequests } from '~/server/credit/read-requests'
import { approveRequest, refuseRequest } from '~/server/credit/credit-requests'
import { tradeInCredited } from '~/server/cases/trade-ins/trade-in-credited'
import { declineForTradeIn, issueForTradeIn, listUndecided, tradeInCreditOf } from '~/server/cases/trade-ins/trade-in-decisions'
import { verifyCredit } from '~/server/billing/store-credit/verify-ledger'
import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure, signedInProcedure } from '~/server/api/trpc'
import { approvalProcedures, leftToGiveProcedure } from '../procedures/approval-procedures'
import { creditPaymentProcedures } from '../procedures/credit-payment-procedures'
import { creditTransferProcedures } from '../procedures/credit-transfer-procedures'

const releases = approvalProcedures(['release'], 'Releases of payments with used store credit above `CREDIT_LIMIT`,')

export const creditRouter = createTRPCRouter({
  balance: signedInProcedure
    .meta({ about: "One's own store credit in EUR: what can be spent, what payments hold, and what is on its way." })
    .query(({ ctx }) => readBalance(ctx, ctx.viewer.userId)),

  statement: signedInProcedure
    .meta({ about: "One's own store credit with what of it expires when, and a page of its entries, the latest first." })
    .input(statementInput.prefault({}))
    .query(({ ctx, input }) => readStatement(ctx, ctx.viewer.userId, input)),

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
      gives: true,
      recentProof: true,
      about:
        "Adds to a customer's credit or takes from it; where what one administrator gives, or one customer gets, in 30 days would be above `CREDIT_LIMIT` it wants a recent proof and waits for `approve`.",
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
      gives: true,
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

  approve: provenAdminProcedure
    .meta({
      gives: false,
      about: 'Approves credit above `CREDIT_LIMIT` as a second administrator; as the first, where nobody has asked with a recent proof.',
      errors: {
        NOT_FOUND: true,
        FORBIDDEN:
          'the administrator who asked for it, one who has been an administrator for less than 7 days, or one whom the first made an administrator in the last 90 days',
        CONFLICT: 'a stale `version`, or it is no longer waiting',
        BAD_REQUEST: 'less is there than is taken away',
      },
    })
    .input(creditRequestInput)
    .mutation(({ ctx, input }) => approveRequest(ctx, input, tradeInCredited)),

  refuse: provenAdminProcedure
    .meta({
      gives: false,
      about: 'Refuses credit that waits for an approval; `note` says why.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or it is no longer waiting' },
    })
    .input(refuseCreditInput)
    .mutation(({ ctx, input }) => refuseRequest(ctx, input)),

  leftToGive: leftToGiveProcedure,
  releaseRequests: releases.list,
  approveRelease: releases.approve,
  refuseRelease: releases.refuse,

  verify: protectedAdminProcedure
    .meta({ about: 'Checks the hashes and sums of one account, or of all in parts, and names the first wrong entry of each.' })
    .input(creditVerifyInput.prefault({}))
    .query(({ ctx, input }) => verifyCredit(ctx, input)),

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
      gives: true,
      about:
        'Issues the final value of such a trade-in; above `CREDIT_LIMIT` it waits for `approve`. A value that its customer has not accepted needs `confirmsValue`.',
      errors: { NOT_FOUND: true, CONFLICT: 'not completed, without a customer or a value, a value that is not agreed, or decided already' },
    })
    .input(issueCreditInput)
    .mutation(({ ctx, input }) => issueForTradeIn(ctx, input)),

  declineFor: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Decides that such a trade-in brings no credit.',
      errors: { NOT_FOUND: true, CONFLICT: 'not completed, or decided already' },
    })
    .input(declineCreditInput)
    .mutation(({ ctx, input }) => declineForTradeIn(ctx, input)),

  liability: protectedAdminProcedure
    .meta({ about: 'What the shop owes at the end of a day, by kind and by the month of expiry.' })
    .input(creditLiabilityInput.prefault({}))
    .query(({ ctx, input }) => readLiability(ctx, input)),

  month: protectedAdminProcedure
    .meta({ about: 'Opening, issued, adjusted, used, expired and closing of a month.' })
    .input(creditMonthInput)
    .query(({ ctx, input }) => readMonth(ctx, input)),

  ...creditPaymentProcedures,
  ...creditTransferProcedures,
})
