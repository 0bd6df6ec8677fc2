import { OfficeLink } from '~/components/admin-list/office-link'
import { useMay } from '~/components/admin-list/cells'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import type { NeededParts } from '~/contracts/stock/parts'
import { slotLabel } from '~/contracts/stock/slots'
import { partStateLabels, partTones } from '~/contracts/statuses'
import { formatDay } from '~/lib/instant'
import { listOf } from '~/lib/records'
import { detailsOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { InstallForm } from './install-form'
import { usePartChanges } from './use-part-changes'

/** Reserved, installed and missing parts; renders nothing if the repair takes none. */
export function CaseParts({ repairId }: { repairId: string }) {
  const may = useMay()
  const query = trpc.parts.ofCase.useQuery({ id: repairId }, { enabled: may('parts', 'read') })
  const { data } = query
  if (!data || data.needed.length === 0) return null
  const taken = data.needed.flatMap(({ parts }) => parts.flatMap(({ slot }) => slot ?? []))
  return (
    <RecordSection title="Parts from stock">
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        {data.needed.map((need) => (
          <Needed key={need.typeId} repairId={repairId} need={need} />
        ))}
        {data.unitId !== null && <InstallForm unitId={data.unitId} caseId={repairId} slots={data.slots} taken={taken} />}
      </div>
    </RecordSection>
  )
}

const text = (count: number) => count.toLocaleString('en-GB')

function Needed({
  repairId,
  need: { typeName, wanted, missing, free, onOrder, expectedOn, parts },
}: {
  repairId: string
  need: NeededParts
}) {
  const remove = trpc.parts.remove.useMutation()
  const { done, failed } = usePartChanges()
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium text-ink">
        <span className="wrap-anywhere">
          {text(wanted)} × {typeName}
        </span>
        {missing > 0 && <Badge tone="warn">{`${text(missing)} not in stock`}</Badge>}
      </p>
      {missing > 0 && (
        <p className="text-ink-muted">
          {free > 0
            ? `${text(free)} are free now: save the actual work to reserve them.`
            : 'What comes in next is reserved for this repair. The customer is not told.'}{' '}
          {onOrder > 0 && `${text(onOrder)} on order${expectedOn === null ? '' : `, expected ${formatDay(expectedOn)}`}.`}
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {parts.map(({ id, partNumber, serialNumber, state, location, slot }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <OfficeLink href={detailsOf(listOf('parts'), id)} className="font-medium text-ink underline underline-offset-4">
              {partNumber}
            </OfficeLink>
            <Badge tone={partTones[state]}>{partStateLabels[state]}</Badge>
            <span className="min-w-0 flex-1 wrap-anywhere text-ink-muted">
              {[serialNumber, slot === null ? location : slotLabel(slot)].filter(Boolean).join(' · ')}
            </span>
            {state === 'installed' && (
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Take out ${partNumber}`}
                onClick={() => {
                  remove.mutateAsync({ partId: id, caseId: repairId }).then(
                    () => done('Taken out', partNumber),
                    (error: unknown) => failed(error, partNumber),
                  )
                }}
              >
                Take out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
