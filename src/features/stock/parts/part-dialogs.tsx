import type * as z from 'zod'
import { HistoryList } from '~/components/admin-list/history-list'
import { DetailList } from '~/components/admin-list/detail-list'
import { DetailsDialog } from '~/components/admin-list/details-dialog'
import { ForWriters } from '~/components/admin-list/for-writers'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField } from '~/components/form/number-field'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { TextField } from '~/components/form/text-field'
import { Badge } from '~/components/ui/badge'
import { EntryTable } from '~/components/ui/entry-table'
import { Button } from '~/components/ui/button'
import { updatePartInput, writeOffPartInput, type Part, type PartPage } from '~/contracts/stock/parts'
import { partKindLabels } from '~/contracts/stock/part-types'
import { slotLabel } from '~/contracts/stock/slots'
import type { HistoryEntry } from '~/contracts/audit'
import { partStateLabels, partStates, partTones } from '~/contracts/statuses'
import { requiredLine } from '~/contracts/fields'
import { formatDateTime } from '~/lib/date-text'
import { historyLines, type HistoryField } from '~/lib/history-lines'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { LabelLink } from '../scanning/label-link'
import { actionsOf, PartPlaceText, type PartActions } from './part-columns'
import { partMessages, usePartChanges } from './use-part-changes'

const editSchema = updatePartInput.pick({ serialNumber: true, location: true, cost: true, notes: true })

/** Corrects or moves a part. */
export function EditPartDialog({ part, onClose }: { part: Part; onClose: () => void }) {
  const update = trpc.parts.update.useMutation()
  const { done, failed } = usePartChanges()
  const draft: z.input<typeof editSchema> = {
    serialNumber: part.serialNumber ?? '',
    location: part.location ?? '',
    cost: part.cost === null ? '' : String(part.cost),
    notes: part.notes ?? '',
  }
  return (
    <FormDialog
      title={`Edit ${part.partNumber}`}
      className="max-w-lg"
      bodyClassName="grid gap-x-4 gap-y-5 sm:grid-cols-2"
      schema={editSchema}
      defaultValues={draft}
      submitLabel="Save"
      onClose={onClose}
      onSubmit={async ({ location, ...values }) => {
        // An installed part has no other place.
        const place = part.state === 'installed' ? {} : { location }
        await update.mutateAsync({ id: part.id, version: part.version, ...values, ...place })
        done(partMessages.updated, part.partNumber)
        onClose()
      }}
      onFailure={(error) => failed(error, part.partNumber)}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="serialNumber" label="Serial number" autoComplete="off" />
          {part.state !== 'installed' && (
            <TextField control={control} name="location" label="Place" autoComplete="off" hint="Shelf, box or bench" />
          )}
          <EuroField control={control} name="cost" label="Cost" />
          <TextField control={control} name="notes" label="Notes" autoComplete="off" className="sm:col-span-2" />
        </>
      )}
    </FormDialog>
  )
}

const reasonSchema = writeOffPartInput
  .pick({ reason: true })
  .extend({ note: requiredLine('Say why') })
  .omit({ reason: true })

export function WriteOffDialog({ part, onClose }: { part: Part; onClose: () => void }) {
  const writeOff = trpc.parts.writeOff.useMutation()
  const { done, failed } = usePartChanges()
  return (
    <ReasonDialog
      title={`Write off ${part.partNumber}`}
      message={
        part.reservedFor
          ? `It is reserved for ${part.reservedFor.number}, which gets another one if there is one.`
          : `${part.typeName} leaves the stock. You can put it back.`
      }
      schema={reasonSchema}
      hint="Kept in the history of the part"
      submitLabel="Write off"
      onSubmit={async (reason) => {
        await writeOff.mutateAsync({ id: part.id, version: part.version, reason })
        done(`Written off`, part.partNumber)
        onClose()
      }}
      onFailure={(error) => failed(error, part.partNumber)}
      onClose={onClose}
    />
  )
}

