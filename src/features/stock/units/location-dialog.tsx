import * as z from 'zod'
import { FormDialog } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { changeUnitsInput } from '~/contracts/stock/units'
import { unitMessages } from './unit-columns'

const schema = z.object({ location: changeUnitsInput.shape.location })

interface LocationDialogProps {
  /** Null removes the place. */
  onSave: (location: string | null) => Promise<void>
  onClose: () => void
}

export const LocationDialog = ({ onSave, onClose }: LocationDialogProps) => (
  <FormDialog
    title="Set location"
    className="max-w-md"
    bodyClassName="flex flex-col gap-4"
    schema={schema}
    defaultValues={{ location: '' }}
    onSubmit={({ location }) => onSave(location)}
    onFailure={failureToast(unitMessages.saveFailed)}
    onClose={onClose}
    submitLabel="Save"
  >
    {({ control }) => (
      <TextField control={control} name="location" label="Location" hint="Of all selected units; empty takes it away" autoComplete="off" />
    )}
  </FormDialog>
)
