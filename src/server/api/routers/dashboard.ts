import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { env } from '~/env'
import { readCreditState } from '~/server/office/housekeeping/expire-and-check-credit'
import { readAttention, readSetup, readShopList } from '~/server/office/dashboard/attention'
import { readCharts } from '~/server/office/dashboard/charts'
import { readOverview } from '~/server/office/dashboard/dashboard-overview'
import { alsoReading } from '../procedures/also-reading'

export const dashboardRouter = createTRPCRouter({
  overview: protectedAdminProcedure
    .meta({ about: 'The figures and the recent lists of the dashboard (requirements §9); null for what the caller may not read.' })
    .query(({ ctx }) => readOverview(ctx)),

  charts: protectedAdminProcedure
    .meta({ about: 'Revenue by month, repairs and trade-ins by status; null for what the caller may not read.' })
    .query(({ ctx }) => readCharts(ctx)),

  attention: protectedAdminProcedure
    .meta({ about: 'What has waited longest, of what the caller may read.' })
    .query(({ ctx }) => readAttention(ctx)),

  credit: alsoReading('credit')
    .meta({ about: 'What of store credit wants an administrator.' })
    .query(({ ctx }) => readCreditState(ctx)),

  stalePages: protectedAdminProcedure
    .meta({ about: 'Public pages that this process cannot make at the moment.' })
    .query(({ ctx }) => ctx.pages.stale),

  setup: protectedAdminProcedure
    .meta({ about: 'Which of the first steps of a new shop are done.', errors: { FORBIDDEN: 'a caller with limits' } })
    .query(({ ctx }) => readSetup(ctx, { mail: env().SMTP_URL !== undefined })),

  shopList: alsoReading('products')
    .meta({ about: "The age of the shop platform's list, and problems to fix there; null without a platform." })
    .query(({ ctx }) => readShopList(ctx)),
})
