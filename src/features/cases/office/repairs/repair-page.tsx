import { OfficeLink } from '~/components/admin-list/office-link'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import type { NamedRepair, RepairPage as Page } from '~/contracts/cases/repairs'
import { CaseParts } from '~/features/stock/parts/case-parts'
import { RepairBill } from '~/features/billing/bill-parts'
import { RepairPayments } from '~/features/credit/credit-parts'
import { trpc } from '~/trpc/client'
import { CasePage, LinkedCase } from '../case-page'
import { useState } from 'react'
import { DateText, useMay } from '~/components/admin-list/cells'
import { DisabledForReaders, ForWriters } from '~/components/admin-list/for-writers'
import { Button } from '~/components/ui/button'
import { LinkButton } from '~/components/ui/link-button'
import { isUnderWarranty, outcomeLabels, withoutWarranty } from '~/contracts/repair-outcomes'
import { isFinalStatus } from '~/contracts/statuses'
import type { Warranty } from '~/contracts/repair-services'
import { formatDay } from '~/lib/instant'
import { casePageOf, listOf } from '~/lib/records'

const sections = () => import('./repair-sections')
const DeviceSection = onDemand(() => sections().then((module) => module.DeviceSection), SectionSkeleton)
const WorkSection = onDemand(() => sections().then((module) => module.WorkSection), SectionSkeleton)
const CostSection = onDemand(() => sections().then((module) => module.CostSection), SectionSkeleton)
const ReturnDialog = onDemand(() => import('./return-dialog').then((module) => module.ReturnDialog))
const CollectionPanel = onDemand(() => import('./collection-panel').then((module) => module.CollectionPanel))
const EstimateSection = onDemand(() => import('./estimate-section').then((module) => module.EstimateSection), SectionSkeleton)

const Work = ({ page: { repair } }: { page: Page }) => (
  <>
    <DeviceSection repair={repair} />
    <WorkSection repair={repair} />
  </>
)

function Quote({ page: { repair } }: { page: Page }) {
  const may = useMay()
  return (
    <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex flex-col gap-4 empty:hidden xl:order-last">
        {may('invoices', 'read') && <RepairBill id={repair.id} />}
        {may('credit', 'read') && (
          <DisabledForReaders of="credit">
            <RepairPayments id={repair.id} withSums={!may('invoices', 'read')} />
          </DisabledForReaders>
        )}
      </div>
      <DisabledForReaders of="repairs">
        <div className="flex min-w-0 flex-col gap-4">
          <EstimateSection repairId={repair.id} />
          <CaseParts repairId={repair.id} />
          <CostSection repair={repair} />
        </div>
      </DisabledForReaders>
    </div>
  )
}

const Panels = ({ page }: { page: Page }) =>
  page.turnedInto ? (
    <LinkedCase title="Turned into a trade-in" noun="tradeIns" number={page.turnedInto.tradeInNumber} />
  ) : (
    <>
      <ResultPanel page={page} />
      {page.repair.status === 'completed' && <CollectionPanel repairId={page.repair.id} />}
      <WarrantyPanel page={page} />
    </>
  )

function ResultPanel({ page: { repair, outcome } }: { page: Page }) {
  const [returning, setReturning] = useState(false)
  return (
    <RecordSection title="Result">
      <div className="flex flex-wrap items-center justify-between gap-3 p-5 text-sm text-ink-muted sm:px-6">
        <p>{isFinalStatus(repair.status) ? outcomeLabels[outcome] : 'Still open'}</p>
        {repair.unrepairedReason === null && (
          <Button variant="secondary" size="sm" onClick={() => setReturning(true)}>
            Return unrepaired
          </Button>
        )}
      </div>
      {returning && <ReturnDialog repairId={repair.id} reason="not_repairable" onClose={() => setReturning(false)} />}
    </RecordSection>
  )
}

export function RepairPage({ number }: { number: string }) {
  const query = trpc.repairs.byNumber.useQuery({ number })
  return <CasePage key={number} noun="repairs" number={number} query={query} Work={Work} Quote={Quote} Panels={Panels} />
}

/** The warranty (requirements §9) or why there is none, claims on it, and the repair that this one claims. */
function WarrantyPanel({ page: { repair, outcome, warranty, warrantyRepair, warrantyOrder, warrantyClaims } }: { page: Page }) {
  const { completedAt } = repair
  if (completedAt === null && warrantyRepair === null && warrantyOrder === null && warrantyClaims.length === 0) return null
  return (
    <RecordSection title="Warranty">
      <div className="flex flex-col gap-3 p-5 text-sm text-ink-muted sm:px-6">
        {warrantyRepair && (
          <p>
            Claims the warranty of <RepairLink repair={warrantyRepair} />
          </p>
        )}
        {warrantyOrder !== null && <p>Claims the warranty of a machine sold with order {warrantyOrder}</p>}
        {completedAt !== null && !isUnderWarranty(outcome) && (
          <p>No warranty: {withoutWarranty[outcome].replace(/^./, (letter) => letter.toLowerCase())}.</p>
        )}
        {completedAt !== null && warranty && <Term completedAt={completedAt} warranty={warranty} />}
        {warrantyClaims.length > 0 && (
          <p className="flex flex-wrap gap-x-2">
            Claimed by
            {warrantyClaims.map((claim) => (
              <RepairLink key={claim.id} repair={claim} />
            ))}
          </p>
        )}
        {warranty?.isOver === false && (
          <ForWriters of="repairs">
            <LinkButton
              href={`${listOf('repairs')}?add=1&warranty=${encodeURIComponent(repair.repairNumber)}`}
              variant="secondary"
              size="sm"
            >
              Warranty claim
            </LinkButton>
          </ForWriters>
        )}
      </div>
    </RecordSection>
  )
}

const Term = ({ completedAt, warranty: { lastDay, isOver } }: { completedAt: Date; warranty: Warranty }) => (
  <p>
    Completed <DateText at={completedAt} />, {isOver ? 'was under warranty until' : 'under warranty until'}{' '}
    <time dateTime={lastDay}>{formatDay(lastDay)}</time>
  </p>
)

const RepairLink = ({ repair: { repairNumber } }: { repair: NamedRepair }) => (
  <OfficeLink href={casePageOf('repairs', repairNumber)} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
    {repairNumber}
  </OfficeLink>
)
