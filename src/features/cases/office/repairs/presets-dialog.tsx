import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { OptionsDialog, type OptionsDefinition } from '~/components/record-form/options-dialog'
import { lineKindLabels, lineKinds, presetInput, type Preset } from '~/contracts/cases/estimates'
import { repairServices } from '~/contracts/repair-services'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { services } from '../choices'

const kinds = lineKinds.map((value) => ({ value, label: lineKindLabels[value] }))

const fields = {
  label: { kind: 'line', label: 'Description', required: true },
  price: { kind: 'euro', label: 'Price', required: true },
  quantity: { kind: 'decimal', label: 'Quantity', required: true },
  isActive: { kind: 'flag', label: 'Offered' },
} as const

type Draft = z.input<typeof presetInput>
type Values = z.output<typeof presetInput>

function Fields({ control }: { control: Control<Draft, unknown, Values> }) {
  return (
    <>
      <SelectField control={control} name="kind" label="Kind" options={kinds} />
      <SelectField control={control} name="service" label="Service" options={services} none="Every service" />
      <DescribedFields control={control} fields={fields} />
    </>
  )
}

const definition: OptionsDefinition<Preset, Draft, Values> = {
  title: 'Presets',
  one: 'preset',
  many: 'presets',
  kept: 'Estimates that were made with it stay as they are.',
  describe: ({ kind, quantity, price, service }) => (
    <>
      {lineKindLabels[kind]} · {quantity.toLocaleString('en-GB')} × {formatEuro(price)} ·{' '}
      {service ? repairServices[service].label : 'Every service'}
    </>
  ),
  schema: presetInput,
  blank: { kind: 'labour', label: '', quantity: '1', price: '', service: '', isActive: true },
  toDraft: ({ kind, label, quantity, price, service, isActive }) => ({
    kind,
    label,
    quantity: String(quantity),
    price: String(price),
    service: service ?? '',
    isActive,
  }),
  Fields,
}

export function PresetsDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const changed = { onSettled: () => utils.repairs.presets.invalidate() }
  const save = trpc.repairs.savePreset.useMutation(changed)
  const remove = trpc.repairs.removePreset.useMutation(changed)
  return (
    <OptionsDialog
      definition={definition}
      options={trpc.repairs.presets.useQuery()}
      save={(values, known) => submit((idempotencyKey) => save.mutateAsync({ ...values, ...known, idempotencyKey }))}
      remove={remove.mutateAsync}
      onClose={onClose}
    />
  )
}
