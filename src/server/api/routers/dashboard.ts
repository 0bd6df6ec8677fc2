import { readOverview } from '~/server/dashboard/overview'
import { createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const dashboardRouter = createTRPCRouter({
  /** The figures and the recent lists of the dashboard (spec §9). */
  overview: protectedAdminProcedure.query(({ ctx }) => readOverview(ctx)),
})
