import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { NumberField } from '~/components/form/number-field'
import { SwitchField } from '~/components/form/switch-field'
import { TextAreaField } from '~/components/form/text-area-field'
import { TextField } from '~/components/form/text-field'
import type { machineInput, MachineInput } from '~/contracts/machines'

/** What the form holds while it is typed in: amounts are still texts. */
export type MachineDraft = z.input<typeof machineInput>

export type MachineControl = Control<MachineDraft, unknown, MachineInput>

const euro = { unit: '€', step: '0.01', min: 0, placeholder: '0' } as const

/** The fields of a machine, the same for a new and a known one (spec §5 Machine form). */
export function MachineFields({ control }: { control: MachineControl }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField control={control} name="manufacturer" label="Manufacturer" autoComplete="off" required />
        <TextField control={control} name="model" label="Model" autoComplete="off" required />
        <TextField control={control} name="category" label="Category" autoComplete="off" className="sm:col-span-2" />
        <TextField control={control} name="hashrate" label="Hashrate" placeholder="110 TH/s" autoComplete="off" />
        <TextField control={control} name="powerConsumption" label="Power consumption" placeholder="3250W" autoComplete="off" />
      </div>
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-5 border-t border-line pt-4 sm:grid-cols-4">
        <legend className="sr-only">Trade-in values in euro</legend>
        <NumberField control={control} name="baseValueExcellent" label="Excellent value" {...euro} />
        <NumberField control={control} name="baseValueGood" label="Good value" {...euro} />
        <NumberField control={control} name="baseValueFair" label="Fair value" {...euro} />
        <NumberField control={control} name="baseValuePoor" label="Poor value" {...euro} />
      </fieldset>
      <div className="border-t border-line pt-4">
        <SwitchField control={control} name="isActive" label="Active" hint="Offered in the public trade-in calculator" />
      </div>
      <TextAreaField control={control} name="notes" label="Notes" rows={3} />
    </div>
  )
}
