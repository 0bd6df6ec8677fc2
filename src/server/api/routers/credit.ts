import {
  adjustCreditInput,
  creditAccountsInput,
  creditEntriesInput,
  creditRequestInput,
  creditRequestsInput,
  creditVerifyInput,
  issueRefundInput,
  refuseCreditInput,
  statementInput,
} from '~/contracts/credit'
import { requireRecentProof } from '~/server/auth/reauthenticate'
import { listAccounts } from '~/server/credit/accounts'
import { adjustCredit, issueRefund } from '~/server/credit/adjust'
import { listEntries, readBalance, readStatement } from '~/server/credit/read'
import { approveRequest, listRequests, refuseRequest } from '~/server/credit/requests'
import { verifyCredit } from '~/server/credit/verify'
import { createTRPCRouter, protectedAdminProcedure, signedInProcedure } from '../trpc'

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
})
