import { OfficeButton } from '~/components/admin-list/office-link'
import { ForWriters } from '~/components/admin-list/for-writers'
import { keepPreviousData } from '@tanstack/react-query'
import { PackagePlus, X } from '~/components/icons/lucide'
import { useMemo, useState, type ReactNode } from 'react'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useAddDialog, useDetails } from '~/components/admin-list/use-dialogs'
import { adminPaths } from '~/components/layouts/admin-nav'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { partListInput, type Part, type PartSort } from '~/contracts/stock/parts'
import { partKindLabels, partKinds } from '~/contracts/stock/part-types'
import { partStateLabels, partStates } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { partColumns } from './part-columns'
import { partMessages, usePartChanges } from './use-part-changes'

const ReceiveDialog = onDemand(() => import('./receive-dialog').then((module) => module.ReceiveDialog))
const EditPartDialog = onDemand(() => import('./part-dialogs').then((module) => module.EditPartDialog))
const WriteOffDialog = onDemand(() => import('./part-dialogs').then((module) => module.WriteOffDialog))
const PartDetails = onDemand(() => import('./part-dialogs').then((module) => module.PartDetails))

const stateOptions = partStates.map((value) => ({ value, label: partStateLabels[value] }))
const kindOptions = partKinds.map((value) => ({ value, label: partKindLabels[value] }))
const choices = [
  { key: 'status', label: 'Filter by state', all: 'All States', options: stateOptions },
  { key: 'kind', label: 'Filter by kind', all: 'All Kinds', options: kindOptions },
]
const sorts: Record<PartSort, string> = { '-created': 'Newest first', created: 'Oldest first' }

/** Filter by a type. */
function OfType({ id, onShowAll }: { id: string; onShowAll: () => void }) {
  const types = trpc.parts.choices.useQuery({ ids: [id] })
  return (
    <Button variant="secondary" size="sm" onClick={onShowAll} aria-label="Parts of all types">
      {types.data?.[0]?.name ?? 'One type'}
      <X className="size-4" aria-hidden="true" />
    </Button>
  )
}

export function PartsScreen({ importing }: { importing?: ReactNode }) {
  const view = useAdminList(partListInput)
  const parts = trpc.parts.list.useQuery(view.input, { placeholderData: keepPreviousData })
  const [adding, setAdding] = useAddDialog()
  const details = useDetails()
  const [edited, setEdited] = useState<Part>()
  const [writtenOff, setWrittenOff] = useState<Part>()
  const { done, failed } = usePartChanges()
  const { mutateAsync: restock } = trpc.parts.restock.useMutation()
  const actions = useMemo(
    () => ({
      onOpen: details.open,
      onEdit: setEdited,
      onWriteOff: setWrittenOff,
      onRestock: ({ id, version, partNumber }: Part) => {
        restock({ id, version }).then(
          () => done('Put back into stock', partNumber),
          (error: unknown) => failed(error, partNumber),
        )
      },
    }),
    [details.open, restock, done, failed],
  )
  const columns = useMemo(() => partColumns(actions), [actions])
  const { data } = parts
  const { type } = view.input
  return (
    <>
      <ListScreen
        title="Parts"
        subtitle="Spare parts in stock, reserved for repairs and in machines"
        actions={
          <>
            <HeaderFigures
              label="Figures of parts"
              items={[
                { label: 'In stock', value: data?.counts.in_stock ?? (parts.isError ? '–' : undefined) },
                { label: 'Reserved', value: data?.counts.reserved ?? (parts.isError ? '–' : undefined) },
              ]}
            />
            <div className="flex flex-wrap gap-2">
              <OfficeButton href={adminPaths.partTypes} variant="secondary" size="sm">
                Part types{data && data.toReorder > 0 ? `: ${data.toReorder.toLocaleString('en-GB')} to reorder` : ''}
              </OfficeButton>
              {importing}
              <ForWriters of="parts">
                <Button size="sm" onClick={() => setAdding(true)}>
                  <PackagePlus className="size-4" aria-hidden="true" />
                  Receive parts
                </Button>
              </ForWriters>
            </div>
          </>
        }
        noun="parts"
        messages={partMessages}
        query={parts}
        view={view}
        sorts={sorts}
        choices={choices}
        filter={type !== undefined && <OfType id={type} onShowAll={() => void view.show({ type: undefined })} />}
        columns={columns}
        list={data}
        firstStep="Receive the first ones with the button above."
      />
      {adding && <ReceiveDialog onClose={() => setAdding(false)} />}
      {details.id !== undefined && <PartDetails key={details.id} id={details.id} actions={actions} onClose={details.close} />}
      {edited && <EditPartDialog part={edited} onClose={() => setEdited(undefined)} />}
      {writtenOff && <WriteOffDialog part={writtenOff} onClose={() => setWrittenOff(undefined)} />}
    </>
  )
}
