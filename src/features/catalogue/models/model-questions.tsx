import { useState } from 'react'
import { failureToast } from '~/components/form/use-action'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notifySuccess } from '~/components/ui/notify'
import { machineName } from '~/contracts/catalogue/machines'
import type { Model, SuggestedModel } from '~/contracts/catalogue/models'
import { trpc } from '~/trpc/client'
import { modelMessages } from './model-columns'
import { writtenUses } from './model-dialogs'
import { ModelFinder } from './model-finder'

interface QuestionProps {
  model: Model
  onClose: () => void
}

export function MergeModelDialog({ model, onClose }: QuestionProps) {
  const utils = trpc.useUtils()
  const uses = trpc.models.uses.useQuery({ id: model.id })
  const [keep, setKeep] = useState<SuggestedModel>()
  const merge = trpc.models.merge.useMutation({
    onSuccess: async (kept) => {
      notifySuccess(`${machineName(model)} is now ${machineName(kept)}`)
      await utils.models.invalidate()
      onClose()
    },
    onError: failureToast(modelMessages.mergeFailed),
  })
  return (
    <ConfirmDialog
      title={`Merge ${machineName(model)}`}
      message={`For two spellings of one model. The one that you choose gets what is of this one, and the figures that it lacks; ${machineName(model)} means it from then on. This cannot be taken back.`}
      confirmLabel="Merge"
      cancelLabel="Cancel"
      busy={merge.isPending}
      disabled={keep === undefined}
      onConfirm={() => keep && merge.mutate({ keep: keep.id, merge: model.id })}
      onCancel={onClose}
    >
      {uses.data && <p className="text-sm text-ink-muted">{writtenUses(uses.data)}</p>}
      <ModelFinder label="Merge into" except={model.id} onChoose={setKeep} />
      <p role="status" className="font-medium wrap-anywhere text-ink empty:hidden">
        {keep && [machineName(keep), keep.hashrate].filter(Boolean).join(', ')}
      </p>
    </ConfirmDialog>
  )
}

export function DeleteModelDialog({ model, onClose }: QuestionProps) {
  const utils = trpc.useUtils()
  const remove = trpc.models.delete.useMutation({
    onSuccess: () => notifySuccess(modelMessages.deleted),
    onError: failureToast(modelMessages.deleteFailed),
    onSettled: async () => {
      await utils.models.list.invalidate()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${machineName(model)}`}
      message="It is no longer suggested. A model that products, trade-in machines or units are of cannot be deleted."
      confirmLabel="Delete"
      cancelLabel="Cancel"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: model.id })}
      onCancel={onClose}
    />
  )
}
