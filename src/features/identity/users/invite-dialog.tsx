import { useState } from 'react'
import { FormDialog } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { notifySuccess } from '~/components/ui/notify'
import type { Scope } from '~/contracts/identity/api-keys'
import { rolePresets } from '~/contracts/identity/role-presets'
import { inviteStaffInput } from '~/contracts/identity/users'
import { trpc } from '~/trpc/client'
import { PresetFields } from '../access/preset-fields'

const schema = inviteStaffInput.omit({ scopes: true })

/** By email, with a preset role. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const invite = trpc.users.invite.useMutation({ onSettled: () => utils.users.invalidate() })
  const [scopes, setScopes] = useState<Scope[] | null>([...rolePresets.desk.scopes])
  return (
    <FormDialog
      title="Invite staff"
      className="max-w-2xl"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{ email: '', fullName: '' }}
      onSubmit={async (values) => {
        await invite.mutateAsync({ ...values, scopes })
        notifySuccess(`${values.email} is invited`)
        onClose()
      }}
      onFailure={failureToast('Failed to invite')}
      onClose={onClose}
      submitLabel="Invite"
    >
      {({ control }) => (
        <>
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="off" required />
            <TextField control={control} name="fullName" label="Full Name" autoComplete="off" />
          </div>
          <PresetFields value={scopes} onChange={setScopes} />
          <p className="text-sm text-ink-muted">They choose a password by the link in the email. All administrators are told.</p>
        </>
      )}
    </FormDialog>
  )
}
