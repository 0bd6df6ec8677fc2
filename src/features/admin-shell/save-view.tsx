import { Form } from '~/components/form/form'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { notifyError } from '~/components/ui/notify'
import { saveViewInput, type ViewScreen } from '~/contracts/views'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const nameOnly = saveViewInput.pick({ name: true })

/** Keeps the view that is shown under a name. */
export function SaveView({ screen, query }: { screen: ViewScreen; query: string }) {
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
        // The menu's first answer may still be on its way, from before this view: `invalidate` alone would wait for it.
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
