import { updateScopesInput } from '~/contracts/identity/api-keys'
import { inviteStaffInput, updateRoleInput, userByIdInput, userListInput } from '~/contracts/identity/users'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { endUserSessions, resetUserFactors } from '~/server/identity/users/access'
import { inviteStaff } from '~/server/identity/users/invite-staff'
import { listUsers, updateRole, updateScopes, userById } from '~/server/identity/users/users'
import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'

const LIMITED = 'a limited administrator or an API key'
const OF_ADMINISTRATOR = 'an administrator’s account, for a caller with limits'

export const usersRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'A page of the users.' })
    .input(userListInput.prefault({}))
    .query(({ ctx, input }) => listUsers(ctx, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One user.', errors: { NOT_FOUND: 'also for a user without a profile' } })
    .input(userByIdInput)
    .query(({ ctx, input }) => userById(ctx, input)),

  updateRole: protectedAdminProcedure
    .meta({
      recentProof: true,
      about: "Changes a user's role; making an administrator wants a recent proof.",
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`', FORBIDDEN: LIMITED },
    })
    .input(updateRoleInput)
    .mutation(({ ctx, input }) => {
      if (input.role === 'admin') requireRecentProof(ctx.viewer, ctx.now())
      return updateRole(ctx, input)
    }),

  invite: provenAdminProcedure
    .meta({
      about: 'Makes somebody new an administrator, with all rights or some, and invites them by email.',
      errors: { CONFLICT: 'a known address', FORBIDDEN: LIMITED },
    })
    .input(inviteStaffInput)
    .mutation(({ ctx, input }) => inviteStaff(ctx, input)),

  updateScopes: provenAdminProcedure
    .meta({
      about: 'Limits an administrator to some routers; null lets them do everything.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`', FORBIDDEN: `the caller’s own access, or ${LIMITED}` },
    })
    .input(updateScopesInput)
    .mutation(({ ctx, input }) => updateScopes(ctx, input)),

  endSessions: provenAdminProcedure
    .meta({ about: 'Signs a user out everywhere.', errors: { NOT_FOUND: true, FORBIDDEN: OF_ADMINISTRATOR } })
    .input(userByIdInput)
    .mutation(({ ctx, input }) => endUserSessions(ctx, input)),

  resetFactors: provenAdminProcedure
    .meta({
      about: "Removes a user's second factors and recovery codes, and signs them out everywhere.",
      errors: { NOT_FOUND: true, FORBIDDEN: OF_ADMINISTRATOR },
    })
    .input(userByIdInput)
    .mutation(({ ctx, input }) => resetUserFactors(ctx, input)),
})
