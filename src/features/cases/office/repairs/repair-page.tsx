import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import type { NamedRepair, RepairPage as Page } from '~/contracts/cases/repairs'
import { RepairPayments } from '~/features/credit/credit-parts'
import { trpc } from '~/trpc/client'
import { CasePage, LinkedCase } from '../case-page'
import Link from 'next/link'
import { DateText } from '~/components/admin-list/cells'
import { LinkButton } from '~/components/ui/link-button'
import { isUnderWarranty, withoutWarranty } from '~/contracts/cases/repair-outcomes'
import type { Warranty } from '~/contracts/cases/repair-services'
import { formatDay } from '~/lib/instant'
import { casePageOf, listOf } from '~/lib/records'

const sections = () => import('./repair-sections')
const DeviceSection = onDemand(() => sections().then((module) => module.DeviceSection), SectionSkeleton)
const WorkSection = onDemand(() => sections().then((module) => module.WorkSection), SectionSkeleton)
const CostSection = onDemand(() => sections().then((module) => module.CostSection), SectionSkeleton)
const EstimateSection = onDemand(() => import('./estimate-section').then((module) => module.EstimateSection), SectionSkeleton)

const Sections = ({ page: { repair } }: { page: Page }) => (
  <>
    <DeviceSection repair={repair} />
    <WorkSection repair={repair} />
    <EstimateSection repairId={repair.id} />
    <CostSection repair={repair} />
    <RepairPayments id={repair.id} />
  </>
)

const Panels = ({ page }: { page: Page }) =>
  page.turnedInto ? (
    <LinkedCase title="Turned into a trade-in" noun="tradeIns" number={page.turnedInto.tradeInNumber} />
  ) : (
    <WarrantyPanel page={page} />
  )

/** The page of one repair. */
export function RepairPage({ number }: { number: string }) {
  const query = trpc.repairs.byNumber.useQuery({ number })
  return <CasePage key={number} noun="repairs" number={number} query={query} Sections={Sections} Panels={Panels} />
}

/** The warranty of a completed repair (spec §9) or why it has none, what has been claimed of it, and the repair that this one claims. */
function WarrantyPanel({ page: { repair, outcome, warranty, warrantyRepair, warrantyClaims } }: { page: Page }) {
  const { completedAt } = repair
  if (completedAt === null && warrantyRepair === null && warrantyClaims.length === 0) return null
  return (
    <RecordSection title="Warranty">
      <div className="flex flex-col gap-3 p-5 text-sm text-ink-muted sm:px-6">
        {warrantyRepair && (
          <p>
            Claims the warranty of <RepairLink repair={warrantyRepair} />
          </p>
        )}
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
          <LinkButton href={`${listOf('repairs')}?add=1&warranty=${encodeURIComponent(repair.repairNumber)}`} variant="secondary" size="sm">
            Warranty Claim
          </LinkButton>
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
  <Link
    href={casePageOf('repairs', repairNumber)}
    prefetch={false}
    className="font-medium wrap-anywhere text-ink underline underline-offset-4"
  >
    {repairNumber}
  </Link>
)
