import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'
import { approvePolicy, readPolicies, refusePolicy, savePolicies } from '~/server/office/policies/manage-policies'
import { decidePolicyInput, savePoliciesInput } from '~/contracts/office/policies'

const NOT_WAITING = 'none is waiting, or a different one from the one looked at'

export const policiesRouter = createTRPCRouter({
  all: protectedAdminProcedure
    .meta({
      about: 'Limits and periods as they count now, with the environment’s, and higher limits that wait for a second administrator.',
    })
    .query(({ ctx }) => readPolicies(ctx)),

  save: provenAdminProcedure
    .meta({
      about:
        'Sets limits and periods for what is made from then on; null goes back to the environment’s. A higher limit waits for `approve`, and every other administrator is told by email.',
      errors: { BAD_REQUEST: 'reminders in the wrong order', CONFLICT: true },
    })
    .input(savePoliciesInput)
    .mutation(({ ctx, input }) => savePolicies(ctx, input)),

  approve: provenAdminProcedure
    .meta({
      about: 'Approves a higher limit as a second administrator.',
      errors: { FORBIDDEN: 'the person who asked for it, and anyone who cannot be their second administrator', CONFLICT: NOT_WAITING },
    })
    .input(decidePolicyInput)
    .mutation(({ ctx, input }) => approvePolicy(ctx, input)),

  refuse: protectedAdminProcedure
    .meta({
      about: 'Refuses a higher limit that is waiting; the person who asked for it takes it back this way.',
      errors: { CONFLICT: NOT_WAITING },
    })
    .input(decidePolicyInput)
    .mutation(({ ctx, input }) => refusePolicy(ctx, input)),
})
