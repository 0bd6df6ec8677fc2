import Link from 'next/link'
import { RecordSection } from '~/components/layouts/record-page'
import { DateText } from '~/components/admin-list/cells'
import { LinkButton } from '~/components/ui/link-button'
import { isUnderWarranty, withoutWarranty } from '~/contracts/cases/repair-outcomes'
import type { Warranty } from '~/contracts/cases/repair-services'
import type { NamedRepair, RepairPage } from '~/contracts/cases/repairs'
import { formatDay } from '~/lib/instant'
import { casePageOf, listOf } from '~/lib/records'

/** The warranty of a completed repair (spec §9) or why it has none, what has been claimed of it, and the repair that this one claims. */
export function WarrantyPanel({ page: { repair, outcome, warranty, warrantyRepair, warrantyClaims } }: { page: RepairPage }) {
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
