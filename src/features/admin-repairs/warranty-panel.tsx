import Link from 'next/link'
import { useState } from 'react'
import { CaseSection } from '~/components/admin-case/case-frame'
import { DateText } from '~/components/admin-list/cells'
import { LinkButton } from '~/components/ui/link-button'
import { isUnderWarranty, warrantyEnds } from '~/contracts/repair-services'
import type { NamedRepair, RepairPage } from '~/contracts/repairs'
import { casePageOf, listOf } from '~/lib/records'

/** The warranty of a completed repair (spec §9), what has been claimed of it, and the repair that this one claims. */
export function WarrantyPanel({ page: { repair, warrantyRepair, warrantyClaims } }: { page: RepairPage }) {
  const { completedAt } = repair
  const [now] = useState(() => new Date())
  if (completedAt === null && warrantyRepair === null && warrantyClaims.length === 0) return null
  return (
    <CaseSection title="Warranty">
      <div className="flex flex-col gap-3 p-5 text-sm text-ink-muted sm:px-6">
        {warrantyRepair && (
          <p>
            Claims the warranty of <RepairLink repair={warrantyRepair} />
          </p>
        )}
        {completedAt !== null && <Term completedAt={completedAt} isOver={!isUnderWarranty(repair, now)} />}
        {warrantyClaims.length > 0 && (
          <p className="flex flex-wrap gap-x-2">
            Claimed by
            {warrantyClaims.map((claim) => (
              <RepairLink key={claim.id} repair={claim} />
            ))}
          </p>
        )}
        {isUnderWarranty(repair, now) && (
          <LinkButton href={`${listOf('repairs')}?add=1&warranty=${encodeURIComponent(repair.repairNumber)}`} variant="secondary" size="sm">
            Warranty Claim
          </LinkButton>
        )}
      </div>
    </CaseSection>
  )
}

const Term = ({ completedAt, isOver }: { completedAt: Date; isOver: boolean }) => (
  <p>
    Completed <DateText at={completedAt} />, {isOver ? 'was under warranty until' : 'under warranty until'}{' '}
    <DateText at={warrantyEnds(completedAt)} />
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
