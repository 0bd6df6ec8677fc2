import { NameChart } from '~/components/charts/charts'
import { ChartPanel } from '~/components/charts/chart-panel'
import { unrepairedReasonLabels } from '~/contracts/cases/repair-outcomes'
import type { UnrepairedReport } from '~/contracts/office/reports'
import { formatEuro } from '~/lib/money'
import { formatNumber, type ReportPart } from './report-figures'

const valuesOf = ({ repairs, fees }: UnrepairedReport['all']) => [formatNumber(repairs), formatEuro(fees)]

/** Devices that went back unrepaired, by reason. */
export function UnrepairedPanel({ data, ...part }: ReportPart<UnrepairedReport>) {
  const rows = (data?.reasons ?? []).map(({ reason, ...of }) => ({ ...of, name: unrepairedReasonLabels[reason] }))
  return (
    <ChartPanel
      {...part}
      title="Returned unrepaired"
      columns={['Reason', 'Repairs', 'Fees']}
      rows={rows.map((row) => ({ label: row.name, values: valuesOf(row) }))}
      total={data && { label: 'All reasons', values: valuesOf(data.all) }}
      emptyText={data?.all.repairs === 0 ? 'No device was returned unrepaired in this period' : undefined}
      note="Repairs that were completed in the period. Fees are what was charged for the inspection."
      chart={
        <NameChart
          rows={rows.map(({ name, repairs }) => ({ name, values: [repairs] }))}
          series={[{ label: 'Repairs', color: 'var(--accent)' }]}
          format={formatNumber}
          nameWidth={148}
        />
      }
    />
  )
}
