import { useWatch } from 'react-hook-form'
import { DescribedFields } from '~/components/form/described-fields'
import { FormDialog } from '~/components/form/form-dialog'
import type { ZodForm } from '~/components/form/form'
import { ParcelHint } from '~/components/ui/parcel-link'
import { carrierNames, parcelHint, parcelPage } from '~/contracts/carriers'
import type { FieldDescription } from '~/contracts/field-description'
import { carrierOfNumber } from '~/contracts/parcel-numbers'
import type { OrderStatus } from '~/contracts/statuses'
import { orderParcelInput, type OrderSale } from '~/contracts/stock/checkout'
import { trpc } from '~/trpc/client'
import type * as z from 'zod'
import { useSaleChanges } from './use-sale-changes'

const schema = orderParcelInput.omit({ id: true, version: true })
type Draft = z.input<typeof schema>
type Values = z.output<typeof schema>

const fields = {
  carrier: { kind: 'line', label: 'Carrier', hint: `Parcels of ${carrierNames.join(', ')} get a link to follow them.` },
  trackingNumber: { kind: 'line', label: 'Tracking number' },
} as const satisfies Partial<Record<keyof Draft, FieldDescription>>
const completes = {
  completes: { kind: 'flag', label: 'The order leaves now', hint: 'It becomes completed, and its buyer gets an email with the parcel.' },
} as const satisfies Partial<Record<keyof Draft, FieldDescription>>

function TypedParcel({ control }: Pick<ZodForm<Draft, Values>, 'control'>) {
  const [carrier = null, trackingNumber = null] = useWatch({ control, name: ['carrier', 'trackingNumber'] })
  return <ParcelHint hint={parcelHint({ carrier, trackingNumber })} page={parcelPage({ carrier, trackingNumber })} />
}

interface ParcelDialogProps {
  order: { id: string; status: OrderStatus; version: number }
  sale: Pick<OrderSale, 'carrier' | 'trackingNumber' | 'standing'>
  onClose: () => void
}

/** The parcel of an order of the checkout, with which it can be sent off. */
export function ParcelDialog({ order: { id, status, version }, sale: { carrier, trackingNumber, standing }, onClose }: ParcelDialogProps) {
  const { done, failed } = useSaleChanges()
  const note = trpc.orders.noteParcel.useMutation()
  const isSent = status === 'completed'
  const mayLeave = !isSent && standing === 'agreed'
  return (
    <FormDialog
      title="Parcel"
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{ carrier: carrier ?? '', trackingNumber: trackingNumber ?? '', completes: mayLeave }}
      onSubmit={async (values) => {
        const { notices } = await note.mutateAsync({ id, version, ...values })
        done(values.completes ? 'Order status updated to completed' : 'Parcel saved', undefined, notices?.join(' '))
        onClose()
      }}
      onFailure={(error) => failed('Failed to save order', error)}
      onClose={onClose}
      submitLabel="Save"
    >
      {({ control, getValues, setValue }) => (
        <>
          <div
            className="flex flex-col gap-5"
            onBlur={() => {
              const named = carrierOfNumber(getValues('trackingNumber') ?? '')
              if (named !== null && !getValues('carrier')) setValue('carrier', named, { shouldDirty: true })
            }}
          >
            <DescribedFields control={control} fields={fields} />
            <TypedParcel control={control} />
          </div>
          {mayLeave && <DescribedFields control={control} fields={completes} />}
          {isSent && <p className="text-sm text-ink-muted">The order is completed: we email another parcel to its buyer.</p>}
        </>
      )}
    </FormDialog>
  )
}
