import { Form } from '~/components/form/form'
import { isConflict, isMissing, serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { notifyError } from '~/components/ui/notify'
import { type View, renameViewInput } from '~/contracts/office/views'
import { trpc } from '~/trpc/client'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '~/components/ui/icon-button'

/** Gives a saved view another name. */
function RenameView({ view, onDone }: { view: View; onDone: () => void }) {
  const utils = trpc.useUtils()
  const rename = trpc.views.rename.useMutation()
  return (
    <Form
      schema={renameViewInput}
      defaultValues={{ id: view.id, name: view.name }}
      className="flex flex-col gap-2 px-2 py-3"
      onSubmit={async (input, form) => {
        try {
          await rename.mutateAsync(input)
        } catch (error) {
          if (!isConflict(error)) throw error
          form.setError('name', { message: serverMessage(error) ?? 'There is already such a view' })
          return
        }
        await utils.views.list.invalidate({ screen: view.screen })
        onDone()
      }}
      onFailure={(error) => notifyError('Failed to rename the view', error)}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label="New name" autoFocus />
          <span className="flex gap-2">
            <Button type="submit" size="sm" busy={rename.isPending}>
              Rename view
            </Button>
            <Button variant="ghost" size="sm" onClick={onDone}>
              Keep the name
            </Button>
          </span>
        </>
      )}
    </Form>
  )
}

interface ViewRowProps {
  view: View
  /** The list shows this view. */
  current: boolean
  onShow: () => void
}

/** A saved view: a way to it, and ways to rename and delete it. */
export function ViewRow({ view, current, onShow }: ViewRowProps) {
  const [renaming, setRenaming] = useState(false)
  // The keyboard's place is kept: back where it was before the name was asked for.
  const [renamed, setRenamed] = useState(false)
  const utils = trpc.useUtils()
  const remove = trpc.views.delete.useMutation({
    onError: (error) => {
      if (!isMissing(error)) notifyError('Failed to delete the view', error)
    },
    onSettled: () => utils.views.list.invalidate({ screen: view.screen }),
  })
  if (renaming) {
    const done = () => {
      setRenaming(false)
      setRenamed(true)
    }
    return <RenameView view={view} onDone={done} />
  }
  return (
    <span className="flex items-center">
      <button
        type="button"
        onClick={onShow}
        aria-current={current ? 'true' : undefined}
        className="min-h-10 min-w-0 flex-1 truncate rounded-md px-2 text-left text-sm text-ink hover:bg-surface-muted aria-current:font-semibold"
      >
        {view.name}
      </button>
      <IconButton
        label={`Rename view ${view.name}`}
        autoFocus={renamed}
        onClick={() => setRenaming(true)}
        className="size-10 text-ink-muted"
      >
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete view ${view.name}`} onClick={() => remove.mutate({ id: view.id })} className="size-10 text-ink-muted">
        <Trash2 className="size-4" aria-hidden="true" />
      </IconButton>
    </span>
  )
}
