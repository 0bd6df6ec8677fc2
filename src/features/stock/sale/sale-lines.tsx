import { Plus, Trash2 } from '~/components/icons/lucide'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { EuroField, NumberField } from '~/components/form/number-field'
import { SelectField } from '~/components/form/select-field'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { IconButton } from '~/components/ui/icon-button'
import { vatCodes, vatLabels } from '~/contracts/billing/vat'
import { decimalOf } from '~/contracts/fields'
import { totalOfLines, type createOrderInput, type Sellable } from '~/contracts/stock/sales'
import { formatEuro } from '~/lib/money'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { SuggestField } from '~/components/form/suggest-field'
import { useSettled } from '~/components/form/use-settled'
import { trpc, withoutBatch } from '~/trpc/client'

const stockOf = ({ kind, free, tracksUnits }: Sellable) => {
  if (kind === 'unit') return 'one unit'
  return `${free ?? 0} ${kind === 'part' ? 'in stock' : 'free'}${tracksUnits ? ', scanned when it goes' : ''}`
}

const detailOf = (found: Sellable) =>
  [found.number, found.price === null ? 'no price' : formatEuro(found.price), stockOf(found)].filter((part) => part !== '').join(' · ')

interface FindSellableProps {
  message: string | undefined
  onChoose: (found: Sellable) => void
}

function FindSellable({ message, onChoose }: FindSellableProps) {
  const [text, setText] = useState('')
  const search = useSettled(text.trim())
  const enabled = search.length > 1
  const { data = [], isFetching } = trpc.orders.sellables.useQuery(
    { search },
    { ...withoutBatch, enabled, placeholderData: keepPreviousData },
  )
  const found = enabled && text.trim() !== '' ? data : []
  return (
    <SuggestField
      label="Product, unit or part"
      placeholder="Type a name, or scan a label"
      message={message}
      text={text}
      onText={setText}
      options={found.map((each) => ({ key: `${each.kind} ${each.id}`, label: each.name, detail: detailOf(each), each }))}
      onChoose={({ each }) => {
        setText('')
        onChoose(each)
      }}
      takesFocus
      none={enabled && !isFetching && search === text.trim() ? 'Nothing matches' : ''}
    />
  )
}

export type SaleDraft = z.input<typeof createOrderInput>
type LineDraft = SaleDraft['lines'][number]

const emptyLine: LineDraft = { productId: '', unitId: '', partTypeId: '', title: '', quantity: '1', price: '', vatCode: 'standard' }

const lineOf = ({ kind, id, name, number, price }: Sellable): LineDraft => ({
  ...emptyLine,
  productId: kind === 'product' ? id : '',
  unitId: kind === 'unit' ? id : '',
  partTypeId: kind === 'part' ? id : '',
  title: kind === 'unit' ? `${name} (${number})` : name,
  price: price === null ? '' : String(price),
})

const numberOr0 = (typed: string | number | null | undefined) => {
  const number = decimalOf(typed ?? 0)
  return Number.isFinite(number) ? number : 0
}

/** EUR. */
export const typedTotal = (lines: SaleDraft['lines']): number =>
  totalOfLines(lines.map(({ quantity, price }) => ({ quantity: numberOr0(quantity), price: numberOr0(price) })))

const rates = vatCodes.map((value) => ({ value, label: vatLabels[value] }))

/** Found by name or code, or written as text. */
export function SaleLines() {
  const { control, formState, getValues, setValue } = useFormContext<SaleDraft>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const lines = useWatch({ control, name: 'lines' })
  const message = formState.errors.lines?.root?.message ?? formState.errors.lines?.message
  const add = (found: Sellable) => {
    const known = getValues('lines').findIndex((line) => line.productId === found.id || line.partTypeId === found.id)
    if (known < 0) append(lineOf(found), { shouldFocus: false })
    else setValue(`lines.${known}.quantity`, String(numberOr0(getValues(`lines.${known}.quantity`)) + 1), { shouldDirty: true })
  }
  return (
    <div className="flex flex-col gap-4">
      <FindSellable message={message} onChoose={add} />
      <ul className="flex flex-col divide-y divide-line empty:hidden">
        {fields.map((field, at) => (
          <li
            key={field.id}
            className="grid grid-cols-2 items-end gap-x-3 gap-y-3 py-4 first:pt-0 sm:grid-cols-[minmax(0,1fr)_5rem_7.5rem_9rem_auto]"
          >
            <TextField control={control} name={`lines.${at}.title`} label="Description" autoComplete="off" className="max-sm:col-span-2" />
            <NumberField control={control} name={`lines.${at}.quantity`} label="Quantity" step="1" min="1" />
            <EuroField control={control} name={`lines.${at}.price`} label="Price of one" min="0" />
            <SelectField control={control} name={`lines.${at}.vatCode`} label="VAT" options={rates} />
            <div className="flex items-center justify-end gap-2 max-sm:col-span-2">
              <p className="text-right text-sm font-medium tabular-nums sm:hidden">{formatEuro(typedTotal(lines.slice(at, at + 1)))}</p>
              <IconButton
                label={`Remove ${lines[at]?.title || 'the line'}`}
                onClick={() => remove(at)}
                className="text-ink-muted hover:text-danger-ink"
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="secondary" size="sm" onClick={() => append(emptyLine)}>
          <Plus className="size-4" aria-hidden="true" />
          Add a text line
        </Button>
        <p className="font-semibold text-ink">
          Total <span className="text-lg tabular-nums">{formatEuro(typedTotal(lines))}</span>
          <span className="text-sm font-normal text-ink-muted"> with VAT</span>
        </p>
      </div>
    </div>
  )
}
