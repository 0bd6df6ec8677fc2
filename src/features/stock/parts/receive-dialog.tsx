import { useState } from 'react'
import type * as z from 'zod'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField, NumberField } from '~/components/form/number-field'
import { SuggestField } from '~/components/form/suggest-field'
import { TextField } from '~/components/form/text-field'
import { labelsAddress } from '~/contracts/stock/scanning'
import { createPartsInput, type PartChoice } from '~/contracts/stock/parts'
import { partKindLabels, type PartOrder } from '~/contracts/stock/part-types'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { partMessages, usePartChanges } from './use-part-changes'

const empty: z.input<typeof createPartsInput> = { typeId: '', serialNumber: '', quantity: '1', location: '', cost: '', notes: '' }

interface ReceiveDialogProps {
  type?: PartChoice
  order?: PartOrder
  onClose: () => void
}

export function ReceiveDialog({ type, order, onClose }: ReceiveDialogProps) {
  const submit = useSubmission()
  const create = trpc.parts.create.useMutation()
  const { done, failed } = usePartChanges()
  return (
    <FormDialog
      title="Receive parts"
      className="max-w-lg"
      bodyClassName="grid gap-x-4 gap-y-5 sm:grid-cols-2"
      schema={createPartsInput}
      defaultValues={{
        ...empty,
        typeId: type?.id ?? '',
        ...(order && {
          orderId: order.id,
          quantity: String(order.quantity - order.received),
          cost: order.cost === null ? '' : String(order.cost),
        }),
      }}
      submitLabel="Receive"
      onClose={onClose}
      onSubmit={async ({ cost, ...values }) => {
        // Without a cost the type's applies.
        const { numbers } = await submit((idempotencyKey) =>
          create.mutateAsync({ ...values, ...(cost !== null && cost !== undefined && { cost }), idempotencyKey }),
        )
        done(partMessages.received, numbers.length > 3 ? `${numbers[0]} to ${numbers.at(-1)}` : numbers.join(', '), {
          action: { label: 'Print labels', onAction: () => window.open(labelsAddress({ part: numbers }), '_blank', 'noopener') },
        })
        onClose()
      }}
      onFailure={(error) => failed(error)}
    >
      {({ control, setValue, formState: { errors } }) => (
        <>
          <div className="sm:col-span-2">
            <TypeField
              known={type}
              message={errors.typeId && 'Choose a type'}
              onChoose={(id) => setValue('typeId', id, { shouldDirty: true, shouldValidate: id !== '' })}
            />
          </div>
          <TextField control={control} name="serialNumber" label="Serial number" autoComplete="off" hint="Of one part alone" />
          <Quantity control={control} />
          <TextField control={control} name="location" label="Place" autoComplete="off" hint="Shelf, box or bench" />
          <EuroField control={control} name="cost" label="Cost of one" hint="Empty: that of the type" />
          <TextField control={control} name="notes" label="Notes" autoComplete="off" className="sm:col-span-2" />
        </>
      )}
    </FormDialog>
  )
}

type Fields = Parameters<typeof NumberField<z.input<typeof createPartsInput>, z.output<typeof createPartsInput>>>[0]

/** A serial number implies one part. */
function Quantity({ control }: Pick<Fields, 'control'>) {
  const serial = useWatch({ control, name: 'serialNumber' })
  if (typeof serial === 'string' && serial.trim() !== '') return <p className="self-center text-sm text-ink-muted">One part</p>
  return <NumberField control={control} name="quantity" label="Quantity" step="1" min={1} />
}

interface TypeFieldProps {
  known: PartChoice | undefined
  message: string | undefined
  onChoose: (id: string) => void
}

function TypeField({ known, message, onChoose }: TypeFieldProps) {
  const [text, setText] = useState(known?.name ?? '')
  const [chosen, setChosen] = useState<string | undefined>(known?.name)
  const types = trpc.parts.choices.useQuery({ search: text === chosen ? '' : text.trim() })
  const options = (types.data ?? []).map((type) => ({
    key: type.id,
    label: type.name,
    detail: `${partKindLabels[type.kind]}, ${type.inStock.toLocaleString('en-GB')} in stock`,
  }))
  return (
    <SuggestField
      label="Type"
      placeholder="Hashboard for …"
      message={message}
      text={text}
      takesFocus={known === undefined}
      onText={(typed) => {
        setText(typed)
        setChosen(undefined)
        onChoose('')
      }}
      options={options}
      onChoose={({ key, label }) => {
        setText(label)
        setChosen(label)
        onChoose(key)
      }}
      none={types.isSuccess ? 'No type of that name. Add it under Part types first.' : ''}
    />
  )
}
