import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { historyInput, routerOfSubject } from '~/contracts/audit'
import { requireScope } from '~/server/identity/auth/scopes'
import { readHistory } from '~/server/office/history'

export const auditRouter = createTRPCRouter({
  history: protectedAdminProcedure
    .meta({ about: 'What happened to one record of the back office; only for those who may read the record.' })
    .input(historyInput)
    .query(({ ctx, input }) => {
      requireScope(ctx.viewer, routerOfSubject[input.subjectType], 'read')
      return readHistory(ctx, input)
    }),
})
