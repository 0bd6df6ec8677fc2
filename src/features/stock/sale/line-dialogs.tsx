import { useState } from 'react'
import { type Control, useController, useFormContext, useFormState } from 'react-hook-form'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { FormNote } from '~/components/form/form-note'
import { failureToast } from '~/components/form/use-action'
import { AddRecordDialog, EditRecordDialog, type RecordDefinition } from '~/components/record-form/record-dialogs'
import { orderLineFields, orderLineInput, type OrderLine } from '~/contracts/stock/order-lines'
import { comparedFields, draftOf, newDraft } from '~/lib/field-values'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { LineProduct } from './product-choice'
import { lineMessages, useSaleChanges } from './use-sale-changes'

type Draft = z.input<typeof orderLineInput>
type Values = z.output<typeof orderLineInput>
type Typed = Record<keyof typeof orderLineFields, string>

function ProductOfLine({ control, known }: { control: Control<Draft, unknown, Values>; known: OrderLine['product'] }) {
  const { field } = useController({ control, name: 'productId' })
  const { errors } = useFormState({ control })
  const { getValues, setValue } = useFormContext<Draft>()
  return (
    <LineProduct
      known={known}
      productId={field.value ?? null}
      message={errors.productId?.message}
      onChoose={(product) => {
        field.onChange(product?.id ?? null)
        const price = product?.price ?? null
        if (price !== null && !getValues('price')) setValue('price', String(price), { shouldDirty: true })
      }}
    />
  )
}

const { cancelled: _cancelled, ...newFields } = orderLineFields

const lineForm = (line: OrderLine | null): RecordDefinition<OrderLine, Draft, Values> => ({
  one: 'line',
  of: 'orders',
  schema: orderLineInput,
  draft: { ...newDraft<Typed>(orderLineFields), productId: null },
  toDraft: (values) => ({ ...draftOf<Typed>(orderLineFields, values), productId: values.productId }),
  valuesOf: ({ product, title, sku, quantity, cancelled, price, tax }) => ({
    ...{ title, sku, quantity, cancelled, price, tax },
    productId: product?.id ?? null,
  }),
  compared: [
    ...comparedFields(orderLineFields),
    {
      label: 'Product',
      write: ({ productId }) => (productId === null ? 'None' : productId === line?.product?.id ? line.product.name : 'Another product'),
    },
  ],
  messages: lineMessages,
  Fields: ({ control }) => (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <ProductOfLine control={control} known={line?.product ?? null} />
      {line?.isFromPlatform ? (
        <div className="sm:col-span-2">
          <FormNote tone="info">This line comes from the shop platform, which says the rest of it.</FormNote>
        </div>
      ) : (
        <DescribedFields control={control} fields={line ? orderLineFields : newFields} />
      )}
    </div>
  ),
  sayFailure: failureToast(lineMessages.saveFailed),
})

const newLine = lineForm(null)

export function AddLineDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { reread } = useSaleChanges()
  const submit = useSubmission()
  const add = trpc.orders.addLine.useMutation()
  const save = async ({ cancelled: _none, ...values }: Values) => {
    await submit((idempotencyKey) => add.mutateAsync({ ...values, orderId, idempotencyKey }))
    void reread()
  }
  return <AddRecordDialog definition={newLine} onSave={save} saving={add.isPending} onClose={onClose} />
}

export function EditLineDialog({ orderNumber, line, onClose }: { orderNumber: string; line: OrderLine; onClose: () => void }) {
  const { id, isFromPlatform } = line
  const [definition] = useState(() => lineForm(line))
  const utils = trpc.useUtils()
  const { reread } = useSaleChanges()
  const change = trpc.orders.changeLine.useMutation()
  const actions = {
    save: (values: Values, version: number) =>
      change.mutateAsync({ id, version, ...(isFromPlatform ? { productId: values.productId } : values) }),
    reload: async () => {
      const { lines } = await utils.orders.lines.fetch({ number: orderNumber }, { staleTime: 0 })
      return lines.find((each) => each.id === id) ?? line
    },
    onStored: () => void reread(),
    saving: change.isPending,
  }
  return <EditRecordDialog definition={definition} row={line} actions={actions} onClose={onClose} />
}
