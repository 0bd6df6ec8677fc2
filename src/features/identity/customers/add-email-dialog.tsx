import { FormDialog } from '~/components/form/form-dialog'
import { TextField } from '~/components/form/text-field'
import { addEmailInput } from '~/contracts/identity/customers'

const schema = addEmailInput.pick({ email: true })

interface AddEmailDialogProps {
  onSubmit: (email: string) => Promise<void>
  onFailure: (error: unknown) => void
  onClose: () => void
}

/** For a customer known by phone number alone. */
export const AddEmailDialog = ({ onSubmit, onFailure, onClose }: AddEmailDialogProps) => (
  <FormDialog
    title="Add an email address"
    className="max-w-md"
    bodyClassName="flex flex-col gap-4"
    schema={schema}
    defaultValues={{ email: '' }}
    onSubmit={({ email }) => onSubmit(email)}
    onFailure={onFailure}
    onClose={onClose}
    submitLabel="Add and invite"
  >
    {({ control }) => (
      <>
        <p className="text-ink-muted">
          Anyone with this address can see and answer all of this customer’s cases, and spend their store credit. Make sure that it is
          theirs.
        </p>
        <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="off" required />
      </>
    )}
  </FormDialog>
)
