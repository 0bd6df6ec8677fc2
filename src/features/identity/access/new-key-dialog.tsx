import { useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import type * as z from 'zod'
import { useMay } from '~/components/admin-list/cells'
import { FieldFrame, useField } from '~/components/form/field-frame'
import { FormDialog } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { ShownOnce } from '~/components/ui/shown-once'
import { createKeyInput } from '~/contracts/identity/api-keys'
import { trpc } from '~/trpc/client'
import { ScopeFields } from './scope-fields'

type Draft = z.input<typeof createKeyInput>
type Values = z.output<typeof createKeyInput>
const emptyDraft: Draft = { name: '', scopes: [], expiresAt: '', networks: '' }

/** Shows the new key once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const create = trpc.keys.create.useMutation({ onSettled: () => utils.keys.invalidate() })
  const [key, setKey] = useState<string>()
  if (key !== undefined)
    return (
      <ShownOnce
        title="Your new API key"
        message="Give it to the program now: we do not show it again, and nobody can look it up."
        text={key}
        noun="key"
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title="New API key"
      className="max-w-2xl"
      bodyClassName="flex flex-col gap-5"
      schema={createKeyInput}
      defaultValues={emptyDraft}
      onSubmit={async (values) => setKey((await create.mutateAsync(values)).key)}
      onFailure={failureToast('Failed to make the API key')}
      onClose={onClose}
      submitLabel="Make key"
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label="Name" hint="What will use it, such as 'Bookkeeping'." />
          <Scopes control={control} />
          <TextField
            control={control}
            name="expiresAt"
            label="Ends on"
            type="date"
            hint="Leave empty for a key that works until you revoke it."
            className="sm:w-56"
          />
          <Networks control={control} />
        </>
      )}
    </FormDialog>
  )
}

function Scopes({ control }: { control: Control<Draft, unknown, Values> }) {
  const { field, fieldState } = useController({ control, name: 'scopes' })
  const may = useMay()
  return <ScopeFields legend="What it may do" value={field.value} onChange={field.onChange} may={may} message={fieldState.error?.message} />
}

function Networks({ control }: { control: Control<Draft, unknown, Values> }) {
  const hint = 'Addresses or networks, one a line, such as 203.0.113.0/24. Leave empty to allow every address.'
  const { field, attributes, ...frame } = useField({ control, name: 'networks', hint })
  return (
    <FieldFrame id={attributes.id} label="Networks" hint={hint} {...frame}>
      <textarea
        {...attributes}
        {...field}
        value={typeof field.value === 'string' ? field.value : ''}
        rows={2}
        className="field font-mono sm:text-sm"
      />
    </FieldFrame>
  )
}
