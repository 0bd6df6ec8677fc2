import { updateRoleInput, userByIdInput, userListInput } from '~/contracts/users'
import { listUsers } from '~/server/users/list'
import { userById } from '~/server/users/read'
import { updateRole } from '~/server/users/update-role'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const usersRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(userListInput.prefault({})).query(({ ctx, input }) => listUsers(ctx.db, input)),

  /** @throws NOT_FOUND for a user without a profile */
  byId: protectedAdminProcedure.input(userByIdInput).query(({ ctx, input }) => userById(ctx.db.prisma, input.userId)),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  updateRole: protectedAdminProcedure.input(updateRoleInput).mutation(({ ctx, input }) => updateRole(ctx.db.prisma, actorOf(ctx), input)),
})
