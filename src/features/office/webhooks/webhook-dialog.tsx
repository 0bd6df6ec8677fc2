import { useId, useState } from 'react'
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form'
import type * as z from 'zod'
import { useMay } from '~/components/admin-list/cells'
import { FormDialog } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { Checkbox } from '~/components/ui/checkbox'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notifySuccess } from '~/components/ui/notify'
import { ShownOnce } from '~/components/ui/shown-once'
import { keysOf } from '~/contracts/keys'
import { createWebhookInput, webhookEvents, type Webhook, type WebhookEvent } from '~/contracts/office/webhooks'
import { trpc } from '~/trpc/client'

type Draft = z.input<typeof createWebhookInput>

interface WebhookDialogProps {
  /** Absent for a new one. */
  webhook?: Webhook
  onClose: () => void
}

/** A new webhook's secret is shown once. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const utils = trpc.useUtils()
  const onSettled = () => utils.webhooks.invalidate()
  const create = trpc.webhooks.create.useMutation({ onSettled })
  const update = trpc.webhooks.update.useMutation({ onSettled })
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <NewSecret secret={secret} onClose={onClose} />
  const draft: Draft = { url: webhook?.url ?? '', events: webhook?.events ?? [] }
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'New webhook'}
      className="max-w-2xl"
      bodyClassName="flex flex-col gap-5"
      schema={createWebhookInput}
      defaultValues={draft}
      onSubmit={async (values) => {
        if (!webhook) {
          setSecret((await create.mutateAsync(values)).secret)
          return
        }
        await update.mutateAsync({ ...values, id: webhook.id, version: webhook.version })
        notifySuccess('Webhook saved')
        onClose()
      }}
      onFailure={failureToast('Failed to save the webhook')}
      onClose={onClose}
      submitLabel={webhook ? 'Save' : 'Make webhook'}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="url"
            label="Address"
            hint="Where the program listens, such as https://example.com/hooks/shop."
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Events control={control} name="events" />
        </>
      )}
    </FormDialog>
  )
}

function Events<Values extends FieldValues, Output>({ control, name }: { control: Control<Values, unknown, Output>; name: Path<Values> }) {
  const id = useId()
  const { field, fieldState } = useController({ control, name })
  const chosen: readonly string[] = field.value
  const may = useMay()
  const mayRead = (event: WebhookEvent) => webhookEvents[event].routers.every((router) => may(router, 'read'))
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink">Events to send</legend>
      {!keysOf(webhookEvents).every(mayRead) && (
        <p className="mt-1 text-sm text-ink-muted">Your access is limited: you can choose only what you may read yourself.</p>
      )}
      {fieldState.error && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
      <ul className="mt-2 grid gap-x-4 rounded-lg border border-line px-3 py-1.5 sm:grid-cols-2">
        {keysOf(webhookEvents).map((event) => (
          <li key={event}>
            <label htmlFor={`${id}-${event}`} className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm text-ink">
              <Checkbox
                id={`${id}-${event}`}
                checked={chosen.includes(event)}
                disabled={!mayRead(event)}
                onChange={({ target }) => field.onChange(target.checked ? [...chosen, event] : chosen.filter((other) => other !== event))}
              />
              {webhookEvents[event].label}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const NewSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    title="The webhook’s secret"
    message="Give it to the program now, which checks the signatures with it: we do not show it again, and nobody can look it up."
    text={secret}
    noun="secret"
    onClose={onClose}
  />
)

/** Asks first, and shows the new secret once. */
export function RotateDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const utils = trpc.useUtils()
  const rotate = trpc.webhooks.rotate.useMutation({ onSettled: () => utils.webhooks.invalidate() })
  if (rotate.data) return <NewSecret secret={rotate.data.secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title="Make a new secret?"
      message={`Everything sent to ${url} is signed with both secrets for 24 hours. Then the present secret stops working.`}
      confirmLabel="Make secret"
      cancelLabel="Cancel"
      variant="primary"
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate({ id }, { onError: failureToast('Failed to make the secret') })}
      onCancel={onClose}
    />
  )
}
