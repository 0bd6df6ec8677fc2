import { ShieldCheck } from '~/components/icons/lucide'
import { Button } from '~/components/ui/button'
import { useSettled } from '~/components/form/use-settled'
import type { FoundWarranty } from '~/contracts/cases/cases'
import { formatDay } from '~/lib/instant'
import { withoutBatch, trpc } from '~/trpc/client'

/** 'Sold with order 1042' */
const about = ({ kind, number }: FoundWarranty) => (kind === 'sale' ? `Sold with order ${number}` : `Repaired with ${number}`)

interface WarrantiesProps {
  serialNumber: string
  /** The warranty that the form claims. */
  claimed: string | null | undefined
  onClaim: (warranty: FoundWarranty | undefined) => void
}

/** With a button that claims it; renders nothing without a warranty. */
export function Warranties({ serialNumber, claimed, onClaim }: WarrantiesProps) {
  const typed = useSettled(serialNumber.trim())
  const { data } = trpc.cases.warranties.useQuery(
    { serialNumber: typed },
    { ...withoutBatch, enabled: typed !== '' && typed.length <= 100 },
  )
  const found = typed === '' || serialNumber.trim() === '' ? [] : (data ?? [])
  return (
    <div role="status" className="sm:col-span-2">
      {found.length > 0 && (
        <ul className="flex flex-col gap-2 rounded-lg border border-line bg-surface-muted px-4 py-3 text-sm text-ink">
          {found.map((each) => (
            <li key={each.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="flex min-w-0 gap-2">
                <ShieldCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                <span className="wrap-anywhere">
                  {about(each)}: {each.isOver ? 'was under warranty until' : 'under warranty until'} {formatDay(each.lastDay)}
                </span>
              </span>
              {!each.isOver && (
                <Button variant="secondary" size="sm" onClick={() => onClaim(claimed === each.id ? undefined : each)}>
                  {claimed === each.id ? 'Do not claim' : 'Claim under warranty'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
