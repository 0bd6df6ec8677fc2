import * as z from 'zod'
import { unrepairedReasons } from '~/contracts/repair-outcomes'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { ReportPeriod, UnrepairedReport } from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import { isWithin, readRows, type ReportCall } from './report-figures'
import { daysOf } from './report-period'

const row = z.object({ reason: z.enum(unrepairedReasons), repairs: z.int(), fees: z.number() })

/** Devices that went back unrepaired, by reason. They are few, and have an index of their own. */
export async function readUnrepaired(call: ReportCall, period: ReportPeriod): Promise<UnrepairedReport> {
  const days = daysOf(call, period)
  const found = await readRows(
    call,
    row,
    Prisma.sql`
      SELECT unrepaired_reason AS reason, count(*) AS repairs, coalesce(sum(nullif(actual_cost, 'NaN')), 0) AS fees FROM repairs
      WHERE unrepaired_reason IS NOT NULL AND ${isWithin(call, days, Prisma.sql`completed_at`)} GROUP BY 1`,
  )
  const reasons = unrepairedReasons.map((reason) => found.find((each) => each.reason === reason) ?? { reason, repairs: 0, fees: 0 })
  return {
    days,
    reasons,
    all: {
      repairs: reasons.reduce((sum, { repairs }) => sum + repairs, 0),
      fees: sumOfAmounts(reasons.map(({ fees }) => fees)),
    },
  }
}
