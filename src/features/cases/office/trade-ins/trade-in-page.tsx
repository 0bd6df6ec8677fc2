import { type ReactNode, useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { DisabledForReaders } from '~/components/admin-list/for-writers'
import { DetailList } from '~/components/admin-list/detail-list'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import { conditionGrades, conditionLabels, gradeValues } from '~/contracts/catalogue/trade-in-estimate'
import type { TradeInPage as Page } from '~/contracts/cases/trade-ins'
import { TradeInCredit } from '~/features/credit/credit-parts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useWish } from '../use-case-tab'
import { CasePage, LinkedCase } from '../case-page'

const sections = () => import('./trade-in-sections')
const DeviceSection = onDemand(() => sections().then((module) => module.DeviceSection), SectionSkeleton)
const AssessmentSection = onDemand(() => sections().then((module) => module.AssessmentSection), SectionSkeleton)
const ValueSection = onDemand(() => sections().then((module) => module.ValueSection), SectionSkeleton)
const EvaluationSection = onDemand(() => import('./evaluation-section').then((module) => module.EvaluationSection), SectionSkeleton)

const Work = ({ page: { tradeIn } }: { page: Page }) => (
  <>
    <DeviceSection tradeIn={tradeIn} />
    <AssessmentSection tradeIn={tradeIn} />
  </>
)

function Quote({ page: { tradeIn } }: { page: Page }) {
  const may = useMay()
  return (
    <>
      <DisabledForReaders of="tradeIns">
        <EvaluationSection tradeInId={tradeIn.id} grade={tradeIn.grade} />
      </DisabledForReaders>
      <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
        <DisabledForReaders of="tradeIns">
          <ValueSection tradeIn={tradeIn} />
        </DisabledForReaders>
        {may('credit', 'read') && (
          <CreditPlace>
            <DisabledForReaders of="credit">
              <TradeInCredit tradeIn={tradeIn} />
            </DisabledForReaders>
          </CreditPlace>
        )}
      </div>
    </>
  )
}

/** Scrolls into view with the focus if the next step is a decision on store credit. */
function CreditPlace({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  // Once the tab is visible.
  useWish('credit', place !== null, () => requestAnimationFrame(() => place?.focus()))
  return (
    <div ref={setPlace} tabIndex={-1} className="scroll-mt-40 outline-none">
      {children}
    </div>
  )
}

const Panels = ({ page }: { page: Page }) => (
  <>
    <QuotedMachine page={page} />
    {page.fromRepair && <LinkedCase title="Turned from a repair" noun="repairs" number={page.fromRepair.repairNumber} />}
  </>
)

/** The catalogue's machine at the time of quoting; renders nothing without one. */
function QuotedMachine({ page: { machine, tradeIn } }: { page: Page }) {
  if (machine === null) return null
  const values = gradeValues(machine)
  return (
    <RecordSection title="Quoted from the catalogue">
      <div className="px-5 py-3 sm:px-6">
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

export function TradeInPage({ number }: { number: string }) {
  const query = trpc.tradeIns.byNumber.useQuery({ number })
  return <CasePage key={number} noun="tradeIns" number={number} query={query} Work={Work} Quote={Quote} Panels={Panels} />
}
