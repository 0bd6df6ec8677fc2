import { ForWriters } from '~/components/admin-list/for-writers'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from '~/components/icons/lucide'
import { useMemo, useState } from 'react'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useAddDialog, useDetails } from '~/components/admin-list/use-dialogs'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { modelListInput, modelStatuses, type Model, type ModelSort } from '~/contracts/catalogue/models'
import { capitalised } from '~/lib/text'
import { trpc } from '~/trpc/client'
import { modelColumns, modelMessages } from './model-columns'

const AddModelDialog = onDemand(() => import('./model-dialogs').then((module) => module.AddModelDialog))
const EditModelById = onDemand(() => import('./model-dialogs').then((module) => module.EditModelById))
const EditModelDialog = onDemand(() => import('./model-dialogs').then((module) => module.EditModelDialog))
const MergeModelDialog = onDemand(() => import('./model-questions').then((module) => module.MergeModelDialog))
const DeleteModelDialog = onDemand(() => import('./model-questions').then((module) => module.DeleteModelDialog))

const statusOptions = modelStatuses.map((value) => ({ value, label: capitalised(value) }))
const choices = [{ key: 'status', label: 'Filter by status', all: 'All Statuses', options: statusOptions }]
const sorts: Record<ModelSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-created': 'Newest first',
  created: 'Oldest first',
}

export function ModelsScreen() {
  const view = useAdminList(modelListInput)
  const models = trpc.models.list.useQuery(view.input, { placeholderData: keepPreviousData })
  const [adding, setAdding] = useAddDialog()
  const details = useDetails()
  const [open, setOpen] = useState<{ dialog: 'edit' | 'merge' | 'delete'; model: Model }>()
  const columns = useMemo(
    () =>
      modelColumns({
        onEdit: (model) => setOpen({ dialog: 'edit', model }),
        onMerge: (model) => setOpen({ dialog: 'merge', model }),
        onDelete: (model) => setOpen({ dialog: 'delete', model }),
      }),
    [],
  )
  const close = () => setOpen(undefined)

  return (
    <>
      <ListScreen
        title="Models"
        subtitle="Models: what a maker builds; products, trade-in machines and units are of one"
        actions={
          <ForWriters of="models">
            <Button size="sm" onClick={() => setAdding(true)}>
              <Plus className="size-4" aria-hidden="true" />
              Add Model
            </Button>
          </ForWriters>
        }
        noun="models"
        messages={modelMessages}
        query={models}
        view={view}
        sorts={sorts}
        sortsBeyondColumns
        choices={choices}
        columns={columns}
        list={models.data}
        firstStep="They come with products, machines and cases, or with the button above."
      />
      {adding && <AddModelDialog onClose={() => setAdding(false)} />}
      {details.id !== undefined && <EditModelById key={details.id} id={details.id} onClose={details.close} />}
      {open?.dialog === 'edit' && <EditModelDialog model={open.model} onClose={close} />}
      {open?.dialog === 'merge' && <MergeModelDialog model={open.model} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteModelDialog model={open.model} onClose={close} />}
    </>
  )
}
