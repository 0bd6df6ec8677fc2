import { DateText } from '~/components/admin-list/cells'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import type { FormerPart, InstalledPart } from '~/contracts/stock/parts'
import { slotLabel } from '~/contracts/stock/slots'
import { trpc } from '~/trpc/client'
import { InstallForm } from './install-form'
import { partMessages, usePartChanges } from './use-part-changes'

const what = ({ typeName, partNumber, serialNumber }: InstalledPart) => (
  <>
    <span className="block font-medium">{typeName}</span>
    <span className="block text-xs wrap-anywhere text-ink-muted">{[partNumber, serialNumber].filter(Boolean).join(' · ')}</span>
  </>
)
const by = (at: Date, person: string | null, caseNumber: string | null) => (
  <>
    <DateText at={at} />
    <span className="block text-xs wrap-anywhere text-ink-muted">{[person, caseNumber].filter(Boolean).join(', ')}</span>
  </>
)

/** Parts by slot, former parts, installing and removing. */
export function UnitPartsSection({ unitId, mayWrite }: { unitId: string; mayWrite: boolean }) {
  const query = trpc.parts.ofUnit.useQuery({ id: unitId })
  const remove = trpc.parts.remove.useMutation()
  const { done, failed } = usePartChanges()
  const { data } = query
  if (!data) return query.isError ? <LoadFailure message={partMessages.loadFailed} query={query} /> : <SectionSkeleton />
  const takeOut = ({ id, partNumber }: InstalledPart) => {
    remove.mutateAsync({ partId: id }).then(
      () => done('Taken out', partNumber),
      (error: unknown) => failed(error, partNumber),
    )
  }
  const actions = {
    header: 'Actions',
    align: 'end' as const,
    wide: true,
    cell: (part: InstalledPart) => (
      <Button size="sm" variant="secondary" aria-label={`Take out ${part.partNumber}`} onClick={() => takeOut(part)}>
        Take out
      </Button>
    ),
  }
  return (
    <RecordSection title="Parts">
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        {mayWrite && <InstallForm unitId={unitId} slots={data.slots} taken={data.parts.map(({ slot }) => slot)} />}
        {data.parts.length === 0 ? (
          <p className="text-sm text-ink-muted">No part of ours is in this machine.</p>
        ) : (
          <EntryTable<InstalledPart>
            label="Parts in this machine"
            rows={data.parts}
            rowId={({ id }) => id}
            columns={[
              { header: 'Slot', cell: ({ slot }) => slotLabel(slot) },
              { header: 'Part', cell: what },
              { header: 'Since', cell: (part) => by(part.since, part.by, part.caseNumber) },
              ...(mayWrite ? [actions] : []),
            ]}
          />
        )}
        {data.former.length > 0 && (
          <details className="text-sm">
            <summary className="w-fit cursor-pointer py-1 text-ink-muted underline-offset-4 hover:text-ink hover:underline">
              {data.former.length === 1 ? '1 part was in here before' : `${data.former.length} parts were in here before`}
            </summary>
            <div className="mt-2">
              <EntryTable<FormerPart>
                label="Parts that were in this machine"
                rows={data.former}
                rowId={({ id, removedAt }) => `${id} ${removedAt.toISOString()}`}
                columns={[
                  { header: 'Slot', cell: ({ slot }) => slotLabel(slot) },
                  { header: 'Part', cell: what },
                  { header: 'Since', cell: (part) => by(part.since, part.by, part.caseNumber) },
                  { header: 'Until', cell: (part) => by(part.removedAt, part.removedBy, part.removedIn) },
                ]}
              />
            </div>
          </details>
        )}
      </div>
    </RecordSection>
  )
}
