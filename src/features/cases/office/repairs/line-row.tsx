import { clsx } from 'clsx/lite'
import { Trash2 } from '~/components/icons/lucide'
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import { useField } from '~/components/form/field-frame'
import { CENTS, useNumberField } from '~/components/form/number-field'
import { IconButton } from '~/components/ui/icon-button'
import { lineKindLabels, lineKinds, type Lines, type LinesDraft } from '~/contracts/cases/estimates'
import { formatEuro } from '~/lib/money'

export type LinesControl = Control<LinesDraft, unknown, Lines>

interface LineRowProps {
  control: LinesControl
  index: number
  amount: number
  /** Below the description. */
  stock: ReactNode
  onRemove: () => void
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** A table row, or a card where space is narrow. */
export function LineRow({ control, index, amount, stock, onRemove }: LineRowProps) {
  const line = index + 1
  const label = useField({ control, name: `lines.${index}.label` })
  const kind = useField({ control, name: `lines.${index}.kind` })
  const quantity = useNumberField({ control, name: `lines.${index}.quantity` })
  const price = useNumberField({ control, name: `lines.${index}.price`, decimals: CENTS })
  return (
    <tr role="row" className="grid grid-cols-[1fr_1fr_auto] gap-3 rounded-lg border border-line p-3 @2xl:table-row @2xl:border-0 @2xl:p-0">
      <Cell of={label} label="Description" line={line} className="col-span-3">
        <input {...label.attributes} {...label.field} value={text(label.field.value)} autoComplete="off" className="field sm:text-sm" />
        {stock}
      </Cell>
      <Cell of={kind} label="Kind" line={line} className="@2xl:w-28">
        <select {...kind.attributes} {...kind.field} value={text(kind.field.value)} className="field truncate sm:text-sm">
          {lineKinds.map((value) => (
            <option key={value} value={value}>
              {lineKindLabels[value]}
            </option>
          ))}
        </select>
      </Cell>
      <Cell of={quantity} label="Quantity" line={line} className="col-span-2 @2xl:w-24">
        <input
          {...quantity.attributes}
          {...quantity.field}
          inputMode="decimal"
          autoComplete="off"
          className="field tabular-nums sm:text-sm"
        />
      </Cell>
      <Cell of={price} label="Price" line={line} className="@2xl:w-32">
        <div className="relative">
          <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-subtle sm:text-sm">
            €
          </span>
          <input
            {...price.attributes}
            {...price.field}
            inputMode="decimal"
            autoComplete="off"
            className="field pl-7 tabular-nums sm:text-sm"
          />
        </div>
      </Cell>
      <td
        role="cell"
        className="self-center pt-6 text-right font-medium whitespace-nowrap text-ink tabular-nums @2xl:w-28 @2xl:px-1 @2xl:pt-4"
      >
        <span className="sr-only">Amount</span> {formatEuro(amount)}
      </td>
      <td role="cell" className="self-end @2xl:w-11 @2xl:py-1.5">
        <IconButton label={`Remove line ${line}`} onClick={onRemove} className="text-ink-muted">
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}

interface CellProps {
  of: Pick<ReturnType<typeof useField>, 'message' | 'messageId' | 'attributes'>
  label: string
  line: number
  className?: string
  children: ReactNode
}

function Cell({ of: { message, messageId, attributes }, label, line, className, children }: CellProps) {
  return (
    <td role="cell" className={clsx('flex min-w-0 flex-col gap-1.5 @2xl:table-cell @2xl:px-1 @2xl:py-1.5 @2xl:align-top', className)}>
      <label htmlFor={attributes.id} className="text-sm font-medium text-ink @2xl:sr-only">
        {label} <span className="sr-only">of line {line}</span>
      </label>
      {children}
      {message !== undefined && (
        <p id={messageId} className="mt-1 text-sm text-danger-ink">
          {message}
        </p>
      )}
    </td>
  )
}
