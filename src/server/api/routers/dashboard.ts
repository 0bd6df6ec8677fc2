import { env } from '~/env'
import { readAttention } from '~/server/dashboard/attention'
import { readCharts } from '~/server/dashboard/charts'
import { readOverview } from '~/server/dashboard/overview'
import { readSetup } from '~/server/dashboard/setup'
import { readShopList } from '~/server/dashboard/shop-list'
import { createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const dashboardRouter = createTRPCRouter({
  /** The figures and the recent lists of the dashboard (spec §9). */
  overview: protectedAdminProcedure.query(({ ctx }) => readOverview(ctx)),

  /** Revenue by month, repairs and trade-ins by status. */
  charts: protectedAdminProcedure.query(({ ctx }) => readCharts(ctx)),

  /** What has waited longest. */
  attention: protectedAdminProcedure.query(({ ctx }) => readAttention(ctx.db.prisma)),

  /** Public pages that this process cannot make at the moment. */
  stalePages: protectedAdminProcedure.query(({ ctx }) => ctx.pages.stale),

  /** Which of the first steps of a new shop are done. */
  setup: protectedAdminProcedure.query(({ ctx }) => readSetup(ctx.db.prisma, ctx.viewer.userId, env().SMTP_URL !== undefined)),

  /** The age of the shop platform's list; null for the own catalogue. */
  shopList: protectedAdminProcedure.query(({ ctx }) => readShopList(ctx)),
})
