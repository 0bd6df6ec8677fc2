import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { reportPeriodInput } from '~/contracts/office/reports'
import { readEstimates, readMonths, readOffers } from '~/server/office/reports/months'
import { readMachines, readReasons } from '~/server/office/reports/quoted'
import { readTurnaround } from '~/server/office/reports/turnaround'
import { readUnrepaired } from '~/server/office/reports/unrepaired'

const period = reportPeriodInput.prefault({})

export const reportsRouter = createTRPCRouter({
  turnaround: protectedAdminProcedure
    .meta({ about: 'Business days that repairs have taken, by service: median and 90th percentile; and how many were on time.' })
    .input(period)
    .query(({ ctx, input }) => readTurnaround(ctx, input)),

  months: protectedAdminProcedure
    .meta({ about: 'Repairs opened and completed, trade-ins completed, and their values, by month.' })
    .input(period)
    .query(({ ctx, input }) => readMonths(ctx, input)),

  estimates: protectedAdminProcedure
    .meta({ about: 'What customers have said to the estimates of repairs, by the month in which they were sent.' })
    .input(period)
    .query(({ ctx, input }) => readEstimates(ctx, input)),

  offers: protectedAdminProcedure
    .meta({ about: 'What customers have said to the offers for trade-ins, by the month in which they were sent.' })
    .input(period)
    .query(({ ctx, input }) => readOffers(ctx, input)),

  machines: protectedAdminProcedure
    .meta({ about: 'Quoted against final values of completed trade-ins, by machine.' })
    .input(period)
    .query(({ ctx, input }) => readMachines(ctx, input)),

  reasons: protectedAdminProcedure
    .meta({ about: 'Quoted against final values of completed trade-ins, by the reason of a deduction.' })
    .input(period)
    .query(({ ctx, input }) => readReasons(ctx, input)),

  unrepaired: protectedAdminProcedure
    .meta({ about: 'Devices that were returned unrepaired, by reason, and what their inspections were charged.' })
    .input(period)
    .query(({ ctx, input }) => readUnrepaired(ctx, input)),
})
