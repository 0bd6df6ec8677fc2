import { approvalsInput, decideApprovalInput, leftToGiveInput, refuseApprovalInput, type ApprovalKind } from '~/contracts/billing/approvals'
import { protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'
import { approveWaiting, refuseWaiting } from '~/server/billing/approvals/decide-approval'
import { listApprovals } from '~/server/billing/approvals/read-approvals'
import { leftToGive } from '~/server/credit/credit-limit'

const CONFLICT = 'a stale `version`, it is no longer waiting, or its subject has changed'

/** @param what the kinds' name in descriptions */
export const approvalProcedures = (kinds: readonly ApprovalKind[], what: string) => ({
  list: protectedAdminProcedure
    .meta({ about: `${what} that wait for a second administrator or were decided, the latest first.` })
    .input(approvalsInput.prefault({}))
    .query(({ ctx, input }) => listApprovals(ctx, kinds, input)),

  approve: provenAdminProcedure
    .meta({
      gives: false,
      about: 'Approves a waiting request as a second administrator, and carries it out.',
      errors: {
        NOT_FOUND: true,
        FORBIDDEN:
          'the administrator who asked for it, one who has been an administrator for less than 7 days, or one whom the first made an administrator in the last 90 days',
        CONFLICT,
      },
    })
    .input(decideApprovalInput)
    .mutation(({ ctx, input }) => approveWaiting(ctx, kinds, input)),

  refuse: provenAdminProcedure
    .meta({ gives: false, about: 'Refuses a waiting request; `note` gives the reason.', errors: { NOT_FOUND: true, CONFLICT } })
    .input(refuseApprovalInput)
    .mutation(({ ctx, input }) => refuseWaiting(ctx, kinds, input)),
})

export const leftToGiveProcedure = protectedAdminProcedure
  .meta({
    about:
      'EUR that the caller can give without a second administrator, in general, to a customer, or to the customer of a payment: `CREDIT_LIMIT` less the sums of 30 days.',
  })
  .input(leftToGiveInput.prefault({}))
  .query(({ ctx, input }) => leftToGive(ctx, input))