const texts: Record<string, string> = {
  'part.created': 'Received',
  'part.updated': 'Changed',
  'part.written_off': 'Written off',
  'part.restocked': 'Put back into stock',
  'part.installed': 'Installed',
  'part.removed': 'Taken out',
  'part.reserved': 'Reserved',
  'part.released': 'Free again',
  'part.used': 'Used',
  'part.unused': 'Use taken back',
}
const asState = (value: unknown) => {
  const known = partStates.find((state) => state === value)
  return known ? partStateLabels[known] : 'None'
}
const fields: Record<string, HistoryField> = {
  serialNumber: { label: 'Serial number' },
  location: { label: 'Place' },
  cost: { label: 'Cost', write: (value) => (typeof value === 'number' ? formatEuro(value) : 'Not set') },
  notes: { label: 'Notes' },
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function tell(entry: HistoryEntry) {
  const { id, at, actor, action, before, after } = entry
  const what = texts[action] ?? action
  if (action === 'part.updated') return historyLines(entry, what, fields)
  const place = [textOf(after?.unit ?? before?.unit), textOf(after?.slot ?? before?.slot), textOf(after?.case ?? after?.repair)]
  const told = place.filter((text) => text !== undefined).join(', ')
  const state = before?.state === undefined ? {} : { before: asState(before.state), after: asState(after?.state) }
  return [{ id, at, actor, what, ...state, text: textOf(after?.reason) ?? told }]
}

export function PartDetails({ id, actions, onClose }: { id: string; actions: PartActions; onClose: () => void }) {
  const part = trpc.parts.byId.useQuery({ id })
  const history = useHistory('part', id, tell, part.data !== undefined)
  return (
    <DetailsDialog
      title={part.data ? `Part ${part.data.partNumber}` : 'Part'}
      record={part}
      missing={partMessages.missing}
      failed={partMessages.loadFailed}
      onClose={onClose}
    >
      {(page: PartPage) => (
        <>
          <DetailList
            items={[
              { label: 'Type', value: page.typeName },
              { label: 'Kind', value: partKindLabels[page.kind] },
              { label: 'State', value: <Badge tone={partTones[page.state]}>{partStateLabels[page.state]}</Badge> },
              { label: 'Place', value: <PartPlaceText part={page} /> },
              { label: 'Serial number', value: page.serialNumber ?? 'None' },
              { label: 'Cost', value: page.cost === null ? 'Not set' : formatEuro(page.cost) },
              ...(page.notes === null ? [] : [{ label: 'Notes', value: page.notes, wide: true }]),
            ]}
          />
          <div className="flex flex-wrap gap-2">
            <ForWriters of="parts">
              {actionsOf(page, actions).map(({ label, icon: Icon, onChoose }) => (
                <Button key={label} size="sm" variant="secondary" onClick={onChoose}>
                  <Icon className="size-4" aria-hidden="true" />
                  {label}
                </Button>
              ))}
            </ForWriters>
            <LabelLink of={{ part: [page.partNumber] }} />
          </div>
          {page.places.length > 0 && (
            <EntryTable
              label="Machines"
              rows={page.places}
              rowId={({ unitId, installedAt }) => `${unitId} ${installedAt.toISOString()}`}
              columns={[
                { header: 'Machine', cell: ({ unitNumber, slot }) => `${unitNumber}, ${slotLabel(slot).toLowerCase()}` },
                {
                  header: 'From',
                  cell: ({ installedAt, installedBy }) =>
                    `${formatDateTime(installedAt)}${installedBy === null ? '' : ` by ${installedBy}`}`,
                },
                { header: 'Until', cell: ({ removedAt }) => (removedAt ? formatDateTime(removedAt) : 'Now') },
                { header: 'Case', cell: ({ caseNumber }) => caseNumber ?? '' },
              ]}
            />
          )}
          <HistoryList {...history} />
        </>
      )}
    </DetailsDialog>
  )
}
