import { OfficeLink } from '~/components/admin-list/office-link'
import { TriangleAlert } from '~/components/icons/lucide'
import { useMay } from '~/components/admin-list/cells'
import { InlineEdit } from '~/components/admin-list/inline-edit'
import { isForbidden } from '~/components/form/server-errors'
import { failureToast, useAction } from '~/components/form/use-action'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { unitTones } from '~/contracts/statuses'
import { unitStanding, type StandingCase } from '~/contracts/stock/unit-standing'
import type { UnitOfCase } from '~/contracts/stock/units'
import type { CaseRef } from '~/contracts/case-ref'
import { unitPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { UnitCases } from './unit-cases'
import { UnitOwner } from './unit-columns'

interface UnitCardProps {
  of: CaseRef
  /** The same case, for the words of its machine's state. */
  standing: StandingCase
}

/** The machine of a case: its record, whose it is, and its other cases; nothing for staff who may not see units. */
export function UnitCard({ of, standing }: UnitCardProps) {
  const query = trpc.units.ofCase.useQuery(of)
  if (isForbidden(query.error)) return null
  return (
    <RecordSection title="Machine">
      <div className="flex flex-col gap-4 p-5 text-sm sm:px-6">
        {query.data ? (
          <Known {...query.data} standing={standing} />
        ) : query.data === null ? (
          <Unknown of={of} />
        ) : query.isError ? (
          <LoadFailure message="Failed to fetch the unit" query={query} />
        ) : (
          <Skeleton className="h-16" />
        )}
      </div>
    </RecordSection>
  )
}

function Known({ unit, cases, isDisputed, standing }: UnitOfCase & Pick<UnitCardProps, 'standing'>) {
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 text-ink-muted">
            <OfficeLink href={unitPageOf(unit.unitNumber)} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
              {unit.unitNumber}
            </OfficeLink>{' '}
            · owner: <UnitOwner unit={unit} />
          </span>
          <Badge tone={unitTones[unit.state]}>{unitStanding(unit, [standing, ...cases]).label}</Badge>
        </p>
        <Place unit={unit} />
      </div>
      {isDisputed && (
        <p role="status" className="flex gap-2 rounded-lg border border-warn-line bg-warn-soft px-3 py-2 text-warn-ink">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          Another customer has an open case of this machine. The customers are not told.
        </p>
      )}
      {cases.length > 0 && (
        <div>
          <h3 className="mb-1.5 text-xs font-semibold text-ink-subtle">Its other cases</h3>
          <UnitCases cases={cases} none="" />
        </div>
      )}
    </>
  )
}

/** Typed here, or moved by scanning. */
function Place({ unit: { id, unitNumber, version, location } }: Pick<UnitOfCase, 'unit'>) {
  const may = useMay()
  const utils = trpc.useUtils()
  const update = useAction(
    trpc.units.update.useMutation({
      onSuccess: () => Promise.all([utils.units.invalidate(), utils.repairs.invalidate(), utils.tradeIns.invalidate()]),
    }),
    { failed: 'Failed to save the place' },
  )
  if (!may('units', 'write')) return location === null ? null : <p className="wrap-anywhere text-ink-muted">Place: {location}</p>
  const save = (typed: string) => update.run({ id, version, location: typed })
  return (
    <div className="flex flex-wrap items-center gap-x-2 wrap-anywhere text-ink-muted">
      Place:
      <InlineEdit of="units" label={`Place of ${unitNumber}`} value={location ?? ''} check={() => undefined} onSave={save}>
        {location ?? <span className="text-ink-subtle">Not set</span>}
      </InlineEdit>
    </div>
  )
}

function Unknown({ of }: { of: CaseRef }) {
  const utils = trpc.useUtils()
  const open = trpc.units.open.useMutation({
    onSettled: () => utils.units.invalidate(),
    onError: failureToast('The machine has no record yet'),
  })
  return (
    <>
      <p className="text-ink-muted">This machine has no record yet.</p>
      <Button variant="secondary" size="sm" className="self-start" busy={open.isPending} onClick={() => open.mutate(of)}>
        Open its record
      </Button>
    </>
  )
}
