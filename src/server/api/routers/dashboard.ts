import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { env } from '~/env'
import { readCreditState } from '~/server/office/housekeeping/expire-and-check-credit'
import { readAttention, readSetup, readShopList } from '~/server/office/dashboard/attention'
import { readCharts } from '~/server/office/dashboard/charts'
import { readOverview } from '~/server/office/dashboard/dashboard-overview'

export const dashboardRouter = createTRPCRouter({
  overview: protectedAdminProcedure
    .meta({ about: 'The figures and the recent lists of the dashboard (requirements §9).' })
    .query(({ ctx }) => readOverview(ctx)),

  charts: protectedAdminProcedure.meta({ about: 'Revenue by month, repairs and trade-ins by status.' }).query(({ ctx }) => readCharts(ctx)),

  attention: protectedAdminProcedure.meta({ about: 'What has waited longest.' }).query(({ ctx }) => readAttention(ctx)),

  credit: protectedAdminProcedure.meta({ about: 'What of store credit wants an administrator.' }).query(({ ctx }) => readCreditState(ctx)),

  stalePages: protectedAdminProcedure
    .meta({ about: 'Public pages that this process cannot make at the moment.' })
    .query(({ ctx }) => ctx.pages.stale),

  setup: protectedAdminProcedure
    .meta({ about: 'Which of the first steps of a new shop are done.' })
    .query(({ ctx }) => readSetup(ctx, { mail: env().SMTP_URL !== undefined })),

  shopList: protectedAdminProcedure
    .meta({ about: "The age of the shop platform's list, and problems to fix there; null without a platform." })
    .query(({ ctx }) => readShopList(ctx)),
})
