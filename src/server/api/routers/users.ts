import { updateRoleInput, userByIdInput, userListInput } from '~/contracts/users'
import { requireRecentProof } from '~/server/auth/recent-proof'
import { endUserSessions, resetUserFactors } from '~/server/users/access'
import { listUsers } from '~/server/users/list'
import { userById } from '~/server/users/read'
import { updateRole } from '~/server/users/update-role'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

/** What a stolen session must not do. */
const changingProcedure = protectedAdminProcedure.use(({ ctx, next }) => {
  requireRecentProof(ctx.viewer, ctx.now())
  return next()
})

export const usersRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(userListInput.prefault({})).query(({ ctx, input }) => listUsers(ctx.db, input)),

  /** @throws NOT_FOUND for a user without a profile */
  byId: protectedAdminProcedure.input(userByIdInput).query(({ ctx, input }) => userById(ctx.db.prisma, input.userId)),

  /** @throws FORBIDDEN `reauthentication_needed` to make an administrator, NOT_FOUND, CONFLICT for a stale version */
  updateRole: protectedAdminProcedure.input(updateRoleInput).mutation(({ ctx, input }) => {
    if (input.role === 'admin') requireRecentProof(ctx.viewer, ctx.now())
    return updateRole(ctx.db.prisma, actorOf(ctx), input)
  }),

  /** Signs a user out everywhere. @throws FORBIDDEN `reauthentication_needed`, NOT_FOUND */
  endSessions: changingProcedure.input(userByIdInput).mutation(({ ctx, input }) => endUserSessions(ctx, actorOf(ctx), input.userId)),

  /** Removes a user's second factors and recovery codes, and signs them out everywhere. @throws FORBIDDEN `reauthentication_needed`, NOT_FOUND */
  resetFactors: changingProcedure.input(userByIdInput).mutation(({ ctx, input }) => resetUserFactors(ctx, actorOf(ctx), input.userId)),
})
