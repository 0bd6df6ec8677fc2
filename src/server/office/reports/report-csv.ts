import {
  type ReportName,
  reportNames,
  reportPeriodInput,
  type ReportPeriod,
  type AnswersReport,
  type QuotedReport,
} from '~/contracts/office/reports'
import { type CsvTable, amountCell, type CsvRow } from '~/server/platform/csv/write-csv'
import type { ReportCall } from './report-figures'
import { readEstimates, readMonths, readOffers } from './months'
import { readMachines, readReasons } from './quoted'
import { readTurnaround } from './turnaround'
import { readUnrepaired } from './unrepaired'

interface Table {
  header: readonly string[]
  rows: CsvRow[]
}

const answerRows = <State extends string>({ months }: AnswersReport<State>): Table => ({
  header: ['month', 'state', 'count', 'amount'],
  rows: months.flatMap(({ month, states }) =>
    Object.entries<{ rows: number; amount: number }>(states).map(([state, { rows, amount }]) => [month, state, rows, amountCell(amount)]),
  ),
})

const quotedRows = ({ rows, others, all }: QuotedReport, name: string, counted: string): Table => ({
  header: [name, counted, 'quoted', 'final'],
  rows: [...rows, ...(others ? [{ name: 'others', ...others }] : []), { name: 'all', ...all }].map((row) => [
    row.name,
    row.tradeIns,
    amountCell(row.quoted),
    amountCell(row.final),
  ]),
})

const tables: Record<ReportName, (call: ReportCall, period: ReportPeriod) => Promise<Table>> = {
  turnaround: async (call, period) => {
    const { all, services } = await readTurnaround(call, period)
    return {
      header: ['service', 'completed', 'medianDays', 'percentile90Days', 'withDueDate', 'onTime'],
      rows: [...services, { service: 'all', ...all }].map((row) => [
        row.service,
        row.completed,
        row.median,
        row.percentile90,
        row.due,
        row.onTime,
      ]),
    }
  },
  months: async (call, period) => {
    const { months } = await readMonths(call, period)
    return {
      header: ['month', 'repairsOpened', 'repairsCompleted', 'repairsValue', 'tradeInsCompleted', 'tradeInsValue'],
      rows: months.map((row) => [
        row.month,
        row.repairsOpened,
        row.repairsCompleted,
        amountCell(row.repairsValue),
        row.tradeInsCompleted,
        amountCell(row.tradeInsValue),
      ]),
    }
  },
  estimates: async (call, period) => answerRows(await readEstimates(call, period)),
  offers: async (call, period) => answerRows(await readOffers(call, period)),
  machines: async (call, period) => quotedRows(await readMachines(call, period), 'machine', 'tradeIns'),
  reasons: async (call, period) => quotedRows(await readReasons(call, period), 'reason', 'deductions'),
  unrepaired: async (call, period) => {
    const { reasons, all } = await readUnrepaired(call, period)
    return {
      header: ['reason', 'repairs', 'fees'],
      rows: [...reasons, { reason: 'all', ...all }].map(({ reason, repairs, fees }) => [reason, repairs, amountCell(fees)]),
    }
  },
}

const pagesOf = async function* ({ rows }: Table) {
  yield rows
}

export const reportOfFile = (name: string): ReportName | undefined => reportNames.find((report) => name === `report-${report}`)

/** Small, so read at once. @param view the period as in a URL @throws ZodError for an invalid period */
export async function exportReport(call: ReportCall, report: ReportName, view: Record<string, string>): Promise<CsvTable> {
  const table = await tables[report](call, reportPeriodInput.parse(view))
  return { header: [...table.header], pages: pagesOf(table) }
}
