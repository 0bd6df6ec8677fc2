import { type NextRouter, useRouter } from 'next/router'
import { Form } from '~/components/form/form'
import { isConflict, serverMessage, isMissing } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { notifyError } from '~/components/ui/notify'
import { type View, type ViewScreen, saveViewInput, renameViewInput } from '~/contracts/office/views'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { Pencil, Trash2 } from '~/components/icons/lucide'
import { useState } from 'react'
import { IconButton } from '~/components/ui/icon-button'

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

function ViewRow({ view, current, onShow }: ViewRowProps) {
  const [renaming, setRenaming] = useState(false)
  // Restores the focus after renaming.
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

/** Position and open dialogs are not part of a view. */
const passing = new Set(['page', 'cursor', 'details', 'add', 'limit'])

/** Sorted, so that equal views have equal queries. */
export const viewQuery = (query: NextRouter['query']): string =>
  new URLSearchParams(
    Object.entries(query)
      .flatMap(([key, value]): [string, string][] => (typeof value === 'string' && value !== '' && !passing.has(key) ? [[key, value]] : []))
      .sort(([one], [other]) => one.localeCompare(other)),
  ).toString()

const nameOnly = saveViewInput.pick({ name: true })

function SaveView({ screen, query }: { screen: ViewScreen; query: string }) {
  const utils = trpc.useUtils()
  const save = trpc.views.save.useMutation()
  const submit = useSubmission()
  if (query === '')
    return <p className="border-t border-line px-2 pt-3 pb-1 text-xs text-ink-muted">Search, filter or sort the list to save the view.</p>
  return (
    <Form
      schema={nameOnly}
      defaultValues={{ name: '' }}
      className="flex flex-col gap-2 border-t border-line px-2 pt-3 pb-1"
      onSubmit={async ({ name }, form) => {
        try {
          await submit((idempotencyKey) => save.mutateAsync({ screen, name, query, idempotencyKey }))
        } catch (error) {
          if (!isConflict(error)) throw error
          form.setError('name', { message: serverMessage(error) ?? 'There is already such a view' })
          return
        }
        form.reset()
        // A pending answer may be older than this view, and `invalidate` alone would wait for it.
        await utils.views.list.cancel({ screen })
        await utils.views.list.invalidate({ screen })
      }}
      onFailure={(error) => notifyError('Failed to save the view', error)}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label="View name" />
          <Button type="submit" size="sm" busy={save.isPending}>
            Save view
          </Button>
        </>
      )}
    </Form>
  )
}

export function Views({ screen, onDone }: { screen: ViewScreen; onDone: () => void }) {
  const router = useRouter()
  const views = trpc.views.list.useQuery({ screen })
  const show = ({ query }: View) => {
    onDone()
    void router.push({ pathname: router.pathname, query: Object.fromEntries(new URLSearchParams(query)) }, undefined, { shallow: true })
  }
  return (
    <>
      {views.data?.length === 0 && <p className="px-2 py-2 text-sm text-ink-muted">None yet</p>}
      {views.isError && <p className="px-2 py-2 text-sm text-ink-muted">They could not be loaded</p>}
      <ul className="max-h-64 overflow-y-auto">
        {views.data?.map((view) => (
          <li key={view.id}>
            <ViewRow view={view} current={view.query === viewQuery(router.query)} onShow={() => show(view)} />
          </li>
        ))}
      </ul>
      <SaveView screen={screen} query={viewQuery(router.query)} />
    </>
  )
}
