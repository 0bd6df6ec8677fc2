import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { historyInput } from '~/contracts/audit'
import { readHistory } from '~/server/office/history'

export const auditRouter = createTRPCRouter({
  history: protectedAdminProcedure
    .meta({ about: 'What happened to one record of the back office.' })
    .input(historyInput)
    .query(({ ctx, input }) => readHistory(ctx, input)),
})
