import * as z from 'zod'
import { FormDialog } from '~/components/form/form-dialog'
import { serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { notifyError } from '~/components/ui/notify'
import { changeUnitsInput } from '~/contracts/stock/units'
import { unitMessages } from './unit-columns'

const schema = z.object({ location: changeUnitsInput.shape.location })

interface LocationDialogProps {
  /** Null takes the place away. */
  onSave: (location: string | null) => Promise<void>
  onClose: () => void
}

/** Gives the selected units a place. */
export const LocationDialog = ({ onSave, onClose }: LocationDialogProps) => (
  <FormDialog
    title="Set location"
    className="max-w-md"
    bodyClassName="flex flex-col gap-4"
    schema={schema}
    defaultValues={{ location: '' }}
    onSubmit={({ location }) => onSave(location)}
    onFailure={(error) => notifyError(unitMessages.saveFailed, error, serverMessage(error))}
    onClose={onClose}
    submitLabel="Save"
  >
    {({ control }) => (
      <TextField control={control} name="location" label="Location" hint="Of all selected units; empty takes it away" autoComplete="off" />
    )}
  </FormDialog>
)
