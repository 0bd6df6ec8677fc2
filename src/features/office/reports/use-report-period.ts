import { useRouter } from 'next/router'
import { reportPeriodInput, type ReportPeriod } from '~/contracts/office/reports'
import { changeQuery } from '~/lib/change-query'

/** The period that the page's address names, so that a report can be shared and left with Back; one that is none is the usual one. */
export function useReportPeriod() {
  const router = useRouter()
  const { preset, from, to } = router.query
  const named = Object.fromEntries(Object.entries({ preset, from, to }).filter(([, value]) => typeof value === 'string' && value !== ''))
  const period: ReportPeriod = reportPeriodInput.safeParse(named).data ?? {}
  return {
    period,
    show: (next: ReportPeriod) =>
      changeQuery(router, 'push', ({ preset: _preset, from: _from, to: _to, ...others }) => ({ ...others, ...next })),
  }
}

/** The file of a report. */
export const reportFile = (report: string, period: ReportPeriod): string => {
  const query = new URLSearchParams(
    Object.entries(period).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ).toString()
  return `/api/export/report-${report}.csv${query === '' ? '' : `?${query}`}`
}
