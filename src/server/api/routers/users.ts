import { updateRoleInput, userListInput } from '~/contracts/users'
import { listUsers } from '~/server/users/list'
import { updateRole } from '~/server/users/update-role'
import { createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const usersRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(userListInput.prefault({})).query(({ ctx, input }) => listUsers(ctx.db.prisma, input)),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  updateRole: protectedAdminProcedure.input(updateRoleInput).mutation(({ ctx, input }) => updateRole(ctx.db.prisma, input)),
})
