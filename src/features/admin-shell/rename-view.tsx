import { Form } from '~/components/form/form'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { notifyError } from '~/components/ui/notify'
import { renameViewInput, type View } from '~/contracts/views'
import { trpc } from '~/trpc/client'

/** Gives a kept view another name. */
export function RenameView({ view, onDone }: { view: View; onDone: () => void }) {
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
