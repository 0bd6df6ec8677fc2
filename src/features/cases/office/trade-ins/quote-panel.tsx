import { RecordSection } from '~/components/layouts/record-page'
import { DetailList } from '~/components/admin-list/detail-list'
import { conditionGrades, conditionLabels, gradeValues } from '~/contracts/cases/trade-in-estimate'
import type { TradeInPage } from '~/contracts/cases/trade-ins'
import { formatEuro } from '~/lib/money'

/** The catalogue's machine as it was when the value was quoted; nothing where none was chosen. */
export function QuotePanel({ page: { machine, tradeIn } }: { page: TradeInPage }) {
  if (machine === null) return null
  const values = gradeValues(machine)
  return (
    <RecordSection title="Quoted from the catalogue">
      <div className="p-5 sm:px-6">
        <DetailList
          items={[
            { label: 'Machine', value: `${machine.manufacturer} ${machine.model}`, wide: true },
            { label: 'Hashrate', value: machine.hashrate || 'Not set' },
            { label: 'Power', value: machine.powerConsumption || 'Not set' },
            ...conditionGrades.map((grade) => ({
              label: grade === tradeIn.grade ? `${conditionLabels[grade]} (quoted)` : conditionLabels[grade],
              value: formatEuro(values[grade]),
            })),
          ]}
        />
      </div>
    </RecordSection>
  )
}
